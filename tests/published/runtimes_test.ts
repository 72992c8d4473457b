import { assertEquals, assertStringIncludes } from "@std/assert";
import { run } from "../../provider/framework/testing/system/run.ts";
import { findChromium, runInPage } from "../support/chromium.ts";
import { fromNpm, type MissingDependency } from "../support/npm.ts";
import { findBun, findNode, findNodes } from "../support/runtimes.ts";
import { testIf } from "../support/skip.ts";
import {
  createProject,
  findings,
  findingsOf,
  type Project,
  startFlakySandbox,
} from "./package.ts";

const [classic, native, node, nodes, bun, chromium] = await Promise.all([
  fromNpm(["typescript@5.9.3", "@types/node@20.19.25"]),
  fromNpm(["typescript@7.0.2"]),
  findNode(),
  findNodes(),
  findBun(),
  findChromium(),
]);

let made: Promise<Project> | undefined;

/** The project that the tests of this file share. */
function sharedProject(): Promise<Project> {
  return made ??= createProject();
}

Deno.test.afterAll(async () => {
  await (await made)?.[Symbol.asyncDispose]();
});

/** The strictest that TypeScript has, declarations of packages included. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  target: "es2022",
};

const entry = `import process from "node:process";
import { exercise } from "./exercise.ts";

const [, , url = "", token = ""] = process.argv;
process.stdout.write(JSON.stringify(await exercise(url, token)));
`;

/** Runs TypeScript's own compiler in the project; returns its complaints. */
async function compile(
  project: Project,
  modules: string,
  options: Readonly<Record<string, unknown>>,
  files: readonly string[],
): Promise<string> {
  await Deno.writeTextFile(
    `${project.folder}/tsconfig.json`,
    JSON.stringify({ compilerOptions: { ...strict, ...options }, files }),
  );
  const tsc = `${modules}/typescript/bin/tsc`;
  return (await run("node", [tsc, "-p", project.folder])).stdout;
}

/** Returns the reason why Node cannot use the package that npm installed. */
function whyUnusable(
  installed: object | MissingDependency,
): string | undefined {
  if ("reason" in node) return node.reason;
  return "reason" in installed ? installed.reason : undefined;
}

testIf({
  name: "the packed client type-checks strictly, and runs in every Node",
  skipped: [classic, ...nodes.map(([, found]) => found)].map(whyUnusable)
    .find((reason) => reason !== undefined),
  fn: async (t) => {
    if ("reason" in classic) throw new Error(classic.reason);
    const project = await sharedProject();
    await Deno.writeTextFile(`${project.folder}/main.ts`, entry);
    const output = await compile(project, classic.modules, {
      module: "nodenext",
      lib: ["es2022"],
      types: ["node"],
      typeRoots: [`${classic.modules}/@types`],
      rewriteRelativeImportExtensions: true,
      outDir: "out",
    }, ["main.ts"]);
    assertEquals(output, "");
    for (const [major, runtime] of nodes) {
      if ("reason" in runtime) throw new Error(runtime.reason);
      await t.step(`Node ${major}`, async () => {
        await using service = await startFlakySandbox();
        const args = ["out/main.js", service.url, service.token];
        assertEquals(
          await findingsOf(runtime.program, args, project.folder),
          findings,
        );
      });
    }
  },
});

testIf({
  name:
    "the packed client type-checks for a bundler, with the web's types, and " +
    "a wrong use of it does not",
  skipped: whyUnusable(native),
  fn: async () => {
    if ("reason" in native) throw new Error(native.reason);
    const project = await sharedProject();
    await Deno.writeTextFile(
      `${project.folder}/wrong.ts`,
      `import { HuggingFace } from "@hf-terraform/client";
await new HuggingFace().endpoints.get(1, "name");
`,
    );
    const output = await compile(project, native.modules, {
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2022", "dom"],
      types: [],
      noEmit: true,
    }, ["exercise.ts", "wrong.ts"]);
    assertEquals(output.match(/\w+\.ts\b|TS\d+/g), ["wrong.ts", "TS2345"]);
  },
});

testIf({
  name: "the packed client runs in Bun",
  skipped: "reason" in bun ? bun.reason : undefined,
  fn: async () => {
    if ("reason" in bun) throw new Error(bun.reason);
    const project = await sharedProject();
    await Deno.writeTextFile(`${project.folder}/main.ts`, entry);
    await using service = await startFlakySandbox();
    const args = ["run", "main.ts", service.url, service.token];
    assertEquals(
      await findingsOf(bun.program, args, project.folder),
      findings,
    );
  },
});

testIf({
  name: "the packed client runs in a browser, across origins",
  skipped: "reason" in chromium ? chromium.reason : undefined,
  fn: async () => {
    if ("reason" in chromium) throw new Error(chromium.reason);
    const project = await sharedProject();
    await using service = await startFlakySandbox();
    const { url, token } = service;
    await Deno.writeTextFile(
      `${project.folder}/page.ts`,
      `import { exercise } from "./exercise.ts";
declare function report(value: unknown): void;
report(await exercise(${JSON.stringify(url)}, ${JSON.stringify(token)}));
`,
    );
    const bundled = await run(Deno.execPath(), [
      "bundle",
      "--quiet",
      "--no-lock",
      "--node-modules-dir=manual",
      "--platform=browser",
      "--output=page.js",
      "page.ts",
    ], { cwd: project.folder });
    assertEquals(bundled.code, 0, bundled.stderr);
    const script = await Deno.readTextFile(`${project.folder}/page.js`);
    const found = await runInPage(chromium.program, script);
    assertEquals(found, findings);
    for (const { userAgent } of service.sandbox.requests) {
      assertStringIncludes(userAgent, "Mozilla/5.0");
    }
  },
});

Deno.test("the packed client needs no other package", async () => {
  const project = await sharedProject();
  const manifest = JSON.parse(
    await Deno.readTextFile(`${project.client}/package.json`),
  );
  assertEquals(manifest.dependencies ?? {}, {});
});
