// Access to an endpoint by its type, and the message of a wait that nobody
// answers.

import { assert, assertEquals } from "@std/assert";
import { assertSuccess } from "@hf-terraform/framework/testing";
import { promises } from "../../provider/huggingface/object/promises.ts";
import {
  actionsOf,
  assertSays,
  faultTest,
  mustApply,
  outputOf,
  write,
} from "./endpoint_support.ts";

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
