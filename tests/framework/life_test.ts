/**
 * Providers of either protocol, and modules, through the real CLI.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { verify } from "@hf-terraform/framework/testing";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Lab } from "./lab.ts";
import { plainProvider, provider } from "./provider/provider.ts";

Deno.test("the test provider is without faults", () => {
  assertEquals(verify(provider), []);
  assertEquals(verify(plainProvider), []);
});

const thing = (body: string) => `
resource "lab_thing" "a" {
  ${body}
}
`;

acceptanceTest(
  "the CLI starts a provider that has only protocol 5",
  async () => {
    await using lab = await Lab.create({
      program: "plain_main.ts",
      launch: "started",
      env: { LAB_PROTOCOLS: "5" },
    });
    await lab.configure('resource "lab_rack" "a" { name = "first" }');
    await lab.apply();
    assertEquals((await lab.values("lab_rack.a"))["serial"], "1");
  },
);

acceptanceTest("a module tells the provider about itself", async () => {
  await using lab = await Lab.create();
  await lab.configure(`
terraform {
  provider_meta "lab" {
    team = "blue"
  }
}
${thing('name = "first"')}
`);
  await lab.apply();
  assertEquals((await lab.store.get("thing-first"))?.["team"], "blue");
});
