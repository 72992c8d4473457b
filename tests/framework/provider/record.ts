/**
 * A resource with values of unusual types, state upgrades, and states that it
 * takes over from others.
 *
 * @module
 */
import {
  failure,
  identity,
  type JsonValue,
  moveFrom,
  p,
  s,
  same,
  type State,
  types,
  upgradeFrom,
  v,
} from "../../../provider/framework/mod.ts";
import { defineResource } from "./vocabulary.ts";

const schema = s.schema({
  version: 2,
  description: "A record.",
  attributes: {
    id: s.string({
      computed: true,
      description: "The id.",
      planModifiers: [p.useStateForUnknown()],
    }),
    any: s.dynamic({ optional: true, description: "Whatever." }),
    number: s.number({ optional: true, description: "A number of any size." }),
    big: s.int64({
      optional: true,
      validators: [v.atLeast(-5n)],
      description: "A whole number.",
    }),
    bigger: s.int64({
      computed: true,
      planModifiers: [p.useStateForUnknown()],
      description: "A whole number that is one more.",
    }),
    json: s.string({
      optional: true,
      description: "A JSON text.",
      semanticEquals: (a, b) => canonical(a) === canonical(b),
    }),
    hosts: s.set(types.text(same.normalize((a) => a.toLowerCase())), {
      optional: true,
      description: "Host names; the service writes them in small letters.",
    }),
    matrix: s.list(types.list(types.int), {
      optional: true,
      description: "Rows of numbers.",
    }),
    people: s.value(
      types.list(
        types.object({ name: types.string, age: types.nullable(types.int) }),
      ),
      { optional: true, description: "People." },
    ),
  },
});

function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The attributes of a record, but for its id, where none is set. */
export const emptyRecord: Omit<State<typeof schema>, "id"> = {
  any: null,
  number: null,
  big: null,
  bigger: null,
  json: null,
  hosts: null,
  matrix: null,
  people: null,
};

/** The attributes that are read of a `terraform_data`. */
const data = s.schema({
  description: "Data.",
  attributes: { id: s.string({ required: true, description: "The id." }) },
});

/** The schema of version 0. */
const oldest = s.schema({
  description: "A record.",
  attributes: { name: s.string({ required: true, description: "The id." }) },
});

/** The resource `lab_record`. */
export const record = defineResource({
  typeName: "lab_record",
  schema,
  identity: {
    schema: {
      attributes: {
        id: identity.string({
          description: "The id.",
          requiredForImport: true,
        }),
      },
    },
    of: ({ id }) => ({ id: id ?? "" }),
  },
  create({ plan }) {
    return Promise.resolve({
      ...plan,
      id: "record",
      hosts: plan.hosts?.map((host) => host.toLowerCase()).sort() ?? null,
      bigger: plan.big === null ? null : plan.big + 1n,
    });
  },
  read({ state }) {
    return Promise.resolve(state);
  },
  update({ plan, prior }) {
    return Promise.resolve({ ...plan, id: prior.id, bigger: prior.bigger });
  },
  delete() {
    return Promise.resolve();
  },
  importState({ id, identity }) {
    return Promise.resolve({ ...emptyRecord, id: id ?? identity?.id ?? "" });
  },
  upgradeState: {
    0: upgradeFrom(oldest, ({ name }) => ({ ...emptyRecord, id: `0:${name}` })),
    1: ({ rawState }) => ({
      ...emptyRecord,
      id: `1:${text(rawState, "title")}`,
    }),
  },
  moveState: [
    moveFrom(
      { typeName: "terraform_data", provider: "/terraform", schema: data },
      ({ id }) => ({ ...emptyRecord, id: `moved:${id}` }),
    ),
  ],
});

function text(json: JsonValue, name: string): string {
  const value = typeof json === "object" && json !== null
    ? Reflect.get(json, name)
    : undefined;
  if (typeof value !== "string") {
    throw failure("Bad state", `The stored state has no ${name}.`);
  }
  return value;
}
