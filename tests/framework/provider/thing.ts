/**
 * A resource with an attribute of most kinds.
 *
 * @module
 */
import {
  failure,
  p,
  type Plan,
  s,
  type State,
  types,
  v,
} from "../../../provider/framework/mod.ts";
import type { StoredObject } from "./store.ts";
import { defineResource } from "./vocabulary.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({
      computed: true,
      description: "The id.",
      planModifiers: [p.useStateForUnknown()],
    }),
    name: s.string({
      required: true,
      description: "The name.",
      validators: [v.matches(/^[a-z]+$/, "lower-case letters")],
      planModifiers: [p.requiresReplace()],
    }),
    size: s.int({
      optional: true,
      default: 1,
      description: "The size.",
      validators: [v.between(1, 10)],
    }),
    title: s.string({
      computed: true,
      description: "The name in capitals.",
      planModifiers: [
        p.computedFrom(
          ["name"],
          (name) => typeof name === "string" ? name.toUpperCase() : undefined,
        ),
      ],
    }),
    label: s.string({
      optional: true,
      computed: true,
      description: "The label; by default made of the name.",
    }),
    tags: s.set(types.string, { optional: true, description: "The tags." }),
    env: s.map(types.string, { optional: true, description: "Variables." }),
    steps: s.objectList({
      run: s.string({ required: true, description: "The command to run." }),
      times: s.int({
        optional: true,
        default: 1,
        description: "The number of times.",
      }),
      result: s.string({ computed: true, description: "The result." }),
    }, { optional: true, description: "The steps." }),
    secret: s.string({
      optional: true,
      writeOnly: true,
      description: "A secret.",
      validators: [v.requiredWith("secret_version")],
    }),
    secret_version: s.int({
      optional: true,
      description: "Grows when the secret changes.",
    }),
    revision: s.int({ computed: true, description: "Grows with each change." }),
    timeouts: s.timeouts({ create: "1m", update: "1m", delete: "1m" }),
  },
});

/** The resource `lab_thing`. */
export const thing = defineResource({
  typeName: "lab_thing",
  schema,
  async create({ plan, config, provider, providerMeta }) {
    const id = `thing-${plan.name}`;
    if (await provider.store.get(id) !== undefined) {
      throw failure("Thing exists", `There is a thing named ${plan.name}.`);
    }
    const state = stateOf(id, plan, 1);
    await provider.store.put(id, {
      ...objectOf(state),
      secret: config.secret,
      team: providerMeta?.["team"],
    });
    return state;
  },
  async read({ state, provider }) {
    const object = await provider.store.get(state.id ?? "");
    if (object === undefined) return undefined;
    return { ...state, ...numbers(object) };
  },
  async update({ plan, prior, config, provider }) {
    const id = prior.id ?? "";
    const state = stateOf(id, plan, (prior.revision ?? 0) + 1);
    await provider.store.put(id, { ...objectOf(state), secret: config.secret });
    return state;
  },
  async delete({ state, provider }) {
    await provider.store.remove(state.id ?? "");
  },
  async importState({ id = "", provider }) {
    const object = await provider.store.get(id);
    if (object === undefined) return undefined;
    const name = String(object["name"]);
    return {
      ...nothing,
      id,
      name,
      title: name.toUpperCase(),
      label: `${object["label"]}`,
      ...numbers(object),
    };
  },
});

const nothing = {
  tags: null,
  env: null,
  steps: null,
  secret: null,
  secret_version: null,
  revision: null,
  timeouts: null,
} as const;

function stateOf(
  id: string,
  plan: Plan<typeof schema>,
  revision: number,
): State<typeof schema> {
  return {
    ...plan,
    id,
    title: plan.name.toUpperCase(),
    label: typeof plan.label === "string" ? plan.label : `The ${plan.name}`,
    steps: plan.steps?.map((step) => ({
      ...step,
      result: `${step.run} x${step.times}`,
    })) ?? null,
    revision,
  };
}

function objectOf(state: State<typeof schema>): StoredObject {
  const { name, size, label, revision } = state;
  return { name, size, label, revision };
}

/** Returns the attributes that may change behind the provider's back. */
function numbers(object: StoredObject): { size: number; revision: number } {
  return {
    size: Number(object["size"]),
    revision: Number(object["revision"]),
  };
}
