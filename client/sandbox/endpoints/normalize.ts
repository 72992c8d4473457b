import { badRequest, validationFailed } from "../core/failure.ts";
import {
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../core/json.ts";
import { resolveInstance } from "./compute.ts";
import type { Instance } from "./compute_data.ts";
import type { FoundModel } from "./models.ts";

/** Effect of the secrets of an update on the stored ones. */
export type SecretsOnUpdate = "replace" | "merge";

const replacedFields: ReadonlySet<string> = new Set([
  "model.image",
  "model.env",
  "compute.scaling.measure",
  "experimentalFeatures.kvRouter",
  "experimentalFeatures.mcpLb",
  "experimentalFeatures.loadBalancer",
  "customRouter",
  "notifications",
]);

/** Merges an update into a spec; some fields are replaced as a whole. */
export function mergeSpec(
  target: JsonObject,
  patch: JsonObject,
  secrets: SecretsOnUpdate,
  path = "",
): void {
  for (const [name, value] of Object.entries(patch)) {
    const at = path === "" ? name : `${path}.${name}`;
    const known = Object.hasOwn(target, name) ? target[name] : undefined;
    if (at === "model.secrets" && isObject(value)) {
      const base = secrets === "merge" && isObject(known) ? known : {};
      target[name] = withoutNulls({ ...base, ...value });
    } else if (isObject(value) && isObject(known) && !replacedFields.has(at)) {
      mergeSpec(known, value, secrets, at);
    } else {
      target[name] = value;
    }
  }
}

/** Checks a whole spec and adds the defaults of the service. */
export function normalize(
  spec: JsonObject,
  patch: JsonObject,
  model: FoundModel,
): Instance {
  const name = stringAt(spec, "name");
  if (!/^[a-z0-9-]{1,32}$/.test(name)) {
    throw validationFailed(
      `name: \`${name}\` is not valid, use 1 to 32 lower-case letters, ` +
        "digits or dashes",
    );
  }
  const type = stringAt(spec, "type");
  // The service takes `protected` and unknown types and answers `private`.
  spec.type = type === "public" || type === "authenticated" ? type : "private";
  const instance = resolveInstance(spec);
  normalizeCompute(spec, patch, instance);
  normalizeModel(spec, instance, model);
  normalizeRest(spec);
  return instance;
}

function normalizeCompute(
  spec: JsonObject,
  patch: JsonObject,
  instance: Instance,
): void {
  const compute = objectAt(spec, "compute");
  const provider = objectAt(spec, "provider");
  compute.id = [
    stringAt(provider, "vendor"),
    stringAt(provider, "region"),
    instance.type,
    instance.size,
  ].join("-");
  const scaling = objectAt(compute, "scaling");
  const min = numberAt(scaling, "minReplica") ?? 1;
  const max = numberAt(scaling, "maxReplica") ?? 1;
  if (min > max) {
    throw validationFailed(
      `compute.scaling: minReplica (${min}) must not be greater than ` +
        `maxReplica (${max})`,
    );
  }
  const sent = objectAt(objectAt(patch, "compute"), "scaling");
  normalizeTimeout(scaling, sent, min);
  normalizeMeasure(scaling, sent);
}

function normalizeTimeout(
  scaling: JsonObject,
  sent: JsonObject,
  min: number,
): void {
  const requested = numberAt(sent, "scaleToZeroTimeout");
  if (requested !== undefined && (requested < 15 || requested > 2880)) {
    throw badRequest(
      "scaleToZeroTimeout must be between 15 and 2880 minutes",
    );
  }
  if (requested !== undefined && min > 0) {
    throw validationFailed(
      "compute.scaling.scaleToZeroTimeout: needs minReplica 0, not " +
        `minReplica ${min}`,
    );
  }
  const timeout = numberAt(scaling, "scaleToZeroTimeout") ?? 15;
  scaling.scaleToZeroTimeout = min === 0 ? timeout : null;
}

function normalizeMeasure(scaling: JsonObject, sent: JsonObject): void {
  const metric = stringAt(sent, "metric");
  if (!isObject(sent.measure) && metric !== "") {
    const threshold = numberAt(sent, "threshold") ?? null;
    scaling.measure = { [metric]: threshold };
  }
  const measure = scaling.measure;
  const keys = isObject(measure) ? Object.keys(measure) : [];
  if (keys.length > 1) {
    throw validationFailed(
      "compute.scaling.measure: expected either hardwareUsage or " +
        "pendingRequests",
    );
  }
  const [key] = keys;
  if (key === undefined) scaling.measure = { hardwareUsage: 80 };
  scaling.metric = key ?? "hardwareUsage";
  delete scaling.threshold;
}

const ports: Readonly<Record<string, number>> = {
  vLLM: 8000,
  vLLMOmni: 8000,
  vLLMNeuron: 8000,
  sGLang: 30000,
  llamacpp: 8080,
  hfServe: 8000,
};

function normalizeModel(
  spec: JsonObject,
  instance: Instance,
  { commit }: FoundModel,
): void {
  const model = objectAt(spec, "model");
  const repository = stringAt(model, "repository");
  if (!/^[\w.-]+(\/[\w.-]+)?$/.test(repository)) {
    throw badRequest(`Repository ${repository} not found`);
  }
  model.revision = commit ?? stringAt(model, "revision", "main");
  model.task = stringAt(model, "task") || inferTask(repository);
  for (const name of ["env", "secrets"]) {
    if (!isObject(model[name])) model[name] = {};
  }
  for (const name of ["args", "command"]) {
    if (model[name] === null || model[name] === undefined) delete model[name];
  }
  model.fromCatalog = model.fromCatalog === true;
  const [engine = "", fields] = Object.entries(objectAt(model, "image"))[0] ??
    [];
  if (!isObject(fields) || fields.url === undefined) return;
  fields.port ??= ports[engine] ?? 80;
  fields.healthRoute ??= "/health";
  const sharded = numberAt(fields, "tensorParallelSize") ??
    numberAt(fields, "dataParallelSize");
  const needsSize = engine === "vLLM" || engine === "sGLang";
  const isMultiple = instance.accelerator !== "cpu" &&
    instance.accelerators > 1;
  if (needsSize && isMultiple && sharded === undefined) {
    throw validationFailed(
      `model.image.${engine}: a parallelism size is required on ` +
        `${instance.accelerators} accelerators, set tensorParallelSize`,
    );
  }
}

const tasks: readonly (readonly [RegExp, string])[] = [
  [/minilm|embed|bge|gte|e5-/i, "sentence-embeddings"],
  [/whisper|wav2vec/i, "automatic-speech-recognition"],
  [/diffusion|flux|sdxl/i, "text-to-image"],
  [/finbert|sst-2|classif/i, "text-classification"],
  [/bert/i, "fill-mask"],
];

function inferTask(repository: string): string {
  return tasks.find(([pattern]) => pattern.test(repository))?.[1] ??
    "text-generation";
}

function normalizeRest(spec: JsonObject): void {
  if (!Array.isArray(spec.tags)) spec.tags = [];
  const route = objectAt(spec, "route");
  const path = stringAt(route, "path", "/");
  if (!path.startsWith("/")) {
    throw badRequest(`route.path: must start with a slash, not ${path}`);
  }
  spec.route ??= null;
  const vendor = stringAt(objectAt(spec, "provider"), "vendor");
  if (isObject(spec.privateService) && vendor !== "aws") {
    throw badRequest(`privateService: is AWS PrivateLink, not of ${vendor}`);
  }
  spec.privateService ??= null;
  spec.network ??= null;
  if (!isObject(spec.notifications)) spec.notifications = {};
  const features = isObject(spec.experimentalFeatures)
    ? spec.experimentalFeatures
    : {};
  features.cacheHttpResponses = typeof spec.cacheHttpResponses === "boolean"
    ? spec.cacheHttpResponses
    : features.cacheHttpResponses ?? false;
  features.kvRouter ??= null;
  features.mcpLb ??= null;
  features.skipRepoDownload ??= false;
  spec.experimentalFeatures = features;
  delete spec.cacheHttpResponses;
  normalizeRouter(spec);
}

function normalizeRouter(spec: JsonObject): void {
  if (spec.customRouter === undefined) return;
  const router = objectAt(spec, "customRouter");
  if (stringAt(router, "tag") === "") delete spec.customRouter;
  else router.port ??= 3000;
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([, inner]) => inner !== null),
  );
}
