/**
 * States that other providers wrote, in the form of this one.
 *
 * `issamemari/huggingface`, its fork `gorgias-oss/huggingface`, and
 * `sebps/huggingface` all have a `huggingface_endpoint` of version 0.
 *
 * @module
 */

import type { MoveContext, UpgradeContext } from "@hf-terraform/framework";
import { stateFrom } from "@hf-terraform/framework/binding";
import { isRecord, type JsonRecord, recordAt } from "../schema/json.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { storedOwner } from "../object/owner.ts";
import { unusableState } from "../object/remote_object.ts";
import { camelCase } from "./extra.ts";
import { engineNames, engines } from "./image.ts";
import { endpointSchema, type EndpointState } from "./schema.ts";

/** Upgrades a state of version 0, whichever provider wrote it. */
export async function upgradeFromVersion0(
  { rawState, provider, signal }: UpgradeContext<HuggingFaceProvider>,
): Promise<EndpointState> {
  const namespace = await storedOwner(convert(rawState), { provider, signal });
  return convert({ ...rawState, namespace });
}

/** The last two are earlier names of the first and third. */
const sources =
  /(^|\/)((issamemari|gorgias-oss|sebps)\/huggingface|issamemari\/huggingface-endpoints|edu\/huggingface)$/;

const sourceTypes = /^huggingface(-endpoints)?_endpoint$/;

/** Takes over another provider's state; the read that follows completes it. */
export function moveFromOthers(
  context: MoveContext<HuggingFaceProvider>,
): EndpointState | undefined {
  const isOurs = sources.test(context.sourceProviderAddress) &&
    sourceTypes.test(context.sourceTypeName) &&
    context.sourceSchemaVersion === 0;
  return isOurs ? convert(context.sourceState) : undefined;
}

/** Converts a state; values under names of this provider stay. */
function convert(raw: JsonRecord): EndpointState {
  const cloud = isRecord(raw.cloud)
    ? raw.cloud
    : recordAt(raw, "cloud_provider");
  if (!raw.name || !cloud.vendor || !cloud.region) {
    throw unusableState(
      "`issamemari/huggingface`, `gorgias-oss/huggingface` or " +
        "`sebps/huggingface`",
      "the name or the cloud",
    );
  }
  const model = recordAt(raw, "model");
  const status = recordAt(raw, "status");
  const state = stateFrom(endpointSchema, {
    ...raw,
    cloud,
    compute: computeOf(recordAt(raw, "compute")),
    model: {
      ...model,
      variables: model.variables ?? model.env,
      image: imageOf(recordAt(model, "image")),
    },
    route: unlessEmpty(raw.route),
    private_service: linkOf(raw),
    cache_http_responses: raw.cache_http_responses ??
      recordAt(raw, "experimental_features").cache_http_responses,
    // None, and an empty list, are the same to the service.
    tags: Array.isArray(raw.tags) && raw.tags.length > 0
      ? raw.tags.toSorted()
      : null,
    paused: status.state === "paused",
    url: status.url,
  });
  const { namespace, name } = state;
  return namespace === null ? state : { ...state, id: `${namespace}/${name}` };
}

function computeOf(compute: JsonRecord): JsonRecord {
  const scaling = recordAt(compute, "scaling");
  const isBusy = scaling.min_replica !== 0;
  return {
    ...compute,
    scaling: {
      ...scaling,
      measure: unlessEmpty(scaling.measure),
      scale_to_zero_timeout: isBusy ? null : scaling.scale_to_zero_timeout,
    },
  };
}

/** An object, unless all that it holds is null, or an empty text of Go. */
function unlessEmpty(value: unknown): JsonRecord | null {
  return isRecord(value) &&
      Object.values(value).some((part) => part !== null && part !== "")
    ? value
    : null;
}

function linkOf(raw: JsonRecord): JsonRecord | null {
  const link = recordAt(raw, "private_service");
  const account_id = link.account_id ?? raw.account_id;
  return account_id ? { ...link, account_id } : null;
}

/** Names that one of the others spelled in its own way. */
const spellings: Readonly<Record<string, string>> = {
  diable_custom_kernels: "disable_custom_kernels",
  modelPath: "model_path",
};

function imageOf(raw: JsonRecord): JsonRecord | null {
  const name = engineNames.find((one) => isRecord(raw[one]));
  if (name === undefined) return null;
  const known = engines[name].nested?.attributes ?? {};
  const fields: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(recordAt(raw, name))) {
    const ours = spellings[field] ?? field;
    if (value === null) continue;
    if (Object.hasOwn(known, ours)) fields[ours] = value;
    else extra[camelCase(ours)] = value;
  }
  if (Object.keys(extra).length > 0) fields.extra = JSON.stringify(extra);
  return { [name]: fields };
}
