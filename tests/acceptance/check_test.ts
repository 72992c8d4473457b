// `check` of the executable, which finds what Terraform drops.

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  run,
  type RunResult,
} from "../../provider/framework/testing/system/run.ts";
import { filesBelow } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { startSpaceWorld } from "../support/space_world.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { acceptanceTest } from "../support/terraform_test.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

async function check(...args: readonly string[]): Promise<RunResult> {
  return await run(await providerExecutable(), ["check", ...args]);
}

const misspelt = `
resource "huggingface_endpoint" "x" {
  name    = "x"
  model   = { repository = "openai-community/gpt2", revison = "main" }
  compute = {
    instance_type = "intel-spr"
    min_replica   = 0

    scaling = (
      var.idle ? { min_replicas = 0 } : null
    )
  }
}

variable "idle" {
  default = true
}

data "huggingface_hourly_cost" "x" {
  endpoints = { a = { instance_type = "nvidia-l4", max_replicas = 10 } }
}

resource "huggingface_collection" "c" {
  title = "c"
  items = [{ type = "model", id = "openai-community/gpt2", "re\u001b[1mmark" = 1 }]
}
`;

const inAction = `
action "huggingface_job_run" "x" {
  config {
    network = { group = "g", alias = ["a"] }
  }
}
`;

acceptanceTest(
  "check names each name that a plan drops in silence",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace } = world;
    await world.configure(misspelt);
    assertEquals((await workspace.plan()).code, 2);
    const { code, stdout, stderr } = await check(workspace.folder);
    assertEquals([code, stderr], [1, ""]);
    const said = stdout.split("\n").filter((line) => line !== "").map((line) =>
      line.replace(/^.*?\/main\.tf:\d+: /, "")
    );
    const dropped = "Terraform drops it.";
    assertEquals(said, [
      `huggingface_endpoint.x has no model.revison: ${dropped} Did you mean revision?`,
      `huggingface_endpoint.x has no compute.min_replica: ${dropped} Did you mean compute.scaling.min_replica?`,
      `huggingface_endpoint.x has no compute.scaling.min_replicas: ${dropped} Did you mean min_replica?`,
      `data.huggingface_hourly_cost.x has no endpoints.a.max_replicas: ${dropped} Did you mean max_replica?`,
      `huggingface_collection.c has no items[0].remark: ${dropped} There are id, note, type`,
      "1 files read, 5 unknown names",
    ]);
    await Deno.mkdir(`${workspace.folder}/part`);
    await Deno.writeTextFile(`${workspace.folder}/part/x.tofu`, inAction);
    const whole = await check(workspace.folder);
    assertStringIncludes(whole.stdout, "has no network.alias: Ter");
    assertStringIncludes(whole.stdout, "2 files read, 6 unknown names");
  },
);

Deno.test("the command of the pages finds the executable that init has put there", async () => {
  const pages = ["cost-control", "importing", "team"];
  const commands = await Promise.all(pages.map(async (page) => {
    const path = inRoot(`templates/guides/${page}.md.tmpl`);
    return codeBlocks(await Deno.readTextFile(path), "shell").join("\n")
      .split("\n").find((line) => line.startsWith(".terraform/")) ?? "";
  }));
  const [command = ""] = commands;
  const [program = ""] = command.split(" check");
  for (const one of commands) assertStringIncludes(one, `${program} `);
  await withTemporaryFolder(async (folder) => {
    const path = `${folder}/${program}`
      .replace("*", "registry.terraform.io")
      .replace("*/*", "0.1.0/linux_amd64")
      .replace("*", "v0.1.0");
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.symlink(await providerExecutable(), path);
    await Deno.writeTextFile(`${folder}/main.tf`, misspelt);
    const { stdout } = await run("sh", ["-c", command], { cwd: folder });
    assertMatch(
      stdout,
      /^main\.tf:4: huggingface_endpoint\.x has no model\.revison/,
    );
  });
});

Deno.test("check finds nothing in examples and pages", () =>
  withTemporaryFolder(async (folder) => {
    const pages = ["README.md"];
    for (const file of await filesBelow(inRoot("docs"))) {
      pages.push(`docs/${file}`);
    }
    for (const [at, page] of pages.entries()) {
      const text = await Deno.readTextFile(inRoot(page));
      await Deno.writeTextFile(
        `${folder}/${at}.tf`,
        codeBlocks(text, "terraform").join("\n"),
      );
    }
    for (const one of [folder, inRoot("examples")]) {
      const { code, stdout, stderr } = await check(one);
      assertEquals([code, stderr], [0, ""], stdout);
      assertStringIncludes(stdout, " 0 unknown names");
    }
  }));

Deno.test("check says what it cannot read", () =>
  withTemporaryFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/main.tf`, 'resource "x" {');
    const broken = await check(folder);
    assertEquals(broken.code, 1);
    assertStringIncludes(broken.stderr, `Cannot read ${folder}/main.tf: `);
    // What others hold is checked all the same.
    await Deno.symlink("/dev/null", `${folder}/device.tf`);
    await Deno.writeTextFile(`${folder}/z.tf`, misspelt);
    const whole = await check(folder);
    assertEquals(whole.stderr.trim().split("\n").length, 2, whole.stderr);
    assertStringIncludes(whole.stderr, "device.tf is not a regular file");
    assertStringIncludes(whole.stdout, "1 files read, 5 unknown names");
    await Deno.mkdir(`${folder}/a`);
    await Deno.symlink("nowhere", `${folder}/a/b\n0 files read\n.tf`);
    const forged = await check(`${folder}/a`);
    assertEquals([forged.code, forged.stderr.trim().includes("\n")], [
      1,
      false,
    ]);
    assertEquals((await check(folder, folder)).code, 2);
    assertEquals((await check("--help")).code, 0);
  }));

Deno.test("check reads more folders than a process may open at once", () =>
  withTemporaryFolder(async (folder) => {
    for (let at = 0; at < 3000; at++) await Deno.mkdir(`${folder}/${at}`);
    await Deno.writeTextFile(`${folder}/2999/main.tf`, misspelt);
    const command = 'ulimit -n 128; exec "$0" check "$1"';
    const program = await providerExecutable();
    const { stdout, stderr } = await run("sh", [
      "-c",
      command,
      program,
      folder,
    ]);
    assertStringIncludes(stdout, "1 files read, 5 unknown names", stderr);
  }));
