import { assertEquals } from "@std/assert";
import { Diagnostics, Path } from "@hf-terraform/framework";
import { cron } from "../../../../provider/huggingface/shared/validators.ts";

const faults: Readonly<Record<string, string | undefined>> = {
  "@daily": undefined,
  "0 3 * * 1": undefined,
  "0 0 29 2 *": undefined,
  "0 0 31 2 1": undefined,
  "0 0 15,31 2 *": undefined,
  "0 0 31 1,2 *": undefined,
  "*/15 1-5 * * *": undefined,
  "5-1 * * * *": "the minute `5-1` ends before it begins",
  "0 25 * * *": "the hour `25` is not valid",
  "0 0 * 13 *": "the month `13` is not valid",
  "0 0 31 2 *": "the day of the month `31` never comes in the month `2`",
  "0 0 31 4,6 *": "the day of the month `31` never comes in the month `4,6`",
};

for (const [schedule, fault] of Object.entries(faults)) {
  Deno.test(`the schedule ${schedule}: ${fault ?? "works"}`, () => {
    const diagnostics = new Diagnostics();
    cron().validate(schedule, {
      path: Path.root.attribute("schedule"),
      type: "string",
      sensitive: false,
      holder: {},
      config: {},
      diagnostics,
    });
    const said = diagnostics.items.map(({ detail }) => detail);
    assertEquals(
      said.at(-1)?.replace(/ It must be .*/, ""),
      fault === undefined ? undefined : `In \`${schedule}\`, ${fault}.`,
    );
  });
}
