import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as client from "../../mod.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { findBun, findNode } from "../support/runtimes.ts";
import { testIf } from "../support/skip.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { bundle } from "./bundle.ts";
import { PRINTED, writeCommonTasks } from "./common_tasks.ts";
import { exercise } from "./exercise.js";
import { FINDINGS, startService } from "./service.ts";

const PROGRAM = new URL("./exercise.js", import.meta.url);
const BROWSER = fileURLToPath(new URL("./browser.js", import.meta.url));
const LARGEST_BUNDLE_BYTES = 26 * 1024;

/** Runs a program on the bundle in another runtime; returns its findings. */
async function runInRuntime(
  runtime: string,
  program: URL,
  base: string,
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  await using module = await bundle("esm");
  const script = [
    `import * as api from "${pathToFileURL(module.path).href}";`,
    `import { exercise } from "${program.href}";`,
    `const found = await exercise(api, "${base}");`,
    "process.stdout.write(JSON.stringify(found));",
  ].join("\n");
  const file = `${module.path}.mjs`;
  await Deno.writeTextFile(file, script);
  const result = await run(runtime, [file], {
    env: { ...env, NODE_NO_WARNINGS: "1" },
  });
  assertEquals([result.code, result.stderr], [0, ""]);
  return JSON.parse(result.stdout);
}

/** Runs a program with what a browser has; returns its findings. */
async function inBrowser(program: URL, base: string): Promise<unknown> {
  await using script = await bundle("iife");
  const args = [BROWSER, script.path, fileURLToPath(program), base];
  const result = await run("node", args);
  assertEquals([result.code, result.stderr], [0, ""]);
  return JSON.parse(result.stdout);
}

Deno.test("the client works in Deno", async () => {
  await using service = startService();
  assertEquals(await exercise(client, service.base), FINDINGS);
  assertEquals(
    service.requests.filter((it) => it.includes("whoami")).length,
    1,
  );
});

const node = await findNode();
const bun = await findBun();
const noNode = "reason" in node ? node.reason : undefined;

testIf({
  name: "the client works in Node, and says so",
  skipped: noNode,
  fn: async () => {
    await using service = startService();
    assertEquals(await runInRuntime("node", PROGRAM, service.base), FINDINGS);
    const [agent = ""] = service.agents;
    assert(agent.startsWith("hf-terraform-client/"), agent);
  },
});

testIf({
  name: "the client works in Bun",
  skipped: "reason" in bun ? bun.reason : undefined,
  fn: async () => {
    if ("reason" in bun) throw new Error(bun.reason);
    await using service = startService();
    assertEquals(
      await runInRuntime(bun.program, PROGRAM, service.base),
      FINDINGS,
    );
  },
});

testIf({
  name: "the client works with what a browser has, and leaves its user agent",
  skipped: noNode,
  fn: async () => {
    await using service = startService();
    assertEquals(await inBrowser(PROGRAM, service.base), {
      ...FINDINGS,
      // A write is not sent to where nobody says that it leads.
      changed: "RedirectError",
      renames: FINDINGS.renames.slice(0, 1),
    });
    for (const agent of service.agents) {
      assert(!agent.includes("hf-terraform-client"), agent);
    }
  },
});

const RUNTIMES: readonly [
  string,
  string | undefined,
  (program: URL, env: Readonly<Record<string, string>>) => Promise<unknown>,
][] = [
  [
    "Deno",
    undefined,
    async (program) => (await import(program.href)).exercise(client),
  ],
  ["Node", noNode, (program, env) => runInRuntime("node", program, "", env)],
  [
    "Bun",
    "reason" in bun ? bun.reason : undefined,
    (program, env) =>
      runInRuntime("reason" in bun ? "" : bun.program, program, "", env),
  ],
  ["a browser", noNode, (program) => inBrowser(program, "")],
];

for (const [name, skipped, runIn] of RUNTIMES) {
  testIf({
    name: `the ten things people do most work as they stand in ${name}`,
    skipped,
    fn: async () => {
      const sandbox = await startSandbox({
        startupMs: 20,
        deletionMs: 0,
        models: ["acme/embeddings"],
      });
      const folder = await Deno.makeTempDir();
      try {
        const program = await writeCommonTasks(folder, sandbox.env);
        assertEquals(await runIn(program, sandbox.env), PRINTED);
      } finally {
        await Deno.remove(folder, { recursive: true });
        await sandbox.stop();
      }
    },
  });
}

Deno.test("the bundle is at most 26 kB when compressed", async () => {
  await using module = await bundle("esm");
  const text = await Deno.readTextFile(module.path);
  const zipped = new Blob([text]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const { byteLength } = await new Response(zipped).arrayBuffer();
  assertLessOrEqual(byteLength, LARGEST_BUNDLE_BYTES);
});

Deno.test("the bundle imports nothing and names no platform", async () => {
  await using module = await bundle("esm");
  const text = await Deno.readTextFile(module.path);
  for (const word of [/\bimport\b/, /\brequire\(/, /\bDeno\./, /\bprocess\./]) {
    assert(!word.test(text), `the bundle has ${word}`);
  }
});

Deno.test("the client loads modules of its own only", async () => {
  const root = new URL("../../", import.meta.url).href;
  const args = ["info", "--json", "--no-lock", fileURLToPath(`${root}mod.ts`)];
  const { stdout } = await run(Deno.execPath(), args);
  const modules: { specifier: string }[] = JSON.parse(stdout).modules;
  for (const { specifier } of modules) {
    const isOwn = specifier === `${root}mod.ts` ||
      specifier.startsWith(`${root}client/`);
    assert(isOwn, specifier);
    assert(!specifier.startsWith(`${root}client/sandbox/`), specifier);
  }
  assert(modules.length > 20);
});
