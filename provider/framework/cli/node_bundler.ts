/**
 * The bundler where there is no Deno: esbuild itself.
 *
 * @module
 */

import { isBuiltin } from "node:module";
import { build, type Plugin } from "esbuild";
import { oldestNode } from "./node_launcher.ts";

/** Modules of Node under their whole names, as `deno bundle` writes them. */
const wholeNames: Plugin = {
  name: "modules of Node",
  setup({ onResolve }) {
    onResolve(
      { filter: /^[^.]/ },
      ({ path }) =>
        isBuiltin(path)
          ? { path: path.replace(/^(node:)?/, "node:"), external: true }
          : undefined,
    );
  },
};

/**
 * Bundles a program as one script.
 *
 * @throws {Error} If the bundler fails, with what it says.
 */
export async function bundleOnNode(
  folder: string,
  entry: string,
): Promise<string> {
  const { outputFiles: [output] } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    target: `node${oldestNode}`,
    format: "cjs",
    minify: true,
    logLevel: "silent",
    plugins: [wholeNames],
  });
  return output?.text ?? "";
}
