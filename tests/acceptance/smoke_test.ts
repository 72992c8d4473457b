import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
} from "@hf-terraform/framework/testing";
import { install } from "../../provider/framework/cli/install.ts";
import { inRoot } from "../../tools/paths.ts";
import { project } from "../../tools/project.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { version } from "../../provider/version.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { createWorkspace } from "../support/workspace.ts";

const requirement = `terraform {
  required_providers {
    huggingface = {
      source = "${project.address}"
    }
  }
}
`;

acceptanceTest("the executable prints its version", async () => {
  const { code, stdout } = await run(await providerExecutable(), ["--version"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, version);
});

acceptanceTest(
  "the executable says what it is when a person starts it",
  async () => {
    const { code, stdout, stderr } = await run(await providerExecutable(), []);
    assertEquals(code, 1);
    assertMatch(stdout + stderr, /is a Terraform provider/);
  },
);

acceptanceTest("init installs the provider from a mirror", async () => {
  await using workspace = await createWorkspace({
    launch: "installed",
    files: { "main.tf": requirement },
  });
  const { stdout } = assertSuccess(await workspace.init());
  assertStringIncludes(stdout, `Installed ${project.address}`);
  const { stdout: list } = assertSuccess(await workspace.run(["providers"]));
  assertStringIncludes(list, project.address);
});

acceptanceTest(
  "init finds what deno task install has put below the home",
  async () => {
    await using workspace = await createWorkspace({
      files: { "main.tf": requirement },
    });
    await providerExecutable(); // Built, if it is not given.
    const home = `${workspace.folder}/home`;
    await install(project, {
      folder: `${home}/.terraform.d/plugins`,
      executable: Deno.env.get("HF_PROVIDER_EXECUTABLE"),
    });
    await workspace.write({ "empty.tfrc": "" });
    const { stdout } = assertSuccess(
      await workspace.init({
        env: {
          HOME: home,
          TF_CLI_CONFIG_FILE: `${workspace.folder}/empty.tfrc`,
        },
      }),
    );
    assertStringIncludes(stdout, `Installed ${project.address}`);
  },
);

acceptanceTest("the CLI reads the schema of the provider", async () => {
  await using workspace = await createWorkspace({
    launch: "started",
    files: { "main.tf": requirement },
  });
  const { stdout } = assertSuccess(
    await workspace.run(["providers", "schema", "-json"]),
  );
  assertStringIncludes(stdout, '"huggingface_endpoint"');
});

acceptanceTest("a wrong argument is refused at its place", async () => {
  await using workspace = await createWorkspace({
    launch: "started",
    files: {
      "main.tf": `${requirement}
resource "huggingface_endpoint" "this" {
  no_such_argument = true
}
`,
    },
  });
  const message = assertFailure(
    await workspace.validate(),
    "Unsupported argument",
  );
  assertStringIncludes(message, "main.tf line 10");
});

acceptanceTest("the configuration in README.md applies", async () => {
  const [configuration = ""] = codeBlocks(
    await Deno.readTextFile(inRoot("README.md")),
    "terraform",
  );
  const sandbox = await startSandbox();
  await using workspace = await createWorkspace({
    launch: "started",
    files: { "main.tf": configuration },
    env: sandbox.env,
  });
  try {
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    const { stdout } = assertSuccess(await workspace.output("url"));
    assertMatch(stdout, /^https?:/);
  } finally {
    await sandbox.stop();
  }
});
