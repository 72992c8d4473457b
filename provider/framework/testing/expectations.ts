/**
 * Holds plans, states and results of searches against what a step expects.
 *
 * @module
 */

import type { Json } from "../values/value.ts";
import {
  differences,
  type ExpectedValue,
  knownValue,
  type ObservedValue,
} from "./known_value.ts";
import { fail } from "./results.ts";
import type {
  FoundExpectation,
  FoundExpectations,
  FoundJson,
  PlanExpectations,
  PlannedAction,
  PlannedExpectations,
  StateExpectations,
} from "./steps.ts";
import {
  type JsonObject,
  type PlanJson,
  type ResourceChange,
  resourcesOf,
  type StateJson,
} from "./terraform_json.ts";

/** Fails with all that differs; does nothing if nothing does. */
export function assertNone(what: string, all: readonly string[]): void {
  if (all.length > 0) {
    fail(`${what}:\n${all.map((one) => `- ${one}`).join("\n")}`);
  }
}

/** A value that is known and no secret. */
export function observe(value: Json | undefined): ObservedValue {
  return { value, unknown: false, sensitive: false };
}

/** Holds a state against what is expected. */
export function checkState(
  { values }: StateJson,
  { state = {}, identities = {}, outputs = {} }: StateExpectations,
): void {
  const resources = values === undefined ? [] : resourcesOf(values.root_module);
  const find = (address: string) =>
    resources.find((resource) => resource.address === address);
  const absent = `is not in the state, which holds: ${
    resources.map(({ address }) => address).join(", ") || "nothing"
  }`;
  const found: string[] = [];
  for (const [address, expected] of Object.entries(state)) {
    const resource = find(address);
    if (expected === null) {
      if (resource !== undefined) found.push(`${address} is in the state`);
    } else if (resource === undefined) {
      found.push(`${address} ${absent}`);
    } else {
      const { values, sensitive_values } = resource;
      const observed = {
        value: values,
        unknown: false,
        sensitive: sensitive_values,
      };
      found.push(
        ...differences(knownValue.partial(expected), observed, address),
      );
    }
  }
  for (const [address, expected] of Object.entries(identities)) {
    const resource = find(address);
    found.push(
      ...resource === undefined ? [`${address} ${absent}`] : differences(
        expected,
        observe(resource.identity),
        `${address} identity`,
      ),
    );
  }
  for (const [name, expected] of Object.entries(outputs)) {
    const output = values?.outputs?.[name];
    const observed = {
      value: output?.value,
      unknown: false,
      sensitive: output?.sensitive,
    };
    found.push(...differences(expected, observed, `output ${name}`));
  }
  assertNone("The state is not as expected", found);
}

const ACTIONS: Readonly<Record<string, PlannedAction>> = {
  "delete,create": "replace",
  "create,delete": "create before destroy",
};

function actionOf({ change: { actions } }: ResourceChange): string {
  return ACTIONS[actions.join()] ?? actions.join();
}

/** Whether a plan has nothing to do, imports included. */
function isEmpty({ resource_changes = [], output_changes = {} }: PlanJson) {
  return resource_changes.every((one) =>
    one.change.actions.join() === "no-op" && one.change.importing === undefined
  ) &&
    Object.values(output_changes).every((one) =>
      one.actions.join() === "no-op"
    );
}

/** Holds a plan against what is expected. */
export function checkPlan(
  plan: PlanJson,
  expected: PlanExpectations,
): void {
  const found: string[] = [];
  const changes = plan.resource_changes ?? [];
  if (expected.empty !== undefined && isEmpty(plan) !== expected.empty) {
    found.push(
      expected.empty
        ? `expected nothing to do, but it plans ${planned(plan)}`
        : "expected something to do, but there is nothing",
    );
  }
  for (const [address, one] of Object.entries(expected.resources ?? {})) {
    const change = changes.find((change) => change.address === address);
    found.push(
      ...change === undefined
        ? [
          `${address} is not in the plan, which has: ${
            changes.map(({ address }) => address).join(", ") || "nothing"
          }`,
        ]
        : checkChange(change, typeof one === "string" ? { action: one } : one),
    );
  }
  for (const [name, value] of Object.entries(expected.outputs ?? {})) {
    const change = plan.output_changes?.[name];
    const observed = {
      value: change?.after,
      unknown: change?.after_unknown,
      sensitive: change?.after_sensitive,
    };
    found.push(...differences(value, observed, `output ${name}`));
  }
  if (expected.drift !== undefined) {
    const drift = (plan.resource_drift ?? []).map((one) =>
      [one.address, actionOf(one)] as const
    );
    found.push(
      ...differences(
        expected.drift,
        observe(Object.fromEntries(drift)),
        "changed outside",
      ),
    );
  }
  if (expected.deferred !== undefined) {
    const deferred = (plan.deferred_changes ?? []).map((one) =>
      [one.resource_change.address, one.reason] as const
    );
    found.push(
      ...differences(
        expected.deferred,
        observe(Object.fromEntries(deferred)),
        "deferred",
      ),
    );
  }
  assertNone("The plan is not as expected", found);
}

function planned({ resource_changes = [], output_changes = {} }: PlanJson) {
  return [
    ...resource_changes.map((one) =>
      `${one.address}: ${one.change.importing === undefined ? "" : "import, "}${
        actionOf(one)
      }${changed(one)}`
    ),
    ...Object.entries(output_changes).map(([name, { actions }]) =>
      `output ${name}: ${actions.join()}`
    ),
  ].filter((text) => !text.endsWith(": no-op")).join("; ");
}

/** The attributes that an update changes. */
function changed({ change }: ResourceChange): string {
  const { before, after, after_unknown } = change;
  if (before === null || after === null) return "";
  const names = Object.keys({ ...before, ...after, ...after_unknown }).filter(
    (name) =>
      after_unknown[name] !== undefined && after_unknown[name] !== false &&
        JSON.stringify(after_unknown[name]).includes("true") ||
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0 ? "" : ` of ${names.join(", ")}`;
}

function checkChange(
  resource: ResourceChange,
  { action, before, after, replacedFor, imported }: PlannedExpectations,
): readonly string[] {
  const { address, change } = resource;
  const found: string[] = [];
  if (action !== undefined && action !== actionOf(resource)) {
    found.push(
      `${address}: expected ${action}, but planned ${actionOf(resource)}${
        changed(resource)
      }`,
    );
  }
  if (before !== undefined) {
    const { before: value, before_sensitive: sensitive } = change;
    const observed = { value, unknown: false, sensitive };
    found.push(...differences(knownValue.partial(before), observed, address));
  }
  if (after !== undefined) {
    const { after: value, after_unknown: unknown, after_sensitive: sensitive } =
      change;
    const observed = { value, unknown, sensitive };
    found.push(...differences(knownValue.partial(after), observed, address));
  }
  if (replacedFor !== undefined) {
    const paths = (change.replace_paths ?? []).map((path) =>
      path.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`)
        .join("").slice(1)
    );
    const what = `${address} is replaced for`;
    found.push(
      ...differences(knownValue.set(replacedFor), observe(paths), what),
    );
  }
  if (imported !== undefined && imported !== (change.importing !== undefined)) {
    found.push(`${address} is ${imported ? "not " : ""}imported`);
  }
  return found;
}

/** Holds what a search found against what is expected. */
export function checkFound(
  address: string,
  results: readonly FoundJson[],
  { count, atLeast = 0, results: expected = [], without = [] }:
    FoundExpectations,
): void {
  const shown =
    results.map(({ display_name, identity }) =>
      `${display_name} ${JSON.stringify(identity)}`
    ).join(", ") || "nothing";
  const found: string[] = [];
  if (count !== undefined && results.length !== count) {
    found.push(`expected ${count} results, but found ${results.length}`);
  }
  if (results.length < atLeast) {
    found.push(
      `expected ${atLeast} results or more, but found ${results.length}`,
    );
  }
  const isThere = (one: FoundExpectation) =>
    results.some((result) => isResult(result, one));
  for (const [at, one] of expected.entries()) {
    if (!isThere(one)) found.push(`no result is as results[${at}]`);
  }
  for (const [at, one] of without.entries()) {
    if (isThere(one)) found.push(`a result is as without[${at}]`);
  }
  assertNone(
    `${address} did not find what is expected, but ${shown}`,
    found,
  );
}

function isResult(
  result: FoundJson,
  { displayName, identity, values }: FoundExpectation,
): boolean {
  const isAs = (expected: ExpectedValue | undefined, value: Json | undefined) =>
    expected === undefined ||
    differences(expected, observe(value)).length === 0;
  return isAs(displayName, result.display_name) &&
    isAs(identity, result.identity) &&
    isAs(values && knownValue.partial(values), result.resource_object);
}

/** The differences of an imported resource from the one that was there. */
export function importDifferences(
  before: JsonObject,
  after: JsonObject,
  ignore: readonly string[],
): readonly string[] {
  const isIgnored = (difference: string) =>
    ignore.some((path) =>
      difference.startsWith(path) &&
      /^[.[:]/.test(difference.slice(path.length))
    );
  return differences(before, observe(after)).filter((one) => !isIgnored(one));
}
