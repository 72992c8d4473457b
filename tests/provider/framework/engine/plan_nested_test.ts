import { assertEquals } from "@std/assert";
import { s } from "../../../../provider/framework/schema/s.ts";
import { useStateForUnknown } from "../../../../provider/framework/plan/p.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import { testPlans } from "./plan_cases.ts";
import { lines, plain, plan, resourceOf, whole } from "./support.ts";

const part = {
  key: s.string({ required: true, description: "The key." }),
  note: s.string({ optional: true, description: "Optional." }),
  port: s.int({ optional: true, default: 80, description: "Default 80." }),
  uid: s.string({ computed: true, description: "Computed." }),
};

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description: "The id." }),
    rows: s.objectList(part, { optional: true, description: "By index." }),
    pool: s.objectSet(part, { optional: true, description: "By content." }),
    named: s.objectMap(part, { optional: true, description: "By key." }),
    cloud: s.object({
      vendor: s.string({
        optional: true,
        computed: true,
        description: "The vendor.",
      }),
    }, { optional: true, computed: true, description: "Given or chosen." }),
  },
  blocks: {
    one: s.block.single({ description: "One.", attributes: part }),
    group: s.block.group({ description: "Group.", attributes: part }),
    list: s.block.list({ description: "List.", attributes: part }),
    set: s.block.set({ description: "Set.", attributes: part }),
    map: s.block.map({ description: "Map.", attributes: part }),
  },
});

const thing = resourceOf(schema);

const a = { key: "a", port: 80, uid: "ua" };
const b = { key: "b", port: 81, uid: "ub" };
const group = { port: 80, uid: "ug" };
const newUid = { uid: unknown };

testPlans(thing, [
  {
    title: "nested objects of a new resource get defaults and unknowns",
    config: {
      rows: [{ key: "a" }],
      named: { x: { key: "a" } },
      pool: [{ key: "a" }, { key: "b", port: 81 }],
    },
    planned: {
      id: unknown,
      cloud: unknown,
      rows: [{ ...a, ...newUid }],
      named: { x: { ...a, ...newUid } },
      pool: [{ ...a, ...newUid }, { ...b, ...newUid }],
      group: { port: 80, uid: unknown },
    },
  },
  {
    title: "unchanged nested objects keep what was computed",
    prior: {
      id: "1",
      cloud: { vendor: "aws" },
      rows: [a, b],
      named: { x: a, y: b },
      pool: [a, b],
      group,
      one: a,
      list: [a, b],
      set: [a, b],
      map: { k: a },
    },
    config: {
      rows: [{ key: "a" }, { key: "b", port: 81 }],
      named: { y: { key: "b", port: 81 }, x: { key: "a" } },
      pool: [{ key: "b", port: 81 }, { key: "a" }],
      group: {},
      one: { key: "a" },
      list: [{ key: "a" }, { key: "b", port: 81 }],
      set: [{ key: "b", port: 81 }, { key: "a" }],
      map: { k: { key: "a" } },
    },
    planned: {
      id: "1",
      cloud: { vendor: "aws" },
      rows: [a, b],
      named: { x: a, y: b },
      pool: [b, a],
      group,
      one: a,
      list: [a, b],
      set: [b, a],
      map: { k: a },
    },
  },
  {
    title: "an unknown element of a list stays unknown",
    prior: { id: "1", cloud: null, group },
    config: { rows: [unknown, { key: unknown }] },
    planned: {
      id: unknown,
      cloud: unknown,
      rows: [unknown, { key: unknown, port: 80, uid: unknown }],
      group: { port: 80, uid: unknown },
    },
  },
  {
    title: "an unknown number of blocks stays unknown",
    prior: { id: "1", cloud: null, group },
    config: { list: unknown, set: unknown },
    planned: {
      id: unknown,
      cloud: unknown,
      list: unknown,
      set: unknown,
      group: { port: 80, uid: unknown },
    },
  },
]);

const kept = {
  key: part.key,
  uid: s.string({
    computed: true,
    planModifiers: [useStateForUnknown()],
    description: "Stays.",
  }),
};

const holder = s.schema({
  description: "A thing.",
  attributes: {
    rows: s.objectSet({
      ...kept,
      list: s.objectList(kept, { optional: true, description: "In order." }),
      set: s.objectSet(kept, { optional: true, description: "In any order." }),
    }, { required: true, description: "By content." }),
  },
});

testPlans(
  resourceOf(holder),
  (["list", "set"] as const).map((nesting) => {
    const parts = [{ key: "a", uid: "1" }, { key: "b", uid: "2" }];
    const planned = nesting === "set" ? parts.toReversed() : parts;
    const configured = planned.map(({ key }) => ({ key }));
    const bare = { key: "x", uid: "9" };
    return {
      title: `an element of a set is found by the ${nesting} inside it`,
      prior: { rows: [bare, { key: "x", uid: "0", [nesting]: parts }] },
      config: {
        rows: [
          { key: "new" },
          { key: "x", [nesting]: configured },
          { key: "x" },
        ],
      },
      planned: {
        rows: [
          { key: "new", ...newUid },
          { key: "x", uid: "0", [nesting]: planned },
          bare,
        ],
      },
    };
  }),
);

Deno.test("plan: elements that their defaults make equal are an error at the set", async () => {
  const { key, port } = part;
  const pool = s.objectSet({ key, port }, {
    required: true,
    description: "P.",
  });
  const attributes = { pool };
  const ports = s.schema({ description: "A thing.", attributes });
  const { diagnostics } = await plan(resourceOf(ports), {
    config: whole(ports, { pool: [{ key: "a" }, { key: "a", port: 80 }] }),
  });
  assertEquals(lines(diagnostics), ["error pool: Duplicate elements of a set"]);
});

Deno.test("plan: elements of a set do not take each other's prior element", async () => {
  const pooled = s.schema({
    description: "A thing.",
    attributes: {
      pool: s.objectSet({
        key: s.string({ required: true, description: "The key." }),
        zone: s.string({ optional: true, computed: true, description: "Z." }),
      }, { optional: true, description: "By content." }),
    },
  });
  const resource = { ...thing, schema: pooled };
  const prior = whole(pooled, {
    pool: [{ key: "a", zone: "x" }, { key: "a", zone: "y" }],
  });
  // The first fits both elements of the state, the second only the first.
  const response = await plan(resource, {
    priorState: prior,
    config: whole(pooled, {
      pool: [{ key: "a" }, { key: "a", zone: "x" }],
    }),
  });
  assertEquals(
    plain(response.plannedState),
    plain(whole(pooled, {
      pool: [{ key: "a", zone: "y" }, { key: "a", zone: "x" }],
    })),
  );
});

Deno.test("plan: a semanticEquals that throws is the author's fault", async () => {
  const broken = s.schema({
    description: "A thing.",
    attributes: {
      text: s.string({
        optional: true,
        semanticEquals: () => {
          throw new TypeError("oops");
        },
        description: "Text.",
      }),
    },
  });
  const response = await plan({ ...thing, schema: broken }, {
    priorState: whole(broken, { text: "a" }),
    config: whole(broken, { text: "b" }),
  });
  assertEquals(lines(response.diagnostics), [
    "error: Failed to plan test_thing",
  ]);
});
