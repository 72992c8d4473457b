/**
 * `huggingface_job_hardware`: what jobs can run on, and at what price.
 *
 * @module
 */

import { type DataSource, s, types } from "../../framework/mod.ts";
import { defineDataSource } from "../shared/define.ts";
import { explain } from "../shared/errors.ts";
import { pricePerHour } from "../shared/price.ts";

/** The data source `huggingface_job_hardware`. */
export const jobHardwareData: DataSource = defineDataSource({
  typeName: "huggingface_job_hardware",
  schema: s.schema({
    description: "The hardware that jobs can run on, with prices.",
    attributes: {
      names: s.list(types.string, {
        computed: true,
        description: "The names, for `flavor` of `huggingface_scheduled_job`.",
      }),
      hardware: s.objectMap({
        title: s.string({ computed: true, description: "The display name." }),
        cpu: s.string({
          computed: true,
          description: "The processors, such as `4 vCPU`.",
        }),
        ram: s.string({
          computed: true,
          description: "The memory, such as `15 GB`.",
        }),
        accelerator_model: s.string({
          computed: true,
          description: "The accelerator, such as `T4`; null without one.",
        }),
        price_per_hour: s.float({
          computed: true,
          description: "US dollars per hour.",
        }),
      }, { computed: true, description: "The hardware, by name." }),
    },
  }),
  async read({ provider, signal }) {
    const { jobs } = await provider.client();
    try {
      const list = await jobs.hardware({ signal });
      return {
        names: list.map(({ name }) => name),
        hardware: Object.fromEntries(list.map((one) => [one.name, {
          title: one.prettyName,
          cpu: one.cpu,
          ram: one.ram,
          accelerator_model: one.accelerator?.model ?? null,
          price_per_hour: pricePerHour(one.unitCostUSD, one.unitLabel),
        }])),
      };
    } catch (error) {
      throw await explain(error, {
        summary: "Cannot list the hardware of jobs",
        provider,
      });
    }
  },
});
