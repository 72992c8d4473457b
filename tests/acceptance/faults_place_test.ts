// What users expect of an endpoint without `cloud`, by the number of the bet that
// version 0.1.0 made on the real service.

import { assert } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  changeOf,
} from "@hf-terraform/framework/testing";
import {
  address,
  assertSays,
  assertState,
  configure,
  endpoint,
  fault,
} from "./endpoint_support.ts";

/** Instance types of the sandbox's catalogue, and where they belong. */
const places = {
  // The region of the blog's examples offers it.
  "intel-spr": { vendor: "gcp", region: "us-east1" },
  // That region does not, but the next one in line does.
  "nvidia-l40s": { vendor: "aws", region: "us-east-1" },
  // Neither does: the cheapest place that has it.
  "nvidia-h100": { vendor: "gcp", region: "us-east4" },
};

fault(
  "F1: without cloud, the place is unknown in the plan, comes from the catalogue, and stays",
  async ({ workspace }) => {
    const endpoints = Object.fromEntries(
      Object.keys(places).map((type) => [
        type,
        endpoint(type, { compute: { instance_type: type } }),
      ]),
    );
    await configure(workspace, { endpoints });
    const plan = await workspace.planJson();
    for (const type of Object.keys(places)) {
      const { after_unknown } = changeOf(plan, address(type)).change;
      const { cloud = null } = after_unknown;
      assert(JSON.stringify(cloud).includes("true"), `${type}: cloud is known`);
    }
    const result = assertSuccess(await workspace.applyPlan());
    for (const [type, { vendor, region }] of Object.entries(places)) {
      await assertState(workspace, type, {
        "cloud.vendor": vendor,
        "cloud.region": region,
      });
      // A line says where and why.
      assertSays(
        result,
        new RegExp(`${type}.{0,200}${vendor}.{0,20}${region}`),
      );
    }
    await assertEmptyPlan(workspace);
  },
);
