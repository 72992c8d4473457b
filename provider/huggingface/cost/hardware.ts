import type { JobHardware, SpaceHardware } from "@hf-terraform/client";
import { pricePerHour } from "./price.ts";
import { dataSource } from "../define/request.ts";

function countOf(text = ""): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The data source `huggingface_space_hardware`. */
export const spaceHardwareData = dataSource<
  { readonly hardware: readonly SpaceHardware[] }
>()({
  typeName: "huggingface_space_hardware",
  access: { permission: null },
  description: "The hardware that Spaces can run on, with prices.",
  attributes: (b) => ({
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
        ({ accelerator }) =>
          accelerator === null ? 0 : countOf(accelerator?.quantity),
        "How many accelerators there are; 0 without one.",
      ),
      gpu_memory: one.string(
        "accelerator.vram",
        "The memory of all accelerators, such as `16 GB`.",
      ),
      price_per_hour: one.float(
        pricePerHour,
        "US dollars per copy and hour; 0 if it is free.",
      ),
    }), "The hardware, cheapest first."),
  }),
  failed: "list the hardware of Spaces",
  async read({ client: { spaces }, signal }) {
    const list = await spaces.listHardware({ signal }).toArray();
    const priceOf = (one: SpaceHardware) =>
      pricePerHour(one) ?? Number.MAX_VALUE;
    return {
      hardware: list.toSorted((a, b) =>
        priceOf(a) - priceOf(b) || (a.name < b.name ? -1 : 1)
      ),
    };
  },
});

/** The data source `huggingface_job_hardware`. */
export const jobHardwareData = dataSource<
  {
    readonly names: readonly string[];
    readonly hardware: Readonly<Record<string, JobHardware>>;
  }
>()({
  typeName: "huggingface_job_hardware",
  access: { permission: null },
  description: "The hardware that jobs can run on, with prices.",
  attributes: (b) => ({
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
      price_per_hour: one.float(pricePerHour, "US dollars per hour."),
    }), "The hardware, by name."),
  }),
  failed: "list the hardware of jobs",
  async read({ client: { jobs }, signal }) {
    const list = await jobs.listHardware({ signal }).toArray();
    return {
      names: list.map(({ name }) => name),
      hardware: Object.fromEntries(list.map((one) => [one.name, one])),
    };
  },
});
