import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { promises } from "../../provider/huggingface/object/promises.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  actionsOf,
  address,
  applied,
  assertSays,
  assertState,
  bodiesOf,
  configure,
  endpoint,
  existing,
  outputOf,
  requestsOf,
  withSandbox,
  write,
  writesOf,
} from "./endpoint_support.ts";

acceptanceTest(
  "an endpoint is created, changed, paused, resumed, found gone, imported and destroyed",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox, client } = place;
      const path = "/v2/endpoint/sandbox/x";
      const write = (more = {}) =>
        configure(workspace, { endpoints: { this: endpoint("x", more) } });

      await write();
      await applied(workspace);
      assertEquals(writesOf(sandbox), ["POST /v2/endpoint/sandbox"]);
      await assertState(workspace, "this", {
        id: "sandbox/x",
        status: "running",
        type: "authenticated",
        "cloud.vendor": "aws",
        "compute.accelerator": "cpu",
        "model.framework": "pytorch",
        paused: false,
        ready_replicas: 1,
      });
      requestsOf(sandbox);
      await assertEmptyPlan(workspace);
      assertEquals(requestsOf(sandbox), [`GET ${path}`]);

      await write({ compute: { scaling: { max_replica: 3 } } });
      await applied(workspace);
      assertEquals(bodiesOf(sandbox, "PUT"), [
        { compute: { scaling: { maxReplica: 3 } } },
      ]);
      assertEquals(writesOf(sandbox), [`PUT ${path}`]);

      await write({ paused: true, compute: { scaling: { max_replica: 3 } } });
      await applied(workspace);
      assertEquals(writesOf(sandbox), [`POST ${path}/pause`]);
      await assertState(workspace, "this", { paused: true, status: "paused" });

      await write({ paused: true, compute: { scaling: { max_replica: 2 } } });
      await applied(workspace);
      assertEquals(writesOf(sandbox), [`PUT ${path}`]);
      await assertState(workspace, "this", { paused: true, status: "paused" });

      await write({ tags: ["a"] });
      await applied(workspace);
      assertEquals(writesOf(sandbox), [`PUT ${path}`, `POST ${path}/resume`]);
      await assertState(workspace, "this", {
        paused: false,
        status: "running",
        "compute.scaling.max_replica": 1,
      });
      await assertEmptyPlan(workspace);

      await client.endpoints.pause("sandbox/x");
      assertEquals(actionsOf(await workspace.planJson()), { this: "update" });
      sandbox.clearRequests();
      assertSuccess(await workspace.applyPlan());
      assertEquals(writesOf(sandbox), [`POST ${path}/resume`]);

      await client.endpoints.delete("sandbox/x");
      assertEquals(actionsOf(await workspace.planJson()), { this: "create" });
      await applied(workspace);

      await workspace.run(["state", "rm", address("this")]);
      assertSuccess(await workspace.import(address("this"), "sandbox/x"));
      await assertEmptyPlan(workspace);

      sandbox.clearRequests();
      assertSuccess(await workspace.destroy());
      assertEquals(writesOf(sandbox), [`DELETE ${path}`]);
      assertEquals(await existing(place), []);
      assertEquals(await workspace.stateResources(), []);
    }, { workspace: { launch: "started" } }),
);

acceptanceTest(
  "an endpoint is imported by the address of its page, and a wrong id is told the format",
  () =>
    withSandbox(async ({ workspace, client }) => {
      await configure(workspace, { endpoints: { this: endpoint("x") } });
      await applied(workspace);
      for (
        const id of [
          "https://endpoints.huggingface.co/sandbox/endpoints/x",
          "https://ui.endpoints.huggingface.co/sandbox/endpoints/x/logs",
        ]
      ) {
        await workspace.run(["state", "rm", address("this")]);
        assertSuccess(await workspace.import(address("this"), id));
      }
      await assertEmptyPlan(workspace);

      await workspace.run(["state", "rm", address("this")]);
      assertSays(
        await workspace.import(address("this"), "x"),
        "Invalid import ID",
        "`namespace/name`",
      );
      assertSays(
        await workspace.import(address("this"), "sandbox/none"),
        "Cannot import the endpoint sandbox/none",
        "or the token cannot see it",
      );
      assertSays(
        await workspace.import(address("this"), "somebody-else/none"),
        "Cannot import the endpoint somebody-else/none",
        "inference.endpoints.write",
      );
      await client.endpoints.delete("sandbox/x");
    }),
);

acceptanceTest(
  "an endpoint of a model that is not there is warned of, and fails in the service's words",
  () =>
    withSandbox(async ({ workspace }) => {
      const model = { repository: "acme/nope" };
      await configure(workspace, {
        endpoints: { this: endpoint("x", { model }) },
      });
      assertSays(
        await workspace.plan(),
        "The model acme/nope is not there yet",
      );
      assertSays(
        await workspace.apply(),
        "Endpoint sandbox/x failed",
        "Endpoint failed to deploy",
        "Repository Not Found for url",
        "api/models/acme/nope",
      );
    }),
);

acceptanceTest(
  "a failed start ends with the service's message and its log, and is repaired in place",
  () =>
    withSandbox(async (place) => {
      const { workspace } = place;
      const write = (repository: string) =>
        configure(workspace, {
          endpoints: { this: endpoint("x", { model: { repository } }) },
        });
      await write("acme/fail-to-start");
      const failed = await workspace.apply();
      assertSays(
        failed,
        "Endpoint sandbox/x failed",
        "Endpoint failed to deploy",
        "the repository holds no weights",
        "The last lines of its log",
        "Loading shard 24 of 24",
        "Container exited with code 1",
      );
      assertNotMatch(outputOf(failed), /Loading shard 6 of/);
      const { tainted } = await workspace.stateResource(address("this"));
      assertEquals(tainted ?? false, false);
      await write("gpt2");
      await applied(workspace);
      await assertEmptyPlan(workspace);
      assertEquals(await existing(place), ["sandbox/x"]);

      await write("acme/fail-to-update");
      assertSays(
        await workspace.apply(),
        "Endpoint sandbox/x failed",
        "updateFailed",
        "Endpoint failed to update",
      );
      const left = await assertState(workspace, "this", {
        "model.repository": "acme/fail-to-update",
        status: "updateFailed",
      });
      assertEquals(left.tainted ?? false, false);
      const plan = await workspace.plan();
      assertEquals(plan.code, 2, "a failed update stays planned");
      assertMatch(outputOf(plan), /Endpoint sandbox\/x has failed/);
      await write("gpt2");
      await applied(workspace);
      const repaired = await workspace.plan();
      assertEquals(repaired.code, 0);
      assertNotMatch(outputOf(repaired), /has failed/);
    }),
);

acceptanceTest(
  "what only steers Terraform changes without a request, and waiting can be left out",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      const write = (more = {}) =>
        configure(workspace, { endpoints: { this: endpoint("x", more) } });
      await write({ wait_for_ready: false, timeouts: { create: "5m" } });
      await applied(workspace);
      await assertState(workspace, "this", { status: "pending", url: null });
      await write({ timeouts: { create: "6m", delete: "2m" } });
      sandbox.clearRequests();
      await applied(workspace);
      assertEquals(writesOf(sandbox), []);
      await assertEmptyPlan(workspace);
    }),
);

acceptanceTest(
  "the time limit of an update is an error, and the next apply goes on waiting",
  () =>
    withSandbox(async (place) => {
      const { workspace, sandbox } = place;
      await write(place, { wait_for_ready: false });
      await applied(workspace);
      sandbox.advance(3_600_000);
      await write(place, {
        model: { repository: "Qwen/Qwen3-8B" },
        timeouts: { update: "6s" },
      });
      for (let applies = 1; applies <= 2; applies++) {
        sandbox.clearRequests();
        const failed = await workspace.apply();
        assertEquals(failed.code, 1);
        assertSays(
          failed,
          "Timed out waiting for endpoint sandbox/x to become ready",
          "the time limit of 6s is over",
          "Current status: `updating`",
          promises.goesOn,
        );
        const puts = applies === 1 ? ["PUT /v2/endpoint/sandbox/x"] : [];
        assertEquals(writesOf(sandbox), puts);
      }
      sandbox.advance(3_600_000);
      await assertEmptyPlan(workspace);
    }, { sandbox: { startupMs: 3_600_000 } }),
);
