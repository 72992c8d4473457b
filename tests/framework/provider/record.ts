/**
 * A resource with values of unusual types.
 *
 * @module
 */
import { p, s, types, v } from "../../../provider/framework/mod.ts";
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

/** The resource `lab_record`. */
export const record = defineResource({
  typeName: "lab_record",
  schema,
  create({ plan }) {
    return Promise.resolve({
      ...plan,
      id: "record",
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
});
