import { assertEquals, assertMatch } from "@std/assert";
import type { Json, JsonObject } from "../../../client/sandbox/mod.ts";
import { ask, at, endpointBody, omitField, stillSandbox } from "./fixtures.ts";

const path = "/v2/endpoint/sandbox";

interface Refusal {
  readonly why: string;
  readonly body: JsonObject;
  /** Default: 400. */
  readonly status?: number;
  /** Default: `VALIDATION_FAILED`; a wrong type has none. */
  readonly code?: "BAD_REQUEST";
  readonly error: RegExp;
}

const l4x4 = { compute: { instanceSize: "x4" } };
const zero = { minReplica: 0, maxReplica: 1 };

const refusals: readonly Refusal[] = [
  ...[
    "name",
    "type",
    "provider",
    "provider.region",
    "compute",
    "compute.instanceType",
    "compute.scaling.minReplica",
    "model.repository",
    "model.framework",
    "model.image",
  ].map((missing): Refusal => ({
    why: `without ${missing}`,
    body: omitField(endpointBody(), missing),
    error: new RegExp(`missing field \`${missing.split(".").pop()}\``),
  })),
  ...["Upper", "under_score", "", "a".repeat(33), "dot.ted"].map(
    (name): Refusal => ({
      why: `with the name "${name}"`,
      body: endpointBody({ name }),
      error: /"name: /,
    }),
  ),
  {
    why: "with an image without url",
    body: endpointBody({ model: { image: { vLLM: { port: 8000 } } } }),
    error: /"model\.image\.vLLM: missing field `url`"/,
  },
  {
    why: "with an unknown engine",
    body: endpointBody({ model: { image: { vllm: { url: "a:1" } } } }),
    error: /unknown variant `vllm`/,
  },
  {
    why: "with two engines",
    body: endpointBody({ model: { image: { huggingface: {}, hfServe: {} } } }),
    error: /exactly one key/,
  },
  {
    why: "with a llama.cpp image that lacks a required field",
    body: endpointBody({
      model: {
        image: {
          llamacpp: { url: "a:1", ctxSize: 1, modelPath: "m", nParallel: 1 },
        },
      },
    }),
    error: /missing field `threadsHttp`/,
  },
  {
    why: "with an unknown quantization",
    body: endpointBody({
      model: { image: { tgi: { url: "a:1", quantize: "int3" } } },
    }),
    error: /unknown variant `int3`/,
  },
  ...["vLLM", "sGLang"].map((engine): Refusal => ({
    why: `with ${engine} on four accelerators without a parallelism size`,
    body: endpointBody({
      ...l4x4,
      model: { image: { [engine]: { url: "a:1" } } },
    }),
    error: /parallelism size/,
  })),
  {
    why: "with an instance the region does not have",
    body: endpointBody({ compute: { instanceSize: "x3" } }),
    code: "BAD_REQUEST",
    error:
      /"Instance compute 'Gpu' - 'nvidia-l4' - 'x3' in 'aws' - 'us-east-1' not found"/,
  },
  {
    why: "with the wrong accelerator for the instance",
    body: endpointBody({ compute: { accelerator: "cpu" } }),
    code: "BAD_REQUEST",
    error: /'Cpu' - 'nvidia-l4'.*not found/,
  },
  {
    why: "with an instance that is not available",
    body: endpointBody({
      provider: { region: "us-west-2" },
      compute: { accelerator: "neuron", instanceType: "inf2" },
    }),
    code: "BAD_REQUEST",
    error: /not available/,
  },
  {
    why: "beyond the quota",
    body: endpointBody({
      provider: { region: "us-west-2" },
      compute: { instanceType: "nvidia-h200", instanceSize: "x4" },
    }),
    code: "BAD_REQUEST",
    error: /Quota exceeded.*4 accelerators requested, 2 of 2 left/,
  },
  ...[14, 2881].map((scaleToZeroTimeout): Refusal => ({
    why: `with an idle time of ${scaleToZeroTimeout} minutes`,
    body: endpointBody({
      compute: { scaling: { ...zero, scaleToZeroTimeout } },
    }),
    code: "BAD_REQUEST",
    error: /between 15 and 2880/,
  })),
  {
    why: "with an idle time and a replica that always runs",
    body: endpointBody({ compute: { scaling: { scaleToZeroTimeout: 30 } } }),
    error: /needs minReplica 0/,
  },
  {
    why: "with more replicas at least than at most",
    body: endpointBody({ compute: { scaling: { minReplica: 3 } } }),
    error: /minReplica \(3\) must not be greater than maxReplica \(2\)/,
  },
  {
    why: "with a route that does not start with a slash",
    body: endpointBody({ route: { path: "models" } }),
    code: "BAD_REQUEST",
    error: /start with a slash/,
  },
  {
    why: "with an unknown framework",
    body: endpointBody({ model: { framework: "jax" } }),
    error: /unknown variant `jax`/,
  },
  ...([
    ["model.secrets", { model: { secrets: null } }],
    ["model.task", { model: { task: null } }],
    ["compute.scaling.minReplica", {
      compute: { scaling: { minReplica: "1" } },
    }],
    ["tags", { tags: "a" }],
    ["model.env.A", { model: { env: { A: 1 } } }],
    ["model.image.tei.port", {
      model: { image: { tei: { url: "a", port: "1" } } },
    }],
  ] as const).map(([where, changes]): Refusal => ({
    why: `with a value of the wrong type at ${where}`,
    body: endpointBody(structuredClone<JsonObject>(changes)),
    status: 422,
    error: new RegExp(`${where.replaceAll(".", "\\.")}: invalid type`),
  })),
];

Deno.test("create refuses what the service refuses", async (t) => {
  const sandbox = stillSandbox();
  for (const { why, body, status = 400, code, error } of refusals) {
    await t.step(why, async () => {
      const reply = await ask(sandbox, `POST ${path}`, body);
      assertEquals(reply.status, status, reply.text);
      const expected = status === 400 ? code ?? "VALIDATION_FAILED" : undefined;
      assertEquals(reply.body.code, expected);
      assertMatch(reply.text, error);
      const list = await ask(sandbox, `GET ${path}`);
      assertEquals(list.body.items, []);
    });
  }
});

Deno.test("create fills in what the service fills in", async (t) => {
  const cases: readonly (readonly [string, JsonObject, string, Json])[] = [
    [
      "an unknown type becomes private",
      { type: "protected" },
      "type",
      "private",
    ],
    ["a known type stays", { type: "public" }, "type", "public"],
    ["tags", {}, "tags", []],
    ["the id of the compute", {}, "compute.id", "aws-us-east-1-nvidia-l4-x1"],
    ["no idle time", {}, "compute.scaling.scaleToZeroTimeout", null],
    [
      "an idle time when it may scale to zero",
      { compute: { scaling: zero } },
      "compute.scaling.scaleToZeroTimeout",
      15,
    ],
    ["a measure", {}, "compute.scaling.measure", { hardwareUsage: 80 }],
    [
      "the metric of the measure",
      { compute: { scaling: { measure: { pendingRequests: 2 } } } },
      "compute.scaling.metric",
      "pendingRequests",
    ],
    [
      "a measure from the old pair of fields",
      { compute: { scaling: { metric: "pendingRequests", threshold: 3 } } },
      "compute.scaling.measure",
      { pendingRequests: 3 },
    ],
    ["the health route", {}, "healthRoute", "/health"],
    [
      "the health route of the image",
      { model: { image: { custom: { url: "a:1", healthRoute: "/ok" } } } },
      "healthRoute",
      "/ok",
    ],
    [
      "port and health route of an image",
      { model: { image: { vLLM: { url: "a:1" } } } },
      "model.image",
      { vLLM: { url: "a:1", port: 8000, healthRoute: "/health" } },
    ],
    [
      "nothing for a field the engine does not know",
      { model: { image: { custom: { url: "a:1", health_route: "/x" } } } },
      "model.image.custom.healthRoute",
      "/health",
    ],
    ["env", {}, "model.env", {}],
    ["the task", {}, "model.task", "text-generation"],
    [
      "the task a name hints at",
      { model: { repository: "a/all-MiniLM-L6-v2" } },
      "model.task",
      "sentence-embeddings",
    ],
    [
      "the cache switch, moved",
      { cacheHttpResponses: true },
      "experimentalFeatures.cacheHttpResponses",
      true,
    ],
    [
      "nothing where it was before",
      {
        cacheHttpResponses: true,
      },
      "cacheHttpResponses",
      null,
    ],
    ["a state", {}, "status.state", "pending"],
    ["who created it", {}, "status.createdBy.name", "sandbox"],
  ];
  for (const [what, changes, where, expected] of cases) {
    await t.step(what, async () => {
      const sandbox = stillSandbox();
      const reply = await ask(sandbox, `POST ${path}`, endpointBody(changes));
      assertEquals(reply.status, 200, reply.text);
      assertEquals(at(reply.body, where) ?? null, expected);
    });
  }
});

Deno.test("create resolves a revision to a commit", async () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const sandbox = stillSandbox();
  const resolved: Json[] = [];
  for (const [index, revision] of [null, "main", "dev", commit].entries()) {
    const body = endpointBody({ name: `e${index}`, model: { revision } });
    const reply = await ask(sandbox, `POST ${path}`, body);
    resolved.push(at(reply.body, "model.revision") ?? null);
  }
  assertMatch(String(resolved[0]), /^[0-9a-f]{40}$/);
  assertEquals(resolved[1], resolved[0]);
  assertEquals(resolved[2] === resolved[0], false);
  assertEquals(resolved[3], commit);
});

Deno.test("a name is taken once in a namespace", async () => {
  const sandbox = stillSandbox();
  const first = await ask(sandbox, `POST ${path}`, endpointBody());
  const again = await ask(sandbox, `POST ${path}`, endpointBody());
  const other = await ask(sandbox, "POST /v2/endpoint/acme", endpointBody());
  assertEquals([first.status, again.status, other.status], [200, 409, 200]);
});

Deno.test("secrets and registry credentials never come back", async () => {
  const sandbox = stillSandbox();
  const body = endpointBody({
    model: {
      secrets: { HF_TOKEN: "hf_topsecret" },
      image: {
        custom: {
          url: "registry.example/x:1",
          credentials: { username: "robot", password: "hunter2" },
        },
      },
    },
  });
  const created = await ask(sandbox, `POST ${path}`, body);
  const read = await ask(sandbox, `GET ${path}/demo`);
  const list = await ask(sandbox, `GET ${path}`);
  for (const { text } of [created, read, list]) {
    assertEquals(/topsecret|robot|hunter2/.test(text), false);
  }
  assertEquals(at(read.body, "model.secrets"), { HF_TOKEN: "" });
  assertEquals(at(read.body, "model.image.custom.credentials"), {
    username: "",
    password: null,
  });
  const raw = await ask(sandbox, "GET /_sandbox/endpoints/sandbox/demo");
  assertEquals(at(raw.body, "model.secrets.HF_TOKEN"), "hf_topsecret");
});

Deno.test("a body that is no JSON object is refused", async () => {
  const sandbox = stillSandbox();
  const send = (type: string, body: string) =>
    sandbox.fetch(
      new Request(`https://api.endpoints.huggingface.cloud${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${sandbox.token}`,
          "content-type": type,
        },
        body,
      }),
    );
  const statuses: number[] = [];
  for (
    const [type, body] of [
      ["text/plain", "{}"],
      ["application/json", "{"],
      ["application/json", "[]"],
    ] as const
  ) statuses.push((await send(type, body)).status);
  assertEquals(statuses, [415, 400, 422]);
});

Deno.test("an engine may be taught a new field", async () => {
  const image = { vLLM: { url: "a:1", maxModelLen: 4096 } };
  const body = endpointBody({ model: { image } });
  const known = stillSandbox({ extraImageFields: { vLLM: ["maxModelLen"] } });
  const old = stillSandbox();
  const where = "model.image.vLLM.maxModelLen";
  const one = await ask(known, `POST ${path}`, body);
  const two = await ask(old, `POST ${path}`, body);
  assertEquals([at(one.body, where), at(two.body, where)], [4096, undefined]);
});
