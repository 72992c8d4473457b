// A refusal at apply is shown at its attribute, in the service's words, with
// what to do and without advice that does not fit them.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { unwrapMessage } from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "a plan says once that there is no such owner, and asks once for each",
  async () => {
    await using world = await startSpaceWorld();
    const models = (name: string, owner: string) => `
resource "huggingface_model" "${name}" {
  ${owner}
  name = "${name}"
}
`;
    await world.configure(
      'provider "huggingface" { namespace = "acne" }\n' +
        models("a", 'namespace = "nobody"') +
        models("b", 'namespace = "nobody"') + models("c", "") +
        models("d", 'namespace = "acme"') +
        models("e", 'namespace = "sandbox"') + `
resource "huggingface_resource_group" "this" {
  organization = "sandbox"
  name         = "x"
}
`,
    );
    const { stdout } = await world.workspace.plan();
    const said = unwrapMessage(stdout);
    const titles = said.match(/There is no organization(?: or user)? \w+/g);
    assertEquals(titles?.toSorted(), [
      "There is no organization or user acne",
      "There is no organization or user nobody",
      "There is no organization sandbox",
    ]);
    assertStringIncludes(said, "`namespace` of the provider block names it");
    const asked = world.requests()
      .filter(({ path }) => path.endsWith("/overview"));
    assertEquals(
      asked.map(({ path }) => path).toSorted(),
      [
        "/api/organizations/acme/overview",
        "/api/organizations/acne/overview",
        "/api/organizations/nobody/overview",
        "/api/organizations/sandbox/overview",
        "/api/users/acne/overview",
        "/api/users/nobody/overview",
        "/api/users/sandbox/overview",
      ],
    );
  },
);

const two = (type: string, owner: string) =>
  ["a", "b"].map((name) => `
resource "huggingface_${type}" "${name}" {
  ${owner} = "acme"
  name = "${name}"
}
`).join("");

acceptanceTest(
  "a plan says once that the token may not look at what it would create",
  async () => {
    const tokens = { hf_narrow: "repo.write@acme" };
    await using world = await startSpaceWorld({ tokens });
    const { workspace } = world;
    const warningsFor = async (HF_TOKEN: string) => {
      const plan = await workspace.plan({ env: { HF_TOKEN } });
      assertEquals(plan.code, 2, plan.stderr);
      const said = unwrapMessage(plan.stdout);
      return said.match(/Warning: Cannot [^:]*?already/g) ?? [];
    };
    await world.configure(two("resource_group", "organization"));
    assertEquals(await warningsFor("hf_narrow"), [
      "Warning: Cannot see whether the resource group exists already",
    ]);
    assertEquals(await warningsFor(world.sandbox.token), []);
    await world.configure(two("model", "namespace"));
    assertEquals(await warningsFor("hf_narrow"), []);
    const [first = "", ...more] = await warningsFor("hf_nobody");
    assertStringIncludes(first, "Cannot see whether the model acme/");
    assertEquals(more, []);
  },
);
