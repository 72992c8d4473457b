import { assertEquals } from "@std/assert";
import type { Json, JsonObject, Sandbox } from "../../../client/sandbox/mod.ts";
import { ask, at, endpointBody, stillSandbox } from "./fixtures.ts";

const path = "/v2/endpoint/sandbox/demo";

const rich = endpointBody({
  tags: ["a", "b"],
  route: { domain: "m.example.com", path: "/m" },
  compute: { scaling: { measure: { pendingRequests: 2 } } },
  model: {
    revision: "dev",
    task: "fill-mask",
    env: { A: "1", B: "2" },
    secrets: { S: "1", T: "2" },
    args: ["--x"],
    command: ["serve"],
    image: { vLLM: { url: "a:1", maxNumSeqs: 4 } },
  },
});

async function createRich(sandbox: Sandbox): Promise<void> {
  await ask(sandbox, "POST /v2/network/domain/sandbox", {
    domain: "m.example.com",
  });
  await ask(sandbox, "POST /v2/endpoint/sandbox", rich);
}

interface Case {
  readonly what: string;
  readonly patch: JsonObject;
  readonly where: string;
  readonly expected: Json | undefined;
}

const cases: readonly Case[] = [
  {
    what: "an image is replaced as one",
    patch: { model: { image: { vLLM: { url: "a:2" } } } },
    where: "model.image",
    expected: { vLLM: { url: "a:2", port: 8000, healthRoute: "/health" } },
  },
  {
    what: "an image of another engine replaces it",
    patch: { model: { image: { huggingface: {} } } },
    where: "model.image",
    expected: { huggingface: {} },
  },
  {
    what: "null erases env",
    patch: { model: { env: null } },
    where: "model.env",
    expected: {},
  },
  {
    what: "null does not erase secrets",
    patch: { model: { secrets: null } },
    where: "model.secrets",
    expected: { S: "", T: "" },
  },
  {
    what: "secrets replace each other",
    patch: { model: { secrets: { U: "3" } } },
    where: "model.secrets",
    expected: { U: "" },
  },
  {
    what: "secrets not sent are kept",
    patch: { model: { env: {} } },
    where: "model.secrets",
    expected: { S: "", T: "" },
  },
  {
    what: "an empty list clears args",
    patch: { model: { args: [] } },
    where: "model.args",
    expected: [],
  },
  {
    what: "null clears the command",
    patch: { model: { command: null } },
    where: "model.command",
    expected: undefined,
  },
  {
    what: "null clears tags",
    patch: { tags: null },
    where: "tags",
    expected: [],
  },
  {
    what: "null clears the route",
    patch: { route: null },
    where: "route",
    expected: null,
  },
  {
    what: "one half of the route keeps the other",
    patch: { route: { path: "/n" } },
    where: "route",
    expected: { domain: "m.example.com", path: "/n" },
  },
  {
    what: "null lets the service infer the task",
    patch: { model: { task: null } },
    where: "model.task",
    expected: "text-generation",
  },
  {
    what: "null brings the default measure back",
    patch: { compute: { scaling: { measure: null } } },
    where: "compute.scaling.measure",
    expected: { hardwareUsage: 80 },
  },
  {
    what: "scaling to zero brings an idle time",
    patch: { compute: { scaling: { minReplica: 0 } } },
    where: "compute.scaling.scaleToZeroTimeout",
    expected: 15,
  },
  {
    what: "the provider is not part of an update",
    patch: { provider: { vendor: "gcp", region: "us-east4" } },
    where: "provider.vendor",
    expected: "aws",
  },
  {
    what: "the name is not part of an update",
    patch: { name: "other" },
    where: "name",
    expected: "demo",
  },
  {
    what: "a null where a value must be counts as left out",
    patch: { model: { repository: null, image: null } },
    where: "model.repository",
    expected: "openai-community/gpt2",
  },
  {
    what: "an empty custom router is none",
    patch: { customRouter: {} },
    where: "customRouter",
    expected: undefined,
  },
];

Deno.test("an update merges by the rules of the service", async (t) => {
  for (const { what, patch, where, expected } of cases) {
    await t.step(what, async () => {
      const sandbox = stillSandbox();
      await createRich(sandbox);
      const reply = await ask(sandbox, `PUT ${path}`, patch);
      assertEquals(reply.status, 200, reply.text);
      assertEquals(at(reply.body, where), expected);
      const read = await ask(sandbox, `GET ${path}`);
      assertEquals(at(read.body, where), expected);
    });
  }
});

Deno.test("secrets can join the stored ones instead", async () => {
  const sandbox = stillSandbox({ secretsOnUpdate: "merge" });
  await createRich(sandbox);
  const reply = await ask(sandbox, `PUT ${path}`, {
    model: { secrets: { U: "3", S: null } },
  });
  assertEquals(at(reply.body, "model.secrets"), { T: "", U: "" });
});

Deno.test("a refused update leaves the endpoint as it was", async (t) => {
  const refused: readonly (readonly [number, JsonObject])[] = [
    [400, { tags: ["z"], compute: { scaling: { minReplica: 9 } } }],
    [400, { tags: ["z"], compute: { scaling: { scaleToZeroTimeout: 20 } } }],
    [400, { tags: ["z"], model: { image: { vLLM: {} } } }],
    [400, { tags: ["z"], compute: { instanceSize: "x3" } }],
    [422, { tags: ["z"], model: { env: "no" } }],
  ];
  for (const [status, patch] of refused) {
    await t.step(JSON.stringify(patch), async () => {
      const sandbox = stillSandbox();
      await createRich(sandbox);
      sandbox.advance(1000);
      const before = await ask(sandbox, `GET ${path}`);
      const reply = await ask(sandbox, `PUT ${path}`, patch);
      assertEquals(reply.status, status);
      assertEquals((await ask(sandbox, `GET ${path}`)).body, before.body);
    });
  }
});

Deno.test("echoing redacted credentials overwrites the real ones", async () => {
  const sandbox = stillSandbox();
  const image = {
    custom: { url: "a:1", credentials: { username: "u", password: "p" } },
  };
  const body = endpointBody({ model: { image } });
  const created = await ask(sandbox, "POST /v2/endpoint/sandbox", body);
  await ask(sandbox, `PUT ${path}`, {
    model: { image: at(created.body, "model.image") ?? null },
  });
  const raw = await ask(sandbox, "GET /_sandbox/endpoints/sandbox/demo");
  assertEquals(at(raw.body, "model.image.custom.credentials"), {
    username: "",
    password: null,
  });
});
