import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { tryFindCli } from "@hf-terraform/framework/testing";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { codeBlocks } from "../support/code_blocks.ts";
import { testIf } from "../support/skip.ts";
import { createWorkspace } from "../support/workspace.ts";

const cli = await tryFindCli();
const windows = Deno.build.os === "windows" ? "it needs a shell" : undefined;

/** The lines that a task prints until it says that it is ready. */
async function untilReady(process: Deno.ChildProcess): Promise<string> {
  let text = "";
  for await (
    const part of process.stdout.pipeThrough(new TextDecoderStream())
  ) {
    text += part;
    if (/^ready$/m.test(text)) return text;
  }
  throw new Error(`The sandbox was never ready: ${text}`);
}

testIf({
  name: "README.md, followed to the letter, leads to a changed plan",
  skipped: "reason" in cli ? cli.reason : windows,
  fn: async () => {
    const readme = await Deno.readTextFile(inRoot("README.md"));
    const [, page = ""] = readme.split("## A configuration of your own");
    const [tasks = "", commands = ""] = codeBlocks(page, "sh");
    const [configuration = ""] = codeBlocks(page, "terraform");
    const [install = "", sandbox = ""] = tasks
      .replaceAll(/^npx --yes deno@[\d.]+/gm, '"$DENO"').trim().split("\n");
    await using workspace = await createWorkspace({
      files: { "main.tf": configuration, "home/cli.tfrc": "" },
    });
    const home = `${workspace.folder}/home`;
    const env = {
      ...workspace.env,
      // The packages that the tests run with are there already.
      DENO_DIR: await cacheFolder(),
      DENO: Deno.execPath(),
      HOME: home,
      TF_CLI_CONFIG_FILE: `${home}/cli.tfrc`,
      TF_CLI_ARGS: "-no-color",
      TF_CLI_ARGS_apply: "-auto-approve",
      TF: "path" in cli ? cli.path : "",
    };
    const shell = (script: string, cwd: string) =>
      run("sh", ["-eu", "-c", script], { cwd, clearEnv: true, env });

    const installed = await shell(install, inRoot("."));
    assertEquals(installed.code, 0, installed.stderr);
    assertStringIncludes(installed.stdout, `Installed ${home}/.terraform.d/`);
    const server = new Deno.Command("sh", {
      args: ["-c", `exec ${sandbox.replace("8080", "0")}`],
      cwd: inRoot("."),
      clearEnv: true,
      env,
      stdout: "piped",
      stderr: "null",
    }).spawn();
    try {
      const printed = await untilReady(server);
      const [, address = ""] = /^HF_ENDPOINT=(.*)$/m.exec(printed) ?? [];
      const [, token = ""] = /^(HF_TOKEN=.*)$/m.exec(printed) ?? [];
      assertStringIncludes(commands, token);
      const steps = commands
        .replaceAll("http://127.0.0.1:8080", address)
        .replaceAll(/^terraform/gm, '"$TF"');
      const applied = await shell(steps, workspace.folder);
      assertEquals(applied.code, 0, applied.stdout + applied.stderr);
      assertMatch(applied.stdout, /^url = "http/m);
      // The sandbox has the model, as the Hub does. Where it runs is not given.
      const warnings = applied.stdout.match(
        /^Warning: (?!Incomplete lock).*/gm,
      );
      assertEquals(warnings?.length, 1, applied.stdout);
      assertMatch(
        `${warnings?.[0]}`,
        /^Warning: Endpoint embeddings goes to \S+ \S+ and costs \$[\d.]+ an hour$/,
      );
      await workspace.write({
        "main.tf": configuration.replace(
          /^ {2}name = .*$/m,
          (line) => `${line}\n  paused = true`,
        ),
      });
      const exports = steps.split("\n").filter((line) =>
        line.startsWith("export ")
      );
      const planned = await shell(
        [...exports, '"$TF" plan'].join("\n"),
        workspace.folder,
      );
      assertStringIncludes(planned.stdout, "1 to change");
    } finally {
      server.kill();
      await server.status;
    }
  },
});

/** Finds the folder of this Deno's downloads. */
async function cacheFolder(): Promise<string> {
  const { stdout } = await run(Deno.execPath(), ["info", "--json"]);
  const { denoDir }: { denoDir: string } = JSON.parse(stdout);
  return denoDir;
}
