/**
 * The task `build`: writes `dist/provider.js`, the provider as one module, and
 * the launcher beside it, which the CLI can execute.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { PREBUILT_PLACEHOLDER } from "../prebuilt_responses.ts";
import { makeService } from "../rpc/make_service.ts";
import { exists } from "../system/files.ts";
import { print, run } from "../system/run.ts";
import { prepareBundler } from "./bundler.ts";
import { importsOf, packageFolders } from "./import_map.ts";
import { launcher } from "./launcher.ts";
import {
  bundlePath,
  inProject,
  launcherPath,
  type Project,
} from "./project.ts";
import { runTask, type Task, task } from "./task.ts";

const command = task({
  name: "build",
  summary: "Writes dist/provider.js, the provider as one module, and beside " +
    "it the launcher,\nwhich the CLI can execute.",
  options: {},
});

/** The task. */
export const buildTask: Task = (project, args) =>
  runTask(command, async () => {
    await build(project);
    print(`Wrote ${bundlePath(project)}`);
    print(`Wrote ${launcherPath(project)}`);
    return 0;
  }, args);

/**
 * Bundled CommonJS packages look for a require() of their own. They ask it for
 * Node's modules only; createRequire() could give more, and takes 10 ms of a
 * start on Deno. Before 20.16 Node has nothing else.
 */
const requireLine =
  'const require=process.getBuiltinModule??(await import("node:module"))' +
  ".createRequire(import.meta.url);\n";

/**
 * Bundles the provider and writes its launcher.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function build(project: Project): Promise<void> {
  const [bundled, started] = [bundlePath(project), launcherPath(project)];
  await Deno.mkdir(inProject(project, "dist"), { recursive: true });
  const staged = `${bundled}.${crypto.randomUUID()}`;
  await bundle(project, staged);
  await Deno.rename(staged, bundled);
  const staging = `${started}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(staging, launcher(project, Deno.execPath()));
  await Deno.chmod(staging, 0o755);
  await Deno.rename(staging, started);
}

const defaultMain = "main.ts";

/** The differences that two bundles of one commit may have. */
export interface BundleOptions {
  /** The version that the provider gives itself; default: the project's. */
  readonly version?: string | undefined;
  /** A program to bundle; default: the provider's, with prebuilt responses. */
  readonly entry?: string | undefined;
}

/**
 * Writes the provider as one module.
 *
 * Modules that the provider imports dynamically stay lazy: they are in the
 * same file, and run at their first import.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function bundle(
  project: Project,
  output: string,
  { version, entry }: BundleOptions = {},
): Promise<void> {
  await runBundler(project, { entry, version, args: [`--output=${output}`] });
  const program = requireLine + ascii(await Deno.readTextFile(output));
  await Deno.writeTextFile(
    output,
    entry === undefined
      ? withResponses(program, await responsesOf(project))
      : program,
  );
}

/** The differences that two split bundles of one commit may have. */
export interface SplitBundleOptions {
  /** The version that the provider gives itself; default: the project's. */
  readonly version?: string | undefined;
  /** Whether to write a source map beside each module; default false. */
  readonly sourceMap?: boolean | undefined;
}

/** The module of a split bundle that is started. */
export const splitEntry = "main.js";

/**
 * Writes the provider into a folder, as {@linkcode splitEntry} and a module
 * for each part that is imported dynamically: without a cache of compiled code
 * V8 reads no more of them than a start needs.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function bundleSplit(
  project: Project,
  folder: string,
  { version, sourceMap }: SplitBundleOptions = {},
): Promise<void> {
  await runBundler(project, {
    version,
    args: [
      "--code-splitting",
      `--outdir=${folder}`,
      ...sourceMap === true ? ["--sourcemap=external"] : [],
    ],
  });
  const modules = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".js")) continue;
    modules.set(name, await Deno.readTextFile(`${folder}/${name}`));
  }
  if (!modules.values().some((text) => bundlersRequire.test(text))) {
    throw new Error("The bundler gives require() in another way than it did");
  }
  const responses = await responsesOf(project);
  const names = numbered(
    modules,
    basename(project.main ?? defaultMain).replace(/\.ts$/, ".js"),
  );
  for (const [name, text] of modules) {
    const path = `${folder}/${names.get(name) ?? name}`;
    await Deno.rename(`${folder}/${name}`, path);
    const program = text.replace(bundlersRequire, "$2=process.getBuiltinModule")
      .replaceAll(
        importOfModule,
        (whole, imported: string) =>
          commonJS.test(modules.get(imported) ?? "")
            ? `${whole}.then(({default:d})=>({...d,default:d}))`
            : whole,
      )
      .replaceAll(
        importedModule,
        (text, imported: string) =>
          text.replace(imported, names.get(imported) ?? imported),
      );
    const whole = ascii(program);
    await Deno.writeTextFile(
      path,
      responsesPlace.test(whole) ? withResponses(whole, responses) : whole,
    );
  }
}

/**
 * The require() that the bundler gives to a split bundle: createRequire(), as
 * slow as for {@linkcode requireLine}. Split bundles never run on Node.
 */
const bundlersRequire =
  /import\{createRequire as (\w+)\} from "node:module";(var \w+)=\1\(import\.meta\.url\)/;

/** A CommonJS package, of which import() would give the default export only. */
const commonJS = /export default \w+\(\);\s*$/;
const importOfModule = /\bimport\("\.\/([\w.-]+\.js)"\)/g;

/** An import of one module of a split bundle by another. */
const importedModule = /"\.\/([\w.-]+\.js)"/g;

/**
 * The names of modules by those that the bundler gave them, in the order in
 * which they are imported: its own tell where on this machine the sources lie.
 */
function numbered(
  modules: ReadonlyMap<string, string>,
  entry: string,
): Map<string, string> {
  const names = new Map([[entry, splitEntry]]);
  // What is added meanwhile is visited too.
  for (const name of names.keys()) {
    for (
      const [, next = ""] of modules.get(name)?.matchAll(importedModule) ?? []
    ) {
      if (modules.has(next) && !names.has(next)) {
        names.set(next, `${names.size}.js`);
      }
    }
  }
  return names;
}

async function runBundler(
  project: Project,
  { entry = project.main ?? defaultMain, version, args }: BundleOptions & {
    readonly args: readonly string[];
  },
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "bundle_" });
  try {
    const { code, stderr } = await run(Deno.execPath(), [
      "bundle",
      "--quiet",
      ...project.frozen === true ? ["--frozen"] : [],
      "--platform=deno",
      // A start reads less.
      "--minify",
      ...version === undefined
        ? []
        : await replaceVersion(project, version, folder),
      ...args,
      entry,
    ], {
      cwd: project.folder,
      env: await prepareBundler(),
    });
    if (code !== 0) throw new Error(`Cannot bundle ${entry}:\n${stderr}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * The same program in ASCII: with any other character V8 keeps all of it in
 * twice the memory, and a start takes 2 to 3 % longer.
 */
function ascii(program: string): string {
  return program.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Writes an import map that puts another version in its module's place. */
async function replaceVersion(
  project: Project,
  version: string,
  folder: string,
): Promise<string[]> {
  const [module, map] = [`${folder}/version.ts`, `${folder}/import_map.json`];
  await Deno.writeTextFile(
    module,
    `export const version = ${JSON.stringify(version)};\n`,
  );
  const replaced = inProject(project, project.versionFile ?? "version.ts");
  const imports = {
    ...await importsOf(project.folder),
    [pathToFileURL(replaced).href]: pathToFileURL(module).href,
  };
  await Deno.writeTextFile(map, JSON.stringify({ imports }));
  return [`--import-map=${map}`];
}

/** Responses to all who ask, as `prebuilt_responses.ts` has them. */
async function responsesOf(project: Project): Promise<string> {
  const service = await makeService(await project.load(), 6);
  const { signal } = new AbortController();
  const responses: Record<string, string> = {};
  for (const name of ["GetProviderSchema", "GetResourceIdentitySchemas"]) {
    const bytes = await service.unary[name]?.(new Uint8Array(), { signal });
    if (bytes === undefined) throw new Error(`There is no RPC ${name}`);
    responses[name] = Buffer.from(bytes).toString("base64");
  }
  return JSON.stringify(responses);
}

const responsesPlace = new RegExp(`(["'\`])${PREBUILT_PLACEHOLDER}\\1`);

/** @throws {Error} If the program is not one of `serveProvider`. */
function withResponses(program: string, responses: string): string {
  if (!responsesPlace.test(program)) {
    throw new Error("The main program does not call serveProvider()");
  }
  return program.replace(responsesPlace, () => JSON.stringify(responses));
}

/** Whether what was built is newer than all it is made of. */
export async function buildIsFresh(project: Project): Promise<boolean> {
  return await exists(launcherPath(project)) &&
    await isFresh(bundlePath(project), await sourcesOf(project));
}

/** The folders that no provider is made of. */
const others =
  /^(\.|_test|dist$|docs$|examples$|node_modules$|templates$|tests$)/;

/** The paths of all that a provider is made of. */
async function sourcesOf(project: Project): Promise<string[]> {
  if (project.sources !== undefined) {
    return project.sources.map((path) => inProject(project, path));
  }
  const names = await Array.fromAsync(
    Deno.readDir(project.folder),
    ({ name }) => name,
  );
  const [, ...packages] = await packageFolders(project.folder);
  return [
    ...names.filter((name) => !others.test(name))
      .map((name) => inProject(project, name)),
    ...packages,
  ];
}

/** Whether a file is there and newer than all files of these paths. */
export async function isFresh(
  path: string,
  sources: readonly string[],
): Promise<boolean> {
  if (!await exists(path)) return false;
  const built = await modified(path);
  for (const source of sources) {
    if (await newest(source) > built) return false;
  }
  return true;
}

async function modified(path: string): Promise<number> {
  return (await Deno.stat(path)).mtime?.getTime() ?? 0;
}

async function newest(path: string): Promise<number> {
  if (!await exists(path)) return 0;
  let latest = await modified(path);
  if (!(await Deno.stat(path)).isDirectory) return latest;
  for await (const entry of Deno.readDir(path)) {
    latest = Math.max(latest, await newest(`${path}/${entry.name}`));
  }
  return latest;
}
