/**
 * Whether a resource can live its life.
 *
 * @module
 */

import type { Resource } from "../define/resource.ts";
import type { Attribute, Attributes, Timeouts } from "../schema/attribute.ts";
import type { Blocks } from "../schema/block.ts";
import { isDuration } from "../timeouts.ts";
import type { Type } from "../values/type.ts";
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
  const { attributes, blocks } = resource.schema;
  const changing = [...changeable(attributes, blocks, errors)];
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
  attributes: Attributes,
  blocks: Blocks,
  errors: DefinitionErrors,
): Generator<DefinitionErrors> {
  for (const [name, attribute] of Object.entries(attributes)) {
    const inner = errors.inside(name);
    if (isImmutable(attribute)) continue;
    if (attribute.nested === undefined) yield inner;
    else yield* changeable(attribute.nested.attributes, {}, inner);
  }
  for (const [name, block] of Object.entries(blocks)) {
    const inner = errors.inside(name);
    if (block.timeouts !== undefined) continue;
    yield* changeable(block.attributes, block.blocks, inner);
  }
}

function isImmutable(attribute: Attribute): boolean {
  return attribute.writeOnly || attribute.timeouts !== undefined ||
    (attribute.computed && !attribute.optional) ||
    attribute.planModifiers.some((rule) => rule.alwaysReplaces === true);
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
  if (!Number.isSafeInteger(version) || version < 0) {
    errors.add(`must have an identity version of at least 0, not ${version}`);
  }
  const attributes = Object.entries(schema.attributes);
  if (!attributes.some(([, attribute]) => attribute.requiredForImport)) {
    errors.add("must have an identity with an attribute that imports need");
  }
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

const operations: readonly (keyof Timeouts)[] = [
  "create",
  "read",
  "update",
  "delete",
];

function verifyTimeouts(resource: Resource, errors: DefinitionErrors): void {
  const items = { ...resource.schema.attributes, ...resource.schema.blocks };
  for (const [name, { timeouts }] of Object.entries(items)) {
    if (timeouts === undefined) continue;
    const inner = errors.inside(name);
    if (name !== "timeouts") inner.add('must be named "timeouts"');
    for (const [operation, limit] of Object.entries(timeouts)) {
      if (!operations.some((known) => known === operation)) {
        inner.add(`must not limit "${operation}", which is no operation`);
      }
      if (operation === "update" && resource.update === undefined) {
        inner.add("must not limit the update, as the resource has none");
      }
      if (!isDuration(String(limit))) {
        inner.add(`must have a duration such as "30m", not "${limit}"`);
      }
    }
  }
}
