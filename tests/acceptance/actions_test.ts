import { assertStringIncludes } from "@std/assert";
import { lacks } from "../framework/cli_features.ts";
import { testIf } from "../support/skip.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { assertSuccess } from "../support/terraform_asserts.ts";

testIf({
  name: "an action runs when it is asked for, and as a trigger",
  skipped: await lacks("actions", { terraform: "1.14" }),
  async fn() {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure(`
resource "huggingface_model" "m" {
  namespace = "acme"
  name      = "m"

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.huggingface_job_run.check]
    }
  }
}

action "huggingface_job_run" "check" {
  config {
    namespace = "acme"
    flavor    = "cpu-basic"
    image     = "python:3.12"
    command   = ["echo", "checked"]
  }
}
`);
    const applied = assertSuccess(await workspace.apply());
    assertStringIncludes(applied.stdout, "checked");
    const invoked = assertSuccess(
      await workspace.run([
        "apply",
        "-auto-approve",
        "-no-color",
        "-invoke=action.huggingface_job_run.check",
      ]),
    );
    assertStringIncludes(invoked.stdout, "checked");
  },
});
