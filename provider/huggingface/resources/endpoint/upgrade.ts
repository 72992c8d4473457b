/**
 * States that other providers wrote, in the form of this one.
 *
 * `issamemari/huggingface`, its fork `gorgias-oss/huggingface`, and
 * `sebps/huggingface` all have a `huggingface_endpoint` of version 0. Which of
 * them wrote a state shows in its shape. What they did not store comes with
 * the read that follows.
 *
 * @module
 */

import {
  failure,
  type MoveContext,
  type Some,
  stateWith,
  type UpgradeContext,
} from "../../../framework/mod.ts";
import { isRecord, type JsonRecord } from "../../shared/json.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import {
  camelCase,
  engineNames,
  engines,
  type ImageState,
  imageWith,
} from "./image.ts";
import {
  flagAt,
  numberAt,
  objectAt,
  textAt,
  textMapAt,
  textsAt,
} from "./raw.ts";
import { type EndpointState, schema } from "./schema.ts";

/** Upgrades a state of version 0, whichever provider wrote it. */
export async function upgradeFromVersion0(
  { rawState, provider, signal }: UpgradeContext<HuggingFaceProvider>,
): Promise<EndpointState> {
  const state = convert(rawState);
  if (state.namespace !== null) return state;
  return withNamespace(state, await provider.defaultNamespace(signal));
}

/**
 * Upgrades a state of version 1, which held an engine when none was configured.
 */
export function upgradeFromVersion1(
  { rawState }: UpgradeContext<HuggingFaceProvider>,
): EndpointState {
  const model = objectAt(rawState, "model");
  const image = imageOf(objectAt(model, "image"));
  // This provider wrote it, by the same schema but for `model.image`.
  const stored = rawState as Some<EndpointState>;
  return stateWith(schema, { ...stored, model: { ...model, image } });
}

/** The last two are earlier names of the first and third. */
const sources =
  /(^|\/)((issamemari|gorgias-oss|sebps)\/huggingface|issamemari\/huggingface-endpoints|edu\/huggingface)$/;

const sourceTypes = /^huggingface(-endpoints)?_endpoint$/;

/**
 * Takes over the state of another provider's endpoint. Terraform asks before
 * it configures the provider: a namespace that was not stored stays null until
 * the read that follows.
 */
export function moveFromOthers(
  context: MoveContext<HuggingFaceProvider>,
): EndpointState | undefined {
  const isOurs = sources.test(context.sourceProviderAddress) &&
    sourceTypes.test(context.sourceTypeName) &&
    context.sourceSchemaVersion === 0;
  return isOurs ? convert(context.sourceState) : undefined;
}

function withNamespace(
  state: EndpointState,
  namespace: string,
): EndpointState {
  return { ...state, namespace, id: `${namespace}/${state.name}` };
}

function convert(stored: unknown): EndpointState {
  const raw = isRecord(stored) ? stored : {};
  const name = textAt(raw, "name");
  const cloud = isRecord(raw.cloud)
    ? raw.cloud
    : objectAt(raw, "cloud_provider");
  const vendor = textAt(cloud, "vendor");
  const region = textAt(cloud, "region");
  if (name === null || vendor === null || region === null) {
    throw failure(
      "State of an unknown provider",
      "This state is none of `issamemari/huggingface`, " +
        "`gorgias-oss/huggingface` or `sebps/huggingface`: it lacks the name " +
        "or the cloud. Remove the resource from the state with " +
        "`terraform state rm`, which deletes nothing, and import it.",
    );
  }
  const namespace = textAt(raw, "namespace");
  const state = stateWith(schema, {
    name,
    type: textAt(raw, "type") ?? "private",
    cloud: { vendor, region },
    compute: computeOf(objectAt(raw, "compute")),
    model: modelOf(objectAt(raw, "model")),
    ...networkOf(raw),
    ...featuresOf(raw),
    ...statusOf(objectAt(raw, "status")),
    tags: tagsOf(raw),
  });
  return namespace === null ? state : withNamespace(state, namespace);
}

/** None, and an empty list, are the same to the service. */
function tagsOf(raw: JsonRecord): string[] | null {
  const tags = textsAt(raw, "tags") ?? [];
  return tags.length === 0 ? null : tags.toSorted();
}

function computeOf(raw: JsonRecord): EndpointState["compute"] {
  const scaling = objectAt(raw, "scaling");
  const min_replica = numberAt(scaling, "min_replica") ?? 1;
  const timeout = numberAt(scaling, "scale_to_zero_timeout");
  return {
    instance_type: textAt(raw, "instance_type") ?? "",
    instance_size: textAt(raw, "instance_size") ?? "x1",
    accelerator: textAt(raw, "accelerator"),
    scaling: {
      min_replica,
      max_replica: numberAt(scaling, "max_replica") ?? 1,
      scale_to_zero_timeout: min_replica > 0 ? null : timeout,
      measure: measureOf(scaling),
    },
  };
}

function measureOf(
  scaling: JsonRecord,
): EndpointState["compute"]["scaling"]["measure"] {
  const measure = objectAt(scaling, "measure");
  const hardware_usage = numberAt(measure, "hardware_usage");
  const pending_requests = numberAt(measure, "pending_requests");
  const isSet = hardware_usage !== null || pending_requests !== null;
  return isSet ? { hardware_usage, pending_requests } : null;
}

function modelOf(raw: JsonRecord): Some<EndpointState["model"]> {
  return {
    repository: textAt(raw, "repository") ?? "",
    revision: textAt(raw, "revision"),
    framework: textAt(raw, "framework"),
    task: textAt(raw, "task"),
    variables: textMapAt(raw, "env"),
    image: imageOf(objectAt(raw, "image")),
  };
}

/** Names that one of the others spelled in its own way. */
const spellings: Readonly<Record<string, string>> = {
  diable_custom_kernels: "disable_custom_kernels",
  modelPath: "model_path",
};

function imageOf(raw: JsonRecord): ImageState | null {
  const name = engineNames.find((one) => isRecord(raw[one]));
  if (name === undefined) return null;
  const known = engines[name].nested?.attributes ?? {};
  const fields: Record<string, unknown> = {};
  for (const field of Object.keys(known)) fields[field] = null;
  const extra: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(objectAt(raw, name))) {
    const ours = spellings[field] ?? field;
    if (value === null || value === undefined) continue;
    if (ours === "credentials") fields.credentials = credentialsOf(value);
    else if (Object.hasOwn(known, ours)) fields[ours] = value;
    else extra[camelCase(ours)] = value;
  }
  if (Object.keys(extra).length > 0) fields.extra = JSON.stringify(extra);
  // Most likely nothing is configured: it is the default.
  if (name === "huggingface" && fields.extra === null) return null;
  return imageWith(name, fields);
}

function credentialsOf(value: unknown): object | null {
  const raw = isRecord(value) ? value : {};
  const username = textAt(raw, "username");
  if (username === null) return null;
  return {
    username,
    password: textAt(raw, "password"),
    password_wo: null,
    password_wo_version: textAt(raw, "password_wo_version"),
  };
}

function networkOf(
  raw: JsonRecord,
): Pick<EndpointState, "route" | "private_service"> {
  const route = objectAt(raw, "route");
  const domain = textAt(route, "domain");
  const path = textAt(route, "path");
  const link = objectAt(raw, "private_service");
  const account_id = textAt(link, "account_id") ?? textAt(raw, "account_id");
  return {
    route: domain === null && path === null ? null : { domain, path },
    private_service: account_id === null
      ? null
      : { account_id, shared: flagAt(link, "shared"), region: null },
  };
}

function featuresOf(
  raw: JsonRecord,
): Pick<EndpointState, "cache_http_responses" | "experimental_features"> {
  const features = objectAt(raw, "experimental_features");
  const tag = textAt(objectAt(features, "kv_router"), "tag");
  return {
    cache_http_responses: flagAt(raw, "cache_http_responses") ??
      flagAt(features, "cache_http_responses"),
    experimental_features: isRecord(raw.experimental_features)
      ? {
        kv_router: tag === null ? null : { tag },
        skip_repo_download: null,
        extra: null,
      }
      : null,
  };
}

function statusOf(status: JsonRecord) {
  return {
    paused: textAt(status, "state") === "paused",
    status: textAt(status, "state"),
    status_message: textAt(status, "message"),
    url: textAt(status, "url"),
    health_route: null,
    ready_replicas: numberAt(status, "ready_replica"),
    target_replicas: numberAt(status, "target_replica"),
    created_at: textAt(status, "created_at"),
    updated_at: textAt(status, "updated_at"),
    created_by: textAt(objectAt(status, "created_by"), "name"),
  };
}
