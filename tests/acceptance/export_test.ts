import { assertEquals, assertStringIncludes } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { run, type RunResult } from "../../tools/run.ts";
import { makeAccount } from "../support/account.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import {
  assertEmptyPlan,
  assertSuccess,
} from "../support/terraform_asserts.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Workspace } from "../support/workspace.ts";

/** Runs `export` as the task does. */
function exported(
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<RunResult> {
  const program = inRoot("provider/main.ts");
  return run(Deno.execPath(), ["run", "-A", program, "export", ...args], {
    env,
  });
}

acceptanceTest(
  "an account is exported, imported and planned empty",
  async (t) => {
    const sandbox = await startSandbox({ startupMs: 20, createMs: 0 });
    await using workspace = await Workspace.create({ env: sandbox.env });
    const { client } = await makeAccount(sandbox.sandbox);
    const out = workspace.folder;
    try {
      for (let i = 0; i < 12; i++) {
        await client.repos.create({
          type: "model",
          organization: "acme",
          name: `prod-${i}`,
          visibility: i % 2 === 0 ? "public" : "private",
        });
      }
      await t.step("a part of it by kind and name", async () => {
        const told = assertSuccess(
          await exported(
            sandbox.env,
            ...["--namespace=acme", `--out=${out}`, "--only=model"],
            "--match=prod-1*",
          ),
        );
        assertEquals(
          told.stdout.trim(),
          `models: 3 found, 3 written to ${out}/model.tf`,
        );
      });
      await t.step("the rest of it, without doing anything twice", async () => {
        const { stdout } = assertSuccess(
          await exported(sandbox.env, "--namespace=acme", `--out=${out}`),
        );
        assertStringIncludes(stdout, "Inference Endpoints: 1 found, 1 written");
        assertStringIncludes(stdout, "13 found, 10 written");
        assertStringIncludes(stdout, "3 were there already");
        assertStringIncludes(
          stdout,
          "secrets of Spaces: 1 found, left out: the Hub does not show",
        );
      });
      await t.step(
        "it refers to what it exports, in the CLI's format",
        async () => {
          const { code, stdout } = await workspace.run(
            ["fmt", "-check", "-diff", "-no-color"],
          );
          assertEquals(code, 0, stdout);
          const endpoint = await workspace.read("endpoint.tf");
          assertStringIncludes(endpoint, "repository = huggingface_model.m.id");
        },
      );
      await t.step(
        "Terraform imports all of it and changes nothing",
        async () => {
          const plan = assertSuccess(
            await workspace.run(["plan", "-no-color"]),
          );
          assertStringIncludes(
            plan.stdout,
            "Plan: 22 to import, 0 to add, 0 to change, 0 to destroy.",
          );
          assertSuccess(await workspace.apply());
          await assertEmptyPlan(workspace);
        },
      );
    } finally {
      await sandbox.stop();
    }
  },
);

const refused: [args: string[], message: string][] = [
  [["--only=endpiont"], 'there is no kind "endpiont"'],
  [["--nmaespace=acme"], "Did you mean `--namespace`?"],
];

for (const [args, message] of refused) {
  Deno.test(`export ${args.join(" ")} is refused`, async () => {
    const { code, stderr } = await exported({}, ...args);
    assertEquals(code, 2, stderr);
    assertStringIncludes(stderr, message);
  });
}
