/**
 * What the service holds of an endpoint that the configuration does not have:
 * secrets and logins whose values nobody can read, and fields of the image
 * that this version does not know. It is kept, or the plan refuses.
 *
 * @module
 */

import {
  type Diagnostics,
  failure,
  isUnknown,
  Path,
  type PrivateState,
} from "../../../framework/mod.ts";
import {
  type Endpoint,
  type EndpointUpdate,
  engineOf,
} from "../../../../mod.ts";
import { isRecord, parseRecord } from "../../shared/json.ts";
import { same } from "../../shared/same.ts";
import type {
  EndpointConfig,
  EndpointState,
  PlannedEndpoint,
} from "./schema.ts";

const SECRETS = "unmanaged_secrets";
const LOGIN = "unmanaged_login";

/** The secrets that the service lists, without those that it adds itself. */
function secretsOf({ model }: Endpoint): string[] {
  return Object.keys(model.secrets ?? {}).filter((name) => name !== "HF_TOKEN");
}

function hasLogin({ model }: Endpoint): boolean {
  return isRecord(engineOf(model.image)?.fields.credentials);
}

/**
 * Notes what an update could lose. Secrets that were sent write-only cannot be
 * told from others: the names that were listed when they were sent are noted
 * as managed, by a note that is left out here.
 *
 * @param state What is managed; after an import nothing is.
 */
export function noteUnmanaged(
  endpoint: Endpoint,
  state: Partial<EndpointState>,
  privateState: PrivateState,
): void {
  const { secrets = null, secrets_wo_version = null } = state.model ?? {};
  const names = secrets_wo_version === null
    ? secretsOf(endpoint).filter((name) => !Object.hasOwn(secrets ?? {}, name))
    : [];
  const isManaged = Boolean(state.model?.image?.custom?.credentials);
  note(privateState, SECRETS, names.length > 0 ? names : undefined);
  note(privateState, LOGIN, hasLogin(endpoint) && !isManaged || undefined);
}

function note(
  privateState: PrivateState,
  key: string,
  value: true | string[] | undefined,
): void {
  if (value === undefined) privateState.delete(key);
  else privateState.set(key, value);
}

/** Refuses a plan that would lose what only the service holds. */
export function refuseLoss(
  { config, prior, planned, privateState, diagnostics }: {
    readonly config: EndpointConfig;
    readonly prior: EndpointState;
    readonly planned: PlannedEndpoint;
    readonly privateState: PrivateState;
    readonly diagnostics: Diagnostics;
  },
): void {
  if (isUnknown(config.model) || isUnknown(planned.model)) return;
  const { secrets, secrets_wo } = config.model;
  const listed = privateState.get(SECRETS);
  const changesSecrets = !same(planned.model.secrets, prior.model.secrets) ||
    planned.model.secrets_wo_version !== prior.model.secrets_wo_version;
  if (Array.isArray(listed) && changesSecrets) {
    const lost = listed.map(String).filter((name) =>
      !holds(secrets, name) && !holds(secrets_wo, name)
    );
    if (lost.length > 0) {
      const names = lost.map((name) => `\`${name}\``).join(", ");
      diagnostics.addError(
        `Endpoint ${prior.id} has secrets that are not configured`,
        `The API lists ${names}, and an update of the secrets replaces all of ` +
          "them; their values cannot be read. Add them to the configuration, " +
          "or remove them on the page of the endpoint, then plan again.",
        Path.root.attribute("model").attribute("secrets"),
      );
    }
  }
  const { image } = planned.model;
  if (
    privateState.get(LOGIN) !== true || isUnknown(image) ||
    same(image, prior.model.image)
  ) return;
  const custom = image?.custom ?? null;
  if (custom !== null && !isUnknown(custom) && custom.credentials !== null) {
    return;
  }
  diagnostics.addError(
    `Endpoint ${prior.id} has credentials that are not configured`,
    "Its image has the login of a registry, and an update replaces the whole " +
      "image; the password cannot be read. Set " +
      "`model.image.custom.credentials`, or undo the change of `model.image`.",
    Path.root.attribute("model").attribute("image"),
  );
}

function holds(secrets: unknown, name: string): boolean {
  return isUnknown(secrets) ||
    (isRecord(secrets) && Object.hasOwn(secrets, name));
}

/**
 * What the service answers now, without what the configuration has had as
 * `extra`: the rest of it is kept by an update of the image.
 */
export function withoutExtra(
  endpoint: Endpoint,
  { model: { image } }: EndpointState,
): Endpoint {
  const engine = engineOf(endpoint.model.image);
  if (engine === undefined) return endpoint;
  const managed = Object.values(image ?? {}).flatMap((fields) =>
    typeof fields?.extra === "string"
      ? Object.keys(parseRecord(fields.extra) ?? {})
      : []
  );
  const fields = Object.fromEntries(
    Object.entries(engine.fields).filter(([name]) =>
      !managed.includes(name) && name !== "credentials"
    ),
  );
  return {
    ...endpoint,
    model: { ...endpoint.model, image: { [engine.name]: fields } },
  };
}

/** Warns of secrets that are still there; removal by an update is a guess. */
export function warnOfLeftSecrets(
  endpoint: Endpoint,
  { model }: EndpointUpdate,
  id: string,
  diagnostics: Diagnostics,
): void {
  const sent = model?.secrets;
  if (sent === undefined) return;
  const left = secretsOf(endpoint).filter((name) => !Object.hasOwn(sent, name));
  if (left.length === 0) return;
  diagnostics.addWarning(
    `Endpoint ${id} still has removed secrets`,
    `The service kept ${left.map((name) => `\`${name}\``).join(", ")}, which ` +
      "is no longer configured. Remove it on the page of the endpoint, or " +
      "replace the endpoint.",
    Path.root.attribute("model").attribute("secrets"),
  );
}

/** Refuses to send an image in place of one with a login that is not known. */
export function demandLogin(
  endpoint: Endpoint,
  body: EndpointUpdate,
  prior: EndpointState,
): void {
  const image = body.model?.image;
  if (image === undefined || !hasLogin(endpoint)) return;
  if (prior.model.image?.custom?.credentials) return;
  if (isRecord(engineOf(image)?.fields.credentials)) return;
  throw failure(
    `Endpoint ${endpoint.name} has credentials that are not configured`,
    "Its image has the login of a registry, and an update replaces the whole " +
      "image; the password cannot be read. Nothing was changed. Set " +
      "`model.image.custom.credentials`, or undo the change of `model.image`.",
    Path.root.attribute("model").attribute("image"),
  );
}
