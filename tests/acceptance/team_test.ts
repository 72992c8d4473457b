import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  tryFindCli,
} from "@hf-terraform/framework/testing";
import { inRoot } from "../../tools/paths.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { testIf } from "../support/skip.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { providerExecutable } from "../support/terraform_provider.ts";

const guide = "templates/guides/team.md.tmpl";
const cli = await tryFindCli();
const windows = Deno.build.os === "windows" ? "it needs a shell" : undefined;

/** The environment that confirms each command: a person would type "yes". */
const yes = {
  TF_CLI_ARGS_apply: "-auto-approve",
  TF_CLI_ARGS_destroy: "-auto-approve",
};

testIf({
  name: "the guide's team is made, changed, exported and destroyed",
  skipped: "reason" in cli ? cli.reason : windows,
  fn: async (t) => {
    const text = await Deno.readTextFile(inRoot(guide));
    const [make = "", change = "", take = "", end = "", ...more] = codeBlocks(
      text,
      "shell",
    );
    assertEquals(more, []);
    const [told = ""] = codeBlocks(text, "text");
    await using world = await startSpaceWorld({}, {
      launch: "installed",
      env: yes,
      files: {
        "main.tf": await Deno.readTextFile(inRoot("examples/team/main.tf")),
      },
    });
    const { workspace, sandbox, client } = world;
    const { organizations } = client;
    const { resourceGroups, serviceAccounts } = organizations;
    /** Describes the organization as an admin would. */
    const team = async () =>
      Object.fromEntries(
        (await resourceGroups.list("acme").toArray()).map((group) => [
          group.name,
          [
            group.users?.map(({ name, role }) => `${name} ${role}`).join(", "),
            group.spendLimits?.total,
            group.spendLimits?.endpoints,
          ],
        ]),
      );
    const roles = async () =>
      Object.fromEntries(
        (await organizations.listMembers("acme").toArray())
          .map(({ user, role }) => [user, role]),
      );

    await t.step("made from an empty organization", async () => {
      assertSuccess(await workspace.shell(make));
      assertEquals(await team(), {
        product: ["alice write", 200_000, 100_000],
        research: ["alice admin, bob read", 200_000, 100_000],
      });
      assertEquals(await roles(), {
        sandbox: "admin",
        alice: "no_access",
        bob: "no_access",
      });
      await assertEmptyPlan(workspace);
    });

    await t.step(
      "the pipeline's token made the models, and is gone",
      async () => {
        const [account] = await serviceAccounts.list("acme").toArray();
        const { accessTokens } = await serviceAccounts.get(
          "acme",
          account?._id ?? "",
        );
        assertEquals(accessTokens, []);
        const creations = sandbox.requests
          .filter(({ path, status }) =>
            path === "/api/repos/create" && status === 200
          );
        assertEquals(creations.length, 2);
        const allowed = sandbox.requests
          .filter(({ method, path }) =>
            method === "POST" && path.endsWith("/tokens")
          )
          .map(({ body }) => `${Object(body).permissions}`);
        assertEquals([...new Set(allowed)], ["repo.write"]);
        const state = await workspace.read("terraform.tfstate");
        assertEquals(/hf_[A-Za-z0-9]{8}/.exec(state)?.[0], undefined);
      },
    );

    await t.step("changed as the plan says", async () => {
      sandbox.clearRequests();
      const { stdout } = assertSuccess(await workspace.shell(change));
      assertStringIncludes(stdout, told.trim());
      assertEquals(await team(), {
        product: ["alice write, bob write", 300_000, 150_000],
        research: ["alice admin", 300_000, 150_000],
      });
      await assertEmptyPlan(workspace);
    });

    await t.step("exported", async () => {
      const { stdout } = assertSuccess(
        await workspace.shell(
          take.replace(
            /^\S+/,
            await providerExecutable(),
          ),
        ),
      );
      assertStringIncludes(stdout, "resource groups: 2 found, 2 written");
    });

    await t.step("destroyed", async () => {
      assertSuccess(await workspace.shell(end));
      assertEquals(await team(), {});
      assertEquals(await roles(), {
        sandbox: "admin",
        alice: "read",
        bob: "read",
      });
      assertEquals(await serviceAccounts.list("acme").toArray(), []);
      assertEquals(await client.repos.listInventory("acme").toArray(), []);
      assertEquals(await client.endpoints.list("acme").toArray(), []);
    });
  },
});
