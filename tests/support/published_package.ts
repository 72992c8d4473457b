/**
 * The packages as JSR would serve them after publishing.
 *
 * @module
 */
import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "../../tools/paths.ts";
import { pack } from "../../tools/pack.ts";
import { filesToPublish } from "../../tools/publish.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { entries, type Package, packages } from "../../tools/workspace.ts";
import type { JsrModule, JsrPackage } from "./jsr_registry.ts";

/** A package by its name without the scope, such as `client`. */
export function declaredPackage(name = "client"): Package {
  const found = packages.find((one) => one.name.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`There is no package ${name}`);
  return found;
}

/** Writes packages into a folder, in the form that npm installs. */
export async function packInto(
  folder: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const path = `${folder}/${name}.tgz`;
    await Deno.writeFile(path, await pack(declaredPackage(name)));
  }
}

const found = new Map<string, Promise<JsrPackage>>();

/** A package, of exactly the files that would be published. */
export function publishedPackage(name: string): Promise<JsrPackage> {
  const known = found.get(name) ?? readPackage(declaredPackage(name));
  found.set(name, known);
  return known;
}

/** Returns the addresses that publishing writes in place of bare names. */
async function bareNames(
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const imports: Record<string, string> = {};
  for (const each of [".", folder]) {
    const text = await Deno.readTextFile(inRoot(`${each}/deno.json`));
    Object.assign(imports, JSON.parse(text).imports);
  }
  const own = [...entries.keys()].map((entry) => {
    const owner = packages.find(({ name }) =>
      entry === name || entry.startsWith(`${name}/`)
    );
    const name = owner?.name ?? "";
    return [
      entry,
      `jsr:${name}@^${owner?.version}${entry.slice(name.length)}`,
    ] as const;
  });
  return new Map([...Object.entries(imports), ...own]);
}

async function readPackage(declared: Package): Promise<JsrPackage> {
  const { folder, name, version, exports } = declared;
  const files: Record<string, string> = {};
  const names = await bareNames(folder);
  for (const path of await filesToPublish(declared, "--no-check")) {
    const text = await Deno.readTextFile(inRoot(`${folder}/${path}`));
    files[`/${path}`] = text.replaceAll(
      /((?:from|import\() ?)"([^".][^"]*)"/g,
      (whole, before, name) => {
        const target = names.get(name);
        return target === undefined ? whole : `${before}"${target}"`;
      },
    );
  }
  const graph: Record<string, JsrModule> = {};
  for (const entry of Object.values(exports)) {
    const at = inRoot(posix.join(folder, entry));
    Object.assign(graph, await graphOf(at, folder));
  }
  return { name, version, exports, files, graph };
}

/** A part of what `deno info --json` prints. */
interface Info {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly specifier: string;
      readonly code?: { readonly span: Span };
      readonly type?: { readonly span: Span };
    }[];
  }[];
}

interface Span {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** Lists the imports of an entry and of the modules below it. */
async function graphOf(
  entry: string,
  folder: string,
): Promise<Record<string, JsrModule>> {
  const { code, stdout, stderr } = await run(
    Deno.execPath(),
    ["info", "--json", "--no-lock", entry],
    { cwd: root },
  );
  if (code !== 0) throw new Error(`Cannot read the graph: ${stderr}`);
  const { modules }: Info = JSON.parse(stdout);
  const base = pathToFileURL(inRoot(folder).replace(/\/\.?$/, "")).href;
  const names = await bareNames(folder);
  return Object.fromEntries(
    modules.filter(({ specifier }) => specifier.startsWith(`${base}/`)).map((
      { specifier, dependencies = [] },
    ) => [
      specifier.slice(base.length),
      {
        dependencies: dependencies.flatMap(({ specifier, code, type }) => {
          const span = (code ?? type)?.span;
          return span === undefined ? [] : [{
            type: "static" as const,
            kind: "import" as const,
            specifier: names.get(specifier) ?? specifier,
            specifierRange: [span.start, span.end].map((at) =>
              [at.line, at.character] as const
            ),
          }];
        }),
      },
    ]),
  );
}
