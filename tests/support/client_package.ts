/**
 * The client as JSR would serve it after publishing.
 *
 * @module
 */
import { pathToFileURL } from "node:url";
import { inRoot, root } from "../../tools/paths.ts";
import { filesToPublish } from "../../tools/publish.ts";
import { run } from "../../tools/run.ts";
import type { JsrModule, JsrPackage } from "./jsr_registry.ts";

/** The name, the version and the entries that `deno.json` declares. */
export async function declaredPackage(): Promise<Omit<JsrPackage, "files">> {
  const text = await Deno.readTextFile(inRoot("deno.json"));
  const { name, version, exports }: Omit<JsrPackage, "files"> = JSON.parse(
    text,
  );
  return { name, version, exports };
}

let found: Promise<JsrPackage> | undefined;

/** The package, of exactly the files that would be published. */
export function clientPackage(): Promise<JsrPackage> {
  found ??= readPackage();
  return found;
}

/** What publishing writes in place of the one bare name: what it stands for. */
async function yamlSpecifier(): Promise<string> {
  const text = await Deno.readTextFile(inRoot("deno.json"));
  const { imports }: { imports: { yaml: string } } = JSON.parse(text);
  return imports.yaml;
}

async function readPackage(): Promise<JsrPackage> {
  const declared = await declaredPackage();
  const files: Record<string, string> = {};
  const yaml = await yamlSpecifier();
  for (const path of await filesToPublish()) {
    const text = await Deno.readTextFile(inRoot(path));
    files[`/${path}`] = text.replace('from "yaml"', `from "${yaml}"`);
  }
  const graph: Record<string, JsrModule> = {};
  for (const entry of Object.values(declared.exports)) {
    Object.assign(graph, await graphOf(inRoot(entry)));
  }
  return { ...declared, files, graph };
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

/** What an entry and the modules below it import. */
async function graphOf(entry: string): Promise<Record<string, JsrModule>> {
  const { code, stdout, stderr } = await run(
    Deno.execPath(),
    ["info", "--json", "--no-lock", entry],
    { cwd: root },
  );
  if (code !== 0) throw new Error(`Cannot read the graph: ${stderr}`);
  const { modules }: Info = JSON.parse(stdout);
  const base = pathToFileURL(root).href;
  const yaml = await yamlSpecifier();
  return Object.fromEntries(
    modules.map(({ specifier, dependencies = [] }) => [
      specifier.slice(base.length),
      {
        dependencies: dependencies.flatMap(({ specifier, code, type }) => {
          const span = (code ?? type)?.span;
          return span === undefined ? [] : [{
            type: "static" as const,
            kind: "import" as const,
            specifier: specifier === "yaml" ? yaml : specifier,
            specifierRange: [span.start, span.end].map((at) =>
              [at.line, at.character] as const
            ),
          }];
        }),
      },
    ]),
  );
}
