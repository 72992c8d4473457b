/**
 * What all requests about one endpoint share.
 *
 * @module
 */

import type { Endpoint } from "./types.ts";
import type { CallOptions } from "../core/options.ts";
import type { RequestOptions } from "../core/request.ts";
import type { AnyShape, Shape } from "../core/shape.ts";
import { ownedId, path } from "../core/url.ts";

/** The fields of all engines; one name means the same in each of them. */
const ENGINE: AnyShape = {
  "?": true,
  url: "string?",
  port: "number?",
  healthRoute: "string?",
  batchSize: "number?",
  sequenceLength: "number?",
  neuronCache: "string?",
  credentials: "object?",
  maxBatchPrefillTokens: "number?",
  maxBatchTotalTokens: "number?",
  maxInputLength: "number?",
  maxTotalTokens: "number?",
  disableCustomKernels: "boolean?",
  quantize: "string?",
  hfAutoCastType: "string?",
  hfNumCores: "number?",
  maxBatchTokens: "number?",
  maxConcurrentRequests: "number?",
  pooling: "string?",
  ctxSize: "number?",
  modelPath: "string?",
  nParallel: "number?",
  threadsHttp: "number?",
  mode: "string?",
  nGpuLayers: "number?",
  variant: "string?",
  mmprojModelPath: "string?",
  specModelPath: "string?",
  tensorParallelSize: "number?",
  dataParallelSize: "number?",
  kvCacheDtype: "string?",
  maxNumBatchedTokens: "number?",
  maxNumSeqs: "number?",
  chunkedPrefillSize: "number?",
  maxPrefillTokens: "number?",
  maxRunningRequests: "number?",
};

/** What everybody relies on in an endpoint that the service sends. */
export const ENDPOINT: Shape<Endpoint> = {
  name: "string",
  type: "string",
  provider: { vendor: "string", region: "string" },
  compute: {
    accelerator: "string",
    instanceType: "string",
    instanceSize: "string",
    id: "string?",
    scaling: {
      minReplica: "number",
      maxReplica: "number",
      scaleToZeroTimeout: "number?",
      measure: { "?": true, "*": "number?" },
      metric: "string?",
      threshold: "number?",
    },
  },
  model: {
    repository: "string",
    framework: "string",
    image: { "*": ENGINE },
    revision: "string?",
    task: "string?",
    env: { "?": true, "*": "string" },
    secrets: "object?",
    args: ["string", "?"],
    command: ["string", "?"],
    fromCatalog: "boolean?",
  },
  status: {
    state: "string",
    message: "string?",
    createdAt: "string?",
    createdBy: { "?": true, id: "string?", name: "string?" },
    updatedAt: "string?",
    updatedBy: { "?": true, id: "string?", name: "string?" },
    readyReplica: "number?",
    targetReplica: "number?",
    url: "string?",
    private: { "?": true, serviceName: "string?" },
    errorMessage: "string?",
    lastUsedAt: "string?",
    inferenceMetricsEnabled: "boolean?",
  },
  experimentalFeatures: {
    "?": true,
    cacheHttpResponses: "boolean?",
    kvRouter: { "?": true, tag: "string?" },
    mcpLb: "object?",
    skipRepoDownload: "boolean?",
  },
  privateService: {
    "?": true,
    accountId: "string?",
    shared: "boolean?",
    region: "string?",
  },
  route: { "?": true, domain: "string?", path: "string?" },
  customRouter: {
    "?": true,
    tag: "string?",
    env: { "?": true, "*": "string" },
    port: "number?",
  },
  tags: ["string", "?"],
  healthRoute: "string?",
};

/** What is done to an endpoint. */
export interface EndpointAction {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** What is done, to stand before "the endpoint". */
  readonly verb: string;
  /** What follows the name in the path, nothing if left out. */
  readonly suffix?: string;
  /** Whether the answer is the endpoint, true if left out. */
  readonly answersEndpoint?: boolean;
}

/** Reading an endpoint. */
export const READ: EndpointAction = { method: "GET", verb: "read" };

/**
 * The parts that all requests about one endpoint share.
 *
 * @param action What is done to it.
 * @param id `namespace/name`.
 * @param options The settings of the call.
 * @returns The request.
 */
export function onEndpoint(
  { method, verb, suffix = "", answersEndpoint = true }: EndpointAction,
  id: string,
  options: CallOptions,
): RequestOptions {
  const owned = ownedId(id);
  const [, name] = owned.segments;
  return {
    service: "endpoints",
    method,
    path: path`/v2/endpoint/${owned}` + suffix,
    action: `${verb} the endpoint ${id}`,
    call: options,
    ...(answersEndpoint ? { shape: ENDPOINT, identity: { name } } : {}),
  };
}
