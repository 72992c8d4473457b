import { assertEquals } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

acceptanceTest(
  "network security: a plan that locks Terraform out is refused",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { organizations } } = world;
    const configure = (more: string, ranges = `"192.0.2.0/24"`) =>
      world.configure(`
resource "huggingface_organization_network_security" "this" {
  organization           = "acme"
  enforce_ip_restriction = true
  ip_ranges              = [${ranges}]
  ${more}
}
`);
    await configure("");
    assertFailure(await workspace.plan(), "Set `caller_address`");
    await configure(`caller_address = "127.0.0.1"`);
    assertFailure(
      await workspace.plan(),
      "127.0.0.1 is in none of `ip_ranges`",
    );
    await configure(`caller_address = "127.0.0.1"`, `"2001:db8::/32"`);
    assertFailure(await workspace.plan(), "2001:db8:0:0:0:0:0:0/32");
    await configure(`caller_address = "127.0.0.1"`, `"127.0.0.0/8"`);
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const now = await organizations.getNetworkSecurity("acme");
    assertEquals(
      [now.enforceIpRestriction, now.ipRanges, now.enforceAuth],
      [true, ["127.0.0.0/8"], false],
    );
    assertWarning(await workspace.destroy(), "stays as it is");
    assertEquals(
      (await organizations.getNetworkSecurity("acme")).enforceIpRestriction,
      true,
    );
  },
);

acceptanceTest(
  "network security: what is in force right before it is sent is looked at",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, sandbox, client: { organizations } } = world;
    const enforce = (more = "") =>
      world.configure(`
resource "huggingface_organization_network_security" "this" {
  organization           = "acme"
  enforce_ip_restriction = ${more === "" ? "false" : "true"}
  ${more}
}
`);
    const ranges = (...ipRanges: readonly string[]) =>
      organizations.updateNetworkSecurity("acme", { ipRanges });
    const isRefused = async (
      apply: () => ReturnType<typeof workspace.apply>,
    ) => {
      sandbox.clearRequests();
      assertFailure(await apply(), "Terraform would be locked out");
      const sent = sandbox.requests.filter(({ method }) => method !== "GET");
      assertEquals(sent, []);
    };
    await ranges("192.0.2.0/24");
    await enforce(`caller_address = "127.0.0.1"`);
    await isRefused(() => workspace.plan());
    await enforce(`caller_address = terraform_data.it.output
}
resource "terraform_data" "it" {
  input = "127.0.0.1"`);
    await isRefused(() => workspace.apply());
    await enforce(`caller_address = null`);
    assertFailure(await workspace.plan(), "Set `caller_address`");

    await ranges("127.0.0.0/8");
    await enforce();
    assertSuccess(await workspace.apply());
    await enforce(`caller_address = "127.0.0.1"`);
    assertEquals((await workspace.plan()).code, 2);
    await ranges("192.0.2.0/24");
    await isRefused(() => workspace.applyPlan());

    await ranges("127.0.0.0/8", "192.0.2.0/24");
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
  },
);
