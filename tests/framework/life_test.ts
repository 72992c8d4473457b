/**
 * A provider of either protocol, through the real CLI.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  runSteps,
  type Step,
  tryFindCli,
  verify,
  Workspace,
} from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { labCommand, labFiles } from "./lab_program.ts";
import { provider } from "./provider/provider.ts";
import { Store } from "./provider/store.ts";

const cli = await tryFindCli();
const isOpenTofu = "name" in cli && cli.name === "tofu";
const address = "hf-terraform/lab";

Deno.test("the test provider is without faults", () => {
  assertEquals(verify(provider), []);
});

/** Runs steps whose objects are nowhere. */
async function run(...steps: readonly Step[]): Promise<void> {
  await runSteps({ providers: { [address]: provider }, steps });
}

const configured = (text: string) =>
  `provider "lab" {\n  folder = "."\n}\n${text}`;

acceptanceTest(
  "an ephemeral resource is renewed, and one that cannot be is closed",
  async () => {
    for (const scope of ["renewed", "revoked"]) {
      const objects = await Deno.makeTempDir();
      // The command ends once the token was renewed, however long that takes.
      await using workspace = await Workspace.create({
        providers: { [address]: provider },
        files: labFiles(
          objects,
          `ephemeral "lab_token" "a" {
  scope = "${scope}"
}
resource "terraform_data" "user" {
  provisioner "local-exec" {
    command     = "until grep -q renewed.:1 token-${scope}.json; do sleep 0.1; done"
    working_dir = "${objects}"
    environment = { TOKEN = ephemeral.lab_token.a.value }
  }
}
`,
        ),
      });
      const { code, stderr } = await workspace.apply();
      // OpenTofu reports that a renewal failed. Terraform does not.
      const isTold = scope === "revoked" && isOpenTofu;
      assertEquals([code, stderr.includes("Cannot renew")], [
        isTold ? 1 : 0,
        isTold,
      ]);
      assertEquals(await new Store(objects).ids(), [], "it was closed");
      await Deno.remove(objects, { recursive: true });
    }
  },
);

for (
  const [LAB_PROTOCOL, launch] of [["5", "started"], ["6", "attached"]] as const
) {
  acceptanceTest(
    `blocks live in a provider that has only protocol ${LAB_PROTOCOL}, ${launch}`,
    async () => {
      await runSteps({
        launch,
        env: { LAB_PROTOCOL },
        providers: { [address]: { command: await labCommand() } },
        steps: [{
          config: configured(`resource "lab_rack" "a" {
  name   = "first"
  height = 1.75
  labels = ["x", 1]
  owner {
    email = "a@b"
  }
  port {
    number = 1
    rule { allow = "all" }
    rule { allow = "none" }
  }
  port {
    number = 2
    speed  = 100
  }
  disk { size = 3 }
  disk { size = 1 }
  sensor "heat" { unit = "K" }
  sensor "noise" { unit = "dB" }
  timeouts { create = "30s" }
}
`),
          state: {
            "lab_rack.a": {
              owner: { email: "a@b" },
              power: { watts: 100 },
              port: [
                {
                  number: 1,
                  speed: 10,
                  address: "p1",
                  rule: [{ allow: "all" }, { allow: "none" }],
                },
                { number: 2, speed: 100, address: "p2", rule: [] },
              ],
              disk: [
                { size: 1, state: "spinning" },
                { size: 3, state: "spinning" },
              ],
              sensor: { heat: { unit: "K" }, noise: { unit: "dB" } },
              timeouts: { create: "30s" },
            },
          },
        }, {
          config: configured('resource "lab_rack" "a" {\n  name = "first"\n}'),
          state: {
            "lab_rack.a": {
              owner: null,
              power: { watts: 100 },
              port: [],
              sensor: {},
              timeouts: null,
              serial: "2",
            },
          },
        }],
      });
    },
  );
}

const record = (body: string, output: string) =>
  configured(`resource "lab_record" "a" {
  ${body}
}
output "number" {
  value = tostring(lab_record.a.${output})
}
`);

acceptanceTest("values of every type go through unchanged", () =>
  run({
    config: record(
      `any    = { a = [1, "x", { b = true }] }
  number = 0.12345678901234567890123
  json   = "{\\"a\\":1}"
  matrix = [[1, 2], [], [3]]
  people = [{ name = "A", age = null }, { name = "B", age = 2 }]`,
      "number",
    ),
    state: {
      "lab_record.a": {
        any: { a: [1, "x", { b: true }] },
        matrix: [[1, 2], [], [3]],
        people: [{ name: "A", age: null }, { name: "B", age: 2 }],
      },
    },
    outputs: { number: "0.12345678901234567890123" },
  }, {
    config: record('any = "text"\n  number = 1000000000000000000001', "number"),
    state: { "lab_record.a": { any: "text" } },
  }));

acceptanceTest(
  "a 64-bit number is a bigint, from the configuration to the state",
  () =>
    run(
      {
        config: record("big = 9007199254740993", "bigger"),
        outputs: { number: "9007199254740994" },
      },
      ...[
        ["1.5", "whole number"],
        ["9223372036854775808", "at most 9223372036854775807"],
        ["-6", "at least `-5`"],
      ].map(([big = "", fails = ""]) => ({
        config: record(`big = ${big}`, "bigger"),
        fails,
      })),
    ),
);
