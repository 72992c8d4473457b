// what a start reads. Nothing may lie where others can put it first.

import { assertEquals } from "@std/assert";
import { splitEntry } from "../../provider/framework/cli/bundle.ts";
import { compile } from "../../provider/framework/cli/compile.ts";
import { project } from "../../tools/project.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { testIf } from "../support/skip.ts";
import { thisTarget, whyNoRelease } from "./signed_release.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

/** Programs of one length: V8 takes the code of one for the other's. */
const programs = {
  genuine: 'console.log("genuine");\n'.repeat(40),
  forged: 'console.log("forged!");\n'.repeat(40),
};

/** A program and what its starts leave in the temporary folder. */
async function makeCache(
  base: string,
  kind: keyof typeof programs,
): Promise<{ readonly path: string; readonly cache: Uint8Array }> {
  const bundle = `${base}/${kind}`;
  await Deno.mkdir(bundle);
  await Deno.writeTextFile(`${bundle}/${splitEntry}`, programs[kind]);
  const { triple } = thisTarget();
  const path = `${base}/${kind}_executable/provider`;
  const { code, stderr } = await run(Deno.env.get("DENO") ?? Deno.execPath(), [
    "compile",
    "--quiet",
    "--no-config",
    `--target=${triple}`,
    `--output=${path}`,
    `${bundle}/${splitEntry}`,
  ]);
  assertEquals(code, 0, stderr);
  await run(path, [], { env: { TMPDIR: `${base}/shared` } });
  const cache = await Deno.readFile(`${base}/shared/${cacheName}`);
  await Deno.remove(`${base}/shared/${cacheName}`);
  return { path, cache };
}

const cacheName = "deno-compile-provider.cache";

/**
 * The code of `forged` under the marks of `genuine`: the file begins with that
 * of the program, and ends with those of its module's source and code.
 */
function forge(genuine: Uint8Array, forged: Uint8Array): Uint8Array {
  const made = forged.slice();
  made.set(genuine.subarray(0, 8));
  made.set(genuine.subarray(-16, -8), made.length - 16);
  return made;
}

/** Gives a file to another user, where this one may. */
async function giveAway(path: string): Promise<void> {
  const nobody = 65534;
  if (Deno.uid() === 0) await Deno.chown(path, nobody, nobody);
}

testIf({
  name: "a released executable runs no code that another user left in the " +
    "temporary folder, waits for no FIFO there, and from its working " +
    "directory takes no code, and no library unless LD_LIBRARY_PATH says so",
  skipped: await whyNoRelease(),
  fn: async () => {
    await withTemporaryFolder(async (base) => {
      const shared = `${base}/shared`;
      await Deno.mkdir(shared);
      await Deno.chmod(base, 0o755);
      await Deno.chmod(shared, 0o1777);
      const genuine = await makeCache(base, "genuine");
      const { cache } = await makeCache(base, "forged");
      const planted = `${shared}/${cacheName}`;
      await Deno.writeFile(planted, forge(genuine.cache, cache));
      await giveAway(planted);
      const start = async (path: string) => {
        const { stdout } = await run("timeout", ["60", path], {
          env: { TMPDIR: shared },
        });
        return stdout.split("\n")[0];
      };
      // The forgery is one: Deno's default runs it.
      assertEquals(await start(genuine.path), "forged!");

      const output = `${base}/provider`;
      const bundle = `${base}/genuine`;
      await compile(project, thisTarget().triple, { bundle, output });
      assertEquals(await start(output), "genuine");
      await Deno.remove(planted);
      assertEquals((await run("mkfifo", ["-m", "666", planted])).code, 0);
      await giveAway(planted);
      assertEquals(await start(output), "genuine");
      await Deno.remove(planted);
      assertEquals(await start(output), "genuine");
      assertEquals(await Array.fromAsync(Deno.readDir(shared)), []);

      if (Deno.build.os !== "linux") return;
      const cwd = `${base}/working`;
      await Deno.mkdir(cwd);
      for (const library of ["libc.so.6", "libdl.so.2", "libgcc_s.so.1"]) {
        await Deno.writeTextFile(`${cwd}/${library}`, "no library");
      }
      const told = async (env: Record<string, string>) => {
        const { code, stdout } = await run(output, [], { cwd, env });
        return [code === 0, stdout.split("\n")[0]];
      };
      assertEquals(await told({ TMPDIR: cwd }), [true, "genuine"]);
      assertEquals(await told({ LD_LIBRARY_PATH: cwd }), [false, ""]);
      // `deno run` would run it.
      await Deno.writeTextFile(`${cwd}/hook.cjs`, 'console.log("hooked");');
      const NODE_OPTIONS = "--require ./hook.cjs";
      assertEquals(await told({ NODE_OPTIONS }), [true, "genuine"]);
    });
  },
});
