import { assertEquals, assertRejects } from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
  type MoveContext,
  type UpgradeContext,
} from "../../../../provider/framework/mod.ts";
import { HuggingFaceProvider } from "../../../../provider/huggingface/provider_data.ts";
import {
  moveFromOthers,
  upgradeFromVersion0,
} from "../../../../provider/huggingface/endpoints/upgrade.ts";
import { memory } from "./fixtures.ts";

const provider = new HuggingFaceProvider({
  namespace: "acme",
}, { env: {}, userAgent: "test" });

function ignore(): void {}

const common = {
  provider,
  signal: new AbortController().signal,
  diagnostics: new Diagnostics(),
  log: {
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
  },
  providerMeta: null,
};

type Raw = UpgradeContext<HuggingFaceProvider>["rawState"];

const least = {
  name: "x",
  type: "public",
  cloud: { vendor: "aws", region: "us-east-1" },
  compute: {
    accelerator: "cpu",
    instance_size: "x1",
    instance_type: "intel-spr",
    scaling: {
      min_replica: 1,
      max_replica: 2,
      scale_to_zero_timeout: 15,
      measure: null,
    },
  },
  model: { framework: "custom", repository: "acme/m", task: "fill-mask" },
};

function upgraded(rawState: Raw) {
  return upgradeFromVersion0({ ...common, rawState });
}

function withImage(image: Raw): Raw {
  return { ...least, model: { ...least.model, image } };
}

Deno.test("a state without a namespace gets the provider's", async () => {
  const state = await upgraded(least);
  assertEquals([state.id, state.namespace], ["acme/x", "acme"]);
  assertEquals(state.compute.scaling.scale_to_zero_timeout, null);
  assertEquals(state.model.image, null);
  assertEquals([state.paused, state.wait_for_ready], [false, true]);
});

Deno.test("the variables of issamemari are called so here", async () => {
  const env = { A: "1" };
  const { model } = await upgraded({
    ...least,
    model: { ...least.model, env },
  });
  assertEquals(model.variables, env);
});

Deno.test("misspelled and further fields of engines find their place", async () => {
  const tgi = await upgraded(withImage({
    tgi: { url: "u", diable_custom_kernels: true, port: 80 },
    huggingface: null,
  }));
  assertEquals(tgi.model.image?.tgi?.disable_custom_kernels, true);
  assertEquals(tgi.model.image?.tgi?.max_total_tokens, null);
  const llamacpp = await upgraded(withImage({
    llamacpp: { url: "u", modelPath: "m.gguf", ctx_size: 5 },
  }));
  assertEquals(llamacpp.model.image?.llamacpp?.model_path, "m.gguf");
  const vllm = await upgraded(withImage({
    vllm: { url: "u", server_args: ["-a"], swap_space: 4, block_size: null },
  }));
  assertEquals(
    vllm.model.image?.vllm?.extra,
    '{"serverArgs":["-a"],"swapSpace":4}',
  );
});

Deno.test("a paused endpoint of sebps stays paused", async () => {
  const { cloud, ...rest } = least;
  const state = await upgraded({
    ...rest,
    namespace: "other",
    cloud_provider: cloud,
    private_service: { account_id: "1", shared: true },
    experimental_features: { kv_router: { tag: "t" } },
    tags: ["b", "a"],
    status: { state: "paused", message: "Endpoint paused", url: "https://u" },
  });
  assertEquals(state.id, "other/x");
  assertEquals(state.paused, true);
  assertEquals(state.url, "https://u");
  assertEquals(state.tags, ["a", "b"]);
  assertEquals(state.private_service, {
    account_id: "1",
    shared: true,
    region: null,
  });
  assertEquals(state.experimental_features?.kv_router, { tag: "t" });
});

Deno.test("a state of nobody known is refused", async () => {
  for (const raw of [{}, { name: "x" }, { name: "x", cloud: "aws" }]) {
    await assertRejects(
      () => upgraded(raw),
      DiagnosticsError,
      "State of an unknown provider",
    );
  }
});

const moves: Record<string, { over: object; taken: boolean }> = {
  "issamemari": { over: {}, taken: true },
  "gorgias": {
    over: {
      sourceProviderAddress: "registry.opentofu.org/gorgias-oss/huggingface",
    },
    taken: true,
  },
  "sebps under the address it was built with": {
    over: { sourceProviderAddress: "hashicorp.com/edu/huggingface" },
    taken: true,
  },
  "issamemari under its earlier name": {
    over: {
      sourceProviderAddress:
        "registry.terraform.io/issamemari/huggingface-endpoints",
      sourceTypeName: "huggingface-endpoints_endpoint",
    },
    taken: true,
  },
  "another provider": {
    over: { sourceProviderAddress: "registry.terraform.io/evil/huggingface" },
    taken: false,
  },
  "a provider with a longer name": {
    over: {
      sourceProviderAddress: "registry.terraform.io/sebps/huggingface-2",
    },
    taken: false,
  },
  "another type": { over: { sourceTypeName: "null_resource" }, taken: false },
  "a newer version": { over: { sourceSchemaVersion: 1 }, taken: false },
};

for (const [name, { over, taken }] of Object.entries(moves)) {
  Deno.test(`a move from ${name} is ${taken ? "" : "not "}taken over`, () => {
    const context: MoveContext<HuggingFaceProvider> = {
      sourceIdentity: undefined,
      sourceIdentitySchemaVersion: 0,
      setIdentity() {},
      ...common,
      provider: undefined,
      sourceProviderAddress: "registry.terraform.io/issamemari/huggingface",
      sourceTypeName: "huggingface_endpoint",
      sourceSchemaVersion: 0,
      sourceState: least,
      sourcePrivate: new Uint8Array(),
      privateState: memory(),
      ...over,
    };
    const state = moveFromOthers(context);
    assertEquals(state?.name, taken ? "x" : undefined);
    // Nothing is configured yet that could tell the namespace.
    assertEquals(state?.namespace, taken ? null : undefined);
  });
}
