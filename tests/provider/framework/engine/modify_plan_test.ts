import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ModifyPlanResult } from "../../../../provider/framework/define/resource.ts";
import { DiagnosticsError } from "../../../../provider/framework/diagnostics.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  record,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";
import { ableClient, details, lines, plain, plan, whole } from "./support.ts";
import {
  makeThing,
  planStored,
  schema,
  storedConfig,
  storedThing,
} from "./planned_thing.ts";
import { decodeText, encodeText } from "../../../support/text.ts";

Deno.test("plan: modifyPlan changes the plan, replaces, warns and keeps private data", async () => {
  const resource = makeThing({
    modifyPlan({ planned, diagnostics, privateState }) {
      diagnostics.addWarning("Careful", "It is slow.");
      privateState.set("seen", true);
      return {
        planned: record([...Object.entries(planned), ["updated", "soon"]]),
        requiresReplace: [
          Path.root.attribute("size"),
          Path.root.attribute("name"),
          Path.root.attribute("nowhere"),
        ],
      };
    },
  });
  const response = await plan(resource, {
    priorState: whole(schema, storedThing),
    config: whole(schema, { ...storedConfig, size: "l" }),
    privateState: encodeText('{"old":1}'),
  });
  assertEquals(lines(response.diagnostics), ["warning: Careful"]);
  assertEquals(response.requiresReplace.map(String), ["size"]);
  assertEquals(
    plain(response.plannedState),
    plain(whole(schema, { ...storedThing, size: "l", updated: "soon" })),
  );
  assertEquals(decodeText(response.privateState), '{"old":1,"seen":true}');
});

Deno.test("plan: a path to a write-only attribute from modifyPlan always counts", async () => {
  const secret = Path.root.attribute("secret");
  const resource = makeThing({
    modifyPlan: () => ({ requiresReplace: [secret] }),
  });
  const response = await planStored(
    { ...storedConfig, secret: "new" },
    resource,
  );
  assertEquals(response.requiresReplace.map(String), ["secret"]);
});

Deno.test("plan: without an update every changed attribute replaces, computed ones only alone", async () => {
  const { update: _, ...fixed } = makeThing();
  const changed = await planStored({ ...storedConfig, size: "l" }, fixed);
  assertEquals(changed.requiresReplace.map(String), ["size"]);
  const computed = await planStored(storedConfig, {
    ...fixed,
    modifyPlan: ({ planned }) => ({
      planned: record([...Object.entries(planned), ["updated", unknown]]),
    }),
  });
  assertEquals(computed.requiresReplace.map(String), ["updated"]);
});

const faults: readonly {
  readonly title: string;
  readonly modify: (planned: ValueObject) => ModifyPlanResult<ValueObject>;
  readonly names: string;
}[] = [
  {
    title: "changes a configured value",
    modify: (planned) => ({
      planned: record([...Object.entries(planned), ["name", "NAME"]]),
    }),
    names: "name",
  },
  {
    title: "makes unknown what an update is to know",
    modify: (planned) => ({
      planned: record([...Object.entries(planned), ["id", unknown]]),
    }),
    names: "id",
  },
  {
    title: "forgets an attribute",
    modify: ({ size: _, ...planned }) => ({ planned }),
    names: "size",
  },
  {
    title: "returns a wrong type",
    modify: (planned) => ({
      planned: record([...Object.entries(planned), ["cloud", "x"]]),
    }),
    names: "cloud",
  },
];

for (const { title, modify, names } of faults) {
  Deno.test(`plan: a modifyPlan that ${title} is reported`, async () => {
    const resource = makeThing({
      modifyPlan: ({ planned }) => modify(planned),
    });
    const { diagnostics } = await planStored(
      { ...storedConfig, size: "l" },
      resource,
    );
    assertEquals(diagnostics.hasErrors, true);
    assertEquals(diagnostics.items.map((item) => String(item.path)), [names]);
    assertStringIncludes(details(diagnostics), "test_thing");
    assertStringIncludes(details(diagnostics), "report it");
  });
}

Deno.test("whatever is thrown, there is a message", async () => {
  const thrown = makeThing({
    modifyPlan() {
      throw undefined;
    },
  });
  const { diagnostics } = await planStored(storedConfig, thrown);
  assertStringIncludes(details(diagnostics), "was thrown: undefined");
});

Deno.test("plan: what modifyPlan or a rule throws is an error diagnostic", async () => {
  const thrown = makeThing({
    modifyPlan: ({ diagnostics }) => {
      diagnostics.addWarning("First", "Look.");
      throw new Error("Quota used up", { cause: new Error("HTTP 402") });
    },
  });
  const first = await planStored(storedConfig, thrown);
  assertEquals(lines(first.diagnostics), [
    "warning: First",
    "error: Failed to plan test_thing",
  ]);
  assertEquals(
    details(first.diagnostics),
    "Look.\nQuota used up. Cause: HTTP 402.",
  );
  const path = Path.root.attribute("size");
  const detailed = makeThing({
    modifyPlan: () => {
      throw new DiagnosticsError([
        {
          severity: "error",
          summary: "Too big",
          detail: "Make it small.",
          path,
        },
      ]);
    },
  });
  const second = await planStored(storedConfig, detailed);
  assertEquals(lines(second.diagnostics), ["error size: Too big"]);
});

Deno.test("plan: a deferral needs a client that allows it", async () => {
  const resource = makeThing({
    modifyPlan: () => ({ deferred: "absent_prerequisite" as const }),
  });
  const config = whole(schema, storedConfig);
  const refused = await plan(resource, { config });
  assertEquals(refused.deferred, undefined);
  assertEquals(lines(refused.diagnostics), [
    "error: Deferral not supported",
  ]);
  const clientCapabilities = ableClient;
  const allowed = await plan(resource, { config, clientCapabilities });
  assertEquals(allowed.deferred, "absent_prerequisite");
  assertEquals(lines(allowed.diagnostics), []);
});

Deno.test("plan: planDestroy sees the state, and its error stops the destroy", async () => {
  const priorState = whole(schema, storedThing);
  const protectedThing = makeThing({
    planDestroy({ prior, diagnostics }) {
      diagnostics.addError("Protected", `Keep ${String(prior["name"])}.`);
    },
  });
  const refused = await plan(protectedThing, { priorState });
  assertEquals(details(refused.diagnostics), "Keep a.");
  assertEquals(refused.plannedState, null);
  const privateState = encodeText('{"k":1}');
  const noted = makeThing({
    planDestroy: ({ privateState }) => privateState.set("seen", true),
  });
  for (
    const [thing, kept] of [
      [makeThing(), '{"k":1}'],
      [noted, '{"k":1,"seen":true}'],
    ] as const
  ) {
    const allowed = await plan(thing, { priorState, privateState });
    assertEquals(lines(allowed.diagnostics), []);
    assertEquals(allowed.plannedState, null);
    assertEquals(decodeText(allowed.privateState), kept);
  }
});
