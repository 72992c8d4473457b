import type { DataSource } from "@hf-terraform/framework";
import type { SpaceHardware } from "@hf-terraform/client";
import { pricePerHour } from "./price.ts";
import { dataSource } from "../define/request.ts";

function countOf(text = ""): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Defines the data source of the hardware for an attribute of a resource. */
function hardwareData(kind: "space" | "job", attribute: string): DataSource {
  const all = kind === "space" ? "Spaces" : "jobs";
  return dataSource<{ readonly hardware: readonly SpaceHardware[] }>()({
    typeName: `huggingface_${kind}_hardware`,
    access: { permission: null },
    description: `The hardware that ${all} can run on, with prices.`,
    attributes: (b) => ({
      names: b.strings(
        ({ hardware }) => hardware.map(({ name }) => name),
        `The names, for ${attribute}.`,
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
    failed: `list the hardware of ${all}`,
    async read({ client: { spaces, jobs }, signal }) {
      // The coverage of operations finds a call by what stands before it.
      const list = kind === "space"
        ? spaces.listHardware({ signal })
        : jobs.listHardware({ signal });
      const found = await list.toArray();
      const priceOf = (one: SpaceHardware) =>
        pricePerHour(one) ?? Number.MAX_VALUE;
      const hardware = found.sort((a, b) =>
        priceOf(a) - priceOf(b) || (a.name < b.name ? -1 : 1)
      );
      return { hardware };
    },
  });
}

export const spaceHardwareData: DataSource = hardwareData(
  "space",
  "`hardware` of `huggingface_space`",
);

export const jobHardwareData: DataSource = hardwareData(
  "job",
  "`flavor` of `huggingface_scheduled_job`",
);
