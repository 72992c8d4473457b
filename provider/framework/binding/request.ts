import { mayHoldSecret } from "../schema/sensitive.ts";
import { isUnknown } from "../values/unknown.ts";
import type { Value, ValueObject } from "../values/value.ts";
import { isChanged, type Transition } from "./life.ts";
import { isUntold } from "./state.ts";
import {
  type Entry,
  isJsonRecord,
  isWithin,
  jsonAt,
  type Table,
  valueNamed,
} from "./table.ts";

type Body = { [name: string]: unknown };

/** Input of a request. */
interface RequestInput {
  /** The plan. */
  readonly plan: ValueObject;
  /** The configuration, the only place of write-only values. */
  readonly config: ValueObject;
}

/** The body that creates what is planned. Null and unknown are left out. */
export function createBody(table: Table, wanted: RequestInput): Body {
  const body: Body = {};
  for (const entry of writableEntries(table, true)) put(body, entry, wanted);
  return body;
}

/**
 * The paths of what is sent, by a create or later, and a response does not show;
 * by default, no response.
 */
export function unseenOf(
  table: Table,
  { plan, config }: RequestInput,
  response?: object,
): string[] {
  return writableEntries(table, true).filter(
    ({ names, attribute, binding, isParent }) => {
      const value = valueNamed(attribute.writeOnly ? config : plan, names);
      return !isParent && value !== null && !isUnknown(value) &&
        (binding.read === undefined || mayHoldSecret(attribute) ||
          response !== undefined && isUntold(response, binding));
    },
  ).map(({ path }) => path);
}

/** Input of an update. */
export interface UpdateInput extends RequestInput, Transition {}

/**
 * The body of an update; undefined: nothing in it changes.
 *
 * 1. What has changed is sent, alone, with its twin, or with all of its unit.
 * 2. What was removed is cleared as its binding says.
 * 3. What is to be computed again is sent as its binding says, or as it is
 *    configured.
 *
 * @param isWhole Whether the service replaces the whole object: everything
 * that is configured is sent if anything has changed.
 */
export function updateBody(
  table: Table,
  change: UpdateInput,
  isWhole: boolean,
): Body | undefined {
  const entries = writableEntries(table, false);
  const differing = entries.filter((entry) => isToSend(entry, change));
  const removed = differing.filter(({ isParent, names }) =>
    isParent && valueNamed(change.plan, names) === null
  );
  const units = new Set(
    differing.map(unitOf).filter((unit) =>
      unit !== undefined && !isSameUnit(unit, entries, change)
    ),
  );
  const changed = differing.filter((entry) =>
    // What a removed object held goes with it.
    !removed.some((parent) => isInside(entry, parent)) &&
    (entry.binding.unit === undefined || units.has(unitOf(entry)))
  );
  if (changed.length === 0) return undefined;
  const body: Body = {};
  // Cleared first, so that the other of two twins can set what one clears.
  for (const entry of changed) clear(body, entry, change);
  for (const entry of entries) {
    const unit = unitOf(entry);
    const isSent = isWhole || changed.includes(entry) ||
      changed.some((other) =>
        isTwin(entry, other) || isComputedFrom(entry, other)
      ) ||
      (unit !== undefined && units.has(unit)) ||
      changed.some((parent) => parent.isParent && isInside(entry, parent));
    if (isSent) {
      put(body, entry, change, unit === undefined ? change.prior : null);
    }
  }
  return body;
}

/** Whether an update is due because of this attribute. */
function isToSend(entry: Entry, change: UpdateInput): boolean {
  return isUnknown(valueNamed(change.plan, entry.names))
    ? entry.binding.recompute !== undefined
    : isChanged(entry, change);
}

/** Whether the service makes its value, also a configured one, of another. */
function isComputedFrom(
  { names, attribute: { planModifiers = [] }, binding }: Entry,
  other: Entry,
): boolean {
  const at = (entry: readonly string[]) => `/${entry.join("/")}`;
  return binding.recompute !== undefined &&
    planModifiers.flatMap(({ references = [] }) => references).some((one) =>
      new URL(one, `from:${at(names)}`).pathname === at(other.names)
    );
}

/** Whether a unit would be sent as it is: two ways to write the same. */
function isSameUnit(
  unit: string,
  entries: readonly Entry[],
  change: UpdateInput,
): boolean {
  const { plan, prior, config } = change;
  // Nobody knows what was sent with the version before.
  const isSecret = (entry: Entry) =>
    unitOf(entry) === unit && entry.binding.version !== undefined;
  if (entries.some((one) => isSecret(one) && isChanged(one, change))) {
    return false;
  }
  const of = (plan: ValueObject, config: ValueObject) => {
    const body: Body = {};
    for (const entry of entries) {
      if (unitOf(entry) === unit) put(body, entry, { plan, config });
    }
    return JSON.stringify(body);
  };
  return of(plan, config) === of(prior, {});
}

function writableEntries(table: Table, isCreate: boolean): Entry[] {
  return table.filter(({ binding, attribute }) =>
    binding.write !== undefined &&
    (isCreate || binding.change === undefined || binding.change === "merge") &&
    (attribute.optional || attribute.required || attribute.mode === "defaulted")
  );
}

function unitOf({ binding }: Entry): string | undefined {
  return binding.unit?.join(".");
}

/** Whether both are written to the same place, as a secret and its twin. */
export function isTwin(entry: Entry, other: Entry): boolean {
  return !entry.isParent && !other.isParent &&
    entry.binding.write?.join(".") === other.binding.write?.join(".");
}

function isInside(entry: Entry, parent: Entry): boolean {
  return entry !== parent && isWithin(entry.names, parent.names);
}

function put(
  body: Body,
  entry: Entry,
  { plan, config }: RequestInput,
  prior: ValueObject | null = null,
): void {
  const { names, attribute, binding, isParent } = entry;
  const value = valueNamed(attribute.writeOnly ? config : plan, names);
  if (isUnknown(value)) return;
  const { codec } = binding;
  const json = value === null
    ? binding.absent
    : isParent
    ? {}
    : codec === undefined
    ? value
    : codec.encode(value, valueNamed(prior, names));
  if (json !== undefined) set(body, binding.write ?? [], json);
}

function clear(body: Body, entry: Entry, { plan, prior }: UpdateInput): void {
  const { names, binding } = entry;
  const value: Value = valueNamed(plan, names);
  const { clear = { send: null }, recompute } = binding;
  if (isUnknown(value)) {
    if (recompute !== undefined) set(body, binding.write ?? [], recompute.send);
  } else if (value === null && typeof clear === "object") {
    const json = "send" in clear
      ? clear.send
      : clear.compute(valueNamed(prior, names));
    set(body, binding.write ?? [], json);
  }
}

/** Sets JSON at a path; an object is merged into one that is there. */
function set(body: Body, path: readonly string[], json: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  const before = body[name];
  if (rest.length > 0) {
    const inner: Body = isJsonRecord(before) ? { ...before } : {};
    set(inner, rest, json);
    body[name] = inner;
  } else if (isJsonRecord(before) && isJsonRecord(json)) {
    body[name] = { ...before, ...json };
  } else {
    body[name] = json;
  }
}

/**
 * A body that sends a unit whole, with the fields that the service has there
 * and nobody manages, so that they are kept: those that no attribute knows, and
 * those with a default of the service that neither the plan nor the state has.
 *
 * @param current What the service returns now.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { types } from "@hf-terraform/framework";
 * import { bindingTo, tableOf, withUnmanagedFields } from "@hf-terraform/framework/binding";
 *
 * type Disk = { readonly backup: { readonly hour: number } };
 * const b = bindingTo<{ create: Disk; update: Disk; response: Disk }>();
 * const table = tableOf({
 *   hour: b.field("backup.hour", types.int, {
 *     required: true,
 *     description: "When the backup is made.",
 *     unit: "backup",
 *   }),
 * });
 * const body = { backup: { hour: 3 } };
 * const current = { backup: { hour: 1, region: "eu" }, state: "ready" };
 * const change = { prior: { hour: 1 }, plan: { hour: 3 } };
 * assertEquals<unknown>(withUnmanagedFields(table, body, current, change), {
 *   backup: { hour: 3, region: "eu" },
 * });
 * ```
 */
export function withUnmanagedFields<B extends object>(
  table: Table,
  body: B,
  current: unknown,
  { plan, prior }: Transition,
): B {
  const units = new Set(
    table.flatMap(({ binding: { unit } }) =>
      unit === undefined || jsonAt(body, unit) === undefined
        ? []
        : [unit.join(".")]
    ),
  );
  const managed = table.flatMap(({ names, binding }) => {
    const isLeft = binding.hasServiceDefault === true &&
      [plan, prior].every((values) => valueNamed(values, names) === null);
    return isLeft ? [] : [(binding.write ?? []).join(".")];
  });
  const result: Body = Object.fromEntries(Object.entries(body));
  for (const unit of units) {
    const path = unit.split(".");
    const [sent, now] = [body, current].map((json) => jsonAt(json, path));
    // Another variant of the same object keeps nothing of the one before.
    const isSame = Object.keys(sent ?? {}).some((name) =>
      jsonAt(now, [name]) !== undefined
    );
    if (isSame) set(result, path, mergeBodies(sent, now, unit, managed));
  }
  // The same body, with more fields in some of its objects.
  return result as B;
}

/**
 * Values of attributes with a default of the service that nobody has configured,
 * as JSON text by path: those that it has filled in, or that somebody has set.
 *
 * @param values The state or plan.
 */
export function unconfiguredFields(
  table: Table,
  response: unknown,
  values: object,
): Record<string, string> {
  return Object.fromEntries(table.flatMap(({ names, path, binding }) => {
    const isLeft = binding.hasServiceDefault === true &&
      (jsonAt(values, names) ?? null) === null;
    const json = isLeft ? jsonAt(response, binding.read ?? []) : undefined;
    return (json ?? null) === null ? [] : [[path, JSON.stringify(json)]];
  }));
}

/** Merges the body with the fields that nobody manages. */
function mergeBodies(
  sent: unknown,
  current: unknown,
  path: string,
  managed: readonly string[],
): unknown {
  if (!isJsonRecord(sent) || !isJsonRecord(current)) return sent;
  const result: Body = { ...sent };
  for (const [name, json] of Object.entries(current)) {
    const at = `${path}.${name}`;
    if (Object.hasOwn(sent, name)) {
      result[name] = mergeBodies(sent[name], json, at, managed);
    } else if (
      json !== null &&
      !managed.some((one) => one === at || one.startsWith(`${at}.`))
    ) result[name] = json;
  }
  return result;
}
