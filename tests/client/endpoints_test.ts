import { assertEquals } from "@std/assert";
import { HuggingFace } from "../../client/client.ts";
import {
  endpointFields,
  json,
  rejection,
  Script,
  type Step,
} from "./script.ts";

function clientOf(...steps: readonly Step[]) {
  const script = new Script(...steps);
  return { script, endpoints: new HuggingFace(script.options()).endpoints };
}

const MADE = endpointFields("x");

Deno.test("a page of endpoints is asked for by all that narrows it", async () => {
  const { script, endpoints } = clientOf(
    json({ items: [MADE], totalItems: 9 }),
  );
  const page = await endpoints.list("acme", {
    tags: ["a", "b"],
    search: "q",
    cursor: "c",
    pageSize: 7,
  });
  assertEquals([page.items, page.totalItems], [[MADE], 9]);
  const { search } = new URL(script.seen[0]?.url ?? "");
  assertEquals(search, "?tags=a%2Cb&search=q&cursor=c&limit=7");
});

for (const answer of [[MADE], { list: [MADE] }]) {
  Deno.test(`a list of domains may come as ${Object.keys(answer)[0]}`, async () => {
    const { endpoints } = clientOf(json(answer));
    assertEquals(
      (await endpoints.network.listDomains("acme").toArray()).length,
      1,
    );
  });
}

Deno.test("a delete takes any success", async () => {
  const { script, endpoints } = clientOf(
    json({}),
    new Response(null, { status: 202 }),
    new Response(null, { status: 204 }),
  );
  for (let count = 0; count < 3; count++) await endpoints.delete("acme/x");
  assertEquals(script.seen.length, 3);
});

Deno.test("the public catalogue is read without token", async () => {
  const { script, endpoints } = clientOf(
    json({ vendors: [] }),
    json({ vendors: [] }),
  );
  await endpoints.getCompute();
  await endpoints.getCompute("acme");
  const sent = script.seen.map((seen) => seen.authorization !== null);
  assertEquals(sent, [false, true]);
});

Deno.test("a list goes through all pages of a hundred", async () => {
  const { script, endpoints } = clientOf(
    json({ items: [endpointFields("a")], nextCursor: "2" }),
    json({ items: [endpointFields("b")] }),
  );
  const names: string[] = [];
  for await (const { name } of endpoints.list("acme", { tags: ["t"] })) {
    names.push(name);
  }
  assertEquals(names, ["a", "b"]);
  assertEquals(script.seen.map((seen) => new URL(seen.url).search), [
    "?tags=t&limit=100",
    "?tags=t&cursor=2&limit=100",
  ]);
});

Deno.test("an endpoint that runs already counts as resumed", async () => {
  const { script, endpoints } = clientOf(
    json({ error: "Endpoint is already running" }, 400),
    json(MADE),
  );
  assertEquals((await endpoints.resume("acme/x")).name, "x");
  assertEquals(script.seen.map((seen) => seen.method), ["POST", "GET"]);
});

Deno.test("another 400 at resume is an error", async () => {
  const { script, endpoints } = clientOf(json({ error: "no" }, 400));
  const error = await rejection(endpoints.resume("acme/x"));
  assertEquals(error.name, "BadRequestError");
  assertEquals(script.seen.length, 1);
});

for (const action of ["pause", "resume", "scaleToZero"] as const) {
  Deno.test(`${action} is repeated after a failure that passes`, async () => {
    const { endpoints } = clientOf(json({}, 502), json(MADE));
    assertEquals((await endpoints[action]("acme/x")).name, "x");
  });
}
