/**
 * `huggingface_hourly_cost`: what endpoints, Spaces and jobs would cost.
 *
 * @module
 */

import { type DataSource, Path, s, v } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import { dataSource } from "../shared/data_source.ts";
import { machineName } from "../shared/cost/price.ts";
import {
  type Item,
  lineAttributes,
  linesOf,
  type Sum,
  sumAttributes,
  sumOf,
} from "./cost_fields.ts";
import { hardware } from "../shared/known_values.ts";

const b = bindingToAnswer<Sum>();

/** The data sources that list what has a price. */
const lists = {
  endpoint: "endpoint_compute",
  space: "space_hardware",
  job: "job_hardware",
} as const;

/** The data source `huggingface_hourly_cost`. */
export const hourlyCostData: DataSource = dataSource(b, {
  typeName: "huggingface_hourly_cost",
  permission: null,
  schema: s.schema({
    description:
      "What endpoints, Spaces and jobs would cost an hour, by the price lists " +
      "of today. It is read in every plan, so that a price that changes is a " +
      "change of outputs, and never one of a resource. Terraform reads a data " +
      "source only during apply if an argument names a resource that is about " +
      "to change: give it and the resource the same local values.",
    attributes: {
      endpoints: s.objectMap({
        instance_type: s.string({
          required: true,
          description: "The instance type, such as `nvidia-l4`.",
          validators: [v.lengthAtLeast(1)],
        }),
        instance_size: s.string({
          optional: true,
          description: "The size. Default `x1`.",
          validators: [v.lengthAtLeast(1)],
        }),
        vendor: s.string({
          optional: true,
          description:
            "The cloud vendor. Without it and `region`, `least` is " +
            "the price of the cheapest place, `most` of the dearest.",
          validators: [v.requiredWith("region")],
        }),
        region: s.string({
          optional: true,
          description: "The region.",
          validators: [v.requiredWith("vendor")],
        }),
        min_replica: s.int({
          optional: true,
          description: "Minimum number of replicas. Default 1.",
          validators: [v.atLeast(0)],
        }),
        max_replica: s.int({
          optional: true,
          description: "Maximum number of replicas. Default 1.",
          validators: [v.atLeast(1)],
        }),
      }, { optional: true, description: "Endpoints, by any name." }),
      spaces: s.objectMap({
        hardware: s.string({
          required: true,
          description: "The hardware, such as `t4-small`.",
          validators: [v.knownValues(...hardware, "zerogpu")],
        }),
        replicas: s.int({
          optional: true,
          description: "Number of replicas. Default 1.",
          validators: [v.atLeast(1)],
        }),
        sleep_time: s.int({
          optional: true,
          description: "Seconds without use until it sleeps. Default: it " +
            "never does.",
        }),
      }, { optional: true, description: "Spaces, by any name." }),
      jobs: s.objectMap({
        flavor: s.string({
          required: true,
          description: "The hardware, such as `a10g-small`.",
          validators: [v.knownValues(...hardware)],
        }),
      }, { optional: true, description: "Jobs, by any name." }),
      ...sumAttributes(b),
      costs: b.list(
        "costs",
        lineAttributes,
        "What each costs, by product and name.",
      ),
    },
  }),
  failed: () => ({ summary: "Cannot read the price lists" }),
  async read({ config, client, signal, diagnostics }) {
    const { endpoints, spaces, jobs } = config;
    const items: Item[] = [
      ...Object.entries(endpoints ?? {}).map(([name, one]): Item => ({
        product: "endpoint",
        name,
        namespace: undefined,
        hardware: machineName(one.instance_type, one.instance_size ?? "x1"),
        place: one.vendor === null ? undefined : `${one.vendor} ${one.region}`,
        least: one.min_replica ?? 1,
        most: one.max_replica ?? 1,
      })),
      ...Object.entries(spaces ?? {}).map(([name, one]): Item => ({
        product: "space",
        name,
        namespace: undefined,
        hardware: one.hardware,
        least: (one.sleep_time ?? -1) > 0 ? 0 : one.replicas ?? 1,
        most: one.replicas ?? 1,
      })),
      ...Object.entries(jobs ?? {}).map(([name, { flavor }]): Item => ({
        product: "job",
        name,
        namespace: undefined,
        hardware: flavor,
        least: 0,
        most: 1,
      })),
    ];
    const lines = await linesOf(items, client, signal);
    for (const { product, name, hardware, most } of lines) {
      if (most !== null) continue;
      diagnostics.addWarning(
        `No price for the ${product} ${name}`,
        `The price list does not have ${hardware}, so that the sum lacks it. ` +
          `\`huggingface_${lists[product]}\` shows what there is.`,
        Path.root.attribute(`${product}s`).key(name),
      );
    }
    return sumOf(lines, ["least", "most"]);
  },
});
