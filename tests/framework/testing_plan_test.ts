/**
 * The test kit's reports on plans and states, without a CLI.
 *
 * @module
 */
import { AssertionError } from "node:assert";
import { assertEquals } from "@std/assert";
import type {
  FoundExpectations,
  FoundJson,
  PlanExpectations,
  PlanJson,
  ResourceChange,
} from "@hf-terraform/framework/testing";
import {
  checkFound,
  checkPlan,
  checkState,
} from "../../provider/framework/testing/expectations.ts";
import type { StateExpectations } from "../../provider/framework/testing/steps.ts";
import type { StateJson } from "../../provider/framework/testing/terraform_json.ts";

/** A change of `a.b`. */
function change(
  actions: readonly string[],
  more: Partial<ResourceChange["change"]> = {},
): ResourceChange {
  return {
    address: "a.b",
    type: "a",
    change: { actions, before: {}, after: {}, after_unknown: {}, ...more },
  };
}

const nothing: PlanJson = { resource_changes: [change(["no-op"])] };
const replaced: PlanJson = {
  resource_changes: [change(["delete", "create"], {
    before: { name: "x", rules: [1] },
    after: { name: "y", rules: [2] },
    after_unknown: { id: true },
    replace_paths: [["name"], ["rules", 0]],
  })],
};
const imported: PlanJson = {
  resource_changes: [change(["no-op"], { importing: { id: "x" } })],
};

/** Name, plan, what is expected, and what is said. */
const rows: [string, PlanJson, PlanExpectations, string[]][] = [
  ["nothing to do", nothing, { empty: true }, []],
  ["nothing to do, unexpectedly", nothing, { empty: false }, [
    "expected something to do, but there is nothing",
  ]],
  ["an import is something to do", imported, { empty: true }, [
    "expected nothing to do, but it plans a.b: import, no-op",
  ]],
  [
    "so is an output",
    {
      output_changes: { x: { actions: ["create"], after: 1 } },
    },
    { empty: true },
    [
      "expected nothing to do, but it plans output x: create",
    ],
  ],
  ["a replacement", replaced, {
    resources: {
      "a.b": { action: "replace", replacedFor: ["name", "rules[0]"] },
    },
  }, []],
  ["a replacement for another reason", replaced, {
    resources: { "a.b": { replacedFor: ["id"] } },
  }, [
    'a.b is replaced for: expected these in any order: ["id"], but found ["name","rules[0]"]',
  ]],
  ["another action, with what changes", replaced, {
    resources: { "a.b": "update" },
  }, ["a.b: expected update, but planned replace of name, rules, id"]],
  ["values before and after", replaced, {
    resources: { "a.b": { before: { name: "y" }, after: { name: "x" } } },
  }, [
    'a.b.name: expected "y", but found "x"',
    'a.b.name: expected "x", but found "y"',
  ]],
  ["an import", imported, { resources: { "a.b": { imported: true } } }, []],
  ["no import", nothing, { resources: { "a.b": { imported: true } } }, [
    "a.b is not imported",
  ]],
  [
    "a resource that is not there",
    nothing,
    { resources: { "a.c": "create" } },
    [
      "a.c is not in the plan, which has: a.b",
    ],
  ],
  ["drift", { resource_drift: [change(["update"])] }, {
    drift: { "a.b": "update" },
  }, []],
  ["other drift", { resource_drift: [change(["delete"])] }, { drift: {} }, [
    'changed outside.a.b: expected null, but found "delete"',
  ]],
  [
    "what is deferred",
    {
      deferred_changes: [{
        reason: "provider_config_unknown",
        resource_change: change(["create"]),
      }],
    },
    { deferred: { "a.b": "provider_config_unknown" } },
    [],
  ],
  [
    "an output that is not known",
    {
      output_changes: { x: { actions: ["create"], after_unknown: true } },
    },
    { outputs: { x: 1 } },
    [
      "output x: expected 1, but it is not known yet",
    ],
  ],
];

/** The complaints of a check. */
function complaintsOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return error.message.split("\n").slice(1).map((one) => one.slice(2));
  }
}

for (const [name, plan, expected, said] of rows) {
  Deno.test(`a plan: ${name}`, () => {
    assertEquals(complaintsOf(() => checkPlan(plan, expected)), said);
  });
}

const state: StateJson = {
  values: {
    outputs: { x: { value: 1 } },
    root_module: {
      resources: [
        { address: "a.b", type: "a", schema_version: 0, values: { text: "a" } },
      ],
    },
  },
};

/** Name, what is expected of the state, and what is said. */
const stateRows: [string, StateExpectations, string[]][] = [
  ["all as it is", {
    state: { "a.b": { text: "a" }, "a.c": null },
    outputs: { x: 1 },
  }, []],
  ["a value", { state: { "a.b": { text: "b" } } }, [
    'a.b.text: expected "b", but found "a"',
  ]],
  ["a resource", { state: { "a.c": {} } }, [
    "a.c is not in the state, which holds: a.b",
  ]],
  ["a resource that should not be", { state: { "a.b": null } }, [
    "a.b is in the state",
  ]],
  ["an output", { outputs: { x: 2 } }, [
    "output x: expected 2, but found 1",
  ]],
];

for (const [name, expected, said] of stateRows) {
  Deno.test(`a state: ${name}`, () => {
    assertEquals(complaintsOf(() => checkState(state, expected)), said);
  });
}

const result: FoundJson = {
  address: "list.a.all",
  display_name: "Note a",
  identity: { name: "a" },
};

/** Name, what is expected of two equal results, and what is said. */
const foundRows: [string, FoundExpectations, string[]][] = [
  ["all as it is", {
    count: 2,
    atLeast: 2,
    results: [{ displayName: /a$/, identity: { name: "a" } }],
    without: [{ displayName: "Note b" }],
  }, []],
  ["another count", { count: 1 }, ["expected 1 results, but found 2"]],
  ["too few", { atLeast: 3 }, ["expected 3 results or more, but found 2"]],
  ["a result that is not there", {
    results: [{ displayName: "Note a", identity: { name: "b" } }],
  }, ["no result is as results[0]"]],
  ["a result without its attributes", {
    results: [{ values: { text: "a" } }],
  }, ["no result is as results[0]"]],
  ["a result that should not be", {
    without: [{ identity: { name: "a" } }],
  }, ["a result is as without[0]"]],
];

for (const [name, expected, said] of foundRows) {
  Deno.test(`a search: ${name}`, () => {
    const check = () => checkFound(result.address, [result, result], expected);
    assertEquals(complaintsOf(check), said);
  });
}
