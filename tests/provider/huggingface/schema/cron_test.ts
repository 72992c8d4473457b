import { assertEquals } from "@std/assert";
import { Diagnostics, Path } from "@hf-terraform/framework";
import { cron } from "../../../../provider/huggingface/schema/validators.ts";

Deno.test("schedules of all forms are taken", () => {
  const schedules = ["@daily", "0 3 * * 1", "0 0 15,31 2 *", "*/15 1-5 * * *"];
  for (const schedule of schedules) {
    const diagnostics = new Diagnostics();
    cron.validate(schedule, {
      path: Path.root.attribute("schedule"),
      type: "string",
      sensitive: false,
      holder: {},
      config: {},
      diagnostics,
    });
    assertEquals(diagnostics.items, [], schedule);
  }
});
