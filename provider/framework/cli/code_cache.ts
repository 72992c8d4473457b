/**
 * The provider as a script that V8 has compiled before, and the module that
 * starts it.
 *
 * Deno keeps compiled code in a folder, which an executable would share with
 * all users of a machine, and makes it before anything ran. So the code lies
 * beside the script, and is made after the provider was used: then it has the
 * functions that a plan calls.
 *
 * @module
 */

import { rm } from "node:fs/promises";
import { prepareCryptography } from "../plugin/certificate.ts";
import { sha256 } from "../testing/system/sha256.ts";
import { nameOfNode, type Script } from "./bundle.ts";
import type { Project } from "./project.ts";

/** The files of a script with its compiled code. */
export const cachedFiles = {
  /** The script. */
  script: "provider.cjs",
  /** Its compiled code. */
  code: "provider.cache",
  /** The module that is started. */
  entry: "start.js",
} as const;

/** A script, and the code that V8 has made of it. */
export interface CompiledCode {
  /** The script. */
  readonly script: Script;
  /** The code, which only the same version of V8 takes. */
  readonly bytes: Uint8Array;
}

/**
 * Writes the files into a folder.
 *
 * @param otherwise The module that is started where V8 refuses the code.
 */
export async function writeCached(
  folder: string,
  { script, bytes }: CompiledCode,
  otherwise: string,
): Promise<void> {
  await Deno.writeTextFile(
    `${folder}/${cachedFiles.entry}`,
    `${head(script)}
const cachedData = Deno.readFileSync(beside("${cachedFiles.code}"));
const script = new Script(source, { ...options, cachedData });
globalThis.compiledCode = script.cachedDataRejected ? "refused" : "taken";
if (script.cachedDataRejected) await load(String(beside("${otherwise}")));
else ${started};
`,
  );
  await Deno.writeTextFile(
    `${folder}/${cachedFiles.script}`,
    scriptText(script),
  );
  await Deno.writeFile(`${folder}/${cachedFiles.code}`, bytes);
}

/**
 * Removes the module that is started, where it is there: until all files are
 * written anew, the launcher starts the provider without compiled code.
 */
export async function removeEntry(folder: string): Promise<void> {
  await rm(`${folder}/${cachedFiles.entry}`, { force: true });
}

/**
 * The bytes of a file of the code, after the sum of its script: V8 itself looks
 * no further than at the script's length.
 */
export async function codeFile(
  { script, bytes }: CompiledCode,
): Promise<Uint8Array<ArrayBuffer>> {
  const sum = new TextEncoder().encode(await sumOf(script));
  return Uint8Array.from([...sum, ...bytes]);
}

/**
 * Reads a file of {@linkcode codeFile}.
 *
 * @throws {Error} If there is none, or it is the code of another script.
 */
export async function readCode(
  path: string,
  script: Script,
): Promise<CompiledCode> {
  const bytes = await Deno.readFile(path);
  const sum = await sumOf(script);
  if (new TextDecoder().decode(bytes.subarray(0, sum.length)) !== sum) {
    throw new Error(
      `${path} is the compiled code of another script: make it of the same ` +
        "commit and version",
    );
  }
  return { script, bytes: bytes.slice(sum.length) };
}

function sumOf(script: Script): Promise<string> {
  return sha256(new TextEncoder().encode(scriptText(script)));
}

/**
 * Starts the provider, rehearses it, and returns the code that V8 has compiled
 * until its end.
 *
 * @param flags The options that it is going to be started with: V8 takes no
 * code that was made with others.
 * @param deno The Deno that is going to start it, or whose base executable is.
 * @throws {Error} If the rehearsal fails.
 */
export async function makeCode(
  project: Project,
  script: Script,
  flags: readonly string[],
  deno: string = Deno.execPath(),
): Promise<CompiledCode> {
  const folder = await Deno.makeTempDir({ prefix: "code_" });
  // `await using` is a syntax error on Node, which loads this file too.
  const rehearsal = await project.rehearsal?.();
  try {
    const program = `${folder}/record.js`;
    await Deno.writeTextFile(
      `${folder}/${cachedFiles.script}`,
      scriptText(script),
    );
    await Deno.writeTextFile(
      program,
      `${head(script)}
const script = new Script(source, options);
process.on("exit", () => {
  Deno.writeFileSync(beside("${cachedFiles.code}"), script.createCachedData());
});
${started};
`,
    );
    const { rehearse } = await import("./rehearse.ts");
    await rehearse(await project.load(), [
      deno,
      "run",
      "--allow-all",
      "--quiet",
      "--no-config",
      "--no-lock",
      ...flags,
      program,
    ], rehearsal);
    const bytes = await Deno.readFile(`${folder}/${cachedFiles.code}`);
    return { script, bytes };
  } finally {
    await rehearsal?.[Symbol.asyncDispose]();
    await Deno.remove(folder, { recursive: true });
  }
}

/** The first lines of both modules, which begin with what takes longest. */
function head({ builtins }: Script): string {
  return `(${prepareCryptography})();

// What is named here alone is not read before it is imported.
const load = (name) => import(name);
const [{ Script }, ...builtins] = await Promise.all(
  ${JSON.stringify(["node:vm", ...builtins])}.map(load),
);
const beside = (name) => new URL(name, import.meta.url);
const source = Deno.readTextFileSync(beside("${cachedFiles.script}"));
const options = { filename: "${cachedFiles.script}" };
`;
}

/** A script that evaluates to the function that runs the provider. */
function scriptText({ text, builtins }: Script): string {
  const names = [...builtins.map(nameOfNode), "load"];
  return `(function (${names}) {${
    text.replaceAll(/\bimport\((?="node:)/g, "load(")
  }\n})`;
}

/** An expression that runs the provider. */
const started =
  "script.runInThisContext()(...builtins.map((one) => one.default), load)";
