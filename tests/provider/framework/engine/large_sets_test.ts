/**
 * Plans and applies of many nested objects: how much is looked at, by count and
 * not by clock, and that other calls get their turn.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { same } from "../../../../provider/framework/plan/same.ts";
import type { PlanModifier } from "../../../../provider/framework/schema/rules.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  isValueObject,
  record,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/values/value.ts";
import {
  applyChange,
  lines,
  plan,
  resourceOf,
  serverOf,
  whole,
} from "./support.ts";

const member = {
  key: s.int({ required: true, description: "The key." }),
  note: s.string({ optional: true, description: "A note." }),
  id: s.string({ computed: true, description: "The id." }),
};

const pool = s.schema({
  description: "A pool.",
  attributes: {
    name: s.string({ required: true, description: "The name." }),
    pool: s.objectSet(member, { optional: true, description: "Members." }),
  },
});

/** The elements of a set, which count how often their key is read. */
function countReads(
  count: number,
  more: Readonly<Record<string, Value>>,
): { readonly elements: readonly Value[]; reads(): number } {
  let reads = 0;
  const elements = Array.from({ length: count }, (_, i) => {
    const element = record([["key", i], ["note", null]]);
    for (const [name, value] of Object.entries(more)) element[name] = value;
    return Object.defineProperty(element, "key", {
      enumerable: true,
      get() {
        reads++;
        return i;
      },
    });
  });
  return { elements, reads: () => reads };
}

const sizes = [500, 1000, 2000] as const;

/** Fails unless twice as many elements are about twice as much to do. */
async function assertLinear(
  countOf: (size: number) => Promise<number>,
): Promise<void> {
  const counts: number[] = [];
  for (const size of sizes) counts.push(await countOf(size));
  const [small = 0, middle = 0, large = 0] = counts;
  assert(small > 0, "nothing was counted");
  assert(middle < 2.2 * small && large < 2.2 * middle, counts.join(" "));
}

Deno.test("a plan reads the elements of a set a fixed number of times", async () => {
  await assertLinear(async (size) => {
    const config = countReads(size, { id: null });
    const prior = countReads(size, { id: "1" });
    const response = await plan(resourceOf(pool), {
      config: record([["name", "b"], ["pool", config.elements]]),
      priorState: record([["name", "a"], ["pool", prior.elements]]),
    });
    assertEquals(lines(response.diagnostics), []);
    return config.reads() + prior.reads();
  });
});

Deno.test("the check of a result reads the elements of a set a fixed number of times", async () => {
  await assertLinear(async (size) => {
    const planned = countReads(size, { id: unknown });
    const elements = planned.elements;
    const reached = elements.map((_, i) =>
      record([["key", i], ["note", null], ["id", `${i}`]])
    );
    const create = () =>
      Promise.resolve(record([["name", "a"], ["pool", reached]]));
    const response = await applyChange(resourceOf(pool, { create }), {
      planned: record([["name", "a"], ["pool", elements]]),
    });
    assertEquals(lines(response.diagnostics), []);
    return planned.reads();
  });
});

const differ = (i: number, letter: string) => letter + i;

function areOne(i: number, letter: string): string {
  const text = "x".repeat(11).replaceAll(
    /x/g,
    (x, at) => i >> at & 1 ? "X" : x,
  );
  return text + (letter === "a" ? "y" : "Y");
}

const hosts = {
  "whose normalized texts differ": { hostOf: differ },
  "that are one in normal form": { hostOf: areOne },
  "that are one, and of which half are new": { hostOf: areOne, prior: 0.5 },
  "that are one, and of which half go": { hostOf: areOne, config: 0.5 },
};

for (const [what, { hostOf, ...shares }] of Object.entries(hosts)) {
  const { config, prior } = { config: 1, prior: 1, ...shares };
  Deno.test(`elements ${what} are not tried each with each`, async () => {
    await assertLinear(async (size) => {
      let count = 0;
      const host = s.string({
        required: true,
        semanticEquals: same.normalize((text) => {
          count++;
          return text.toLowerCase();
        }),
        description: "The host.",
      });
      const schema = s.schema({
        description: "A pool.",
        attributes: {
          pool: s.objectSet({ host }, {
            required: true,
            description: "Hosts.",
          }),
        },
      });
      const poolOf = (letter: string, share: number) =>
        whole(schema, {
          pool: Array.from(
            { length: size * share },
            (_, i) => ({ host: hostOf(i, letter) }),
          ),
        });
      const response = await plan(resourceOf(schema), {
        config: poolOf("a", config),
        priorState: poolOf("b", prior),
      });
      assertEquals(lines(response.diagnostics), []);
      return count;
    });
  });
}

Deno.test("plan modifiers in a map copy nothing", async () => {
  const roots = new Set<ValueObject>();
  const keep: PlanModifier = {
    modify: ({ plannedRoot, parentPlan, prior }) => {
      roots.add(plannedRoot).add(parentPlan);
      return { planned: prior };
    },
  };
  const schema = s.schema({
    description: "A map.",
    attributes: {
      name: s.string({ required: true, description: "The name." }),
      named: s.objectMap({
        id: s.string({
          computed: true,
          planModifiers: [keep],
          description: "The id.",
        }),
      }, { optional: true, description: "By name." }),
    },
  });
  const count = 100;
  const named = (id: Value) =>
    record(
      Array.from({ length: count }, (_, i) => [`k${i}`, record([["id", id]])]),
    );
  const response = await plan(resourceOf(schema), {
    config: whole(schema, { name: "b", named: named(null) }),
    priorState: whole(schema, { name: "a", named: named("1") }),
  });
  assertEquals(lines(response.diagnostics), []);
  assertEquals(roots.size, count + 1);
});

Deno.test("a Stop is heard in the middle of a large plan", async () => {
  const resource = resourceOf(pool);
  const server = serverOf({ resources: [resource] });
  const elements = Array.from({ length: 5000 }, (_, key) => ({ key }));
  const planning = plan(
    resource,
    { config: whole(pool, { name: "a", pool: elements }) },
    server,
  );
  server.stop();
  const { diagnostics } = await planning;
  assertEquals(lines(diagnostics), ["error: Cancelled: plan test_thing"]);
});

Deno.test("on drift modifyPlan runs once, and its private data are those of the plan", async () => {
  let runs = 0;
  const schema = s.schema({
    description: "A thing.",
    attributes: {
      name: s.string({ required: true, description: "The name." }),
      status: s.string({ computed: true, description: "The status." }),
      id: s.string({ computed: true, description: "The id." }),
    },
  });
  const resource = resourceOf(schema, {
    modifyPlan({ planned, privateState }) {
      privateState.set(`run ${++runs}`, true);
      const status = planned["status"] === "broken" ? "well" : unknown;
      return {
        planned: record([...Object.entries(planned), ["status", status]]),
      };
    },
  });
  const prior = { name: "a", status: "broken", id: "1" };
  const response = await plan(resource, {
    config: whole(schema, { name: "a" }),
    priorState: whole(schema, prior),
  });
  assertEquals(lines(response.diagnostics), []);
  assertEquals(
    response.plannedState,
    whole(schema, { ...prior, status: "well" }),
  );
  assertEquals(runs, 1);
  assertEquals(
    new TextDecoder().decode(response.privateState),
    '{"run 1":true}',
  );
});

Deno.test("a set that a modifier takes from the state is paired by its elements", async () => {
  const seen: string[] = [];
  const spy: PlanModifier = {
    modify({ config, prior, planned, parentState }) {
      const key = String(parentState?.["key"] ?? "none");
      seen.push([config, prior, planned].map(String).join() + ` of ${key}`);
      return undefined;
    },
  };
  const keepPrior: PlanModifier = {
    modify: ({ prior }) => ({ planned: prior }),
  };
  const schema = s.schema({
    description: "A pool.",
    attributes: {
      name: s.string({ required: true, description: "The name." }),
      pool: s.objectSet({
        key: s.string({ required: true, description: "The key." }),
        zone: s.string({
          optional: true,
          computed: true,
          planModifiers: [spy],
          description: "The zone.",
        }),
      }, {
        optional: true,
        computed: true,
        planModifiers: [keepPrior],
        description: "Members.",
      }),
    },
  });
  const prior = [{ key: "a", zone: "x" }, { key: "b", zone: "y" }];
  const response = await plan(resourceOf(schema), {
    config: whole(schema, {
      name: "n",
      pool: [{ key: "b", zone: "y" }, { key: "a" }],
    }),
    priorState: whole(schema, { name: "o", pool: prior }),
  });
  assertEquals(seen, ["null,x,x of a", "y,y,y of b"]);
  const { plannedState } = response;
  assert(isValueObject(plannedState));
  assertEquals(
    plannedState["pool"],
    prior.map((one) => record(Object.entries(one))),
  );
});

Deno.test("a comparison that throws after a create does not lose its state", async () => {
  const schema = s.schema({
    description: "A pool.",
    attributes: {
      pool: s.objectSet({
        host: s.string({
          required: true,
          semanticEquals: () => {
            throw new RangeError("never compared before");
          },
          description: "The host.",
        }),
      }, { optional: true, description: "Members." }),
    },
  });
  const reached = whole(schema, { pool: [{ host: "b" }] });
  const create = () => Promise.resolve(reached);
  const response = await applyChange(resourceOf(schema, { create }), {
    planned: whole(schema, { pool: [{ host: "a" }] }),
  });
  assertEquals(response.newState, reached);
  assertEquals(response.diagnostics.hasErrors, true);
});
