import { assert, assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  actionsOf,
  applied,
  configure,
  endpoint,
  requestsOf,
  withSandbox,
} from "./endpoint_support.ts";

const list = "GET /v2/endpoint/sandbox";

acceptanceTest(
  "a refresh of many endpoints reads the list, page by page",
  () =>
    withSandbox(async ({ workspace, sandbox, client }) => {
      const endpoints = Object.fromEntries(
        Array.from({ length: 29 }, (_, i) => [`e${i}`, endpoint(`e${i}`)]),
      );
      await configure(workspace, { endpoints });
      await applied(workspace);
      requestsOf(sandbox);

      await assertEmptyPlan(workspace);
      const one = requestsOf(sandbox);
      // Which reads come together depends on the machine's load: a few lists
      // for 29 endpoints are fine.
      assert(one.length <= 6, one.join("\n"));
      assert(one.includes(list));

      // One is gone, one has changed: exactly these are planned.
      await client.endpoints.delete("sandbox/e3");
      await client.endpoints.update("sandbox/e7", { type: "public" });
      sandbox.clearRequests();
      const actions = actionsOf(await workspace.planJson());
      const changes = Object.entries(actions).filter(([, one]) =>
        one !== "no-op"
      );
      assertEquals(Object.fromEntries(changes), { e3: "create", e7: "update" });
      const confirmed = requestsOf(sandbox);
      assert(confirmed.includes(`${list}/e3`), confirmed.join("\n"));
      assert(confirmed.length <= 7, confirmed.join("\n"));
      assertSuccess(await workspace.applyPlan());
      await assertEmptyPlan(workspace);

      // A list that fails leaves it to single reads.
      sandbox.clearRequests();
      sandbox.addFault({
        match: { method: "GET", path: "/v2/endpoint/sandbox?" },
        times: 50,
        action: { status: 403, body: { error: "Forbidden" } },
      });
      await assertEmptyPlan(workspace);
      sandbox.clearFaults();
    }),
);

acceptanceTest(
  "a namespace that the token cannot see is an error, and drops no state",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      await configure(workspace, {
        endpoints: { this: endpoint("x", { namespace: "acme" }) },
      });
      await applied(workspace);
      // As if the namespace were not there for this token: 404 to everything.
      sandbox.addFault({
        match: { method: "GET", path: "/v2/endpoint/acme" },
        times: 50,
        action: { status: 404, body: { error: "not found" } },
      });
      const { code, stderr } = await workspace.plan();
      assertEquals(code, 1);
      assert(stderr.includes("Cannot read the endpoint acme/x"), stderr);
      sandbox.clearFaults();
      await assertEmptyPlan(workspace);
    }),
);
