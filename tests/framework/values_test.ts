/**
 * Values of unusual types through the real CLI.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";

const record = (body: string) => `
resource "lab_record" "a" {
  ${body}
}
`;

acceptanceTest("values of every type go through unchanged", async () => {
  await using lab = await Lab.create();
  await lab.configure(`${
    record(`
  any    = { a = [1, "x", { b = true }] }
  number = 0.12345678901234567890123
  json   = "{\\"a\\":1}"
  matrix = [[1, 2], [], [3]]
  people = [{ name = "A", age = null }, { name = "B", age = 2 }]
  `)
  }
output "number" {
  value = tostring(lab_record.a.number)
}
`);
  await lab.apply();
  assertEquals(await lab.hasChanges(), false);
  const values = await lab.values("lab_record.a");
  assertEquals(values["any"], { a: [1, "x", { b: true }] });
  assertEquals(values["matrix"], [[1, 2], [], [3]]);
  assertEquals(values["people"], [
    { name: "A", age: null },
    { name: "B", age: 2 },
  ]);
  assertEquals(await lab.output("number"), "0.12345678901234567890123");

  await lab.configure(record('any = "text"\nnumber = 1000000000000000000001'));
  await lab.apply();
  assertEquals(await lab.hasChanges(), false);
  assertEquals((await lab.values("lab_record.a"))["any"], "text");
});

acceptanceTest(
  "a 64-bit number is a bigint, from the configuration to the state",
  async () => {
    await using lab = await Lab.create();
    const applied = async (big: string) => {
      await lab.configure(`${record(`big = ${big}`)}
output "bigger" {
  value = tostring(lab_record.a.bigger)
}
`);
      await lab.apply();
      assertEquals(await lab.hasChanges(), false);
      const { big: stored } = await lab.values("lab_record.a");
      const bigger = await lab.output("bigger");
      await lab.destroy();
      return [stored, bigger];
    };
    assertEquals(await applied("5"), [5, "6"]);
    assertEquals((await applied("9007199254740993"))[1], "9007199254740994");
    for (
      const [big, says] of [
        ["1.5", "whole number"],
        ["9223372036854775808", "at most 9223372036854775807"],
        ["-6", "at least `-5`"],
      ] as const
    ) {
      await lab.configure(record(`big = ${big}`));
      assertStringIncludes(await lab.fail("validate", "-no-color"), says);
    }
  },
);
