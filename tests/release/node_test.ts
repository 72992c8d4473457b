import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  assertEmptyPlan,
  assertSuccess,
  tryFindCli,
} from "@hf-terraform/framework/testing";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { bundlePath } from "../../provider/framework/cli/project.ts";
import { demoConfiguration } from "../../tools/demo_steps.ts";
import { install } from "../../provider/framework/cli/install.ts";
import {
  nodeEntry,
  nodeLauncher,
  oldestNode,
} from "../../provider/framework/cli/node_launcher.ts";
import { project } from "../../tools/project.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { launch } from "../support/plugin_client.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { testIf } from "../support/skip.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { createWorkspace } from "../support/workspace.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

async function whyNoNode(): Promise<string | undefined> {
  if (Deno.build.os === "windows") return "the launcher is for POSIX shells";
  const tooOld = `Node ${oldestNode} or newer is not on PATH`;
  try {
    const { stdout } = await run("node", ["--version"]);
    const [, major = "0"] = /^v(\d+)/.exec(stdout) ?? [];
    return Number(major) < oldestNode ? tooOld : undefined;
  } catch {
    return tooOld;
  }
}

const cli = await tryFindCli();
const noNode = await whyNoNode();

testIf({
  name: "what install --node has put is found by init, and applies",
  skipped: noNode ?? ("reason" in cli ? cli.reason : undefined),
  fn: async () => {
    await providerExecutable(); // The bundle, if it is not built.
    await using sandbox = await startSandbox({ startupMs: 50 });
    await using workspace = await createWorkspace({
      files: {
        "main.tf": demoConfiguration({ maxReplica: 1 }),
        "empty.tfrc": "",
      },
      env: sandbox.env,
    });
    const home = `${workspace.folder}/home`;
    workspace.env.HOME = home;
    workspace.env.TF_CLI_CONFIG_FILE = `${workspace.folder}/empty.tfrc`;
    const [path = ""] = await install(project, {
      node: true,
      folder: `${home}/.terraform.d/plugins`,
    });
    assertStringIncludes(await Deno.readTextFile(path), "node.mjs");
    const notices = path.replace(/[^/]*$/, "THIRD_PARTY_NOTICES.txt");
    assertStringIncludes(await Deno.readTextFile(notices), "@grpc/grpc-js");
    assertSuccess(await workspace.init());
    assertSuccess(await workspace.apply());
    await assertEmptyPlan(workspace);
    assertSuccess(await workspace.destroy());
  },
});

testIf({
  name:
    "the bundle serves on a Node that lacks what 20 lacks, without a launcher",
  skipped: noNode,
  fn: async () => {
    await providerExecutable(); // The bundle, if it is not built.
    await withTemporaryFolder(async (folder) => {
      await Deno.copyFile(bundlePath(project), `${folder}/provider.mjs`);
      const lacks = [
        "Promise.withResolvers",
        "Array.fromAsync",
        "process.getBuiltinModule",
      ];
      const code = lacks.map((name) => `delete ${name};`).join("");
      await using process = await launch([
        "node",
        `--import=data:text/javascript,${encodeURIComponent(code)}`,
        `${folder}/provider.mjs`,
      ]);
      const { connection } = process;
      const { ConfigureProvider, ValidateProviderConfig } = tfplugin6.Provider;
      const config = { json: new TextEncoder().encode("{}") };
      for (const method of [ValidateProviderConfig, ConfigureProvider]) {
        const { diagnostics } = await connection.rpc(method, { config });
        const errors = diagnostics.filter(({ severity }) => severity === 1);
        assertEquals(errors, []);
      }
    });
  },
});

/** Runs a test in a folder with the entry for Node, which starts a program. */
async function withEntry(
  program: string,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/node.mjs`, nodeEntry(project));
    await Deno.writeTextFile(`${folder}/provider.mjs`, program);
    await test(folder);
  });
}

testIf({
  name: "on Node, compiled code is kept in the user's cache, and never where " +
    "the provider happens to be started",
  skipped: noNode,
  fn: () =>
    // Node 22 has this function; 20 keeps nothing.
    withEntry(
      'process.stdout.write(`${globalThis.kept ?? "nothing"}`);',
      async (folder) => {
        const code = 'import module from "node:module";' +
          "module.enableCompileCache = (path) => { globalThis.kept = path; };";
        const kept = async (cache: string, home: string) => {
          const { stdout } = await run("node", [
            `--import=data:text/javascript,${encodeURIComponent(code)}`,
            `${folder}/node.mjs`,
          ], { cwd: folder, env: { XDG_CACHE_HOME: cache, HOME: home } });
          return stdout;
        };
        const name = "terraform-provider-huggingface/node";
        for (const cache of ["", ".", "planted"]) {
          assertEquals(await kept(cache, "/home"), `/home/.cache/${name}`);
          for (const home of ["", ".", "planted"]) {
            assertEquals(await kept(cache, home), "nothing", home);
          }
        }
        assertEquals(await kept("/cache", ""), `/cache/${name}`);
      },
    ),
});

testIf({
  name: "on Node, nobody else can write to what the provider writes",
  skipped: noNode,
  fn: () =>
    withEntry(
      'import { umask } from "node:process"; process.stdout.write(`${umask() & 0o22}`);',
      async (folder) => {
        const { stdout } = await run("sh", [
          "-c",
          'umask 0 && exec node "$0"',
          `${folder}/node.mjs`,
        ], { env: { XDG_CACHE_HOME: folder } });
        assertEquals(stdout, `${0o22}`);
      },
    ),
});

testIf({
  name: "on Node, no signal opens the debugger, to which others could attach",
  skipped: noNode,
  fn: () =>
    withEntry(
      `import { url } from "node:inspector";
        process.kill(process.pid, "SIGUSR1");
        for (let at = 0; at < 20 && url() === undefined; at++) {
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
        process.stdout.write(String(url()));`,
      async (folder) => {
        const { stdout } = await run("node", [`${folder}/node.mjs`], {
          env: { XDG_CACHE_HOME: folder },
        });
        assertEquals(stdout, "undefined");
      },
    ),
});

/** A folder with the launcher, and programs that print what starts them. */
async function scene(programs: readonly string[]) {
  const folder = await Deno.makeTempDir({ prefix: "hf_node_" });
  const put = async (name: string, text: string) => {
    await Deno.writeTextFile(`${folder}/${name}`, text);
    await Deno.chmod(`${folder}/${name}`, 0o755);
  };
  await Deno.writeTextFile(`${folder}/provider.mjs`, "");
  await put("provider", nodeLauncher(project));
  for (const name of programs) await put(name, '#!/bin/sh\necho "$0" "$@"\n');
  return {
    folder,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const posix = Deno.build.os === "windows"
  ? "the launcher is for POSIX shells"
  : undefined;

testIf({
  name: "the launcher takes the Node of HF_PROVIDER_NODE before that on PATH",
  skipped: posix,
  fn: async () => {
    await using made = await scene(["mine", "node"]);
    const { folder } = made;
    for (const [given, started] of [["", "node"], [`${folder}/mine`, "mine"]]) {
      const { code, stdout } = await run(`${folder}/provider`, ["--debug"], {
        env: { PATH: folder, HF_PROVIDER_NODE: given ?? "" },
      });
      assertEquals(code, 0);
      assertEquals(stdout, `${folder}/${started} ${folder}/node.mjs --debug\n`);
    }
  },
});

testIf({
  name: "the launcher says what to install where there is no Node",
  skipped: posix,
  fn: async () => {
    await using made = await scene([]);
    const { code, stderr } = await run(`${made.folder}/provider`, [], {
      env: { PATH: made.folder, HF_PROVIDER_NODE: "" },
    });
    assertEquals(code, 1);
    assertMatch(stderr, /needs Node 20 or newer.*HF_PROVIDER_NODE/s);
  },
});
