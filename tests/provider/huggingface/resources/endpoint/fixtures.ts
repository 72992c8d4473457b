/**
 * An endpoint as the service shows it, and what is made of it.
 *
 * @module
 */
import type { Endpoint } from "../../../../../mod.ts";
import type {
  Json,
  PrivateState,
} from "../../../../../provider/framework/mod.ts";
import { stateOf } from "../../../../../provider/huggingface/resources/endpoint/state.ts";
import type {
  EndpointPlan,
  EndpointState,
  KnownEndpointConfig,
} from "../../../../../provider/huggingface/resources/endpoint/types.ts";

/** A commit. */
export const commit = "0123456789abcdef0123456789abcdef01234567";

/** A running endpoint with everything that the service fills in. */
export function shown(more: Partial<Endpoint> = {}): Endpoint {
  return {
    name: "x",
    type: "private",
    tags: [],
    provider: { vendor: "gcp", region: "us-east1" },
    healthRoute: "/health",
    compute: {
      id: "gcp-us-east1-intel-spr-x1",
      accelerator: "cpu",
      instanceType: "intel-spr",
      instanceSize: "x1",
      scaling: {
        minReplica: 1,
        maxReplica: 1,
        scaleToZeroTimeout: null,
        metric: "hardwareUsage",
        measure: { hardwareUsage: 80 },
      },
    },
    model: {
      repository: "gpt2",
      framework: "pytorch",
      image: { huggingface: {} },
      revision: commit,
      task: "text-generation",
      env: {},
      secrets: {},
    },
    experimentalFeatures: {
      cacheHttpResponses: false,
      kvRouter: null,
      mcpLb: null,
      skipRepoDownload: false,
    },
    privateService: null,
    route: null,
    status: {
      state: "running",
      message: "Endpoint is ready",
      url: "https://x.example",
      readyReplica: 1,
      targetReplica: 1,
      createdAt: "2026-11-21T10:00:00.000000001Z",
      createdBy: { id: "1", name: "ann" },
      updatedAt: "2026-11-21T10:01:00.000000001Z",
      updatedBy: { id: "2", name: "bob" },
    },
    ...more,
  };
}

/** The state of an endpoint. */
export function state(
  endpoint: Endpoint = shown(),
  kept: EndpointPlan | null = null,
): EndpointState {
  return stateOf(endpoint, {
    namespace: "acme",
    name: endpoint.name,
    kept,
    revision: endpoint.model.revision ?? null,
  });
}

/** The state with another model. */
export function withModel(
  base: EndpointState,
  model: Partial<EndpointState["model"]>,
): EndpointState {
  return { ...base, model: { ...base.model, ...model } };
}

/** The state with another scaling. */
export function withScaling(
  base: EndpointState,
  scaling: Partial<EndpointState["compute"]["scaling"]>,
): EndpointState {
  const { compute } = base;
  return {
    ...base,
    compute: { ...compute, scaling: { ...compute.scaling, ...scaling } },
  };
}

/** A configuration that says the same as a plan. */
export function configOf(
  plan: EndpointState,
  model: Partial<KnownEndpointConfig["model"]> = {},
): KnownEndpointConfig {
  return { ...plan, model: { ...plan.model, ...model } };
}

/** Private state in memory. */
export function memory(): PrivateState & {
  readonly values: Map<string, Json>;
} {
  const values = new Map<string, Json>();
  return {
    values,
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
  };
}
