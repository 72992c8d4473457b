import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HuggingFace } from "@hf-terraform/client";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../tools/run.ts";
import { providerAddress } from "../support/cli_config.ts";
import { tryFindCli } from "../support/cli.ts";
import {
  type RunningSandbox,
  startSandbox,
} from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { assertSuccess } from "../support/terraform_asserts.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { Workspace } from "../support/workspace.ts";

const requirement = `terraform {
  required_providers {
    huggingface = {
      source = "${providerAddress}"
    }
  }
}
`;

const embeddings = `
resource "huggingface_endpoint" "embeddings" {
  namespace = "acme"
  name      = "embeddings"
  model     = { repository = "gpt2" }
  compute   = { instance_type = "intel-spr" }
}
`;

/** Every example in Terraform's language, from `examples/`. */
async function examples(): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string) => {
    for await (const { name, isDirectory } of Deno.readDir(inRoot(folder))) {
      if (isDirectory) await walk(`${folder}/${name}`);
      else if (name.endsWith(".tf")) found.push(`${folder}/${name}`);
    }
  };
  await walk("examples");
  return found.toSorted();
}

/** What must be around an example to plan it. */
function surroundings(example: string): string {
  if (example.includes("/provider/")) return "";
  return example.includes("/import-by-")
    ? requirement + embeddings
    : requirement;
}

/** The namespace `acme` with an endpoint `embeddings` in it. */
async function populated(): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ startupMs: 0 });
  const client = new HuggingFace({
    token: sandbox.token,
    inferenceEndpointsUrl: sandbox.url,
  });
  await client.endpoints.create("acme", {
    name: "embeddings",
    type: "private",
    provider: { vendor: "gcp", region: "us-east1" },
    compute: {
      accelerator: "cpu",
      instanceType: "intel-spr",
      instanceSize: "x1",
      scaling: { minReplica: 1, maxReplica: 1 },
    },
    model: {
      repository: "gpt2",
      framework: "pytorch",
      image: { huggingface: {} },
    },
  });
  return sandbox;
}

const cli = await tryFindCli();

/** Why an example cannot be planned with this CLI. */
function reason(example: string): string | undefined {
  if ("reason" in cli) return cli.reason;
  const [, minor = 0] = cli.version.split(".").map(Number);
  return example.includes("/import-by-identity") && minor < 12
    ? `${cli.name} ${cli.version} has no import by identity`
    : undefined;
}

for (const example of await examples()) {
  testIf({
    name: `${example} is valid and plans`,
    skipped: reason(example),
    fn: async () => {
      const sandbox = await populated();
      await using workspace = await Workspace.create({
        files: {
          "surroundings.tf": surroundings(example),
          "example.tf": await Deno.readTextFile(inRoot(example)),
        },
        env: { ...sandbox.env, TF_VAR_database_password: "correct horse" },
      });
      try {
        assertSuccess(await workspace.validate());
        const { code, stdout, stderr } = await workspace.plan();
        assert(code !== 1, stdout + stderr);
        assertEquals(/^Warning: (?!Provider development)/m.test(stdout), false);
        if (example.includes("/import-by-")) {
          assertStringIncludes(stdout, "1 to import, 0 to add, 0 to change");
        }
      } finally {
        await sandbox.stop();
      }
    },
  });
}

acceptanceTest("the examples have the CLI's format", async () => {
  if ("reason" in cli) return;
  const { code, stdout } = await run(cli.path, [
    "fmt",
    "-check",
    "-recursive",
    inRoot("examples"),
  ], { env: { TF_CLI_CONFIG_FILE: "" } });
  assertEquals(code, 0, stdout);
});
