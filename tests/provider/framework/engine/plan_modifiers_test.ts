import { assertEquals, assertStringIncludes } from "@std/assert";
import { definersFor } from "../../../../provider/framework/define/provider.ts";
import type {
  ModifyPlanResult,
  Resource,
} from "../../../../provider/framework/define/resource.ts";
import { DiagnosticsError } from "../../../../provider/framework/diagnostics.ts";
import { useStateForUnknown } from "../../../../provider/framework/plan/keep.ts";
import { requiresReplace } from "../../../../provider/framework/plan/replace.ts";
import type {
  PlanModifier,
  PlanModifierContext,
} from "../../../../provider/framework/schema/plan_modifier.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  record,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";
import {
  ableClient,
  bytes,
  details,
  lines,
  plain,
  plan,
  serverOf,
  text,
  whole,
} from "./support.ts";

const { defineResource } = definersFor<unknown>();

const never = () => Promise.reject(new Error("must not be called"));

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({
      computed: true,
      planModifiers: [useStateForUnknown()],
      description: "Stays.",
    }),
    name: s.string({
      required: true,
      planModifiers: [requiresReplace()],
      description: "Replaces.",
    }),
    size: s.string({ optional: true, description: "In place." }),
    updated: s.string({ computed: true, description: "Changes." }),
    secret: s.string({
      optional: true,
      writeOnly: true,
      planModifiers: [requiresReplace()],
      description: "Write-only.",
    }),
    cloud: s.object({
      vendor: s.string({
        required: true,
        planModifiers: [requiresReplace()],
        description: "Replaces.",
      }),
    }, { optional: true, description: "Cloud." }),
    rows: s.objectList({
      key: s.string({
        required: true,
        planModifiers: [requiresReplace()],
        description: "Replaces.",
      }),
    }, { optional: true, description: "Rows." }),
  },
});

function thing(parts: Partial<Resource> = {}): Resource {
  const resource = defineResource({
    typeName: "test_thing",
    schema,
    create: never,
    read: never,
    update: never,
    delete: never,
  });
  return { ...resource, ...parts };
}

const stored = { id: "1", name: "a", updated: "now", cloud: { vendor: "x" } };
const same = { name: "a", cloud: { vendor: "x" } };

function planStored(
  config: Readonly<Record<string, Value>>,
  resource: Resource = thing(),
  prior: Readonly<Record<string, Value>> | null = stored,
) {
  return plan(resource, {
    priorState: prior === null ? null : whole(schema, prior),
    config: whole(schema, config),
  });
}

const replaceCases: readonly {
  readonly title: string;
  readonly prior?: Readonly<Record<string, Value>> | null;
  readonly config: Readonly<Record<string, Value>>;
  readonly paths: readonly string[];
}[] = [
  { title: "nothing changes", config: same, paths: [] },
  {
    title: "another attribute changes",
    config: { ...same, size: "l" },
    paths: [],
  },
  {
    title: "the attribute changes",
    config: { ...same, name: "b" },
    paths: ["name"],
  },
  {
    title: "the attribute becomes unknown",
    config: { ...same, name: unknown },
    paths: ["name"],
  },
  { title: "the resource is new", prior: null, config: same, paths: [] },
  {
    title: "a nested attribute and another change, sorted",
    config: { name: "b", cloud: { vendor: "y" } },
    paths: ["cloud.vendor", "name"],
  },
  {
    title: "an element is added",
    prior: { ...stored, rows: [{ key: "r" }] },
    config: { ...same, rows: [{ key: "r" }, { key: "s" }] },
    paths: ["rows[1].key"],
  },
  {
    title: "only a write-only value is configured",
    config: { ...same, secret: "x" },
    paths: [],
  },
];

for (const { title, prior = stored, config, paths } of replaceCases) {
  Deno.test(`plan modifiers: replacement when ${title}`, async () => {
    const response = await planStored(config, thing(), prior);
    assertEquals(lines(response.diagnostics), []);
    assertEquals(response.requiresReplace.map(String), paths);
  });
}

Deno.test("plan modifiers: a kept computed value stays while others become unknown", async () => {
  const { plannedState } = await planStored({ ...same, size: "l" });
  assertEquals(
    plain(plannedState),
    plain(whole(schema, { ...stored, size: "l", updated: unknown })),
  );
});

Deno.test("plan modifiers: they run outer to inner, in order of declaration, on what earlier ones left", async () => {
  const seen: string[] = [];
  const spy = (tag: string, planned?: Value): PlanModifier => ({
    description: tag,
    modify(context: PlanModifierContext) {
      const first = context.plannedRoot["first"];
      seen.push(`${tag} ${context.path} first=${String(first)}`);
      return planned === undefined ? undefined : { planned };
    },
  });
  const spied = s.schema({
    description: "A thing.",
    attributes: {
      first: s.string({
        computed: true,
        planModifiers: [spy("1"), spy("2", "set")],
        description: "First.",
      }),
      outer: s.object({
        inner: s.string({
          computed: true,
          planModifiers: [spy("4")],
          description: "Inner.",
        }),
      }, { optional: true, planModifiers: [spy("3")], description: "Outer." }),
    },
    blocks: {
      row: s.block.list({
        description: "Rows.",
        attributes: {
          key: s.string({
            optional: true,
            planModifiers: [spy("5")],
            description: "Key.",
          }),
        },
      }),
    },
  });
  const resource = defineResource({
    typeName: "test_spied",
    schema: spied,
    create: never,
    read: never,
    update: never,
    delete: never,
  });
  const response = await plan(resource, {
    config: whole(spied, { outer: {}, row: [{ key: "k" }, {}] }),
  });
  assertEquals(lines(response.diagnostics), []);
  assertEquals(seen, [
    "1 first first=unknown",
    "2 first first=unknown",
    "3 outer first=set",
    "4 outer.inner first=set",
    "5 row[0].key first=set",
    "5 row[1].key first=set",
  ]);
});

Deno.test("plan modifiers: if only they change something, other computed values become unknown too", async () => {
  const rules: PlanModifier = {
    description: "Derives.",
    modify: () => ({ planned: "derived" }),
  };
  const derived = s.schema({
    description: "A thing.",
    attributes: {
      name: s.string({ required: true, description: "Name." }),
      label: s.string({
        computed: true,
        planModifiers: [rules],
        description: "Derived.",
      }),
      updated: s.string({ computed: true, description: "Changes." }),
    },
  });
  const resource = defineResource({
    typeName: "test_derived",
    schema: derived,
    create: never,
    read: never,
    update: never,
    delete: never,
  });
  const config = whole(derived, { name: "a" });
  const changed = await plan(resource, {
    priorState: whole(derived, { name: "a", label: "old", updated: "1" }),
    config,
  });
  assertEquals(
    plain(changed.plannedState),
    { name: "a", label: "derived", updated: unknown },
  );
  const unchanged = await plan(resource, {
    priorState: whole(derived, { name: "a", label: "derived", updated: "1" }),
    config,
  });
  assertEquals(
    plain(unchanged.plannedState),
    { name: "a", label: "derived", updated: "1" },
  );
});

Deno.test("plan: modifyPlan changes the plan, replaces, warns and keeps private data", async () => {
  const resource = thing({
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
    priorState: whole(schema, stored),
    config: whole(schema, { ...same, size: "l" }),
    privateState: bytes('{"old":1}'),
  });
  assertEquals(lines(response.diagnostics), ["warning: Careful"]);
  assertEquals(response.requiresReplace.map(String), ["size"]);
  assertEquals(
    plain(response.plannedState),
    plain(whole(schema, { ...stored, size: "l", updated: "soon" })),
  );
  assertEquals(text(response.privateState), '{"old":1,"seen":true}');
});

Deno.test("plan: a path to a write-only attribute from modifyPlan always counts", async () => {
  const secret = Path.root.attribute("secret");
  const resource = thing({ modifyPlan: () => ({ requiresReplace: [secret] }) });
  const response = await planStored({ ...same, secret: "new" }, resource);
  assertEquals(response.requiresReplace.map(String), ["secret"]);
});

Deno.test("plan: without an update every changed attribute replaces, computed ones only alone", async () => {
  const { update: _, ...fixed } = thing();
  const changed = await planStored({ ...same, size: "l" }, fixed);
  assertEquals(changed.requiresReplace.map(String), ["size"]);
  const computed = await planStored(same, {
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
    const resource = thing({ modifyPlan: ({ planned }) => modify(planned) });
    const { diagnostics } = await planStored({ ...same, size: "l" }, resource);
    assertEquals(diagnostics.hasErrors, true);
    assertEquals(diagnostics.items.map((item) => String(item.path)), [names]);
    assertStringIncludes(details(diagnostics), "test_thing");
    assertStringIncludes(details(diagnostics), "report it");
  });
}

Deno.test("plan: what modifyPlan or a rule throws is an error diagnostic", async () => {
  const thrown = thing({
    modifyPlan: () => {
      throw new Error("Quota used up", { cause: new Error("HTTP 402") });
    },
  });
  const first = await planStored(same, thrown);
  assertEquals(lines(first.diagnostics), ["error: Failed to plan test_thing"]);
  assertEquals(details(first.diagnostics), "Quota used up. Cause: HTTP 402.");
  const path = Path.root.attribute("size");
  const detailed = thing({
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
  const second = await planStored(same, detailed);
  assertEquals(lines(second.diagnostics), ["error size: Too big"]);
});

Deno.test("plan: a deferral needs a client that allows it", async () => {
  const resource = thing({
    modifyPlan: () => ({ deferred: "absent_prerequisite" as const }),
  });
  const config = whole(schema, same);
  const refused = await plan(resource, { config });
  assertEquals(refused.deferred, undefined);
  assertEquals(lines(refused.diagnostics), [
    "error: Can't put off: plan test_thing",
  ]);
  const clientCapabilities = ableClient;
  const allowed = await plan(resource, { config, clientCapabilities });
  assertEquals(allowed.deferred, "absent_prerequisite");
  assertEquals(lines(allowed.diagnostics), []);
});

Deno.test("plan: planDestroy sees the state, and its error stops the destroy", async () => {
  const priorState = whole(schema, stored);
  const protectedThing = thing({
    planDestroy({ prior, diagnostics }) {
      diagnostics.addError("Protected", `Keep ${String(prior["name"])}.`);
    },
  });
  const refused = await plan(protectedThing, { priorState });
  assertEquals(details(refused.diagnostics), "Keep a.");
  assertEquals(refused.plannedState, null);
  const privateState = bytes('{"k":1}');
  const allowed = await plan(thing(), { priorState, privateState });
  assertEquals(lines(allowed.diagnostics), []);
  assertEquals(allowed.plannedState, null);
  assertEquals(text(allowed.privateState), '{"k":1}');
});

Deno.test("plan: an unconfigured provider plans nothing", async () => {
  const server = serverOf({ resources: [thing()] });
  server.setConfigured(undefined);
  const config = whole(schema, same);
  const response = await plan(thing(), { config }, server);
  assertEquals(lines(response.diagnostics), [
    "error: The provider is not configured",
  ]);
});
