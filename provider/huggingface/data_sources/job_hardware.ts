/**
 * `huggingface_job_hardware`: what jobs can run on, and at what price.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { JobHardware } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { pricePerHour } from "../shared/cost/price.ts";

const b = bindingToAnswer<{
  readonly names: readonly string[];
  readonly hardware: Readonly<Record<string, JobHardware>>;
}>();

/** The data source `huggingface_job_hardware`. */
export const jobHardwareData: DataSource = dataSource(b, {
  typeName: "huggingface_job_hardware",
  permission: null,
  schema: s.schema({
    description: "The hardware that jobs can run on, with prices.",
    attributes: {
      names: b.strings(
        "names",
        "The names, for `flavor` of `huggingface_scheduled_job`.",
      ),
      hardware: b.map("hardware", (one) => ({
        title: one.string("prettyName", "The display name."),
        cpu: one.string("cpu", "The processors, such as `4 vCPU`."),
        ram: one.string("ram", "The memory, such as `15 GB`."),
        accelerator_model: one.string(
          "accelerator.model",
          "The accelerator, such as `T4`; null without one.",
        ),
        price_per_hour: one.float(
          ({ unitCostUSD, unitLabel }) => pricePerHour(unitCostUSD, unitLabel),
          "US dollars per hour.",
        ),
      }), "The hardware, by name."),
    },
  }),
  failed: () => ({ summary: "Cannot list the hardware of jobs" }),
  async read({ client: { jobs }, signal }) {
    const list = await jobs.listHardware({ signal }).toArray();
    return {
      names: list.map(({ name }) => name),
      hardware: Object.fromEntries(list.map((one) => [one.name, one])),
    };
  },
});
