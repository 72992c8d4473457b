/**
 * Attributes of an endpoint, but the engines, through the real CLI. The contract
 * test of the bindings goes over all of them.
 *
 * @module
 */
import type { UpdateEndpoint } from "@hf-terraform/client";
import type { JsonObject } from "@hf-terraform/framework/testing";

/** The life of one attribute. */
export interface Life {
  /** What is configured first. */
  readonly first: JsonObject;
  /** What is configured then. */
  readonly then: JsonObject;
  /** The request that then is sent; absent: the endpoint is replaced. */
  readonly put?: unknown;
  /** What somebody else does. */
  readonly outside?: UpdateEndpoint;
  /** What is planned when it is removed; `no-op`: it stays as it is. */
  readonly removed: "update" | "no-op" | "delete+create";
  /** What goes on when it is removed, such as the scaling it depends on. */
  readonly rest?: JsonObject;
}

/** The commit of gpt2 before the newest. */
const earlier = "11c5a3d5811f50298f278a704980280950aedb10";

const gpu = { instance_type: "nvidia-l4" };

/** A domain that an attribute needs to be there. */
export const routed = "ml.acme.example";

/** The attributes by label. */
export const attributeLives: Readonly<Record<string, Life>> = {
  type: {
    first: { type: "authenticated" },
    then: { type: "public" },
    put: { type: "public" },
    outside: { type: "private" },
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
    outside: { compute: { accelerator: "gpu", instanceType: "nvidia-l4" } },
    removed: "update",
  },
  instance_size: {
    first: { compute: { instance_size: "x2" } },
    then: { compute: { instance_size: "x4" } },
    put: { compute: { instanceSize: "x4" } },
    outside: { compute: { instanceSize: "x8" } },
    removed: "update",
  },
  accelerator: {
    first: { compute: { accelerator: "cpu" } },
    then: { compute: { accelerator: "gpu", ...gpu } },
    put: { compute: { accelerator: "gpu", instanceType: "nvidia-l4" } },
    outside: { compute: { accelerator: "cpu", instanceType: "intel-spr" } },
    removed: "no-op",
    rest: { compute: gpu },
  },
  replicas: {
    first: { compute: { scaling: { min_replica: 1, max_replica: 2 } } },
    then: { compute: { scaling: { min_replica: 2, max_replica: 3 } } },
    put: { compute: { scaling: { minReplica: 2, maxReplica: 3 } } },
    outside: { compute: { scaling: { maxReplica: 5 } } },
    removed: "update",
  },
  to_zero: {
    first: { compute: { scaling: { min_replica: 0 } } },
    then: { compute: { scaling: { min_replica: 1 } } },
    put: { compute: { scaling: { minReplica: 1, scaleToZeroTimeout: null } } },
    outside: { compute: { scaling: { minReplica: 0 } } },
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
    outside: { compute: { scaling: { scaleToZeroTimeout: 60 } } },
    removed: "no-op",
    rest: { compute: { scaling: { min_replica: 0 } } },
  },
  measure: {
    first: { compute: { scaling: { measure: { hardware_usage: 70 } } } },
    then: { compute: { scaling: { measure: { pending_requests: 1.5 } } } },
    put: { compute: { scaling: { measure: { pendingRequests: 1.5 } } } },
    outside: { compute: { scaling: { measure: { pendingRequests: 3 } } } },
    removed: "no-op",
  },
  repository: {
    first: { model: { repository: "bert-base-uncased" } },
    then: { model: { repository: "Qwen/Qwen3-8B" } },
    put: { model: { repository: "Qwen/Qwen3-8B", revision: null, task: "" } },
    outside: { model: { repository: "gpt2", revision: null } },
    removed: "update",
  },
  revision: {
    first: { model: { revision: "main" } },
    then: { model: { revision: earlier } },
    put: { model: { revision: earlier } },
    outside: { model: { revision: "main" } },
    removed: "no-op",
  },
  framework: {
    first: { model: { framework: "pytorch" } },
    then: { model: { framework: "custom" } },
    put: { model: { framework: "custom" } },
    outside: { model: { framework: "pytorch" } },
    removed: "no-op",
  },
  task: {
    first: { model: { task: "fill-mask" } },
    then: { model: { task: "summarization" } },
    put: { model: { task: "summarization" } },
    outside: { model: { task: "translation" } },
    removed: "no-op",
  },
  variables: {
    first: { model: { variables: { A: "1", B: "2" } } },
    then: { model: { variables: { A: "3" } } },
    put: { model: { env: { A: "3" } } },
    outside: { model: { env: { A: "3", C: "4" } } },
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
  secrets_both: {
    first: {
      model: {
        secrets: { A: "s3cret-1" },
        secrets_wo: { B: "s3cret-4" },
        secrets_wo_version: "1",
      },
    },
    then: {
      model: {
        secrets: { A: "s3cret-2" },
        secrets_wo: { B: "s3cret-4" },
        secrets_wo_version: "1",
      },
    },
    // An update of one replaces both.
    put: { model: { secrets: { A: "s3cret-2", B: "s3cret-4" } } },
    removed: "update",
  },
  args: {
    first: { model: { args: ["--a"] } },
    then: { model: { args: ["--b", "--a"] } },
    put: { model: { args: ["--b", "--a"] } },
    outside: { model: { args: ["--c"] } },
    removed: "update",
  },
  command: {
    first: { model: { command: ["serve"] } },
    then: { model: { command: ["serve", "all"] } },
    put: { model: { command: ["serve", "all"] } },
    outside: { model: { command: [] } },
    removed: "update",
  },
  tags: {
    first: { tags: ["b", "a"] },
    then: { tags: ["c", "a"] },
    put: { tags: ["a", "c"] },
    outside: { tags: ["d"] },
    removed: "update",
  },
  route: {
    first: { route: { path: "/one" } },
    then: { route: { domain: routed, path: "/two" } },
    put: { route: { domain: routed, path: "/two" } },
    outside: { route: { domain: null, path: "/three" } },
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
    outside: { cacheHttpResponses: true },
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
    outside: { experimentalFeatures: { kvRouter: null } },
    removed: "no-op",
  },
};
