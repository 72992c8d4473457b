/**
 * `huggingface_space_hardware`: what Spaces can run on, and at what price.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { SpaceHardware } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { pricePerHour } from "../shared/cost/price.ts";

const b = bindingToAnswer<{
  readonly hardware: readonly (SpaceHardware & { readonly price: number })[];
}>();

/** The data source `huggingface_space_hardware`. */
export const spaceHardwareData: DataSource = dataSource(b, {
  typeName: "huggingface_space_hardware",
  permission: null,
  schema: s.schema({
    description: "The hardware that Spaces can run on, with prices.",
    attributes: {
      names: b.strings(
        ({ hardware }) => hardware.map(({ name }) => name),
        "The names, for `hardware` of `huggingface_space`.",
      ),
      hardware: b.list("hardware", (one) => ({
        name: one.string("name", "The name, such as `t4-small`."),
        title: one.string("prettyName", "The display name."),
        cpu: one.string("cpu", "The processors, such as `4 vCPU`."),
        ram: one.string("ram", "The memory, such as `15 GB`."),
        accelerator: one.string(
          "accelerator.type",
          "The kind of accelerator, `gpu` or `neuron`; null without one.",
        ),
        accelerator_model: one.string(
          "accelerator.model",
          "The accelerator, such as `T4`.",
        ),
        accelerators: one.int(
          ({ accelerator }) => Number(accelerator?.quantity ?? 0),
          "How many accelerators there are; 0 without one.",
        ),
        gpu_memory: one.string(
          "accelerator.vram",
          "The memory of all accelerators, such as `16 GB`.",
        ),
        price_per_hour: one.float(
          "price",
          "US dollars per copy and hour; 0 if it is free.",
        ),
      }), "The hardware, cheapest first."),
    },
  }),
  failed: () => ({ summary: "Cannot list the hardware of Spaces" }),
  async read({ client: { spaces }, signal }) {
    const list = await spaces.listHardware({ signal }).toArray();
    return {
      hardware: list.map((one) => ({
        ...one,
        price: pricePerHour(one.unitCostUSD, one.unitLabel),
      })).sort((a, b) => a.price - b.price || (a.name < b.name ? -1 : 1)),
    };
  },
});
