/**
 * `deno task build`: writes `dist/provider.js`, the provider as one module,
 * and `dist/terraform-provider-huggingface`, which the CLI can execute.
 *
 * @module
 */
import { pathToFileURL } from "node:url";
import { launcher } from "./launcher.ts";
import { say } from "./output.ts";
import { exists, inRoot, root } from "./paths.ts";
import { run } from "./run.ts";
import { runTask, task } from "./task.ts";
import { entries } from "./workspace.ts";

/** The bundled provider. */
export const bundlePath: string = inRoot("dist/provider.js");
/** The executable that starts it. */
export const launcherPath: string = inRoot(
  "dist/terraform-provider-huggingface",
);

/** What the bundle is made of. */
const sources = [
  "client",
  "deno.json",
  "deno.lock",
  "mod.ts",
  "proto",
  "provider",
  "tools/build.ts",
  "tools/engine_flags.ts",
  "tools/launcher.ts",
  "tools/permissions.ts",
  "tools/schema_answers.ts",
];

/**
 * Bundled CommonJS packages look for a require() of their own. They ask it for
 * Node's modules only; createRequire() could give more, and takes 10 ms of a
 * start on Deno. Before 20.16 Node has nothing else.
 */
const requireLine =
  'const require=process.getBuiltinModule??(await import("node:module"))' +
  ".createRequire(import.meta.url);\n";

const providerEntry = "provider/main.ts";

const command = task({
  name: "build",
  summary: "Writes dist/provider.js, the provider as one module, and " +
    "dist/terraform-provider-huggingface,\nwhich the CLI can execute.",
  options: {},
});

if (import.meta.main) {
  await runTask(command, async () => {
    await build();
    say(`Wrote ${bundlePath}`);
    say(`Wrote ${launcherPath}`);
    return 0;
  });
}

/**
 * Bundles the provider and writes its launcher.
 *
 * @throws {Error} If the bundler fails, with its output.
 */
export async function build(): Promise<void> {
  await Deno.mkdir(inRoot("dist"), { recursive: true });
  const staged = `${bundlePath}.${crypto.randomUUID()}`;
  await bundle(staged);
  await Deno.rename(staged, bundlePath);
  const staging = `${launcherPath}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(staging, launcher(Deno.execPath()));
  await Deno.chmod(staging, 0o755);
  await Deno.rename(staging, launcherPath);
}

/** What may differ between two bundles of one commit. */
export interface BundleOptions {
  /** The version that the provider gives itself; default: the checkout's. */
  readonly version?: string | undefined;
  /** The program to bundle; default: the provider's. */
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
  output: string,
  { version, entry = providerEntry }: BundleOptions = {},
): Promise<void> {
  await runBundler(entry, version, [`--output=${output}`]);
  await Deno.writeTextFile(
    output,
    requireLine + ascii(await Deno.readTextFile(output)),
  );
}

/** What may differ between two split bundles of one commit. */
export interface SplitBundleOptions {
  /** The version that the provider gives itself; default: the checkout's. */
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
  folder: string,
  { version, sourceMap }: SplitBundleOptions = {},
): Promise<void> {
  await runBundler(providerEntry, version, [
    "--code-splitting",
    `--outdir=${folder}`,
    ...sourceMap === true ? ["--sourcemap=external"] : [],
  ]);
  const modules = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".js")) continue;
    modules.set(name, await Deno.readTextFile(`${folder}/${name}`));
  }
  if (!modules.values().some((text) => bundlersRequire.test(text))) {
    throw new Error("The bundler gives require() in another way than it did");
  }
  const names = numbered(modules);
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
    await Deno.writeTextFile(path, ascii(program));
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

/** How one module of a split bundle imports another. */
const importedModule = /"\.\/([\w.-]+\.js)"/g;

/**
 * The names of modules by those that the bundler gave them, in the order in
 * which they are imported: its own tell where on this machine the sources lie.
 */
function numbered(modules: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map([[splitEntry, splitEntry]]);
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
  entry: string,
  version: string | undefined,
  args: readonly string[],
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "hf_bundle_" });
  try {
    const { code, stderr } = await run(Deno.execPath(), [
      "bundle",
      "--quiet",
      "--frozen",
      "--platform=deno",
      // A start reads less.
      "--minify",
      `--import-map=${await replacements(folder, version)}`,
      ...args,
      entry,
    ], { cwd: root });
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

/**
 * Writes modules that take the place of sources, and the import map that puts
 * them there: the answers of RPCs, and another version if one is given.
 */
async function replacements(
  folder: string,
  version: string | undefined,
): Promise<string> {
  const config: { imports: Record<string, string> } = JSON.parse(
    await Deno.readTextFile(inRoot("deno.json")),
  );
  const imports = { ...config.imports };
  for (const [name, file] of entries) {
    imports[name] = pathToFileURL(inRoot(file)).href;
  }
  const replace = (name: string): string => {
    const replacement = `${folder}/${name}`;
    imports[pathToFileURL(inRoot(`provider/${name}`)).href] =
      pathToFileURL(replacement).href;
    return replacement;
  };
  await writeSchemaAnswers(replace("schema_answers.ts"));
  if (version !== undefined) {
    const text = `export const version = ${JSON.stringify(version)};\n`;
    await Deno.writeTextFile(replace("version.ts"), text);
  }
  const path = `${folder}/import_map.json`;
  await Deno.writeTextFile(path, JSON.stringify({ imports }));
  return path;
}

/**
 * Writes what the provider's definitions answer to RPCs whose answer never
 * changes, in the form of `provider/schema_answers.ts`.
 *
 * @throws {Error} If the provider's sources cannot be run.
 */
export async function writeSchemaAnswers(output: string): Promise<void> {
  const { code, stderr } = await run(Deno.execPath(), [
    "run",
    "--quiet",
    "--frozen",
    "-A",
    inRoot("tools/schema_answers.ts"),
    output,
  ], { cwd: root });
  if (code !== 0) throw new Error(`Cannot make the schema:\n${stderr}`);
}

/** Whether what was built is newer than all it is made of. */
export async function buildIsFresh(): Promise<boolean> {
  return await exists(launcherPath) && await isFresh(bundlePath, sources);
}

/** Whether a file is there and newer than all files of these paths. */
export async function isFresh(
  path: string,
  sources: readonly string[],
): Promise<boolean> {
  if (!await exists(path)) return false;
  const built = await modified(path);
  for (const source of sources) {
    if (await newest(inRoot(source)) > built) return false;
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
