import { assert, assertEquals } from "@std/assert";
import type { EndpointUpdate } from "@hf-terraform/client";
import {
  assertEmptyPlan,
  assertSuccess,
} from "../support/terraform_asserts.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import type { Json, JsonObject } from "../support/terraform_json.ts";
import type { Workspace } from "../support/workspace.ts";
import {
  actionsOf,
  address,
  applied,
  assertAllActions,
  assertState,
  configure,
  endpoint,
  merged,
  type Place,
  valueAt,
  withSandbox,
} from "./endpoint_support.ts";

/** The life of one attribute. */
interface Life {
  /** What is configured first. */
  readonly first: JsonObject;
  /** What is configured then. */
  readonly then: JsonObject;
  /** The request that then is sent; absent: the endpoint is replaced. */
  readonly put?: unknown;
  /** What somebody else does. */
  readonly meddle?: EndpointUpdate;
  /** What is planned when it is taken out; `no-op`: it stays as it is. */
  readonly removed: "update" | "no-op" | "delete+create";
  /** What goes on when it is taken out, such as the scaling it depends on. */
  readonly rest?: JsonObject;
}

const url = "ghcr.io/acme/image:1";
const gpu = { instance_type: "nvidia-l4" };

function image(engine: string, fields: JsonObject): JsonObject {
  return { model: { image: { [engine]: fields } } };
}

function container(key: string, fields: JsonObject) {
  return { model: { image: { [key]: { url, ...fields } } } };
}

const lives: Readonly<Record<string, Life>> = {
  type: {
    first: { type: "authenticated" },
    then: { type: "public" },
    put: { type: "public" },
    meddle: { type: "private" },
    removed: "update",
  },
  cloud: {
    first: { cloud: { vendor: "aws", region: "us-east-1" } },
    then: { cloud: { vendor: "aws", region: "eu-west-1" } },
    removed: "no-op",
  },
  namespace: {
    first: { namespace: "sandbox" },
    then: { namespace: "acme" },
    removed: "no-op",
  },
  name: {
    first: {},
    then: { name: "another-name" },
    removed: "delete+create",
  },
  instance_type: {
    first: { compute: { instance_type: "intel-spr" } },
    then: { compute: { instance_type: "nvidia-t4" } },
    put: { compute: { accelerator: "gpu", instanceType: "nvidia-t4" } },
    meddle: { compute: { accelerator: "gpu", instanceType: "nvidia-l4" } },
    removed: "update",
  },
  instance_size: {
    first: { compute: { instance_size: "x2" } },
    then: { compute: { instance_size: "x4" } },
    put: { compute: { instanceSize: "x4" } },
    meddle: { compute: { instanceSize: "x8" } },
    removed: "update",
  },
  accelerator: {
    first: { compute: { accelerator: "cpu" } },
    then: { compute: { accelerator: "gpu", ...gpu } },
    put: { compute: { accelerator: "gpu", instanceType: "nvidia-l4" } },
    meddle: { compute: { accelerator: "cpu", instanceType: "intel-spr" } },
    removed: "no-op",
    rest: { compute: gpu },
  },
  replicas: {
    first: { compute: { scaling: { min_replica: 1, max_replica: 2 } } },
    then: { compute: { scaling: { min_replica: 2, max_replica: 3 } } },
    put: { compute: { scaling: { minReplica: 2, maxReplica: 3 } } },
    meddle: { compute: { scaling: { maxReplica: 5 } } },
    removed: "update",
  },
  to_zero: {
    first: { compute: { scaling: { min_replica: 0 } } },
    then: { compute: { scaling: { min_replica: 1 } } },
    put: { compute: { scaling: { minReplica: 1, scaleToZeroTimeout: null } } },
    meddle: { compute: { scaling: { minReplica: 0 } } },
    removed: "no-op",
  },
  zero_timeout: {
    first: {
      compute: { scaling: { min_replica: 0, scale_to_zero_timeout: 30 } },
    },
    then: {
      compute: { scaling: { min_replica: 0, scale_to_zero_timeout: 45 } },
    },
    put: { compute: { scaling: { scaleToZeroTimeout: 45 } } },
    meddle: { compute: { scaling: { scaleToZeroTimeout: 60 } } },
    removed: "no-op",
    rest: { compute: { scaling: { min_replica: 0 } } },
  },
  measure: {
    first: { compute: { scaling: { measure: { hardware_usage: 70 } } } },
    then: { compute: { scaling: { measure: { pending_requests: 1.5 } } } },
    put: { compute: { scaling: { measure: { pendingRequests: 1.5 } } } },
    meddle: { compute: { scaling: { measure: { pendingRequests: 3 } } } },
    removed: "no-op",
  },
  repository: {
    first: { model: { repository: "acme/bert" } },
    then: { model: { repository: "acme/whisper" } },
    put: { model: { repository: "acme/whisper", revision: null } },
    meddle: { model: { repository: "acme/other" } },
    removed: "update",
  },
  revision: {
    first: { model: { revision: "main" } },
    then: { model: { revision: "v2" } },
    put: { model: { revision: "v2" } },
    meddle: { model: { revision: "v3" } },
    removed: "no-op",
  },
  framework: {
    first: { model: { framework: "pytorch" } },
    then: { model: { framework: "custom" } },
    put: { model: { framework: "custom" } },
    meddle: { model: { framework: "pytorch" } },
    removed: "no-op",
  },
  task: {
    first: { model: { task: "fill-mask" } },
    then: { model: { task: "summarization" } },
    put: { model: { task: "summarization" } },
    meddle: { model: { task: "translation" } },
    removed: "no-op",
  },
  env: {
    first: { model: { env: { A: "1", B: "2" } } },
    then: { model: { env: { A: "3" } } },
    put: { model: { env: { A: "3" } } },
    meddle: { model: { env: { A: "3", C: "4" } } },
    removed: "update",
  },
  secrets: {
    first: { model: { secrets: { A: "s3cret-1" } } },
    then: { model: { secrets: { A: "s3cret-2", B: "s3cret-3" } } },
    put: { model: { secrets: { A: "s3cret-2", B: "s3cret-3" } } },
    removed: "update",
  },
  secrets_wo: {
    first: {
      model: { secrets_wo: { A: "s3cret-4" }, secrets_wo_version: "1" },
    },
    then: { model: { secrets_wo: { A: "s3cret-5" }, secrets_wo_version: "2" } },
    put: { model: { secrets: { A: "s3cret-5" } } },
    removed: "update",
  },
  args: {
    first: { model: { args: ["--a"] } },
    then: { model: { args: ["--b", "--a"] } },
    put: { model: { args: ["--b", "--a"] } },
    meddle: { model: { args: ["--c"] } },
    removed: "update",
  },
  command: {
    first: { model: { command: ["serve"] } },
    then: { model: { command: ["serve", "all"] } },
    put: { model: { command: ["serve", "all"] } },
    meddle: { model: { command: [] } },
    removed: "update",
  },
  tags: {
    first: { tags: ["b", "a"] },
    then: { tags: ["c", "a"] },
    put: { tags: ["a", "c"] },
    meddle: { tags: ["d"] },
    removed: "update",
  },
  route: {
    first: { route: { path: "/one" } },
    then: { route: { domain: "ml.acme.example", path: "/two" } },
    put: { route: { domain: "ml.acme.example", path: "/two" } },
    meddle: { route: { domain: null, path: "/three" } },
    removed: "update",
  },
  private_service: {
    first: { private_service: { account_id: "123456789012" } },
    then: { private_service: { account_id: "210987654321", shared: true } },
    removed: "delete+create",
  },
  cache: {
    first: { cache_http_responses: true },
    then: { cache_http_responses: false },
    put: { cacheHttpResponses: false },
    meddle: { cacheHttpResponses: true },
    removed: "no-op",
  },
  features: {
    first: { experimental_features: { kv_router: { tag: "one" } } },
    then: {
      experimental_features: {
        kv_router: { tag: "two" },
        skip_repo_download: true,
        extra: '{ "mcpLb": { "a": 1 } }',
      },
    },
    put: {
      experimentalFeatures: {
        kvRouter: { tag: "two" },
        skipRepoDownload: true,
        mcpLb: { a: 1 },
      },
    },
    meddle: { experimentalFeatures: { kvRouter: null } },
    removed: "no-op",
  },
  huggingface: {
    first: image("huggingface", {}),
    then: image("tei", { url }),
    put: { model: { framework: "custom", ...container("tei", {}).model } },
    meddle: { model: { image: { huggingface: {} } } },
    removed: "update",
  },
  huggingface_neuron: {
    first: merged(
      image("huggingface_neuron", { batch_size: 1 }),
      {
        cloud: { vendor: "aws", region: "us-east-1" },
        compute: { instance_type: "inf2" },
      },
    ),
    then: merged(
      image("huggingface_neuron", { batch_size: 2, sequence_length: 128 }),
      {
        cloud: { vendor: "aws", region: "us-east-1" },
        compute: { instance_type: "inf2" },
      },
    ),
    put: {
      model: {
        image: { huggingfaceNeuron: { batchSize: 2, sequenceLength: 128 } },
      },
    },
    meddle: { model: { image: { huggingfaceNeuron: { batchSize: 4 } } } },
    removed: "update",
    rest: { compute: { instance_type: "inf2" } },
  },
  tgi: {
    first: merged(image("tgi", { url, max_input_length: 100 }), {
      compute: gpu,
    }),
    then: merged(
      image("tgi", {
        url,
        max_input_length: 200,
        disable_custom_kernels: true,
        quantize: "awq",
      }),
      { compute: gpu },
    ),
    put: {
      model: {
        image: {
          tgi: {
            url,
            port: 80,
            healthRoute: "/health",
            maxInputLength: 200,
            disableCustomKernels: true,
            quantize: "awq",
          },
        },
      },
    },
    meddle: container("tgi", { maxInputLength: 300, quantize: "awq" }),
    removed: "update",
    rest: { compute: gpu },
  },
  tei: {
    first: image("tei", { url, port: 8080, max_batch_tokens: 1000 }),
    then: image("tei", {
      url,
      port: 8081,
      health_route: "/ready",
      max_concurrent_requests: 5,
      pooling: "cls",
    }),
    put: container("tei", {
      port: 8081,
      healthRoute: "/ready",
      maxConcurrentRequests: 5,
      pooling: "cls",
    }),
    meddle: container("tei", { port: 9999 }),
    removed: "update",
  },
  llamacpp: {
    first: image("llamacpp", {
      url,
      model_path: "a.gguf",
      ctx_size: 1024,
      n_parallel: 1,
      threads_http: 2,
    }),
    then: image("llamacpp", {
      url,
      model_path: "b.gguf",
      ctx_size: 2048,
      n_parallel: 2,
      threads_http: 2,
      n_gpu_layers: 9,
      mode: "embeddings",
    }),
    put: container("llamacpp", {
      port: 8080,
      healthRoute: "/health",
      modelPath: "b.gguf",
      ctxSize: 2048,
      nParallel: 2,
      threadsHttp: 2,
      nGpuLayers: 9,
      mode: "embeddings",
    }),
    meddle: container("llamacpp", {
      modelPath: "c.gguf",
      ctxSize: 2048,
      nParallel: 2,
      threadsHttp: 2,
    }),
    removed: "update",
  },
  vllm: {
    first: image("vllm", { url, max_num_seqs: 16 }),
    then: image("vllm", {
      url,
      max_num_seqs: 32,
      kv_cache_dtype: "fp8",
      extra: '{ "maxModelLen": 4096 }',
    }),
    put: container("vLLM", {
      port: 8000,
      healthRoute: "/health",
      maxNumSeqs: 32,
      kvCacheDtype: "fp8",
      maxModelLen: 4096,
    }),
    meddle: container("vLLM", { maxNumSeqs: 32, maxModelLen: 1 }),
    removed: "update",
  },
  vllm_omni: {
    first: image("vllm_omni", { url, tensor_parallel_size: 1 }),
    then: image("vllm_omni", { url: `${url}2`, tensor_parallel_size: 1 }),
    put: {
      model: {
        image: {
          vLLMOmni: {
            url: `${url}2`,
            port: 8000,
            healthRoute: "/health",
            tensorParallelSize: 1,
          },
        },
      },
    },
    meddle: container("vLLMOmni", { tensorParallelSize: 2 }),
    removed: "update",
  },
  sglang: {
    first: image("sglang", { url, chunked_prefill_size: 1 }),
    then: image("sglang", { url, max_running_requests: 3 }),
    put: container("sGLang", {
      port: 30000,
      healthRoute: "/health",
      maxRunningRequests: 3,
    }),
    meddle: container("sGLang", { maxRunningRequests: 4 }),
    removed: "update",
  },
  vllm_neuron: {
    first: image("vllm_neuron", { url }),
    then: image("vllm_neuron", { url, port: 1234 }),
    put: container("vLLMNeuron", { port: 1234, healthRoute: "/health" }),
    meddle: container("vLLMNeuron", { port: 1 }),
    removed: "update",
  },
  hf_serve: {
    first: image("hf_serve", { url }),
    then: image("hf_serve", { url, health_route: "/up" }),
    put: container("hfServe", { port: 8000, healthRoute: "/up" }),
    meddle: container("hfServe", { healthRoute: "/down" }),
    removed: "update",
  },
  tgi_neuron: {
    first: image("tgi_neuron", { url, hf_num_cores: 1 }),
    then: image("tgi_neuron", { url, hf_auto_cast_type: "bf16" }),
    put: container("tgiNeuron", {
      port: 80,
      healthRoute: "/health",
      hfAutoCastType: "bf16",
    }),
    meddle: container("tgiNeuron", { hfAutoCastType: "fp16" }),
    removed: "update",
  },
  custom: {
    first: image("custom", {
      url,
      credentials: { username: "u", password: "s3cret-6" },
    }),
    then: image("custom", {
      url,
      credentials: { username: "u", password: "s3cret-7" },
    }),
    put: container("custom", {
      port: 80,
      healthRoute: "/health",
      credentials: { username: "u", password: "s3cret-7" },
    }),
    removed: "update",
  },
  custom_wo: {
    first: image("custom", {
      url,
      credentials: {
        username: "u",
        password_wo: "s3cret-8",
        password_wo_version: "1",
      },
    }),
    then: image("custom", {
      url,
      credentials: {
        username: "u",
        password_wo: "s3cret-9",
        password_wo_version: "2",
      },
    }),
    put: container("custom", {
      port: 80,
      healthRoute: "/health",
      credentials: { username: "u", password: "s3cret-9" },
    }),
    meddle: container("custom", {
      url: "ghcr.io/acme/other:1",
      credentials: { username: "u", password: "x" },
    }),
    removed: "update",
  },
};

function nameOf(label: string): string {
  return label.replaceAll("_", "-");
}

function write(
  workspace: Workspace,
  which: (life: Life) => JsonObject,
): Promise<void> {
  const endpoints = Object.fromEntries(
    Object.entries(lives).map(([label, life]) => {
      return [label, merged(endpoint(nameOf(label)), which(life))];
    }),
  );
  return configure(workspace, { endpoints });
}

/** The requests that changed an endpoint since the last look. */
function putsOf({ sandbox }: Place): Record<string, unknown[]> {
  const puts: Record<string, unknown[]> = {};
  for (const { method, path, body } of sandbox.requests) {
    if (method !== "PUT") continue;
    const label = path.split("/").at(-1)?.replaceAll("-", "_") ?? "";
    (puts[label] ??= []).push(body);
  }
  sandbox.clearRequests();
  return puts;
}

acceptanceTest(
  "every attribute is set, changed, changed by others and taken out",
  () =>
    withSandbox(async (place) => {
      const { workspace, client } = place;
      await write(workspace, (life) => life.first);
      await applied(workspace);
      await assertEmptyPlan(workspace);

      await write(workspace, (life) => life.then);
      const changes = actionsOf(await workspace.planJson());
      for (const [label, life] of Object.entries(lives)) {
        const expected = life.put === undefined ? "delete+create" : "update";
        assertEquals(`${label}: ${changes[label]}`, `${label}: ${expected}`);
      }
      place.sandbox.clearRequests();
      assertSuccess(await workspace.applyPlan());
      const puts = putsOf(place);
      for (const [label, { put }] of Object.entries(lives)) {
        assertEquals(puts[label], put === undefined ? undefined : [put], label);
      }
      await assertEmptyPlan(workspace);

      const meddled = Object.entries(lives).filter(([, life]) => life.meddle);
      for (const [label, { meddle = {} }] of meddled) {
        await client.endpoints.update("sandbox", nameOf(label), meddle);
      }
      const drift = actionsOf(await workspace.planJson());
      for (const [label] of meddled) {
        assertEquals(`${label}: ${drift[label]}`, `${label}: update`);
      }
      place.sandbox.clearRequests();
      assertSuccess(await workspace.applyPlan());
      for (const [label, bodies] of Object.entries(putsOf(place))) {
        assertEquals(bodies.length, 1, label);
      }
      await assertEmptyPlan(workspace);

      await write(workspace, (life) => life.rest ?? {});
      const removals = actionsOf(await workspace.planJson());
      for (const [label, { removed }] of Object.entries(lives)) {
        assertEquals(`${label}: ${removals[label]}`, `${label}: ${removed}`);
      }
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);

      const state = await workspace.read("terraform.tfstate");
      for (const secret of ["s3cret-4", "s3cret-5", "s3cret-8", "s3cret-9"]) {
        assert(!state.includes(secret), `${secret} is in the state`);
      }
    }, {
      sandbox: {
        extraImageFields: { vLLM: ["maxModelLen"] },
        quotas: { "nvidia-l4": 100 },
      },
    }),
);

acceptanceTest(
  "what is imported needs no change, whatever was set",
  () =>
    withSandbox(async ({ workspace }) => {
      const hidden = new Set(["secrets", "secrets_wo", "custom", "custom_wo"]);
      // A branch cannot be told from the commit that the service shows.
      hidden.add("revision");
      // Nobody but the configuration knows what passes through.
      hidden.add("vllm").add("features");
      const labels = Object.keys(lives).filter((label) => !hidden.has(label));
      await write(workspace, (life) => life.then);
      await applied(workspace);
      const ids: Record<string, Json> = {};
      for (const label of labels) {
        const state = await workspaceState(workspace, label);
        ids[label] = state;
      }
      await workspace.remove("terraform.tfstate");
      const endpoints = Object.fromEntries(
        labels.map((label) => [
          label,
          merged(endpoint(nameOf(label)), lives[label]?.then ?? {}),
        ]),
      );
      await configure(workspace, {
        endpoints,
        more: {
          import: labels.map((label) => ({
            to: address(label),
            id: ids[label] ?? null,
          })),
        },
      });
      assertAllActions(await workspace.planJson(), "no-op");
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);
    }, { sandbox: { extraImageFields: { vLLM: ["maxModelLen"] } } }),
);

let resources: Awaited<ReturnType<Workspace["stateResources"]>> | undefined;

async function workspaceState(
  workspace: Workspace,
  label: string,
): Promise<Json> {
  resources ??= await workspace.stateResources();
  const found = resources.find((one) => one.address === address(label));
  assert(found !== undefined, label);
  return valueAt(found, "id");
}

acceptanceTest(
  "what the service fills in is no drift, and is shown where it is computed",
  () =>
    withSandbox(async ({ workspace }) => {
      await configure(workspace, {
        endpoints: {
          this: endpoint("x", {
            compute: { scaling: { min_replica: 0 } },
            model: {
              repository: "acme/adds-hf-token",
              revision: "main",
              image: { vllm: { url } },
            },
          }),
        },
      });
      await applied(workspace);
      await assertState(workspace, "this", {
        "compute.scaling.scale_to_zero_timeout": 15,
        "compute.scaling.measure.hardware_usage": 80,
        "model.revision": "main",
        "model.env": null,
        "model.task": "text-generation",
        "model.image.vllm.port": 8000,
        "model.image.vllm.health_route": "/health",
        "model.image.vllm.max_num_seqs": null,
        "experimental_features.skip_repo_download": false,
        cache_http_responses: false,
      });
      await assertEmptyPlan(workspace);
    }),
);
