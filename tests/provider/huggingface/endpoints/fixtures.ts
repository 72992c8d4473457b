/**
 * An endpoint as the service shows it, and what is made of it.
 *
 * @module
 */
import type { Endpoint } from "../../../../mod.ts";
import type { Json, PrivateState } from "../../../../provider/framework/mod.ts";
import { readState } from "../../../../provider/framework/binding/state.ts";
import {
  type EngineName,
  engineNames,
} from "../../../../provider/huggingface/endpoints/image.ts";
import { endpointSchema } from "../../../../provider/huggingface/endpoints/schema.ts";
import type {
  EndpointPlan,
  EndpointState,
} from "../../../../provider/huggingface/endpoints/schema.ts";

/** The engines of a state. */
type ImageState = NonNullable<EndpointState["model"]["image"]>;

/** An image with one engine. */
export function imageWith(name: EngineName, fields: object): ImageState {
  const image = Object.fromEntries(
    engineNames.map((other) => [other, other === name ? fields : null]),
  );
  // Every engine is there, and the one that is set has its own fields.
  return image as unknown as ImageState;
}

/** A commit. */
export const commit = "0123456789abcdef0123456789abcdef01234567";

/** A running endpoint with everything that the service fills in. */
export function runningEndpoint(more: Partial<Endpoint> = {}): Endpoint {
  return {
    name: "x",
    type: "private",
    tags: [],
    provider: { vendor: "gcp", region: "us-east4" },
    healthRoute: "/health",
    compute: {
      id: "gcp-us-east4-intel-spr-x1",
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
export function endpointState(
  endpoint: Endpoint = runningEndpoint(),
  kept: EndpointPlan | null = null,
): EndpointState {
  const known = kept ?? { namespace: "acme", name: endpoint.name };
  // The state that the schema's bindings make has the schema's type.
  return {
    ...readState(endpointSchema.attributes, endpoint, known),
  } as EndpointState;
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

/** Private state in memory. */
export function memory(): PrivateState & {
  readonly values: Map<string, Json>;
} {
  const values = new Map<string, Json>();
  return {
    isLost: false,
    values,
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
  };
}
