/**
 * Checks that a resource can live its life.
 *
 * @module
 */

import type { Resource } from "../../define/resource.ts";
import type { Attribute, Block } from "../../schema/attribute.ts";
import { itemsOf, nestedIn, type NestedObject } from "../../schema/schema.ts";
import { parseDuration } from "../../timeouts.ts";
import type { Type } from "../../values/type.ts";
import { type DefinitionErrors, verifyName } from "./names.ts";

/** Checks what a resource has besides a schema. */
export function verifyResource(
  resource: Resource,
  errors: DefinitionErrors,
): void {
  for (const method of ["create", "read", "delete"] as const) {
    if (typeof resource[method] !== "function") {
      errors.add(`must have ${method}`);
    }
  }
  verifyUpdate(resource, errors);
  verifyUpgrades(resource, errors);
  verifyIdentity(resource, errors);
  verifyTimeouts(resource, errors);
}

/** With `modifyPlan`, what replaces the resource is not to be foreseen. */
function verifyUpdate(resource: Resource, errors: DefinitionErrors): void {
  if (resource.modifyPlan !== undefined) return;
  const changing = [...changeable(resource.schema, errors)];
  if (resource.update === undefined) {
    for (const path of changing) {
      path.add(
        "must replace the resource when it changes, as the resource has no " +
          "update",
      );
    }
  } else if (changing.length === 0) {
    errors.add("has an update, but nothing that could be updated");
  }
}

/** The attributes whose change may reach `update`. */
function* changeable(
  holder: NestedObject,
  errors: DefinitionErrors,
): Generator<DefinitionErrors> {
  for (const [name, item] of itemsOf(holder)) {
    const inner = errors.inside(name);
    const nested = nestedIn(item);
    if (isImmutable(item)) continue;
    if (nested === undefined) yield inner;
    else yield* changeable(nested, inner);
  }
}

function isImmutable(item: Attribute | Block): boolean {
  if (item.timeouts !== undefined) return true;
  return item.kind === "attribute" &&
    (item.writeOnly || item.computed && !item.optional ||
      item.planModifiers.some((rule) => rule.alwaysReplaces === true));
}

function verifyUpgrades(resource: Resource, errors: DefinitionErrors): void {
  const { version } = resource.schema;
  const upgrades = resource.upgradeState ?? {};
  for (const key of Object.keys(upgrades)) {
    const from = Number(key);
    if (!Number.isInteger(from) || from < 0 || from >= version) {
      errors.add(
        `upgrades states of version ${key}, which is not older than its own ` +
          `version ${version}`,
      );
    }
  }
  for (let from = 0; from < version; from++) {
    if (upgrades[from] === undefined) {
      errors.add(`must upgrade states of version ${from}`);
    }
  }
}

function verifyIdentity(resource: Resource, errors: DefinitionErrors): void {
  const schema = resource.identity?.schema;
  if (schema === undefined) return;
  const { version = 0 } = schema;
  const attributes = Object.entries(schema.attributes);
  errors.addIf({
    [`must have an identity version of at least 0, not ${version}`]:
      !Number.isSafeInteger(version) || version < 0,
    "must have an identity with an attribute that imports need": !attributes
      .some(([, attribute]) => attribute.requiredForImport),
  });
  for (const [name, attribute] of attributes) {
    const inner = errors.inside("identity").inside(name);
    verifyName(name, inner);
    if (!isIdentityType(attribute.expression.type)) {
      inner.add("must be a string, number, bool, or a list of these");
    }
  }
}

function isIdentityType(type: Type): boolean {
  const inner = typeof type !== "string" && type[0] === "list" ? type[1] : type;
  return inner === "string" || inner === "number" || inner === "bool";
}

function verifyTimeouts(resource: Resource, errors: DefinitionErrors): void {
  for (const [name, { timeouts }] of itemsOf(resource.schema)) {
    if (timeouts === undefined) continue;
    const inner = errors.inside(name);
    inner.addIf({ 'must be named "timeouts"': name !== "timeouts" });
    for (const [operation, limit] of Object.entries(timeouts)) {
      inner.addIf({
        "must not limit the update, as the resource has none":
          operation === "update" && resource.update === undefined,
        [`must have a duration such as "30m", not "${limit}"`]:
          parseDuration(String(limit)) === undefined,
      });
    }
  }
}
