import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import {
  Deferral,
  Diagnostics,
  DiagnosticsError,
  unknown,
} from "../../../provider/framework/mod.ts";
import { Sandbox } from "../../../client/sandbox/mod.ts";
import type { ProviderBlock } from "../../../provider/huggingface/provider_block.ts";
import { HuggingFaceProvider } from "../../../provider/huggingface/provider_data.ts";
import type { Environment } from "../../../provider/huggingface/token.ts";
import { planAdvice } from "../../../provider/huggingface/cost/plan_advice.ts";
import { spaceKeyReads } from "../../../provider/huggingface/spaces/keys.ts";

const signal = new AbortController().signal;

function setUp(block: ProviderBlock, env: Environment = {}) {
  const sandbox = new Sandbox();
  const urls: string[] = [];
  const agents: (string | null)[] = [];
  const provider = new HuggingFaceProvider(block, {
    env: env.HF_TOKEN === "sandbox" ? { ...env, HF_TOKEN: sandbox.token } : env,
    userAgent: "terraform/1.11.4",
    fetch: (request) => {
      urls.push(new URL(request.url).origin);
      agents.push(request.headers.get("user-agent"));
      return sandbox.fetch(request);
    },
    readFile: () => Promise.reject(new Error("there is no such file")),
  });
  return { provider, sandbox, urls, agents };
}

Deno.test("nothing is asked for before it is needed", async () => {
  const { provider, urls } = setUp({
    token: unknown,
    namespace: "acme",
    endpoint: unknown,
  });
  assertEquals(await provider.defaultNamespace(signal), "acme");
  assertEquals(urls, []);
});

for (
  const attribute of ["token", "endpoint", "inference_endpoints_url"] as const
) {
  Deno.test(`an unknown ${attribute} is complained of with three ways out`, async () => {
    const { provider } = setUp({ [attribute]: unknown }, {
      HF_TOKEN: "sandbox",
    });
    const { cause } = await assertRejects(() => provider.client(), Deferral);
    assert(cause instanceof DiagnosticsError);
    const [diagnostic] = cause.diagnostics;
    assertEquals(
      diagnostic?.summary,
      `Provider attribute ${attribute} is not known yet`,
    );
    for (const way of ["-target", "a variable", "environment variable"]) {
      assert(diagnostic?.detail.includes(way), way);
    }
  });
}

Deno.test("an unknown namespace is complained of when it is the default", async () => {
  const { provider } = setUp({ namespace: unknown }, { HF_TOKEN: "sandbox" });
  const { cause } = await assertRejects(
    () => provider.defaultNamespace(signal),
    Deferral,
  );
  assert(cause instanceof DiagnosticsError);
  assert(cause.message.startsWith("Provider attribute namespace"));
  assert(cause.message.includes("each resource"));
});

const token = "hf_sandbox0write0token";

for (
  const [name, shown, why] of [
    ["--token=x", "--token=x", "could be an option of a command"],
    [token, "***", "is the token"],
  ] as const
) {
  Deno.test(`a name that nobody can have is no default, as it ${why}`, async () => {
    const { provider, sandbox } = setUp({}, { HF_TOKEN: token });
    sandbox.addFault({
      match: { path: "/api/whoami-v2" },
      action: { status: 200, body: { name, type: "user" } },
    });
    const { diagnostics } = await assertRejects(
      () => provider.defaultNamespace(signal),
      DiagnosticsError,
    );
    assertEquals(
      diagnostics[0]?.detail,
      `The service tells the name ${shown}, which nobody can have. Set ` +
        "`namespace` in the provider block or in the resource.",
    );
  });
}

Deno.test("the names of the Hub are of one service, and so are all ports of this machine", () => {
  const of = (endpoint: string) =>
    setUp({ endpoint }).provider.serviceOf({ permission: "repo.write" });
  assertEquals(
    [
      [
        "https://hf.co",
        "https://www.huggingface.co",
        "https://huggingface.co/",
      ],
      ["http://127.0.0.1:1", "http://localhost:2"],
      ["https://mirror.example"],
    ].map((urls) => [...new Set(urls.map(of))]),
    [["https://huggingface.co"], ["this machine"], ["https://mirror.example"]],
  );
});

Deno.test("without a token, what to do is said", async () => {
  for (const token of [null, "", "  "]) {
    const { provider } = setUp({ token });
    await assertRejects(() => provider.client(), DiagnosticsError, "HF_TOKEN");
  }
});

Deno.test("the block goes before the environment", async () => {
  const { provider, urls, sandbox, agents } = setUp({
    endpoint: "https://hub.example",
  }, { HF_TOKEN: "sandbox", HF_ENDPOINT: "https://other.example" });
  assertEquals(await provider.defaultNamespace(signal), "sandbox");
  assertEquals(await provider.defaultNamespace(signal), "sandbox");
  assertEquals(urls, ["https://hub.example"]);
  assert(agents[0]?.includes("terraform/1.11.4"), String(agents[0]));
  assertEquals(
    await provider.tokenSource(),
    "the environment variable `HF_TOKEN`",
  );

  const own = setUp({ token: sandbox.token }, { HF_TOKEN: "hf_other" });
  assertEquals(
    await own.provider.tokenSource(),
    "`token` in the provider block",
  );
});

/** Environments that are wrong or set by half, and the words of the refusal. */
const wrong: readonly (readonly [Environment, ...string[]])[] = [
  [
    { HF_ENDPOINT: "127.0.0.1:8123" },
    "Invalid base URL of the Hub",
    "Cannot use `HF_ENDPOINT`: it is no URL",
    "(`127.0.0.1:8123`)",
  ],
  [
    { HF_ENDPOINT: "http://127.0.0.1:1/api" },
    "Cannot use `HF_ENDPOINT`: leave out /api",
  ],
  [
    { HF_INFERENCE_ENDPOINTS_URL: "http://127.0.0.1:1/v2/" },
    "Invalid base URL of Inference Endpoints",
    "leave out /v2",
  ],
  [
    { HF_ENDPOINT: "http://hub.example.com" },
    "it is `http://hub.example.com`, and the token is never sent over plain " +
    "http",
  ],
  [
    { HF_TOKEN: "Bearer hf_0123456789abcdef" },
    "The token from the environment variable `HF_TOKEN` begins with `Bearer`",
  ],
];

for (const [env, ...words] of wrong) {
  Deno.test(`nothing is sent in the environment ${JSON.stringify(env)}`, async () => {
    const { provider, urls } = setUp({}, { HF_TOKEN: token, ...env });
    const diagnostics = new Diagnostics();
    await provider.check(diagnostics);
    assertEquals(diagnostics.hasErrors, true);
    const said = JSON.stringify(diagnostics.items);
    for (const word of words) assertStringIncludes(said, word);
    assertEquals(said.includes("hf_0123456789abcdef"), false);
    assertEquals(urls, []);
  });
}

for (const variable of ["HF_ENDPOINT", "HF_INFERENCE_ENDPOINTS_URL"]) {
  Deno.test(`${variable} on this machine stands for both services`, async () => {
    const here = "http://127.0.0.1:1";
    const { provider, urls } = setUp({}, {
      HF_TOKEN: "sandbox",
      [variable]: here,
    });
    const client = await provider.client();
    await client.users.whoami();
    await client.endpoints.list("acme").toArray();
    assertEquals(new Set(urls), new Set([here]));
  });
}

Deno.test("one service that is elsewhere while the other is the public one is told, unless that is meant", async () => {
  const warnings = async (env: Environment) => {
    const { provider } = setUp({}, {
      ...{ HF_TOKEN: token, HF_ENDPOINT: "https://hub.example.com" },
      ...env,
    });
    const diagnostics = new Diagnostics();
    await provider.check(diagnostics);
    return diagnostics.items.map(({ summary }) => summary);
  };
  assertEquals(await warnings({}), [
    "Requests about Inference Endpoints go to the public service",
  ]);
  const meant = "https://api.endpoints.huggingface.cloud";
  assertEquals(await warnings({ HF_INFERENCE_ENDPOINTS_URL: meant }), []);
});

Deno.test("the block says how often a request is tried, and for how long", async () => {
  const refused = setUp({ max_retries: 0 }, { HF_TOKEN: "sandbox" });
  refused.sandbox.addFault({ times: 9, action: { status: 503 } });
  await assertRejects(() => refused.provider.defaultNamespace(signal));
  assertEquals(refused.sandbox.requests.length, 1);

  const block = { max_retries: 0, request_timeout: "20ms" };
  const slow = setUp(block, { HF_TOKEN: "sandbox" });
  slow.sandbox.addFault({ action: { delay_ms: 5000 } });
  await assertRejects(
    () => slow.provider.defaultNamespace(signal),
    DiagnosticsError,
    "No answer within 0.02 s",
  );
});

Deno.test("the environment goes before the public services", async () => {
  const { provider, urls } = setUp({}, {
    HF_TOKEN: "sandbox",
    HF_ENDPOINT: "https://hub.example",
    HF_INFERENCE_ENDPOINTS_URL: "https://ie.example",
  });
  await provider.defaultNamespace(signal);
  const { endpoints } = await provider.client();
  await endpoints.list("sandbox", {}, { signal });
  assertEquals([...new Set(urls)], [
    "https://hub.example",
    "https://ie.example",
  ]);
});

Deno.test("the catalogue of a namespace is asked for once, and never fails", async () => {
  const { provider, sandbox } = setUp({}, { HF_TOKEN: "sandbox" });
  const [one, two] = await Promise.all([
    planAdvice(provider).catalog("acme"),
    planAdvice(provider).catalog("acme"),
    planAdvice(provider).catalog("sandbox"),
  ]);
  assert(one !== undefined && one === two);
  assertEquals(sandbox.requests.map(({ path }) => path).sort(), [
    "/v2/provider/acme",
    "/v2/provider/sandbox",
  ]);
  assertEquals(await planAdvice(setUp({}).provider).catalog("acme"), undefined);
});

Deno.test("resources that read the keys of one Space share a request", async () => {
  const { provider, sandbox } = setUp({}, { HF_TOKEN: "sandbox" });
  const variables = spaceKeyReads.variable(provider);
  const secrets = spaceKeyReads.secret(provider);
  const { repos } = await provider.client();
  await repos.create({ type: "space", id: "acme/s0" }, { sdk: "static" });
  sandbox.clearRequests();
  await Promise.all([
    variables.get("acme/s0", signal),
    variables.get("acme/s0", signal),
    secrets.get("acme/s0", signal),
  ]);
  await variables.get("acme/s0", signal);
  assertEquals(sandbox.requests.length, 2);
  provider.forget();
  await variables.get("acme/s0", signal);
  assertEquals(sandbox.requests.length, 3);
  const aborted = AbortSignal.abort(new Error("Stopped"));
  await assertRejects(
    () => secrets.get("acme/s0", aborted),
    Error,
    "Stopped",
  );
});
