import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  Deferral,
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
