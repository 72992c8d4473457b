import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Endpoint, HuggingFace, type RepoInfo } from "../../../../mod.ts";
import { Sandbox } from "../../../../client/sandbox/mod.ts";
import { ListsByOwner } from "../../../../provider/huggingface/reads/list_reads.ts";
import { cpuEndpoint } from "../../../support/cpu_endpoint.ts";

const never = new AbortController().signal;

function setUp(seedEndpoints: number, gatherMs = 0) {
  const sandbox = new Sandbox({ seedEndpoints });
  const client = new HuggingFace({
    token: sandbox.token,
    maxRetries: 0,
    fetch: (request) => sandbox.fetch(request),
  });
  const reader = new ListsByOwner<Endpoint>((owner) => ({
    page: async (cursor) =>
      await client.endpoints.list(owner, { cursor, pageSize: 100 }),
    keys: ({ name }) => [name],
  }), gatherMs);
  const read = async (i: number, signal = never) => {
    const name = `seed-${String(i).padStart(4, "0")}`;
    return await reader.find("sandbox", name, signal) ??
      await client.endpoints.get(`sandbox/${name}`, { signal })
        .then((found) => found, () => undefined);
  };
  return { sandbox, client, reader, read };
}

/** Reads `count` endpoints as Terraform does: ten at a time. */
async function refresh(
  count: number,
  read: (i: number) => Promise<unknown>,
): Promise<number> {
  let next = 1;
  let found = 0;
  const worker = async () => {
    while (next <= count) if (await read(next++) !== undefined) found++;
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  return found;
}

for (
  const [count, most] of [[29, 1], [100, 1], [101, 2], [300, 3], [1000, 10]]
) {
  Deno.test(`${count} endpoints are refreshed with ${most} requests`, async () => {
    const { sandbox, read } = setUp(count ?? 0);
    assertEquals(await refresh(count ?? 0, read), count);
    assertEquals(sandbox.requests.length, most);
  });
}

Deno.test("a lone read is one GET", async () => {
  const { sandbox, read } = setUp(5);
  assertEquals((await read(1))?.name, "seed-0001");
  assertEquals((await read(2))?.name, "seed-0002");
  assertEquals(sandbox.requests.map(({ path }) => path), [
    "/v2/endpoint/sandbox/seed-0001",
    "/v2/endpoint/sandbox/seed-0002",
  ]);
});

Deno.test("few reads of a large namespace cost no more than single ones", async () => {
  const { sandbox, read } = setUp(1000);
  const found = await Promise.all([read(1), read(999), read(1000)]);
  assertEquals(found.map((one) => one?.name), [
    "seed-0001",
    "seed-0999",
    "seed-1000",
  ]);
  assert(sandbox.requests.length <= 4, String(sandbox.requests.length));
});

Deno.test("what a list lacks is asked for by itself", async () => {
  const { sandbox, client, read } = setUp(12);
  await Promise.all(Array.from({ length: 11 }, (_, i) => read(i + 1)));
  await client.endpoints.create("sandbox/seed-0050", cpuEndpoint);
  sandbox.clearRequests();
  assertEquals((await read(50))?.name, "seed-0050");
  assertEquals(await read(51), undefined);
  assertEquals(sandbox.requests.map(({ path }) => path), [
    "/v2/endpoint/sandbox/seed-0050",
    "/v2/endpoint/sandbox/seed-0051",
  ]);
});

Deno.test("what was listed is forgotten after a write, and with time", async () => {
  const { now } = Date;
  const { sandbox, reader, read } = setUp(20);
  const all = () =>
    Promise.all(Array.from({ length: 20 }, (_, i) => read(i + 1)));
  await all();
  await all();
  assertEquals(sandbox.requests.length, 1);
  reader.forget();
  await all();
  assertEquals(sandbox.requests.length, 2);
  Date.now = () => now() + 60_000;
  try {
    await all();
  } finally {
    Date.now = now;
  }
  assertEquals(sandbox.requests.length, 3);
});

Deno.test("a list that fails leaves it to single reads", async () => {
  const { sandbox, read } = setUp(10);
  sandbox.addFault({
    match: { path: "/v2/endpoint/sandbox?" },
    times: 5,
    action: { status: 500 },
  });
  assertEquals(await refresh(10, read), 10);
});

Deno.test("an ended signal ends its own read only", async () => {
  const { read } = setUp(10, 5);
  const controller = new AbortController();
  const ended = assertRejects(
    () => read(1, controller.signal),
    Error,
    "enough",
  );
  const others = [read(2), read(3)];
  await Promise.resolve();
  controller.abort(new Error("enough"));
  await ended;
  assertEquals((await Promise.all(others)).map((one) => one?.name), [
    "seed-0002",
    "seed-0003",
  ]);
});

Deno.test("no more is read of a list that is too large to be held", async () => {
  let pages = 0;
  const client = new HuggingFace({
    token: "hf_x",
    fetch: ({ url }) => {
      const body = [{ id: `acme/${pages}`, pad: "x".repeat(9 * 2 ** 20) }];
      const next = new URL(`?cursor=${++pages}`, url);
      const headers = { ...pages < 6 && { link: `<${next}>; rel="next"` } };
      return Promise.resolve(Response.json(body, { headers }));
    },
  });
  const reader = new ListsByOwner<RepoInfo>((author) => ({
    page: async (cursor) =>
      await client.repos.list("model", { author, cursor }),
    keys: ({ id }) => [id],
  }), 0);
  const find = (at: number) => reader.find("acme", `acme/${at}`, never);
  const all = Array.from({ length: 10 }, (_, at) => at);
  const first = await Promise.all(all.map(find));
  assertEquals(first, await Promise.all(all.map(find)));
  const ids = first.flatMap((found) => found === undefined ? [] : found.id);
  assertEquals([ids.length, pages], [4, 4]);
});
