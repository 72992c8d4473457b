import { assertEquals } from "@std/assert";
import { assertSuccess } from "@hf-terraform/framework/testing";
import { run } from "../../provider/framework/testing/system/run.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { accountOptions, makeAccount } from "../support/account.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

/** The reasons why a type may be created though its object exists, by type. */
const mayBeCreated: Readonly<Record<string, string>> = {
  huggingface_organization_member: "a create sets the role of a member",
  huggingface_organization_network_security: "an organization has it, always",
  huggingface_resource_group_members: "a group has members, none at the least",
  huggingface_repo_file: "what is equal already is not committed again",
  huggingface_repo_files: "as huggingface_repo_file",
  huggingface_scheduled_job: "two of one schedule and command are well",
  huggingface_webhook: "only the create can compare all of it",
};

acceptanceTest(
  "a plan says of all that it would create whether it exists already",
  async () => {
    await using world = await startSpaceWorld(accountOptions);
    const { client } = await makeAccount(world.sandbox);
    const [group] = await client.organizations.resourceGroups
      .list("acme").toArray();
    const { serviceAccounts } = client.organizations;
    const { _id: account } = await serviceAccounts
      .create("acme", { name: "second" });
    await serviceAccounts.createToken("acme", account, {
      displayName: "Terraform",
    });
    const { workspace } = world;
    const folder = `${workspace.folder}/exported`;
    assertSuccess(
      await run(
        await providerExecutable(),
        ["export", "--namespace", "acme", "--out", folder],
        { env: workspace.env },
      ),
    );
    let text = "";
    for await (const { name } of Deno.readDir(folder)) {
      if (name.endsWith(".tf")) {
        text += await Deno.readTextFile(`${folder}/${name}`);
      }
    }
    await Deno.remove(folder, { recursive: true });
    // Without the imports, everything is to be created.
    text = text.replaceAll(/^import \{\n[^]*?^\}\n/gm, "");
    await workspace.write({
      "main.tf": text + `
resource "huggingface_space_variable" "mode" {
  space = "acme/s"
  key   = "MODE"
  value = "fast"
}
resource "huggingface_space_secret" "token" {
  space = "acme/s"
  key   = "TOKEN"
  value = "correct horse"
}
resource "huggingface_resource_group_member" "one" {
  organization      = "acme"
  resource_group_id = "${group?.id}"
  username          = "sandbox"
  role              = "admin"
}
resource "huggingface_service_account_token" "one" {
  organization       = "acme"
  service_account_id = "${account}"
}
`,
    });
    const plan = await workspace.plan();
    const said = `${plan.stdout}${plan.stderr}`;
    const silent = provider.resources.map(({ typeName }) => typeName).filter((
      type,
    ) =>
      !Object.hasOwn(mayBeCreated, type) &&
      !new RegExp(`exists already\n[^]{0,9}\n?.{0,4}with ${type}\\.`).test(said)
    );
    assertEquals(silent, []);
  },
);
