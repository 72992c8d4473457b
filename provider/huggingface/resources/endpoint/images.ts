/**
 * Engines between state and API. A field's name is the API's in snake_case;
 * only the names of the engines are irregular.
 *
 * @module
 */

import { isUnknown } from "../../../framework/mod.ts";
import { type EndpointImage, engineOf } from "../../../../mod.ts";
import { canonicalJson, isRecord, parseRecord } from "../../shared/json.ts";
import { engines } from "./image_schema.ts";
import type { ImagePlan, ImageState } from "./types.ts";

/** The name of an engine's attribute. */
export type EngineName = keyof typeof engines;

/** The key of each engine in `model.image` of the API. */
export const engineKeys: Readonly<Record<EngineName, string>> = {
  huggingface: "huggingface",
  huggingface_neuron: "huggingfaceNeuron",
  tgi: "tgi",
  tgi_neuron: "tgiNeuron",
  tei: "tei",
  llamacpp: "llamacpp",
  vllm: "vLLM",
  vllm_omni: "vLLMOmni",
  vllm_neuron: "vLLMNeuron",
  sglang: "sGLang",
  hf_serve: "hfServe",
  custom: "custom",
};

/** The names of all engines. */
export const engineNames = Object.keys(engines) as readonly EngineName[];

/** The engine that is set; undefined if none is, or more than one. */
export function engineNameOf(
  image: Readonly<Partial<Record<EngineName, unknown>>>,
): EngineName | undefined {
  const set = engineNames.filter((name) => (image[name] ?? null) !== null);
  return set.length === 1 ? set[0] : undefined;
}

/** An image with one engine, or with none. */
export function imageWith(
  name: EngineName | undefined,
  fields: object,
): ImageState {
  const image = Object.fromEntries(
    engineNames.map((other) => [other, other === name ? fields : null]),
  );
  // Every engine is there, and the one that is set has its own fields.
  return image as unknown as ImageState;
}

/** The image that stands for an absent one. */
export function defaultImage(): ImageState {
  return imageWith("huggingface", { extra: null });
}

/**
 * The image as the API takes it, always whole: the service replaces it as a
 * unit, and would take a part of it, or what it shows of the credentials, for
 * all there is.
 */
export function imageToWire(
  image: ImagePlan,
  passwordWriteOnly: string | null,
): EndpointImage {
  const name = engineNameOf(image);
  const fields: unknown = name === undefined ? undefined : image[name];
  if (name === undefined || !isRecord(fields)) return { huggingface: {} };
  const { extra, credentials, ...known } = fields;
  const wire: Record<string, unknown> = {
    ...(typeof extra === "string" ? parseRecord(extra) : {}),
  };
  for (const [field, value] of Object.entries(known)) {
    if (value !== null && !isUnknown(value)) wire[camelCase(field)] = value;
  }
  if (isRecord(credentials)) {
    const { username, password } = credentials;
    wire.credentials = { username, password: password ?? passwordWriteOnly };
  }
  // The schema holds the fields that the type of the engine demands.
  return { [engineKeys[name]]: wire } as EndpointImage;
}

/**
 * The image as the state holds it; null if the engine is one that this version
 * does not know.
 *
 * @param kept The image as it was last known, which tells fields that were not
 * configured from such that somebody changed.
 */
export function imageFromWire(
  image: EndpointImage,
  kept: ImagePlan | null,
): ImageState | null {
  const engine = engineOf(image);
  const name = engineNames.find((one) => engineKeys[one] === engine?.name);
  if (name === undefined || engine === undefined) return null;
  const before: unknown = kept?.[name];
  const fields = fieldsFromWire(
    name,
    engine.fields,
    isRecord(before) ? before : undefined,
  );
  return imageWith(name, fields);
}

function fieldsFromWire(
  name: EngineName,
  wire: Readonly<Record<string, unknown>>,
  kept: Readonly<Record<string, unknown>> | undefined,
): object {
  const attributes = engines[name].nested?.attributes ?? {};
  const fields: Record<string, unknown> = {};
  for (const [field, attribute] of Object.entries(attributes)) {
    const before = kept?.[field];
    if (field === "extra") {
      fields.extra = typeof before === "string"
        ? extraFromWire(before, wire)
        : null;
    } else if (field === "credentials") {
      fields.credentials = credentialsOf(before);
    } else if (before === null && !attribute.computed) {
      // Not configured: what the service fills in is no drift.
      fields[field] = null;
    } else {
      fields[field] = ofType(attribute.type, wire[camelCase(field)]);
    }
  }
  return fields;
}

/**
 * JSON of further fields as it is now. A field that the service does not show
 * counts as unchanged, because it shows no field that it does not know.
 */
export function extraFromWire(
  kept: string,
  wire: Readonly<Record<string, unknown>>,
): string {
  const before = parseRecord(kept) ?? {};
  const changed = Object.keys(before).some((name) => differs(name));
  if (!changed) return kept;
  return canonicalJson(Object.fromEntries(
    Object.entries(before).map(([name, value]) => [
      name,
      differs(name) ? wire[name] : value,
    ]),
  ));

  function differs(name: string): boolean {
    return wire[name] !== undefined &&
      canonicalJson(wire[name]) !== canonicalJson(before[name]);
  }
}

function credentialsOf(kept: unknown): object | null {
  if (!isRecord(kept)) return null;
  const { username, password, password_wo_version } = kept;
  return {
    username,
    password: password ?? null,
    password_wo: null,
    password_wo_version: password_wo_version ?? null,
  };
}

function ofType(type: unknown, value: unknown): unknown {
  const wanted = type === "bool" ? "boolean" : type;
  const actual = typeof value;
  return actual === wanted ? value : null;
}

/** `max_num_seqs` as `maxNumSeqs`. */
export function camelCase(name: string): string {
  return name.replace(
    /_([a-z0-9])/g,
    (_, first: string) => first.toUpperCase(),
  );
}
