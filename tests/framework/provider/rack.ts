/**
 * A resource with blocks of every nesting, and no nested attributes: both
 * protocols serve it.
 *
 * @module
 */
import { s, type State, types, v } from "../../../provider/framework/mod.ts";
import { defineResource } from "./vocabulary.ts";

const port = {
  number: s.int({ required: true, description: "The number." }),
  speed: s.int({ optional: true, default: 10, description: "The speed." }),
  address: s.string({ computed: true, description: "The address." }),
};

const schema = s.schema({
  description: "A rack.",
  attributes: {
    name: s.string({ required: true, description: "The name." }),
    height: s.float({ optional: true, description: "The height." }),
    serial: s.string({ computed: true, description: "The serial number." }),
    labels: s.value(
      types.tuple([types.string, types.nullable(types.number)]),
      { optional: true, description: "A text and perhaps a number." },
    ),
  },
  blocks: {
    owner: s.block.single({
      description: "The owner.",
      attributes: {
        email: s.string({
          required: true,
          description: "The address.",
          validators: [v.matches(/@/, "an address with an @")],
        }),
      },
    }),
    power: s.block.group({
      description: "The power supply.",
      attributes: {
        watts: s.int({ optional: true, default: 100, description: "Watts." }),
      },
    }),
    port: s.block.list({
      description: "The ports.",
      maxItems: 3,
      attributes: port,
      blocks: {
        rule: s.block.set({
          description: "The rules.",
          attributes: {
            allow: s.string({
              required: true,
              description: "The allowed users.",
            }),
          },
        }),
      },
    }),
    disk: s.block.set({
      description: "The disks.",
      attributes: {
        size: s.int({ required: true, description: "The size." }),
        state: s.string({ computed: true, description: "The state." }),
      },
    }),
    sensor: s.block.map({
      description: "The sensors.",
      attributes: {
        unit: s.string({ required: true, description: "The unit." }),
      },
    }),
    timeouts: s.block.timeouts({ create: "1m" }),
  },
});

/** The resource `lab_rack`. */
export const rack = defineResource({
  typeName: "lab_rack",
  schema,
  async create({ plan, provider }) {
    const state: State<typeof schema> = {
      ...plan,
      serial: "1",
      port: plan.port.map((one) => ({ ...one, address: `p${one.number}` })),
      disk: plan.disk.map((one) => ({ ...one, state: "spinning" })),
    };
    await provider.store.put(`rack-${plan.name}`, { name: plan.name });
    return state;
  },
  read({ state }) {
    return Promise.resolve(state);
  },
  update({ plan, prior }) {
    return Promise.resolve({
      ...plan,
      serial: `${Number(prior.serial) + 1}`,
      port: plan.port.map((one) => ({ ...one, address: `p${one.number}` })),
      disk: plan.disk.map((one) => ({ ...one, state: "spinning" })),
    });
  },
  async delete({ state, provider }) {
    await provider.store.remove(`rack-${state.name}`);
  },
});
