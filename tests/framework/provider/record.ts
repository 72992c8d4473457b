/**
 * A resource with values of unusual types.
 *
 * @module
 */
import {
  identity,
  p,
  s,
  same,
  type State,
  types,
  v,
} from "../../../provider/framework/mod.ts";
import { defineResource } from "./vocabulary.ts";

const schema = s.schema({
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
const emptyRecord: Omit<State<typeof schema>, "id"> = {
  any: null,
  number: null,
  big: null,
  bigger: null,
  json: null,
  hosts: null,
  matrix: null,
  people: null,
};

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
});
