import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { zipSync } from "fflate";
import {
  checkedBase,
  checkedDeno,
  publishedSums,
} from "../../provider/framework/cli/deno_programs.ts";
import {
  pinnedSums,
  pinnedVersion,
} from "../../provider/framework/cli/deno_sums.ts";
import { targets } from "../../provider/framework/cli/targets.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { sha256 } from "../../provider/framework/testing/system/sha256.ts";
import { inRoot } from "../../tools/paths.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

const target = "aarch64-apple-darwin";
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Deno's host, with a program that says its name in each zip. */
function serveHost(forged: boolean): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: () => {},
  }, async ({ url }) => {
    const [, name = "", isSum] =
      /^\/release\/v[\d.]+\/([\w-]+)\.zip(\.sha256sum)?$/
        .exec(new URL(url).pathname) ?? [];
    const program = bytesOf(`${name}${forged ? " forged" : ""}`);
    const zip = zipSync({ [name]: program }, { mtime: new Date(1980, 0, 1) });
    const bytes = Uint8Array.from(zip);
    return isSum === undefined
      ? new Response(bytes)
      : new Response(`${await sha256(bytes)}  ${name}.zip\n`);
  });
}

/** An environment with these variables only. */
function envOf(
  variables: Readonly<Record<string, string>> = {},
): (name: string) => string | undefined {
  return (name) => variables[name];
}

Deno.test("a base executable is taken if its sum is pinned, from Deno's host and by name", () =>
  withTemporaryFolder(async (folder) => {
    await using server = serveHost(false);
    const host = `http://127.0.0.1:${server.addr.port}`;
    const sums = await publishedSums([target], host);
    const options = { sums, host, env: envOf() };
    const base = await checkedBase(target, folder, options);
    assertEquals(await Deno.readTextFile(base), `denort-${target}`);
    // The same, given by the environment.
    await Deno.rename(base, `${folder}/mine`);
    const env = envOf({ DENORT_BIN: `${folder}/mine` });
    assertEquals(await checkedBase(target, folder, { sums, host, env }), base);
  }));

Deno.test("a base executable or a Deno with another sum is not taken", () =>
  withTemporaryFolder(async (folder) => {
    await using genuine = serveHost(false);
    await using forged = serveHost(true);
    const sums = await publishedSums(
      [target],
      `http://127.0.0.1:${genuine.addr.port}`,
    );
    const host = `http://127.0.0.1:${forged.addr.port}`;
    for (const env of [envOf(), envOf({ DENORT_BIN: Deno.execPath() })]) {
      await assertRejects(
        () => checkedBase(target, folder, { sums, host, env }),
        Error,
        `is not pinned for denort-${target}`,
      );
    }
    assertEquals(await exists(`${folder}/denort-${target}`), false);
    await assertRejects(
      () =>
        checkedBase("x86_64-pc-windows-msvc", folder, {
          sums,
          host,
          env: envOf(),
        }),
      Error,
      "is not pinned: where Deno's host answers, `deno task pin` adds it",
    );
    await assertRejects(
      () => checkedDeno({ env: envOf({ DENO: inRoot("deno.json") }) }),
      Error,
      "is not pinned for deno-",
    );
  }));

Deno.test("the Deno of the project is pinned for each target, and runs", async () => {
  for (const { triple } of targets) {
    assertMatch(
      pinnedSums,
      new RegExp(`^[0-9a-f]{64} {2}deno-${triple}$`, "m"),
    );
  }
  for (const file of [".ci/run", "README.md", "CONTRIBUTING.md"]) {
    const text = await Deno.readTextFile(inRoot(file));
    for (const [, version] of text.matchAll(/deno@(\d[\d.]*\d)/g)) {
      assertEquals(version, pinnedVersion, file);
    }
  }
  if (Deno.version.deno === pinnedVersion) {
    assertEquals(await checkedDeno({ env: envOf() }), Deno.execPath());
  }
});
