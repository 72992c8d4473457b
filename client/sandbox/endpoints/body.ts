import { anyJson } from "../core/checks.ts";
import {
  boolean,
  choice,
  type Fields,
  integer,
  nullable,
  number,
  object,
  optional,
  requiredField,
  type Shape,
  string,
  stringMap,
  strings,
  variants,
} from "./shape.ts";

const container: Fields = {
  url: requiredField(string),
  port: optional(integer),
  healthRoute: optional(string),
};

function integers(...names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, optional(integer)]));
}

const tokenLimits = integers(
  "maxBatchPrefillTokens",
  "maxBatchTotalTokens",
  "maxInputLength",
  "maxTotalTokens",
);

const vllm: Fields = {
  ...container,
  ...integers(
    "tensorParallelSize",
    "dataParallelSize",
    "maxNumBatchedTokens",
    "maxNumSeqs",
  ),
  kvCacheDtype: optional(string),
};

/** The fields of each engine; the letter case of the keys is irregular. */
export const engines: Readonly<Record<string, Fields>> = {
  huggingface: {},
  huggingfaceNeuron: {
    ...integers("batchSize", "sequenceLength"),
    neuronCache: optional(string),
  },
  tgi: {
    ...container,
    ...tokenLimits,
    disableCustomKernels: optional(boolean),
    quantize: optional(choice("awq", "bitsandbytes", "eetq", "gptq")),
  },
  tgiNeuron: {
    ...container,
    ...tokenLimits,
    ...integers("hfNumCores"),
    hfAutoCastType: optional(choice("bf16", "fp16")),
  },
  tei: {
    ...container,
    ...integers("maxBatchTokens", "maxConcurrentRequests"),
    pooling: optional(choice("mean", "cls", "last", "rank")),
  },
  llamacpp: {
    ...container,
    ctxSize: requiredField(integer),
    modelPath: requiredField(string),
    nParallel: requiredField(integer),
    threadsHttp: requiredField(integer),
    nGpuLayers: optional(integer),
    mode: optional(choice("embeddings", "reranking")),
    pooling: optional(string),
    variant: optional(string),
    mmprojModelPath: optional(string),
    specModelPath: optional(string),
  },
  vLLM: vllm,
  vLLMOmni: vllm,
  vLLMNeuron: container,
  sGLang: {
    ...container,
    ...integers(
      "tensorParallelSize",
      "chunkedPrefillSize",
      "maxPrefillTokens",
      "maxRunningRequests",
    ),
    kvCacheDtype: optional(string),
  },
  hfServe: container,
  custom: {
    ...container,
    credentials: optional(object({
      username: requiredField(string),
      password: nullable(string),
    })),
  },
};

const scaling: Fields = {
  minReplica: requiredField(integer),
  maxReplica: requiredField(integer),
  scaleToZeroTimeout: nullable(integer),
  measure: nullable(object({
    hardwareUsage: nullable(number),
    pendingRequests: nullable(number),
  })),
  metric: optional(choice("hardwareUsage", "pendingRequests")),
  threshold: optional(number),
};

const compute: Fields = {
  accelerator: requiredField(choice("cpu", "gpu", "neuron")),
  instanceType: requiredField(string),
  instanceSize: requiredField(string),
  scaling: requiredField(object(scaling, true)),
};

function modelFields(image: Shape): Fields {
  return {
    repository: requiredField(string),
    framework: requiredField(choice("custom", "pytorch", "llamacpp")),
    image: requiredField(image),
    revision: nullable(string),
    task: { shape: string },
    env: { shape: stringMap() },
    secrets: { shape: stringMap(true), onNull: "absent_in_update" },
    args: { shape: strings },
    command: { shape: strings },
    fromCatalog: optional(boolean),
  };
}

const experimentalFeatures: Fields = {
  cacheHttpResponses: optional(boolean),
  kvRouter: nullable(object({ tag: requiredField(string) })),
  mcpLb: nullable(anyJson),
  skipRepoDownload: optional(boolean),
  loadBalancer: nullable(anyJson),
};

/** Bodies of create and update for the given set of engines. */
export interface Bodies {
  readonly create: Fields;
  /** Body of PUT: name and provider are unknown. */
  readonly update: Fields;
}

/** Makes the body shapes; `extra` adds fields to engines by key. */
export function makeBodies(
  extra: Readonly<Record<string, readonly string[]>> = {},
): Bodies {
  const images: Record<string, Fields> = { ...engines };
  for (const [engine, names] of Object.entries(extra)) {
    const added = names.map((name) => [name, optional(anyJson)]);
    images[engine] = { ...images[engine], ...Object.fromEntries(added) };
  }
  const update: Fields = {
    type: requiredField(string),
    compute: requiredField(object(compute, true)),
    model: requiredField(object(modelFields(variants(images)), true)),
    tags: { shape: strings },
    cacheHttpResponses: optional(boolean),
    experimentalFeatures: optional(object(experimentalFeatures, true)),
    route: nullable(
      object({ domain: nullable(string), path: nullable(string) }),
    ),
    notifications: optional(anyJson),
    customRouter: nullable(anyJson),
  };
  const create: Fields = {
    name: requiredField(string),
    provider: requiredField(
      object({ vendor: requiredField(string), region: requiredField(string) }),
    ),
    privateService: nullable(object({
      accountId: requiredField(string),
      region: optional(choice("us-east-1", "eu-west-1")),
      shared: optional(boolean),
    })),
    network: nullable(anyJson),
    ...update,
  };
  return { create, update };
}
