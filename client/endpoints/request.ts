/**
 * Requests about one endpoint.
 *
 * @module
 */

import type { Endpoint } from "./types.ts";
import type { CallOptions } from "../core/options.ts";
import {
  type RequestArgs,
  requestFor,
  type RequestOptions,
} from "../core/request.ts";
import type { AnyShape, Shape } from "../core/shape.ts";
import { ownedId, path } from "../core/url.ts";

/** The fields of all engines; one name means the same in each of them. */
const ENGINE: AnyShape = {
  url: "string?",
  port: "number?",
  healthRoute: "string?",
  batchSize: "number?",
  sequenceLength: "number?",
  neuronCache: "string?",
  credentials: "object|null",
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

/** The shape of an endpoint. */
export const ENDPOINT: Shape<Endpoint> = {
  name: "name!",
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
      scaleToZeroTimeout: "number|null",
      measure: { "?": null, "*": "number|null" },
      metric: "string|null",
      threshold: "number|null",
    },
  },
  model: {
    repository: "string",
    framework: "string",
    image: { "?": true, "*": ENGINE },
    revision: "string|null",
    task: "string?",
    env: { "?": true, "*": "string!" },
    secrets: { "?": true, "*": "string|null" },
    args: ["string!", "?"],
    command: ["string!", "?"],
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
    url: "string|null",
    private: { "?": null, serviceName: "string|null" },
    errorMessage: "string|null",
    lastUsedAt: "string|null",
    inferenceMetricsEnabled: "boolean?",
  },
  experimentalFeatures: {
    "?": true,
    cacheHttpResponses: "boolean?",
    kvRouter: { "?": null, tag: "string!" },
    mcpLb: "object|null",
    skipRepoDownload: "boolean?",
    loadBalancer: true,
  },
  privateService: {
    "?": null,
    accountId: "string!",
    shared: "boolean?",
    region: "string?",
  },
  route: { "?": null, domain: "string|null", path: "string|null" },
  network: true,
  notifications: true,
  customRouter: {
    "?": null,
    tag: "string|null",
    env: { "?": true, "*": "string!" },
    port: "number?",
  },
  tags: ["string!", "?"],
  healthRoute: "string?",
  accountId: "string|null",
};

/** A request about what belongs to a namespace. */
export function onNamespace(
  namespace: string,
  verb: string,
  call: CallOptions | undefined,
  route: string,
  id?: string,
): RequestOptions {
  const request = requestFor(namespace, "/v2", verb, call, route);
  const one = id === undefined ? "" : path`/${id}`;
  const at = request.path + path`/${namespace}` + one;
  return { ...request, service: "endpoints", path: at };
}

/** A request about one endpoint. */
export function onEndpoint(id: string, ...args: RequestArgs): RequestOptions {
  const at = path`/v2/endpoint/${ownedId(id)}`;
  return {
    service: "endpoints",
    ...requestFor(`the endpoint ${id}`, at, ...args),
  };
}

/** A request that one endpoint is the answer to. */
export function forEndpoint(id: string, ...args: RequestArgs): RequestOptions {
  const { segments: [, name] } = ownedId(id);
  return { ...onEndpoint(id, ...args), shape: ENDPOINT, identity: { name } };
}
