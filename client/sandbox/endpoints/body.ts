import {
  anyJson,
  boolean,
  type Field,
  type Fields,
  integer,
  nullable,
  number,
  optional,
  requiredField,
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
    credentials: optional({
      kind: "object",
      fields: { username: requiredField(string), password: nullable(string) },
    }),
  },
};

const scaling: Fields = {
  minReplica: requiredField(integer),
  maxReplica: requiredField(integer),
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
  accelerator: requiredField(choice("cpu", "gpu", "neuron")),
  instanceType: requiredField(string),
  instanceSize: requiredField(string),
  scaling: requiredField({ kind: "object", fields: scaling }),
};

function modelFields(image: Shape): Fields {
  return {
    repository: requiredField(string),
    framework: requiredField(choice("custom", "pytorch", "llamacpp")),
    image: requiredField(image),
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
  kvRouter: nullable({
    kind: "object",
    fields: { tag: requiredField(string) },
  }),
  mcpLb: nullable(anyJson),
  skipRepoDownload: optional(boolean),
  loadBalancer: nullable(anyJson),
};

function createFields(image: Shape): Fields {
  return {
    name: requiredField(string),
    type: requiredField(string),
    provider: requiredField({
      kind: "object",
      fields: { vendor: requiredField(string), region: requiredField(string) },
    }),
    compute: requiredField({ kind: "object", fields: compute }),
    model: requiredField({ kind: "object", fields: modelFields(image) }),
    tags: strict(strings),
    cacheHttpResponses: optional(boolean),
    experimentalFeatures: optional({
      kind: "object",
      fields: experimentalFeatures,
    }),
    privateService: nullable({
      kind: "object",
      fields: {
        accountId: requiredField(string),
        region: optional(choice("us-east-1", "eu-west-1")),
        shared: optional(boolean),
      },
    }),
    route: nullable({
      kind: "object",
      fields: { domain: nullable(string), path: nullable(string) },
    }),
    network: nullable(anyJson),
    notifications: optional(anyJson),
    customRouter: nullable(anyJson),
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

/** Makes the body shapes; `extra` adds fields to engines by key. */
export function makeBodies(
  extra: Readonly<Record<string, readonly string[]>> = {},
): Bodies {
  const variants: Record<string, Fields> = { ...engines };
  for (const [engine, names] of Object.entries(extra)) {
    const added = names.map((name) => [name, optional(anyJson)]);
    variants[engine] = { ...variants[engine], ...Object.fromEntries(added) };
  }
  const create = createFields({ kind: "variants", of: variants });
  const update = Object.fromEntries(
    Object.entries(partial(create)).filter(([name]) =>
      !notUpdatable.includes(name)
    ),
  );
  return { create, update };
}

// The service accepts a PUT padded with nulls: a null clears an optional field
// and is ignored for a required one.
function partial(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, loosen(name, field)]),
  );
}

function loosen(name: string, field: Field): Field {
  const clearable = field.isRequired !== true && field.onNull !== "absent";
  const onNull = clearable ? "keep" : "absent";
  if (name === "secrets") return { shape: clearableMap, onNull: "absent" };
  const inner = field.shape;
  const merged = name === "compute" || name === "scaling" ||
    name === "model" || name === "experimentalFeatures";
  if (merged && inner.kind === "object") {
    return { shape: { kind: "object", fields: partial(inner.fields) }, onNull };
  }
  return { shape: inner, onNull };
}
