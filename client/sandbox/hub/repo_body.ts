import type { Account } from "../core/accounts.ts";
import * as is from "../core/checks.ts";
import { Failure, invalidField } from "../core/failure.ts";
import type { JsonObject } from "../core/json.ts";

/** Makes a 400 for a body, or for a field of it. */
export function invalidBody(message: string, at?: string): Failure {
  return at === undefined
    ? new Failure(400, message)
    : invalidField(message, at);
}

const anyText = is.text();
const someText = is.text({ min: 1 });
const objectList = is.list(is.anyObject);
const optionalFlag = is.orNull(is.flag);
const visibilityCheck = is.oneOf("public", "private", "protected");

/** The fields of a volume that a request must have. */
export const volumeFields = {
  type: is.oneOf("bucket", "model", "dataset", "space"),
  source: is.text({ form: /^[^/]+\/[^/]+$/ }),
  mountPath: is.text({ form: /^\/.*/ }),
};

/** The fields of a volume that a request may have. */
export const optionalVolumeFields = {
  revision: is.text(),
  readOnly: is.flag,
  path: is.text(),
};

/** Returns the string under `name`, if any; throws 400 for another type. */
export function optionalString(
  body: JsonObject,
  name: string,
): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  return anyText(value, name);
}

/** Returns the string under `name`; throws 400 if it is absent. */
export function requiredString(body: JsonObject, name: string): string {
  return someText(body[name], name);
}

/** Returns the objects of the list under `name`; none if it is absent. */
export function objects(body: JsonObject, name: string): JsonObject[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  return objectList(value, name);
}

/** Checks a repository name by the rules of the official client. */
export function checkName(name: string): void {
  const isValid = name.length <= 96 && /^\w[\w.-]*$/.test(name) &&
    /\w$/.test(name) && !name.includes("--") && !name.includes("..") &&
    !name.endsWith(".git");
  if (!isValid) throw invalidBody(`Invalid repository name: ${name}`, "name");
}

/** The parts of an id, `namespace/name`. */
export function splitId(id: string): [namespace: string, name: string] {
  const [namespace = "", ...rest] = id.split("/");
  const name = rest.join("/");
  checkName(name);
  return [namespace, name];
}

/** Reads the visibility of a body; throws 402 if the plan lacks it. */
export function readVisibility(
  body: JsonObject,
  kind: string,
  account: Account,
): string | undefined {
  const visibility = optionalString(body, "visibility");
  const isPrivate = optionalFlag(body["private"] ?? null, "private");
  if (visibility === undefined) {
    if (isPrivate === null) return undefined;
    return isPrivate ? "private" : "public";
  }
  if (isPrivate !== null) {
    throw invalidBody('"private" and "visibility" are mutually exclusive');
  }
  visibilityCheck(visibility, "visibility");
  if (visibility === "protected") {
    if (kind !== "space") throw invalidBody("Only Spaces can be protected");
    requirePlan(account, "Protected Spaces");
  }
  return visibility;
}

/** Throws 402 unless the account has a paid plan. */
export function requirePlan(
  account: Account,
  feature: string,
): void {
  if (account.plan !== undefined) return;
  const plan = account.kind === "org" ? "a Team or Enterprise plan" : "PRO";
  throw new Failure(402, `${feature} require ${plan} on ${account.name}`);
}

/** Throws unless billed hardware may be used by the account. */
export function requirePayment(account: Account): void {
  if (account.canPay) return;
  throw new Failure(
    403,
    "You must add a payment method to your account to upgrade your space's " +
      "hardware. Visit your billing settings to add one: " +
      "https://huggingface.co/settings/billing",
  );
}
