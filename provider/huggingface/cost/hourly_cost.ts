import { Path, s, v } from "@hf-terraform/framework";
import { machineName } from "./price.ts";
import { dataSource } from "../define/request.ts";
import { requireText, text, whole } from "../define/inputs.ts";
import { hardware } from "../schema/known_values.ts";
import {
  type Item,
  lineAttributes,
  linesOf,
  type Sum,
  sumAttributes,
  sumOf,
} from "./cost_fields.ts";

export const hourlyCostData = dataSource<Sum>()({
  typeName: "huggingface_hourly_cost",
  access: { permission: null },
  description:
    "What endpoints, Spaces and jobs would cost an hour, by the price lists " +
    "of today. Terraform reads a data source only during apply if an argument " +
    "names a resource that is about to change: give it and the resource the " +
    "same local values.",
  attributes: (b) => ({
    endpoints: s.objectMap({
      instance_type: requireText(
        "The instance type, such as `nvidia-l4`.",
        v.lengthAtLeast(1),
      ),
      instance_size: text("The size. Default `x1`."),
      vendor: text(
        "The cloud vendor. Without it and `region`, `least` is " +
          "the price of the cheapest place, `most` of the dearest.",
        v.requiredWith("region"),
      ),
      region: text("The region.", v.requiredWith("vendor")),
      min_replica: whole(
        "Minimum number of replicas. Default 1.",
        v.atLeast(0),
      ),
      max_replica: whole(
        "Maximum number of replicas. Default 1, or `min_replica` if that is more.",
        v.atLeast(1),
      ),
    }, { optional: true, description: "Endpoints, by any name." }),
    spaces: s.objectMap({
      hardware: requireText(
        "The hardware, such as `t4-small`.",
        v.knownValues(...hardware, "zerogpu"),
      ),
      replicas: whole("Number of replicas. Default 1.", v.atLeast(1)),
      sleep_time: whole(
        "Seconds without use until it sleeps. Default: it never does.",
        v.atLeast(-1),
      ),
    }, { optional: true, description: "Spaces, by any name." }),
    jobs: s.objectMap({
      flavor: requireText(
        "The hardware, such as `a10g-small`.",
        v.knownValues(...hardware),
      ),
    }, { optional: true, description: "Jobs, by any name." }),
    ...sumAttributes(b),
    costs: b.list(
      "costs",
      lineAttributes,
      "What each costs, by product and name.",
    ),
  }),
  failed: "read the price lists",
  async read({ config, client, signal, diagnostics }) {
    const { endpoints, spaces, jobs } = config;
    const items: Item[] = [
      ...Object.entries(endpoints ?? {}).map(([name, one]): Item => ({
        product: "endpoint",
        name,
        hardware: machineName(one.instance_type, one.instance_size ?? "x1"),
        place: one.vendor === null ? undefined : `${one.vendor} ${one.region}`,
        least: one.min_replica ?? 1,
        most: Math.max(one.min_replica ?? 1, one.max_replica ?? 1),
      })),
      ...Object.entries(spaces ?? {}).map(([name, one]): Item => ({
        product: "space",
        name,
        hardware: one.hardware,
        least: (one.sleep_time ?? -1) > 0 ? 0 : one.replicas ?? 1,
        most: one.replicas ?? 1,
      })),
      ...Object.entries(jobs ?? {}).map(([name, { flavor }]): Item => ({
        product: "job",
        name,
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
        `The price list does not have ${hardware}, so that the sum lacks it.`,
        Path.root.attribute(`${product}s`).key(name),
      );
    }
    return sumOf(lines, ["least", "most"]);
  },
});
