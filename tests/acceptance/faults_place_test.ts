// An endpoint without `cloud`, and a catalogue that cannot be had.

import { assert, assertEquals } from "@std/assert";
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
  faultTest,
  outputOf,
  write,
} from "./endpoint_support.ts";

/** Instance types of the sandbox's catalogue, and where they belong. */
const places = {
  // Of places that cost the same, the first of the catalogue.
  "intel-spr": { vendor: "aws", region: "us-east-1" },
  "nvidia-h200": { vendor: "aws", region: "us-west-2" },
};

faultTest(
  "without cloud, the plan says where it goes, which the catalogue decides, and it stays",
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
    const said = await workspace.plan();
    assertSuccess(await workspace.applyPlan());
    for (const [type, { vendor, region }] of Object.entries(places)) {
      await assertState(workspace, type, {
        "cloud.vendor": vendor,
        "cloud.region": region,
      });
      assertSays(said, `Endpoint ${type} goes to ${vendor} ${region}`);
    }
    await assertEmptyPlan(workspace);
  },
);

/** The catalogue as it cannot be used, and what a plan says of it. */
const catalogues = {
  "is refused": {
    action: {
      status: 403,
      body: { error: "missing permissions: inference.endpoints.read" },
    },
    says: /`cloud` has to be set.*inference\.endpoints\.read`.*Set `cloud`/s,
  },
  "is broken": {
    action: { status: 500 },
    says: /`cloud` has to be set.*500.*Set `cloud`/s,
  },
  "offers nothing": {
    action: { status: 200, body: { vendors: [] } },
    says: /No place offers intel-spr x1.*set `cloud`/s,
  },
};

for (const [what, { action, says }] of Object.entries(catalogues)) {
  faultTest(
    `a catalogue that ${what} leaves nothing to send without cloud, as the plan says`,
    async (place) => {
      const { workspace, sandbox } = place;
      sandbox.addFault({ match: { path: "/v2/provider" }, times: 99, action });
      await write(place);
      const plan = await workspace.plan();
      assertEquals(plan.code, 1);
      assertSays(plan, says);
      const cloud = { vendor: "aws", region: "us-east-1" };
      await write(place, { cloud });
      assertSuccess(await workspace.apply());
    },
  );
}

faultTest(
  "a catalogue that is refused is said at plan, once, in the service's words",
  async ({ workspace, sandbox }) => {
    sandbox.addFault({
      match: { path: "/v2/provider" },
      times: 99,
      action: {
        status: 403,
        body: { error: "Payment method required for namespace: sandbox" },
      },
    });
    const cloud = { vendor: "aws", region: "us-east-1" };
    await configure(workspace, {
      provider: { max_hourly_cost: 100 },
      endpoints: {
        one: endpoint("one", { cloud }),
        two: endpoint("two", { cloud, namespace: "acme" }),
      },
    });
    const plan = await workspace.plan();
    assertEquals(plan.code, 2);
    const output = outputOf(plan);
    const title = "Cannot read the catalogue of machines";
    assertEquals(output.split(`Warning: ${title}`).length, 2, output);
    assertSays(
      plan,
      "Payment method required for namespace: sandbox",
      "https://huggingface.co/settings/billing",
    );
    assertEquals(output.includes("needs the permission"), false, output);
  },
);
