/**
 * `deno task pack`: the npm form of the packages.
 *
 * @module
 */
import { posix } from "node:path";
import { npmProgram, runTask, task } from "../provider/framework/cli/task.ts";
import {
  exists,
  filesBelow,
} from "../provider/framework/testing/system/files.ts";
import { print, run } from "../provider/framework/testing/system/run.ts";
import { inRoot } from "./paths.ts";
import { type Package, packages } from "./workspace.ts";

/**
 * Packs a package. `deno pack` leaves out what one package of the workspace
 * imports of another, so that is added to its dependencies.
 *
 * @param one The package.
 * @returns The tarball.
 * @throws {Error} If a program fails, with what it said.
 */
export async function pack(one: Package): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await Deno.makeTempDir({ prefix: "pack_" });
  try {
    const tarball = `${folder}/package.tgz`;
    await must(Deno.execPath(), [
      ...["pack", "--quiet", "--allow-dirty", "--output", tarball],
    ], inRoot(one.folder));
    await must("tar", ["-xzf", tarball], folder);
    const packed = `${folder}/package`;
    const manifest = `${packed}/package.json`;
    if (one.folder === ".") await ownReadme(packed);
    await removeSourceMaps(packed);
    const declared = JSON.parse(await Deno.readTextFile(manifest));
    const imported = await importsOf(packed);
    const others = packages.filter(({ name }) =>
      name !== one.name && imported.has(name)
    );
    const dependencies = {
      ...exact(declared.dependencies),
      ...Object.fromEntries(others.map(({ name, version }) => [name, version])),
    };
    await Deno.writeTextFile(
      manifest,
      JSON.stringify(
        { ...declared, ...await programOf(packed), dependencies },
        undefined,
        2,
      ),
    );
    await must("tar", ["-czf", tarball, "package"], folder);
    return await Deno.readFile(tarball);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Puts the client's page in the place of README.md, which is of the checkout. */
async function ownReadme(packed: string): Promise<void> {
  const page = await Deno.readTextFile(`${packed}/client/docs/README.md`);
  await Deno.writeTextFile(
    `${packed}/README.md`,
    page.replaceAll(/\]\((?=\w+\.md)/g, "](client/docs/"),
  );
}

/** Removes the maps, which name this machine's folders and sources that are not packed. */
async function removeSourceMaps(folder: string): Promise<void> {
  for (const name of await filesBelow(folder)) {
    if (!name.endsWith(".js")) continue;
    const path = `${folder}/${name}`;
    const text = await Deno.readTextFile(path);
    const map = text.lastIndexOf("\n//# sourceMappingURL=");
    if (map !== -1) await Deno.writeTextFile(path, text.slice(0, map + 1));
  }
}

/** The program that npm puts on the path of a project; none in most packages. */
async function programOf(
  folder: string,
): Promise<{ readonly bin?: Readonly<Record<string, string>> }> {
  const program = "cli/program.js";
  return await exists(`${folder}/${program}`)
    ? { bin: { [npmProgram]: program } }
    : {};
}

/** The versions that were tested: `deno pack` makes ranges of them. */
function exact(
  dependencies: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(dependencies).map((
      [name, range],
    ) => [name, range.replace(/^\^/, "")]),
  );
}

async function must(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const { code, stderr } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`Cannot pack: ${stderr}`);
}

/** The names of the packages that the code of a folder imports. */
async function importsOf(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      for (const inner of await importsOf(path)) names.add(inner);
    } else if (name.endsWith(".js")) {
      const text = await Deno.readTextFile(path);
      const imports = text.matchAll(
        // Not those of examples in comments.
        /^(?! *\*).*\b(?:from|import)\s*\(?\s*"(@[^/"]+\/[^/"]+)/gm,
      );
      for (const [, found = ""] of imports) names.add(found);
    }
  }
  return names;
}

const command = task({
  name: "pack",
  summary:
    "Writes dist/packages/NAME.tgz for each package, which npm install " +
    "takes as it is,\nand deno task new --packages dist/packages.",
  options: {},
});

if (import.meta.main) {
  await runTask(command, async () => {
    const folder = inRoot("dist/packages");
    await Deno.mkdir(folder, { recursive: true });
    for (const one of packages) {
      const file = `${folder}/${posix.basename(one.name)}.tgz`;
      await Deno.writeFile(file, await pack(one));
      print(file);
    }
    return 0;
  });
}
