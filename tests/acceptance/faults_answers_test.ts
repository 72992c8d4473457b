// Regressions of version 0.1.0, by the numbers of the faults: a service that
// answers as it should not.

import {
  assertSuccess,
  type JsonObject,
} from "@hf-terraform/framework/testing";
import { control } from "../support/sandbox_server.ts";
import { assert, assertEquals } from "@std/assert";
import type { RunResult } from "../../provider/framework/testing/system/run.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { faultTest, mustApply, write } from "./endpoint_support.ts";

/** Colours, a link, a cleared screen, a bell, and the same in 8 bits. */
const escapes = "\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b\\ " +
  "\u001b[2J\u0007\u009b31m\r\u0008\u202e";

/** Text that imitates an error of the CLI itself. */
const forged = "\n\u2575\n\n\u2577\n\u2502 Error: Forged\n\nError: Forged\n\n";

const words = `${escapes}${forged}${"long ".repeat(13_000)}`;

/** A message has no control character but its own line breaks, and ends. */
function assertTame(result: RunResult, what: string): void {
  const output = `${result.stdout}\n${result.stderr}`;
  // deno-lint-ignore no-control-regex
  const wild = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/
    .exec(output);
  assertEquals(wild?.[0], undefined, `${what}: a control character`);
  const fake = output.split("\n").find((line) =>
    /^(\u2502 ?)?Error: Forged/.test(line)
  );
  assertEquals(fake, undefined, `${what}: a forged error`);
  // A plan shows what is in the state, which is not cut; a message is.
  const length = (/(long\s+)+/.exec(result.stderr)?.[0] ?? "").length;
  assert(length < 4096, `${what}: ${length} characters of the service`);
}

faultTest(
  "the service's words reach the terminal quoted, short and without escape codes",
  async (place) => {
    const { workspace, sandbox } = place;
    await write(place, { wait_for_ready: false });
    sandbox.addFault({
      match: { method: "POST", path: "**/v2/endpoint/sandbox" },
      action: { status: 400, body: { error: words, code: "BAD_REQUEST" } },
    });
    assertTame(await workspace.apply(), "a refused create");
    await mustApply(workspace);
    const state = (body: unknown) =>
      control(place, "endpoints/sandbox/x", { method: "PATCH", body }).then((
        answer,
      ) => answer.body?.cancel());
    await state({
      status: { state: "updateFailed", message: words, errorMessage: words },
    });
    sandbox.addFault({
      match: { method: "GET", path: "/x/logs" },
      action: {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: words,
      },
      times: 5,
    });
    const show = await workspace.run([
      "apply",
      "-refresh-only",
      "-auto-approve",
      "-input=false",
      "-no-color",
    ]);
    assertTame(assertSuccess(show), "a refresh");
    const updateFails: JsonObject = {
      model: { repository: "acme/fail-to-update" },
    };
    await write(place, updateFails);
    sandbox.addFault({
      match: { method: "GET", path: "**/v2/endpoint/sandbox/x" },
      skip: 1,
      action: { status: 503, body: words },
      times: 1,
    });
    const failed = await workspace.apply();
    assertEquals(failed.code, 1, failed.stdout);
    assertTame(failed, "a failed update");
    sandbox.addFault({
      match: { method: "DELETE" },
      action: { status: 403, body: words },
    });
    assertTame(await workspace.destroy(), "a refused delete");
  },
);

acceptanceTest(
  "so do the words of the Hub, of a build log and of a warning",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox } = world;
    const space = (content: string) => `
resource "huggingface_space" "this" {
  name  = "this"
  sdk   = "docker"
  files = { "Dockerfile" = "${content}" }
}
`;
    await world.configure(space("FROM x # fail-to-build"));
    sandbox.addFault({
      match: { method: "GET", path: "**/this/runtime" },
      action: {
        status: 200,
        body: { stage: "BUILD_ERROR", errorMessage: words },
      },
      times: 5,
    });
    sandbox.addFault({
      match: { method: "GET", path: "/this/logs/" },
      action: {
        status: 200,
        headers: { "content-type": "text/event-stream" },
        body: `data: ${JSON.stringify({ data: words })}\n\n`,
      },
      times: 5,
    });
    assertTame(await workspace.apply(), "a failed build");
    sandbox.clearFaults();
    sandbox.addFault({
      match: { method: "GET", path: "/api/spaces/" },
      action: { status: 400, body: { error: words } },
      times: 50,
    });
    assertTame(await workspace.plan(), "a refused read");
  },
);
