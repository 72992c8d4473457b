import { assert, assertEquals } from "@std/assert";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as client from "../../mod.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { findBun, findNode } from "../support/runtimes.ts";
import { testIf } from "../support/skip.ts";
import { startSandbox } from "../support/sandbox_server.ts";
import { bundle } from "./bundle.ts";
import { PRINTED, writeCommonTasks } from "./common_tasks.ts";
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

const node = await findNode();
const bun = await findBun();
const noNode = "reason" in node ? node.reason : undefined;

/** A runtime that the client is for. */
interface Row {
  readonly name: string;
  readonly skipped?: string | undefined;
  /** Runs a program in it; returns its findings. */
  readonly runIn: (
    program: URL,
    base: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
  /** Findings that differ there. */
  readonly otherwise?: Readonly<Record<string, unknown>>;
  /** Whether requests say whose they are. */
  readonly namesItself?: boolean;
}

const RUNTIMES: readonly Row[] = [
  {
    name: "Deno",
    runIn: async (program, base) =>
      (await import(program.href)).exercise(client, base),
  },
  {
    name: "Node",
    skipped: noNode,
    runIn: (...args) => runInRuntime("node", ...args),
  },
  {
    name: "Bun",
    skipped: "reason" in bun ? bun.reason : undefined,
    runIn: (...args) =>
      runInRuntime("reason" in bun ? "" : bun.program, ...args),
    // It would unpack at once all that has arrived: nothing packed is asked for.
    otherwise: { packed: "ResponseFormatError" },
  },
  {
    name: "what a browser has",
    skipped: noNode,
    runIn: inBrowser,
    // A write is not sent to where nobody says that it leads.
    otherwise: {
      changed: "RedirectError",
      renames: FINDINGS.renames.slice(0, 1),
    },
    namesItself: false,
  },
];

for (const row of RUNTIMES) {
  const { name, skipped, runIn, otherwise, namesItself = true } = row;
  testIf({
    name: `the client works in ${name}`,
    skipped,
    fn: async () => {
      await using service = startService();
      assertEquals(await runIn(PROGRAM, service.base), {
        ...FINDINGS,
        ...otherwise,
      });
      const asked = service.requests.filter((it) => it.includes("whoami"));
      assertEquals(asked.length, 1);
      for (const agent of service.agents) {
        assertEquals(agent.startsWith("hf-terraform-client/"), namesItself);
      }
    },
  });
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
        assertEquals(await runIn(program, "", sandbox.env), PRINTED);
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
  assert(byteLength <= LARGEST_BUNDLE_BYTES, `${byteLength} bytes`);
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
