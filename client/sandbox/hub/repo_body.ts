import type { Account } from "../core/accounts.ts";
import {
  checked,
  fields,
  flag,
  list,
  oneOf,
  orNull,
  text,
} from "../core/checks.ts";
import { Failure, issue } from "../core/failure.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  stringAt,
} from "../core/json.ts";

/** 400, as the Hub refuses a body: for one field of it, if it is named. */
export function refuse(message: string, at?: string): Failure {
  return at === undefined ? new Failure(400, message) : issue(message, at);
}

const isText = text();
const someText = text({ min: 1 });
const isObjects = list(fields({}));
const isVisibility = oneOf("public", "private", "protected");
const isVolumeType = oneOf("bucket", "model", "dataset", "space");

/** The string under `name`; undefined if absent or null, else 400. */
export function optionalString(
  body: JsonObject,
  name: string,
): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  checked(value, isText, name);
  return stringAt(body, name);
}

/** The string under `name`; 400 if absent. */
export function requiredString(body: JsonObject, name: string): string {
  checked(body[name], someText, name);
  return stringAt(body, name);
}

/** The objects of the list under `name`; none if absent. */
export function objects(body: JsonObject, name: string): JsonObject[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  checked(value, isObjects, name);
  return [value].flat().filter((item) => isObject(item));
}

/** Checks a repository name by the rules of the official client. */
export function checkName(name: string): void {
  const isValid = name.length <= 96 && /^\w[\w.-]*$/.test(name) &&
    /\w$/.test(name) && !name.includes("--") && !name.includes("..") &&
    !name.endsWith(".git");
  if (!isValid) throw refuse(`Invalid repository name: ${name}`, "name");
}

const keyPattern = /^[a-zA-Z][_a-zA-Z0-9]*$/;

/** Checks the key of a secret or variable. */
export function checkKey(key: string): void {
  if (!keyPattern.test(key)) {
    throw refuse(`Invalid string: must match pattern ${keyPattern}`, "key");
  }
}

/** The visibility a body asks for; refuses what the plan does not include. */
export function visibilityOf(
  body: JsonObject,
  kind: string,
  account: Account,
): string | undefined {
  const visibility = optionalString(body, "visibility");
  const isPrivate: Json | undefined = body["private"];
  if (isPrivate !== undefined) checked(isPrivate, orNull(flag), "private");
  if (visibility !== undefined && typeof isPrivate === "boolean") {
    throw refuse('"private" and "visibility" are mutually exclusive');
  }
  if (visibility === undefined) {
    if (typeof isPrivate !== "boolean") return undefined;
    return isPrivate ? "private" : "public";
  }
  checked(visibility, isVisibility, "visibility");
  if (visibility === "protected") {
    if (kind !== "space") throw refuse("Only Spaces can be protected");
    demandPlan(account, "Protected Spaces");
  }
  return visibility;
}

/** Throws 402 unless the account has a paid plan. */
export function demandPlan(account: Account, feature: string): void {
  if (account.plan !== undefined) return;
  const plan = account.kind === "org" ? "a Team or Enterprise plan" : "PRO";
  throw new Failure(402, `${feature} require ${plan} on ${account.name}`);
}

/** Throws unless billed hardware may be used by the account. */
export function demandPayment(account: Account): void {
  if (account.canPay) return;
  throw new Failure(
    403,
    "You must add a payment method to your account to upgrade your space's " +
      "hardware. Visit your billing settings to add one: " +
      "https://huggingface.co/settings/billing",
  );
}

/** Checks a list of volumes and completes it as the service does. */
export function readVolumes(
  list: readonly JsonObject[],
  isThere: (type: string, source: string) => boolean,
): JsonObject[] {
  return list.map((volume, index) => {
    const type = requiredString(volume, "type");
    const source = requiredString(volume, "source");
    const mountPath = requiredString(volume, "mountPath");
    checked(type, isVolumeType, "type");
    if (!/^[^/]+\/[^/]+$/.test(source)) {
      throw refuse(`Invalid volume source: ${source}`, "source");
    }
    if (!mountPath.startsWith("/")) {
      throw refuse(`Invalid mount path: ${mountPath}`, "mountPath");
    }
    if (!isThere(type, source)) {
      throw refuse(
        `Volume source not found: ${source}`,
        `volumes[${index}].source`,
      );
    }
    const isBucket = type === "bucket";
    if (isBucket && volume["revision"] !== undefined) {
      throw refuse("A bucket has no revision");
    }
    return {
      ...volume,
      ...(isBucket ? {} : { revision: volume["revision"] ?? "main" }),
      readOnly: isBucket ? volume["readOnly"] ?? false : true,
    };
  });
}
