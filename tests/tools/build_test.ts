import { Buffer } from "node:buffer";
import { basename, dirname } from "node:path";
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { makeService } from "../../provider/framework/rpc/make_service.ts";
import config from "../../deno.json" with { type: "json" };
import { provider } from "../../provider/huggingface/provider.ts";
import {
  bundleSplit,
  splitEntry,
} from "../../provider/framework/cli/bundle.ts";
import { builtFiles } from "../../provider/framework/cli/build.ts";
import {
  cachedFiles,
  codeFile,
  readCode,
} from "../../provider/framework/cli/code_cache.ts";
import {
  bundlePath,
  inProject,
  launcherPath,
} from "../../provider/framework/cli/project.ts";
import { install } from "../../provider/framework/cli/install.ts";
import {
  exists,
  readIfThere,
} from "../../provider/framework/testing/system/files.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { inRoot } from "../../tools/paths.ts";
import { project } from "../../tools/project.ts";
import { VERSION } from "../../client/core/version.ts";
import { version as frameworkVersion } from "../../provider/framework/version.ts";
import { version } from "../../provider/version.ts";
import { launch } from "../support/plugin_client.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { testIf } from "../support/skip.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

Deno.test("the versions in the sources are that of deno.json", () => {
  assertEquals(
    [version, VERSION, frameworkVersion],
    [config.version, config.version, config.version],
  );
});

Deno.test("the schema that was made at build time is that of the definitions", async () => {
  const executable = await providerExecutable();
  const service = await makeService(provider, 6);
  const { signal } = new AbortController();
  await using process = await launch([executable]);
  for (const name of ["GetProviderSchema", "GetResourceIdentitySchemas"]) {
    const expected = await service.unary[name]?.(new Uint8Array(), { signal });
    assert(expected !== undefined && expected.length > 100);
    const path = `/tfplugin6.Provider/${name}`;
    const built = await process.connection.call(path, new Uint8Array());
    assertEquals(new Uint8Array(built), new Uint8Array(expected));
    if (executable !== launcherPath(project)) continue;
    const bundle = await Deno.readTextFile(bundlePath(project));
    assert(bundle.includes(Buffer.from(expected).toString("base64")), name);
  }
});

const given = Deno.env.get("HF_PROVIDER_EXECUTABLE");

const other =
  given === undefined || given === "" || given === launcherPath(project)
    ? undefined
    : "another executable is tested";

testIf({
  name: "the provider is one module that imports nothing but node's own",
  skipped: other,
  fn: async () => {
    await providerExecutable();
    const bundle = await readIfThere(bundlePath(project)) ?? "";
    assertEquals(importsOf(bundle).filter(isForeign), []);
    assert(bundle.length > 100_000, "the bundle is too short to be a provider");
  },
});

testIf({
  name: "the launcher starts with compiled code, and where V8 refuses that, " +
    "with the module, which only a debug line tells",
  skipped: other,
  fn: async () => {
    const executable = await providerExecutable();
    const folder = await Deno.makeTempDir({ prefix: "hf_code_" });
    for (const name of builtFiles(project)) {
      await Deno.copyFile(
        inProject(project, `dist/${name}`),
        `${folder}/${name}`,
      );
    }
    const copied = `${folder}/${basename(executable)}`;
    const start = async (TF_LOG: string) => {
      const { code, stdout, stderr } = await run(copied, ["--version"], {
        env: { TF_LOG },
      });
      assertEquals([code, stdout], [0, `${project.address} ${version}\n`]);
      return stderr;
    };
    assertEquals(await start(""), "");
    assertStringIncludes(await start("DEBUG"), "The compiled code was taken");
    // Of another version of V8.
    const path = `${folder}/${cachedFiles.code}`;
    const bytes = await Deno.readFile(path);
    await Deno.writeFile(path, bytes.with(4, (bytes[4] ?? 0) ^ 1));
    assertEquals(await start(""), "");
    assertStringIncludes(await start("DEBUG"), "The compiled code was refused");
    await using process = await launch([copied]);
    await process.connection.call(
      "/tfplugin6.Provider/GetProviderSchema",
      new Uint8Array(),
    );
    await Deno.remove(folder, { recursive: true });
  },
});

testIf({
  name:
    "nobody else can write to what is installed, and an installation that " +
    "ends half-way starts no compiled code",
  skipped: other ??
    (Deno.build.os === "windows" ? "its files have no modes" : undefined),
  fn: async () => {
    await providerExecutable();
    const folder = await Deno.makeTempDir({ prefix: "hf_install_" });
    const wide = `${folder}/executable`;
    await Deno.writeTextFile(wide, "");
    await Deno.chmod(wide, 0o777);
    const options = {
      deno: [],
      node: ["--node"],
      file: ["--executable", wide],
    };
    for (const [name, way] of Object.entries(options)) {
      await run("sh", [
        ...'-c;umask 0 && exec "$@";sh'.split(";"),
        ...[Deno.execPath(), "run", "-A", inRoot("tools/tasks.ts"), "install"],
        ...[...way, "--folder", `${folder}/${name}`],
      ]);
    }
    const { stdout: writable } = await run("find", [
      ...["deno", "node", "file"].map((name) => `${folder}/${name}`),
      ..."( -perm -020 -o -perm -002 )".split(" "),
    ]);
    assertEquals(writable, "");

    const again = { folder: `${folder}/deno` };
    const [path = ""] = await install(project, again);
    const place = dirname(path);
    assert(await exists(`${place}/${cachedFiles.entry}`));
    // The copy of the code fails.
    await Deno.mkdir(`${place}/${cachedFiles.code}.new`);
    await assertRejects(() => install(project, again));
    assert(!await exists(`${place}/${cachedFiles.entry}`));
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("compiled code is of one script only", async () => {
  const folder = await Deno.makeTempDir({ prefix: "hf_code_" });
  const script = { text: "1;", builtins: [] };
  const code = { script, bytes: Uint8Array.of(1, 2, 3) };
  await Deno.writeFile(`${folder}/code`, await codeFile(code));
  assertEquals(await readCode(`${folder}/code`, script), code);
  // V8 would take it, since the length is the same.
  await assertRejects(
    () => readCode(`${folder}/code`, { ...script, text: "2;" }),
    Error,
    "is the compiled code of another script",
  );
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a split bundle is the same wherever it is made, and a start loads a tenth of it at most", async () => {
  const [bundle, again] = [await splitBundle(), await splitBundle()];
  // Each was made from other temporary files.
  assertEquals(Object.keys(again).sort(), Object.keys(bundle).sort());
  const names = Object.keys(bundle);
  assertEquals(names.filter((name) => again[name] !== bundle[name]), []);
  const all = Object.values(bundle).join("");
  assertEquals(
    importsOf(all).filter(isForeign).filter((name) =>
      bundle[name.replace("./", "")] === undefined
    ),
    [],
  );
  // The exports of a CommonJS package are those of import() too.
  const [yaml = ""] = names.filter((name) =>
    /export default \w+\(\);\s*$/.test(bundle[name] ?? "")
  );
  const times = (text: string) => all.split(text).length - 1;
  const imports = times(`import("./${yaml}")`);
  assert(yaml !== "" && imports > 0);
  assertEquals(times(`import("./${yaml}").then(`), imports);
  const read = new Set([splitEntry]);
  // Names that are added meanwhile are visited too.
  for (const name of read) {
    for (const [, next = ""] of (bundle[name] ?? "").matchAll(atOnce)) {
      read.add(next);
    }
  }
  const started = Array.from(read, (name) => bundle[name]).join("");
  assertEquals(slow(started), []);
  assert(
    started.length < all.length / 10,
    `${started.length} of ${all.length}`,
  );
});

/** The modules of a split bundle, by their names. */
async function splitBundle(): Promise<Record<string, string>> {
  return await withTemporaryFolder(async (folder) => {
    await bundleSplit(project, folder);
    const modules: Record<string, string> = {};
    for await (const { name } of Deno.readDir(folder)) {
      modules[name] = await Deno.readTextFile(`${folder}/${name}`);
    }
    return modules;
  });
}

/** Imports of a split bundle's module that are made when it is loaded. */
const atOnce = /\b(?:from|import)\s*"\.\/([\w.-]+)"/g;

/** All that a program imports. */
function importsOf(program: string): string[] {
  const imports = program.matchAll(
    /\b(?:from\s*|import\s*\(?\s*)"([@\w./:-]+)"/g,
  );
  return Array.from(imports, ([, name = ""]) => name);
}

const isForeign = (name: string) => !name.startsWith("node:");

/** The modules of Node that a program loads at once, and that take long. */
function slow(program: string): string[] {
  const imports = program.matchAll(
    /\bfrom\s*"(node:(?:fs|fs\/promises|module|os|http2))"/g,
  );
  return Array.from(imports, ([, name = ""]) => name);
}
