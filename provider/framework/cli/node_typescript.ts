/**
 * TypeScript on Node, from version 20 on: a project's files are compiled as
 * they are imported. The module is its own hook, which Node runs in a thread.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { type LoadHook, register } from "node:module";
import { fileURLToPath } from "node:url";
import { oldestNode } from "./node_launcher.ts";

/** Makes this process import TypeScript. */
export function readTypeScript(): void {
  register(import.meta.url);
}

/** The option by which another process of Node imports TypeScript. */
export const typeScriptOption: string = `--import=data:text/javascript,${
  encodeURIComponent(
    `import { register } from "node:module";
register(${JSON.stringify(import.meta.url)});`,
  )
}`;

/** Loads a module: the hook of Node. */
export const load: LoadHook = async (url, context, nextLoad) => {
  if (!/^file:.*\.ts$/.test(url)) return await nextLoad(url, context);
  const path = fileURLToPath(url);
  const { transform } = await import("esbuild");
  const { code } = await transform(await readFile(path, "utf8"), {
    loader: "ts",
    format: "esm",
    target: `node${oldestNode}`,
    sourcefile: path,
    sourcemap: "inline",
  });
  return { format: "module", source: code, shortCircuit: true };
};
