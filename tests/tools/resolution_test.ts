import { assertEquals, assertStringIncludes } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { inRoot, root } from "../../tools/paths.ts";
import {
  run,
  type RunResult,
} from "../../provider/framework/testing/system/run.ts";
import { type JsrPackage, serveJsr } from "../support/jsr_registry.ts";

const offline = "tests/offline";

/** The stand-ins under the names and versions that `deno.json` asks for. */
async function standInPackages(): Promise<JsrPackage[]> {
  const files: Record<string, string> = {};
  for await (const { name } of Deno.readDir(inRoot(offline))) {
    if (!name.endsWith(".ts")) continue;
    files[`/${name}`] = await Deno.readTextFile(inRoot(`${offline}/${name}`));
  }
  const one = (name: string, exports: Record<string, string>) => ({
    name,
    version: pinnedVersion(name),
    exports,
    files,
  });
  return [
    one("@std/assert", { ".": "./assert.ts" }),
    one("@std/http", { ".": "./http.ts" }),
  ];
}

/** The version of a package that `deno.json` asks for. */
function pinnedVersion(name: string): string {
  const { imports }: { imports: Record<string, string> } = config;
  return imports[name]?.split("@").at(-1) ?? "";
}

function testTask(env: Readonly<Record<string, string>>): Promise<RunResult> {
  return run(Deno.execPath(), [
    "run",
    "--allow-all",
    "tools/tasks.ts",
    "test",
    "tests/tools/test_summary_test.ts",
    // Its example imports our own package by its name.
    "mod.ts",
  ], { cwd: root, env: { ...env, NO_COLOR: "1" } });
}

Deno.test("deno task test takes the standard library from JSR when it answers", async () => {
  await using registry = await serveJsr(await standInPackages());
  const cache = await Deno.makeTempDir({ prefix: "deno_dir_" });
  const lock = await Deno.readTextFile(inRoot("deno.lock"));
  const { code, stdout, stderr } = await testTask({
    JSR_URL: registry.url,
    DENO_DIR: cache,
  });
  assertEquals(code, 0, stdout + stderr);
  assertStringIncludes(stdout, "Standard library from JSR (127.0.0.1:");
  assertEquals(
    registry.requests.includes(
      `/@std/assert/${pinnedVersion("@std/assert")}/equal.ts`,
    ),
    true,
  );
  assertEquals(await Deno.readTextFile(inRoot("deno.lock")), lock);
  await Deno.remove(cache, { recursive: true });
});

Deno.test("deno task test takes the stand-ins when JSR does not answer", async () => {
  // A registry that has nothing: its port is surely in reach and useless.
  await using registry = await serveJsr([]);
  const { code, stdout, stderr } = await testTask({ JSR_URL: registry.url });
  assertEquals(code, 0, stdout + stderr);
  assertStringIncludes(stdout, "replaced by the stand-ins in tests/offline");
  assertEquals(registry.requests, ["/@std/assert/meta.json"]);
});
