/**
 * The provider as programs: one script, one module, or a module for each part
 * that is imported dynamically.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { PREBUILT_PLACEHOLDER } from "../prebuilt_responses.ts";
import { isDeno } from "../plugin/platform.ts";
import { makeTempDir } from "../testing/system/files.ts";
import { run } from "../testing/system/run.ts";
import { importsOf } from "./import_map.ts";
import { inProject, type Project } from "./project.ts";

/** The program that is bundled. */
function mainOf(
  { main = "main.ts" }: Project,
  { entry = main }: BundleOptions = {},
): string {
  return entry;
}

/** The differences that two bundles of one commit may have. */
export interface BundleOptions {
  /** The version that the provider gives itself; default: the project's. */
  readonly version?: string | undefined;
  /** A program to bundle; default: the provider's, with prebuilt responses. */
  readonly entry?: string | undefined;
}

/** The provider as one script. */
export interface Script {
  /** The text, in which modules of Node stand by {@linkcode nameOfNode}. */
  readonly text: string;
  /** The modules of Node, such as `node:fs`. */
  readonly builtins: readonly string[];
}

/**
 * Bundles the provider as one script, which is what V8 keeps the compiled code
 * of best.
 *
 * Modules that the provider imports dynamically stay lazy: they are in the
 * same text, and run at their first import.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function bundleScript(
  project: Project,
  options: BundleOptions = {},
): Promise<Script> {
  const { text, builtins } = takeBuiltins(
    ascii(
      isDeno
        ? await bundleOnDeno(project, options)
        : await bundleOnNode(project, options),
    ),
  );
  return {
    text: options.entry === undefined
      ? withResponses(text, await responsesOf(project))
      : text,
    builtins,
  };
}

// What only a bundler needs takes longer to load than all else of a task.
async function bundleOnNode(
  project: Project,
  options: BundleOptions,
): Promise<string> {
  const bundler = await import("./node_bundler.ts");
  return await bundler.bundleOnNode(project.folder, mainOf(project, options));
}

async function bundleOnDeno(
  project: Project,
  options: BundleOptions,
): Promise<string> {
  const folder = await makeTempDir("script_");
  try {
    const output = `${folder}/provider.cjs`;
    await runBundler(project, {
      ...options,
      args: ["--format=cjs", `--output=${output}`],
    });
    return await readFile(output, "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The script as a module. */
export function moduleOf({ text, builtins }: Script): string {
  return importsOfNode(builtins) + text;
}

/**
 * Writes the provider as one module.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function bundle(
  project: Project,
  output: string,
  options: BundleOptions = {},
): Promise<void> {
  const script = await bundleScript(project, options);
  await writeFile(output, moduleOf(script));
}

/** The lines that import modules of Node, each under {@linkcode nameOfNode}. */
function importsOfNode(builtins: readonly string[]): string {
  return builtins.map((name) =>
    `import ${nameOfNode(name)} from ${JSON.stringify(name)};\n`
  ).join("");
}

/** The name under which a program has a module of Node, such as `node:fs`. */
export function nameOfNode(name: string): string {
  return `$${name.replaceAll(/\W/g, "_")}`;
}

/**
 * Puts imports in the place of require(), which on Deno would first load
 * `node:module` and all that it needs: 9 to 24 ms of a start.
 */
function takeBuiltins(program: string): Script {
  const builtins = new Set<string>();
  const text = program.replaceAll(required, (_, name: string) => {
    builtins.add(name);
    return nameOfNode(name);
  });
  return { text, builtins: [...builtins] };
}

/** A call by which a bundle requires a module of Node; a split one has its own require(). */
const required = /(?<![\w$.])(?!import\()[\w$]+\("(node:[\w/]+)"\)/g;

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
    basename(mainOf(project)).replace(/\.ts$/, ".js"),
  );
  for (const [name, text] of modules) {
    const path = `${folder}/${names.get(name) ?? name}`;
    await Deno.rename(`${folder}/${name}`, path);
    const { text: program, builtins } = takeBuiltins(
      text.replace(bundlersRequire, "$2=null").replaceAll(
        importOfModule,
        (whole, imported: string) =>
          commonJS.test(modules.get(imported) ?? "")
            ? `${whole}.then(({default:d})=>({...d,default:d}))`
            : whole,
      ).replaceAll(
        importedModule,
        (text, imported: string) =>
          text.replace(imported, names.get(imported) ?? imported),
      ),
    );
    const whole = importsOfNode(builtins) + ascii(program);
    await Deno.writeTextFile(
      path,
      responsesPlace.test(whole) ? withResponses(whole, responses) : whole,
    );
  }
}

/**
 * The require() that the bundler gives to a split bundle: createRequire(),
 * which alone takes 10 ms of a start on Deno.
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
  { version, args, ...options }: BundleOptions & {
    readonly args: readonly string[];
  },
): Promise<void> {
  const entry = mainOf(project, options);
  const { prepareBundler } = await import("./bundler.ts");
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
  const { makeService } = await import("../rpc/make_service.ts");
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
