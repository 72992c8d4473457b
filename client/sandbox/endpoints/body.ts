import {
  anything,
  boolean,
  type Field,
  type Fields,
  integer,
  nullable,
  number,
  optional,
  required,
  type Shape,
  strict,
  string,
} from "./shape.ts";

const strings: Shape = { kind: "list", of: string };
const textMap: Shape = { kind: "map", of: string };
const clearableMap: Shape = { kind: "map", of: string, nullable: true };

function choice(...values: string[]): Shape {
  return { kind: "enum", values };
}

const container: Fields = {
  url: required(string),
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

/** The fields of each engine; the casing of the keys is irregular. */
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
    ctxSize: required(integer),
    modelPath: required(string),
    nParallel: required(integer),
    threadsHttp: required(integer),
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
    credentials: optional({
      kind: "object",
      fields: { username: required(string), password: nullable(string) },
    }),
  },
};

const scaling: Fields = {
  minReplica: required(integer),
  maxReplica: required(integer),
  scaleToZeroTimeout: nullable(integer),
  measure: nullable({
    kind: "object",
    fields: {
      hardwareUsage: nullable(number),
      pendingRequests: nullable(number),
    },
  }),
  metric: optional(choice("hardwareUsage", "pendingRequests")),
  threshold: optional(number),
};

const compute: Fields = {
  accelerator: required(choice("cpu", "gpu", "neuron")),
  instanceType: required(string),
  instanceSize: required(string),
  scaling: required({ kind: "object", fields: scaling }),
};

function modelFields(image: Shape): Fields {
  return {
    repository: required(string),
    framework: required(choice("custom", "pytorch", "llamacpp")),
    image: required(image),
    revision: nullable(string),
    task: strict(string),
    env: strict(textMap),
    secrets: strict(textMap),
    args: strict(strings),
    command: strict(strings),
    fromCatalog: optional(boolean),
  };
}

const experimentalFeatures: Fields = {
  cacheHttpResponses: optional(boolean),
  kvRouter: nullable({ kind: "object", fields: { tag: required(string) } }),
  mcpLb: nullable(anything),
  skipRepoDownload: optional(boolean),
  loadBalancer: nullable(anything),
};

function createFields(image: Shape): Fields {
  return {
    name: required(string),
    type: required(string),
    provider: required({
      kind: "object",
      fields: { vendor: required(string), region: required(string) },
    }),
    compute: required({ kind: "object", fields: compute }),
    model: required({ kind: "object", fields: modelFields(image) }),
    tags: strict(strings),
    cacheHttpResponses: optional(boolean),
    experimentalFeatures: optional({
      kind: "object",
      fields: experimentalFeatures,
    }),
    privateService: nullable({
      kind: "object",
      fields: {
        accountId: required(string),
        region: optional(choice("us-east-1", "eu-west-1")),
        shared: optional(boolean),
      },
    }),
    route: nullable({
      kind: "object",
      fields: { domain: nullable(string), path: nullable(string) },
    }),
    network: nullable(anything),
    notifications: optional(anything),
    customRouter: nullable(anything),
  };
}

const notUpdatable = ["name", "provider", "privateService", "network"];

/** Bodies of create and update for the given set of engines. */
export interface Bodies {
  /** Body of POST. */
  readonly create: Fields;
  /** Body of PUT: everything optional, name and provider unknown. */
  readonly update: Fields;
}

/** The body shapes; `extra` adds fields to engines by key. */
export function bodies(
  extra: Readonly<Record<string, readonly string[]>> = {},
): Bodies {
  const of: Record<string, Fields> = { ...engines };
  for (const [engine, names] of Object.entries(extra)) {
    const added = names.map((name) => [name, optional(anything)]);
    of[engine] = { ...of[engine], ...Object.fromEntries(added) };
  }
  const create = createFields({ kind: "variants", of });
  const update = Object.fromEntries(
    Object.entries(partial(create)).filter(([name]) =>
      !notUpdatable.includes(name)
    ),
  );
  return { create, update };
}

// A PUT padded with nulls is accepted by the service: a null overwrites what
// can be empty and counts as left out where a value is always there.
function partial(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, loosen(name, field)]),
  );
}

function loosen(name: string, field: Field): Field {
  const clearable = field.required !== true && field.onNull !== "absent";
  const onNull = clearable ? "keep" : "absent";
  if (name === "secrets") return { shape: clearableMap, onNull: "absent" };
  const inner = field.shape;
  const merged = name === "compute" || name === "scaling" ||
    name === "model" || name === "experimentalFeatures";
  if (merged && inner.kind === "object") {
    return {
      shape: { kind: "object", fields: partial(inner.fields) },
      onNull,
    };
  }
  return { shape: inner, onNull };
}
