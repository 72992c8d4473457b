/**
 * Values of unusual types, state upgrades and moves, through the real CLI.
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

acceptanceTest(
  "elements of a set that mean the same are no change",
  async () => {
    await using lab = await Lab.create();
    const hosts = (...names: readonly string[]) =>
      lab.configure(record(`hosts = ${JSON.stringify(names)}`));
    await hosts("B.example", "a.Example", "c");
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
    await hosts("A.EXAMPLE", "c", "b.example");
    assertEquals(await lab.hasChanges(), false);
    await hosts("A.EXAMPLE", "d", "b.example");
    assertEquals(await lab.hasChanges(), true);
    await lab.apply();
    assertEquals(await lab.hasChanges(), false);
  },
);

acceptanceTest("a text that means the same is no change", async () => {
  await using lab = await Lab.create();
  await lab.configure(record('json = "{\\"a\\":1}"'));
  await lab.apply();
  await lab.configure(record('json = "{ \\"a\\": 1 }"'));
  assertEquals(await lab.hasChanges(), false);
  await lab.configure(record('json = "{ \\"a\\": 2 }"'));
  assertEquals(await lab.hasChanges(), true);
});

acceptanceTest(
  "a number that does not fit is refused where it stands",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(record("matrix = [[1.5]]"));
    assertStringIncludes(
      await lab.fail("validate", "-no-color"),
      "matrix[0][0]",
    );
    await lab.configure(record("matrix = [[9007199254740993]]"));
    assertStringIncludes(
      await lab.fail("validate", "-no-color"),
      "matrix[0][0]",
    );
    await lab.configure(record("matrix = [null]"));
    assertStringIncludes(await lab.fail("validate", "-no-color"), "matrix[0]");
  },
);

interface StateFile {
  serial: number;
  resources: {
    instances: {
      schema_version: number;
      attributes: unknown;
      identity?: unknown;
      identity_schema_version?: unknown;
    }[];
  }[];
}

acceptanceTest("states of older versions are upgraded", async () => {
  await using lab = await Lab.create();
  await lab.configure(record(""));
  await lab.apply();
  for (
    const [version, old] of [[0, { name: "a" }], [1, { title: "b" }]] as const
  ) {
    const path = `${lab.folder}/terraform.tfstate`;
    const state: StateFile = JSON.parse(await Deno.readTextFile(path));
    state.serial++;
    for (const instance of state.resources[0]?.instances ?? []) {
      instance.schema_version = version;
      instance.attributes = old;
      // An identity must not change, and these states have other ids.
      delete instance.identity;
      delete instance.identity_schema_version;
    }
    await Deno.writeTextFile(path, JSON.stringify(state));
    assertEquals(await lab.hasChanges(), false);
    await lab.succeed("apply", "-refresh-only", "-auto-approve");
    const { id } = await lab.values("lab_record.a");
    assertEquals(id, `${version}:${version === 0 ? "a" : "b"}`);
  }
});

acceptanceTest(
  "a state that cannot be upgraded is an error that says why",
  async () => {
    await using lab = await Lab.create();
    await lab.configure(record(""));
    await lab.apply();
    const path = `${lab.folder}/terraform.tfstate`;
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(
      path,
      text.replace('"schema_version": 2', '"schema_version": 0'),
    );
    const refused = await lab.fail("plan", "-no-color");
    assertStringIncludes(refused, "The stored state has no name");
  },
);

acceptanceTest(
  "the state of another provider's resource is taken over",
  async () => {
    await using lab = await Lab.create();
    await lab.configure('resource "terraform_data" "old" {}');
    await lab.apply();
    await lab.configure(`${record("")}
moved {
  from = terraform_data.old
  to   = lab_record.a
}
`);
    await lab.apply();
    const { id } = await lab.values("lab_record.a");
    assertStringIncludes(String(id), "moved:");
    assertEquals(await lab.hasChanges(), false);

    await lab.configure(`${record("")}
resource "lab_rack" "b" {
  name = "b"
}
moved {
  from = lab_record.a
  to   = lab_rack.b
}
`);
    const refused = await lab.fail("plan", "-no-color");
    assertStringIncludes(refused, "lab_record");
  },
);
