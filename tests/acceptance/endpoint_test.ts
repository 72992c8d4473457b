import { assertSuccess } from "@hf-terraform/framework/testing";
import { assert, assertEquals, assertNotMatch } from "@std/assert";
import { promises } from "../../provider/huggingface/object/wait.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import {
  actionsOf,
  assertSays,
  configure,
  endpoint,
  faultTest,
  mustApply,
  outputOf,
  withSandbox,
  write,
} from "./endpoint_support.ts";

acceptanceTest(
  "a plan warns of machines that cannot be had, with one request for all",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      await configure(workspace, {
        provider: { namespace: "sandbox" },
        endpoints: {
          elsewhere: endpoint("elsewhere", {
            compute: { instance_type: "nvidia-h200" },
            cloud: { vendor: "gcp", region: "us-east4" },
          }),
          old: endpoint("old", {
            compute: { instance_type: "intel-icl" },
            cloud: { vendor: "aws", region: "us-east-1" },
          }),
          many: endpoint("many", {
            cloud: { vendor: "gcp", region: "us-east4" },
            compute: {
              instance_type: "nvidia-a100",
              instance_size: "x8",
              scaling: { min_replica: 3, max_replica: 3 },
            },
          }),
          fine: endpoint("fine"),
        },
      });
      const plan = await workspace.plan();
      assertEquals(plan.code, 2);
      assertSays(
        plan,
        "nvidia-h200 x1 is not offered in gcp us-east4",
        "It is offered in: aws us-west-2",
        "intel-icl x1 is not offered anywhere",
        "Quota of sandbox for nvidia-a100 is too small",
        "the plan needs 24 more accelerators",
      );
      assertNotMatch(outputOf(plan), /intel-spr x1 is/);
      const paths = sandbox.requests.map(({ path }) =>
        path.split("?")[0] ?? ""
      );
      assertEquals(paths.toSorted(), [
        "/api/models/gpt2", // Which leads to its name of today.
        "/api/models/openai-community/gpt2",
        "/api/organizations/sandbox/overview",
        "/api/users/sandbox/overview",
        "/v2/endpoint/sandbox", // Whether one of them exists already.
        "/v2/provider/sandbox",
      ]);
    }),
);

acceptanceTest(
  "a catalogue that is slow holds up no plan where cloud is set",
  () =>
    withSandbox(async ({ workspace, sandbox }) => {
      const cloud = { vendor: "aws", region: "us-east-1" };
      await write({ workspace }, { cloud });
      sandbox.addFault({
        match: { path: "/v2/provider" },
        action: { delay_ms: 60_000 },
      });
      const slow = await workspace.plan();
      assertEquals(slow.code, 2, slow.stderr);
    }),
);

// Access to an endpoint by its type, and the message of a wait that nobody
// answers.

const unreachable = "Private endpoint without a private link";

faultTest(
  "a plan that makes an endpoint private without a private link warns, once",
  async (place) => {
    const { workspace } = place;
    await write(place, { type: "private" });
    assertSays(await workspace.run(["plan"]), unreachable);
    await mustApply(workspace);
    const later = await workspace.run(["plan"]);
    assert(!outputOf(later).includes(unreachable), outputOf(later));
    const private_service = { account_id: "123456789012" };
    await write(place, {
      type: "private",
      private_service,
      cloud: { vendor: "aws", region: "us-east-1" },
      wait_for_ready: false,
    });
    const linked = await workspace.run(["plan"]);
    assert(!outputOf(linked).includes(unreachable), outputOf(linked));
  },
);

faultTest(
  "a wait for a running endpoint that does not answer says what, and promises no wait",
  async (place) => {
    const { workspace, sandbox } = place;
    sandbox.addFault({
      match: { method: "GET", path: "/_sandbox/inference/" },
      action: { status: 503, body: "Loading" },
      times: 1000,
    });
    await write(place, { type: "private", timeouts: { create: "3s" } });
    const result = assertSuccess(await workspace.apply());
    assertSays(
      result,
      "Timed out waiting for endpoint sandbox/x to become ready",
      /Its health route http:\S+\/health answered 503\./,
      "Its type is `private`: see `type` for who reaches it.",
      "`wait_for_health = false`",
      promises.isSettled,
    );
    assert(!outputOf(result).includes("update in place"), outputOf(result));
    assertEquals(actionsOf(await workspace.planJson()), { this: "no-op" });
  },
);
