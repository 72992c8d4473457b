import { assert, assertEquals } from "@std/assert";
import { HuggingFace } from "../../../../mod.ts";
import { Sandbox } from "../../../../client/sandbox/mod.ts";
import { RepoReader } from "../../../../provider/huggingface/repo/repo_reader.ts";

const never = new AbortController().signal;

async function setUp(count: number) {
  const sandbox = new Sandbox({ createMs: 0 });
  const options = { fetch: (request: Request) => sandbox.fetch(request) };
  const owner = new HuggingFace({ ...options, token: sandbox.token });
  const client = new HuggingFace({
    ...options,
    token: sandbox.token,
    maxRetries: 0,
  });
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { id = "" } = await owner.repos.create(
      { type: "space", id: `acme/s${i}` },
      { sdk: "static", visibility: i % 2 === 0 ? "private" : "protected" },
    );
    ids.push(id);
  }
  const reader = new RepoReader({
    client: () => Promise.resolve(client),
    gatherMs: 0,
  }, "space");
  const read = (i: number, name = `s${i}`) =>
    reader.read(`acme/${name}`, ids[i] ?? null, never);
  sandbox.clearRequests();
  return { sandbox, owner, reader, read, ids };
}

const paths = (sandbox: Sandbox) => sandbox.requests.map(({ path }) => path);

Deno.test("many Spaces are read from pages of 100, a lone one by itself", async () => {
  const { sandbox, read } = await setUp(120);
  const found = await Promise.all(
    Array.from({ length: 120 }, (_, i) => read(i)),
  );
  assertEquals(found.map((info) => info?.id.slice(5)).at(-1), "s119");
  assertEquals(paths(sandbox), ["/api/spaces", "/api/spaces"]);
  const lone = await setUp(2);
  assertEquals((await lone.read(1))?.id, "acme/s1");
  assertEquals(paths(lone.sandbox), ["/api/spaces/acme/s1"]);
});

Deno.test("the inventory tells protected from private, once for all", async () => {
  const { sandbox, read, reader } = await setUp(20);
  const all = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const info = await read(i);
      assert(info !== undefined);
      return await reader.visibility(info, never);
    }),
  );
  assertEquals(all.slice(0, 2), ["private", "protected"]);
  assertEquals(
    paths(sandbox).filter((path) => path.includes("settings")),
    ["/api/organizations/acme/settings/repositories"],
  );
});

Deno.test("a renamed Space is followed by its stable id", async () => {
  const { owner, reader, read, ids } = await setUp(3);
  await owner.repos.move({ type: "space", id: "acme/s0" }, "acme/new");
  assertEquals((await read(0))?.id, "acme/new");
  await owner.repos.create({ type: "space", id: "acme/s0" }, { sdk: "static" });
  reader.forget();
  const found = await read(0);
  assertEquals([found?.id, found?._id], ["acme/new", ids[0]]);
});

Deno.test("a Space whose name another one has is gone, if its id is nowhere", async () => {
  const { owner, read } = await setUp(1);
  await owner.repos.delete({ type: "space", id: "acme/s0" });
  assertEquals(await read(0), undefined);
  await owner.repos.create({ type: "space", id: "acme/s0" }, { sdk: "static" });
  assertEquals(await read(0), undefined);
});
