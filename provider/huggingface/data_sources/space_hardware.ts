/**
 * `huggingface_space_hardware`: what Spaces can run on, and at what price.
 *
 * @module
 */

import { type DataSource, s, types } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { pricePerHour } from "../shared/price.ts";

/** The data source `huggingface_space_hardware`. */
export const spaceHardwareData: DataSource = defineDataSource({
  typeName: "huggingface_space_hardware",
  schema: s.schema({
    description: "The hardware that Spaces can run on, with prices.",
    attributes: {
      names: s.list(types.string, {
        computed: true,
        description: "The names, for `hardware` of `huggingface_space`.",
      }),
      hardware: s.objectList({
        name: s.string({
          computed: true,
          description: "The name, such as `t4-small`.",
        }),
        title: s.string({
          computed: true,
          description: "The display name.",
        }),
        cpu: s.string({
          computed: true,
          description: "The processors, such as `4 vCPU`.",
        }),
        ram: s.string({
          computed: true,
          description: "The memory, such as `15 GB`.",
        }),
        accelerator: s.string({
          computed: true,
          description: "The kind of accelerator, `gpu` or `neuron`; null " +
            "without one.",
        }),
        accelerator_model: s.string({
          computed: true,
          description: "The accelerator, such as `T4`.",
        }),
        accelerators: s.int({
          computed: true,
          description: "How many accelerators there are; 0 without one.",
        }),
        gpu_memory: s.string({
          computed: true,
          description: "The memory of all accelerators, such as `16 GB`.",
        }),
        price_per_hour: s.float({
          computed: true,
          description: "US dollars per copy and hour; 0 if it is free.",
        }),
      }, { computed: true, description: "The hardware, cheapest first." }),
    },
  }),
  async read({ provider, signal }) {
    const client = await provider.client();
    try {
      const list = await client.spaces.hardware({ signal });
      const hardware = list.map((one) => ({
        name: one.name,
        title: one.prettyName,
        cpu: one.cpu,
        ram: one.ram,
        accelerator: one.accelerator?.type ?? null,
        accelerator_model: one.accelerator?.model ?? null,
        accelerators: Number(one.accelerator?.quantity ?? 0),
        gpu_memory: one.accelerator?.vram ?? null,
        price_per_hour: pricePerHour(one.unitCostUSD, one.unitLabel),
      })).sort((a, b) =>
        a.price_per_hour - b.price_per_hour || (a.name < b.name ? -1 : 1)
      );
      return { names: hardware.map(({ name }) => name), hardware };
    } catch (error) {
      throw await explain(error, {
        summary: "Cannot list the hardware of Spaces",
        provider,
      });
    }
  },
});
