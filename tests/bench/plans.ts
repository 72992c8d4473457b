/**
 * Processor time that the engine takes to plan an update of many nested
 * objects, to plan their creation, and to check the result of that.
 *
 * @module
 */
import { definersFor, p, s } from "../../provider/framework/mod.ts";
import {
  record,
  type Value,
  type ValueObject,
} from "../../provider/framework/values/value.ts";
import { applyChange, plan } from "../provider/framework/engine/support.ts";
import { processorTime } from "./process_use.ts";

/** Milliseconds of processor time. */
export interface PlanTimes {
  /** The nesting mode of the objects. */
  readonly nesting: string;
  /** The number of objects. */
  readonly count: number;
  /** The plan of an update. */
  readonly update: number;
  /** The plan of a creation. */
  readonly create: number;
  /** The creation and the check of its result. */
  readonly apply: number;
}

const member = {
  key: s.int({ required: true, description: "The key." }),
  note: s.string({ optional: true, description: "A note." }),
  id: s.string({
    computed: true,
    planModifiers: [p.useStateForUnknown()],
    description: "The id.",
  }),
};

const options = { optional: true, description: "The objects." } as const;

const nestings = {
  list: s.objectList(member, options),
  map: s.objectMap(member, options),
  set: s.objectSet(member, options),
} as const;

/** Plans and applies with each nesting and number of objects. */
export async function benchPlans(
  counts: readonly number[],
): Promise<PlanTimes[]> {
  const rows: PlanTimes[] = [];
  for (const count of counts) {
    for (const nesting of ["list", "map", "set"] as const) {
      rows.push(await benchNesting(nesting, count));
    }
  }
  return rows;
}

async function benchNesting(
  nesting: keyof typeof nestings,
  count: number,
): Promise<PlanTimes> {
  const schema = s.schema({
    description: "Many.",
    attributes: {
      name: s.string({ required: true, description: "The name." }),
      many: nestings[nesting],
    },
  });
  const object = (name: string, idOf: (i: number) => Value): ValueObject => {
    const objects = Array.from(
      { length: count },
      (_, i) => record([["key", i], ["note", null], ["id", idOf(i)]]),
    );
    const many = nesting === "map"
      ? record(objects.map((one, i) => [`${i}`, one]))
      : objects;
    return record([["name", name], ["many", many]]);
  };
  const config = object("b", () => null);
  const state = object("b", (i) => `id-${i}`);
  const never = () => Promise.reject(new Error("must not be called"));
  const resource = {
    ...definersFor<unknown>().defineResource({
      typeName: "test_many",
      schema,
      create: never,
      read: never,
      update: never,
      delete: never,
    }),
    create: () => Promise.resolve(state),
  };
  const priorState = object("a", (i) => `id-${i}`);
  const { plannedState } = await plan(resource, { config });
  return {
    nesting,
    count,
    update: await used(() => plan(resource, { config, priorState })),
    create: await used(() => plan(resource, { config })),
    apply: await used(() =>
      applyChange(resource, { config, planned: plannedState })
    ),
  };
}

async function used(work: () => Promise<unknown>): Promise<number> {
  const before = processorTime(Deno.pid);
  await work();
  return processorTime(Deno.pid) - before;
}
