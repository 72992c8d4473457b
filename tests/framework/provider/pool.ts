/**
 * A resource whose attributes are sets and numbers that are easy to get wrong.
 *
 * @module
 */
import {
  p,
  type Plan,
  s,
  type State,
  types,
} from "../../../provider/framework/mod.ts";
import { defineResource } from "./vocabulary.ts";

const schema = s.schema({
  description: "A pool.",
  attributes: {
    name: s.string({ required: true, description: "The name." }),
    labels: s.set(types.string, {
      optional: true,
      default: ["b", "a"],
      description: "Labels, in no order.",
    }),
    summary: s.string({
      computed: true,
      planModifiers: [p.computedFrom(["labels"], () => undefined)],
      description: "The labels in one text, by the service.",
    }),
    members: s.objectSet({
      host: s.string({
        required: true,
        semanticEquals: (a, b) => a.toLowerCase() === b.toLowerCase(),
        description: "The host; the service writes it in small letters.",
      }),
      weight: s.float({ optional: true, description: "The weight." }),
      id: s.string({ computed: true, description: "The id." }),
    }, { optional: true, description: "The members." }),
    share: s.float({ optional: true, description: "A share of something." }),
    limits: s.list(types.number, {
      optional: true,
      computed: true,
      description: "The limits of the service.",
    }),
  },
});

/** The resource `lab_pool`. */
export const pool = defineResource({
  typeName: "lab_pool",
  schema,
  async create({ plan, provider }) {
    await provider.store.put(`pool-${plan.name}`, { name: plan.name });
    return stateOf(plan);
  },
  read: ({ state }) => Promise.resolve(state),
  update: ({ plan }) => Promise.resolve(stateOf(plan)),
  async delete({ state, provider }) {
    await provider.store.remove(`pool-${state.name}`);
  },
});

/** The service writes hosts in small letters, and shares as doubles. */
function stateOf(plan: Plan<typeof schema>): State<typeof schema> {
  const { members, share } = plan;
  return {
    ...plan,
    summary: `labels of ${plan.name}`,
    members: members && members.map(({ host, weight }) => ({
      host: host.toLowerCase(),
      weight: weight === null ? null : weight * 1,
      id: `id of ${host.toLowerCase()}`,
    })).reverse(),
    share: share === null ? null : share * 1,
    limits: plan.name === "endless" ? [1 / 0] : [1],
  };
}
