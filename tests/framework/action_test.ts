/**
 * Actions, through Terraform from 1.14.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { whyNot } from "@hf-terraform/framework/testing";
import { testIf } from "../support/skip.ts";
import { Lab, oneLine } from "./lab.ts";

const press = (times: string) => `
action "lab_press" "go" {
  config {
    times = ${times}
  }
}
`;

testIf({
  name: "an action runs when its trigger does, or when it is asked for",
  skipped: await whyNot({ terraform: "1.14" }),
  async fn(t) {
    await using lab = await Lab.create();
    await t.step("after a create, with a value known only then", async () => {
      await lab.configure(`${press("lab_thing.a.revision + 1")}
resource "lab_thing" "a" {
  name = "first"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.lab_press.go]
    }
  }
}
`);
      const told = oneLine(await lab.apply());
      assertStringIncludes(told, "Pressed 2 of 2");
      assertStringIncludes(told, "Actions: 1 invoked");
      assertEquals(await lab.store.ids(), [
        "press-1",
        "press-2",
        "thing-first",
      ]);
    });
    const invoke = [
      ...["apply", "-auto-approve", "-no-color"],
      "-invoke=action.lab_press.go",
    ];
    await t.step("by itself", async () => {
      await lab.configure(press("3"));
      const told = oneLine(await lab.succeed(...invoke));
      assertStringIncludes(told, "Pressed 3 of 3");
    });
    await t.step("its failure is told", async () => {
      await lab.configure(press("6"));
      const refused = await lab.fail(...invoke);
      assertStringIncludes(refused, "Broken");
      assertStringIncludes(refused, "That was too often.");
    });
    await t.step("a bad configuration is refused", async () => {
      await lab.configure(press("1.5"));
      const refused = await lab.fail("validate", "-no-color");
      assertStringIncludes(refused, "times");
    });
  },
});
