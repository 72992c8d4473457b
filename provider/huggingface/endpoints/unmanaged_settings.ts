/**
 * Settings of an endpoint that its configuration does not have: secrets and
 * logins whose values nobody can read, and fields of the image that this
 * version does not know. It is kept, or the plan refuses.
 *
 * @module
 */

import {
  type Diagnostics,
  failure,
  isUnknown,
  Path,
} from "@hf-terraform/framework";
import { tableOf, withUnmanagedFields } from "@hf-terraform/framework/binding";
import {
  type Endpoint,
  engineOf,
  type UpdateEndpoint,
} from "@hf-terraform/client";
import { quoteNames } from "../object/create.ts";
import {
  notedSecrets,
  noteUnmanagedSecrets,
  unmanagedSecrets,
} from "../object/unmanaged_secrets.ts";
import { keepNote, type PrivateNotes, readNote } from "../object/notes.ts";
import { isRecord, parseRecord } from "../schema/json.ts";
import { knownValue, same } from "../schema/same.ts";
import {
  type EndpointPlan,
  type EndpointPlanning,
  endpointSchema,
  type EndpointState,
} from "./schema.ts";

const table = tableOf(endpointSchema.attributes);

const modelPath = Path.root.attribute("model");

/** The secrets that the service lists, without those that it adds itself. */
export function secretsOf({ model }: Pick<Endpoint, "model">): string[] {
  return Object.keys(model.secrets ?? {}).filter((name) => name !== "HF_TOKEN");
}

function hasLogin({ model }: Pick<UpdateEndpoint, "model">): boolean {
  return model?.image !== undefined &&
    isRecord(engineOf(model.image)?.fields.credentials);
}

/** Notes what an update or a replacement could lose. */
export function noteUnmanaged(
  endpoint: Endpoint,
  state: Partial<EndpointState>,
  notes: PrivateNotes,
): void {
  const { secrets, image } = state.model ?? {};
  noteUnmanagedSecrets(secretsOf(endpoint), notes, secrets);
  const isForeign = hasLogin(endpoint) && !image?.custom?.credentials;
  keepNote(notes, "unmanaged_login", isForeign || undefined);
  const hasNetwork = isRecord(Reflect.get(endpoint, "network"));
  keepNote(notes, "unmanaged_network", hasNetwork || undefined);
}

/** Lists what a replacement would lack, in words. */
export function unmanagedParts(
  _: EndpointState,
  { config: { model }, ...notes }:
    & Pick<EndpointPlanning, "config">
    & PrivateNotes,
): string[] {
  const { image, ...known } = knownValue(model) ?? {};
  const isLost = readNote(notes, "unmanaged_login") && !isUnknown(image) &&
    !knownValue(image?.custom)?.credentials;
  return [
    ...notedSecrets(notes, known).map((name) => `the secret \`${name}\``),
    ...isLost ? ["the login of a registry"] : [],
    ...readNote(notes, "unmanaged_network") ? ["network settings"] : [],
  ];
}

/** Refuses a plan that would lose what only the service holds. */
export function refuseLoss(
  { config, planned, diagnostics, ...notes }: EndpointPlanning,
  prior: EndpointState,
): void {
  if (isUnknown(config.model) || isUnknown(planned.model)) return;
  const changesSecrets = !same(planned.model.secrets, prior.model.secrets) ||
    planned.model.secrets_wo_version !== prior.model.secrets_wo_version;
  const lost = notedSecrets(notes, config.model);
  if (changesSecrets && lost.length > 0) {
    diagnostics.addError(...secretsAreMissing(prior.id, lost));
  }
  const { image, variables } = planned.model;
  const isChanged = !same(variables, prior.model.variables);
  const stay = changesSecrets ? [] : readNote(notes, "secrets_sent") ?? [];
  const names = [...lost, ...stay];
  const both = isChanged &&
    namesCollide(prior.id, names, knownValue(variables));
  if (both) diagnostics.addError(...both);
  if (
    !readNote(notes, "unmanaged_login") || isUnknown(image) ||
    same(image, prior.model.image)
  ) return;
  const [engine] = Object.entries(prior.model.image ?? {})
    .flatMap(([name, fields]) => fields === null ? [] : name);
  if (engine && (image === null || Reflect.get(image, engine) === null)) {
    diagnostics.addWarning(
      `Endpoint ${prior.id} loses the login of a registry`,
      "It goes with its image, and the password cannot be read: to have that " +
        "image again takes its credentials.",
      modelPath.attribute("image"),
    );
    return;
  }
  const { credentials = null } = knownValue(image?.custom) ?? {};
  if (credentials === null) diagnostics.addError(...loginIsMissing(prior.id));
}

function secretsAreMissing(id: string | null, names: readonly string[]) {
  return [
    `Endpoint ${id} has secrets that are not configured`,
    `The API lists ${quoteNames(names)}, and an update of the secrets ` +
    "replaces all of them; their values cannot be read. Add them to the " +
    "configuration, or remove them on the page of the endpoint, then plan " +
    "again.",
    modelPath.attribute("secrets"),
  ] as const;
}

/** The error of secrets with names that variables have; undefined: there are none. */
function namesCollide(
  id: string | null,
  names: readonly string[],
  variables: object = {},
) {
  // The service sets its own.
  const both = names.filter((name) =>
    name !== "HF_TOKEN" && Object.hasOwn(variables, name)
  );
  return both.length === 0 ? undefined : [
    `Endpoint ${id} would have secrets and variables of one name`,
    `${quoteNames(both)} is set as the other of the two: by somebody else, ` +
    "or by `secrets_wo` before. Change `secrets_wo_version`, choose another " +
    "name, or remove it on the page of the endpoint.",
    modelPath,
  ] as const;
}

function loginIsMissing(id: string | null, outcome = "") {
  return [
    `Endpoint ${id} has credentials that are not configured`,
    "Its image has the login of a registry, and an update replaces the whole " +
    `image; the password cannot be read. ${outcome}Set ` +
    "`model.image.custom.credentials`, or undo the change of `model.image`.",
    modelPath.attribute("image"),
  ] as const;
}

/**
 * An update with all that only the service has of the image, but for what the
 * configuration has had as `extra`. A login and added secrets, which nobody can
 * read, are an error.
 */
export function withUnmanaged(
  body: UpdateEndpoint,
  current: Endpoint,
  change: { readonly plan: EndpointPlan; readonly prior: EndpointState },
  notes: PrivateNotes,
): UpdateEndpoint {
  const { image, ...prior } = change.prior.model;
  const { secrets, env } = body.model ?? {};
  const listed = secretsOf(current);
  const added = unmanagedSecrets(listed, notes, prior.secrets, secrets);
  if (secrets !== undefined && added.length > 0) {
    throw failure(...secretsAreMissing(current.name, added));
  }
  const names = secrets === undefined ? env && listed : Object.keys(secrets);
  const variables = env ?? current.model.env;
  const both = namesCollide(current.name, names ?? [], variables);
  if (both !== undefined) throw failure(...both);
  if (body.model?.image === undefined) return body;
  const isKnown = hasLogin(body) || image?.custom?.credentials;
  const engine = engineOf(current.model.image ?? {});
  const stays = engineOf(body.model.image)?.name === engine?.name;
  if (hasLogin(current) && !isKnown && stays) {
    throw failure(...loginIsMissing(current.name, "Nothing was changed. "));
  }
  const managed = Object.values(image ?? {}).flatMap((fields) =>
    Object.keys(parseRecord(fields?.extra ?? "") ?? {})
  );
  const fields = Object.fromEntries(
    Object.entries(engine?.fields ?? {}).filter(([name]) =>
      !managed.includes(name) && name !== "credentials"
    ),
  );
  const model = { image: engine && { [engine.name]: fields } };
  return withUnmanagedFields(table, body, { ...current, model }, change);
}

/** Warns of secrets that are still there; removal by an update is a guess. */
export function warnOfLeftSecrets(
  endpoint: Endpoint,
  { model }: UpdateEndpoint,
  id: string,
  diagnostics: Diagnostics,
): void {
  const { secrets } = model ?? {};
  const left = secretsOf(endpoint).filter((name) =>
    secrets !== undefined && !Object.hasOwn(secrets, name)
  );
  if (left.length === 0) return;
  diagnostics.addWarning(
    `Endpoint ${id} still has removed secrets`,
    `The service kept ${quoteNames(left)}, which is no longer configured. ` +
      "Remove it on the page of the endpoint, or replace the endpoint.",
    modelPath.attribute("secrets"),
  );
}
