import { assertEquals } from "@std/assert";
import type {
  PlanModifier,
  PlanModifierContext,
} from "../../../../provider/framework/schema/rules.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import {
  requiresReplace,
  useStateForUnknown,
} from "../../../../provider/framework/plan/p.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import { lines, plain, plan, resourceOf, whole } from "./support.ts";
import {
  makeThing,
  planStored,
  storedConfig,
  storedThing,
} from "./planned_thing.ts";

const replaceCases: readonly {
  readonly title: string;
  readonly prior?: Readonly<Record<string, Value>> | null;
  readonly config: Readonly<Record<string, Value>>;
  readonly paths: readonly string[];
}[] = [
  { title: "nothing changes", config: storedConfig, paths: [] },
  {
    title: "another attribute changes",
    config: { ...storedConfig, size: "l" },
    paths: [],
  },
  {
    title: "the attribute changes",
    config: { ...storedConfig, name: "b" },
    paths: ["name"],
  },
  {
    title: "the attribute becomes unknown",
    config: { ...storedConfig, name: unknown },
    paths: ["name"],
  },
  {
    title: "the resource is new",
    prior: null,
    config: storedConfig,
    paths: [],
  },
  {
    title: "a nested attribute and another change, sorted",
    config: { name: "b", cloud: { vendor: "y" } },
    paths: ["cloud.vendor", "name"],
  },
  {
    title: "an element is added",
    prior: { ...storedThing, rows: [{ key: "r" }] },
    config: { ...storedConfig, rows: [{ key: "r" }, { key: "s" }] },
    paths: ["rows[1].key"],
  },
  {
    title: "an element is removed",
    prior: { ...storedThing, rows: [{ key: "r" }, { key: "s" }] },
    config: { ...storedConfig, rows: [{ key: "r" }] },
    paths: ["rows[1].key"],
  },
  {
    title: "the object that holds the attribute is removed",
    config: { name: "a" },
    paths: ["cloud.vendor"],
  },
  {
    title: "the object that holds the attribute becomes unknown",
    config: { name: "a", cloud: unknown },
    paths: ["cloud.vendor"],
  },
  {
    title: "the list that holds the attribute is removed",
    prior: { ...storedThing, rows: [{ key: "r" }] },
    config: storedConfig,
    paths: ["rows[0].key"],
  },
  {
    title: "an element of a set is removed",
    prior: { ...storedThing, pool: [{ key: "r" }, { key: "s" }] },
    config: { ...storedConfig, pool: [{ key: "s" }] },
    paths: ["pool"],
  },
  {
    title: "an element of a map is removed",
    prior: { ...storedThing, named: { a: { key: "r" } } },
    config: { ...storedConfig, named: {} },
    paths: ['named["a"].key'],
  },
  {
    title: "only a write-only value is configured",
    config: { ...storedConfig, secret: "x" },
    paths: [],
  },
];

for (const { title, prior = storedThing, config, paths } of replaceCases) {
  Deno.test(`plan modifiers: replacement when ${title}`, async () => {
    const response = await planStored(config, makeThing(), prior);
    assertEquals(lines(response.diagnostics), []);
    assertEquals(response.requiresReplace.map(String), paths);
  });
}

Deno.test("plan modifiers: they run outer to inner, in order of declaration, on what earlier ones left", async () => {
  const seen: string[] = [];
  const spy = (tag: string, planned?: Value): PlanModifier => ({
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
  const resource = resourceOf(spied);
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

Deno.test("plan modifiers: inside a computed object they change the plan and not the state", async () => {
  const rules: PlanModifier = {
    modify: () => ({ planned: "derived" }),
  };
  const nested = s.schema({
    description: "A thing.",
    attributes: {
      name: s.string({ required: true, description: "Name." }),
      about: s.object({
        label: s.string({
          computed: true,
          planModifiers: [rules],
          description: "Derived.",
        }),
      }, { optional: true, computed: true, description: "About." }),
      updated: s.string({ computed: true, description: "Changes." }),
    },
  });
  const resource = resourceOf(nested);
  const state = { name: "a", about: { label: "old" }, updated: "1" };
  const priorState = whole(nested, state);
  const response = await plan(resource, {
    priorState,
    config: whole(nested, { name: "a" }),
  });
  assertEquals(plain(priorState), state);
  assertEquals(
    plain(response.plannedState),
    { name: "a", about: unknown, updated: unknown },
  );
});

const inner = {
  lid: s.string({ optional: true, description: "Lid." }),
  id: s.string({ computed: true, description: "Id." }),
};
const options = {
  optional: true,
  computed: true,
  description: "Box.",
} as const;

/** An attribute of nested objects, and a value with one of them. */
const nestings = {
  "single value": [s.object(inner, options), (box: Value) => box],
  list: [s.objectList(inner, options), (box: Value) => [box]],
  map: [s.objectMap(inner, options), (box: Value) => ({ one: box })],
} as const;

for (const [nesting, [nested, hold]] of Object.entries(nestings)) {
  Deno.test(`nested objects in a ${nesting} that were configured and are removed are an update, as in Go, unless they stay`, async () => {
    const planned = async (more: object, box: Value) => {
      const schema = s.schema({
        description: "A thing.",
        attributes: {
          seen: s.string({ computed: true, description: "Seen." }),
          box: { ...nested, ...more },
        },
      });
      const { plannedState } = await plan({ ...makeThing(), schema }, {
        priorState: whole(schema, { seen: "x", box }),
        config: whole(schema, {}),
      });
      return plain(plannedState);
    };
    const configured = hold({ lid: "oak", id: "1" });
    const provided = hold({ lid: null, id: "1" });
    const stays = { planModifiers: [useStateForUnknown()] };
    for (const box of [provided, null]) {
      assertEquals(await planned({}, box), { seen: "x", box });
    }
    assertEquals(await planned({}, configured), {
      seen: unknown,
      box: unknown,
    });
    assertEquals(await planned(stays, configured), {
      seen: "x",
      box: configured,
    });
  });
}

Deno.test("a block has plan modifiers, and its own path replaces", async () => {
  const blocks = s.schema({
    description: "A thing.",
    attributes: {},
    blocks: {
      disk: s.block.list({
        description: "Disks.",
        planModifiers: [requiresReplace()],
        attributes: {
          size: s.int({ required: true, description: "Size." }),
        },
      }),
    },
  });
  const resource = { ...makeThing(), schema: blocks };
  const { requiresReplace: paths } = await plan(resource, {
    priorState: whole(blocks, { disk: [{ size: 1 }, { size: 2 }] }),
    config: whole(blocks, { disk: [{ size: 3 }] }),
  });
  assertEquals(paths.map(String), ["disk"]);
});

Deno.test("a default of what is only computed is known in the plan", async () => {
  const fixed = s.schema({
    description: "A thing.",
    attributes: {
      kind: s.string({ computed: true, default: "disk", description: "Kind." }),
    },
  });
  const { plannedState, diagnostics } = await plan(
    { ...makeThing(), schema: fixed },
    { priorState: null, config: whole(fixed, {}) },
  );
  assertEquals(lines(diagnostics), []);
  assertEquals(plain(plannedState), { kind: "disk" });
});

Deno.test("a plan modifier warns, throws, and reads what is kept beside the state", async () => {
  const seen: unknown[] = [];
  const warned = s.schema({
    description: "A thing.",
    attributes: {
      name: s.string({
        optional: true,
        planModifiers: [{
          modify({ path, privateState, diagnostics }) {
            seen.push(privateState.get("k"));
            diagnostics.addWarning("Odd", "Look.", path);
          },
        }],
        description: "Name.",
      }),
    },
  });
  const resource = { ...makeThing(), schema: warned };
  const values = {
    priorState: whole(warned, { name: "a" }),
    config: whole(warned, { name: "b" }),
    privateState: new TextEncoder().encode('{"k":1}'),
  };
  const { diagnostics } = await plan(resource, values);
  assertEquals(lines(diagnostics), ["warning name: Odd"]);
  assertEquals(new Set(seen), new Set([1]));
});
