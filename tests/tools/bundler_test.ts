import { assertEquals, assertMatch } from "@std/assert";
import { createHash } from "node:crypto";
import config from "../../deno.json" with { type: "json" };
import { exists } from "../../provider/framework/testing/system/files.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { root } from "../../tools/paths.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

const origin = "https://registry.npmjs.org";
const version = config.imports.esbuild.split("@").at(-1);
const forged = /^\/@esbuild(?:\/|%2f)[\w-]+/i;

/** A package whose program leaves a mark when it runs. */
async function pack(folder: string, mark: string): Promise<Uint8Array> {
  await Deno.mkdir(`${folder}/package/bin`, { recursive: true });
  await Deno.writeTextFile(`${folder}/package/package.json`, "{}");
  await Deno.writeTextFile(
    `${folder}/package/bin/esbuild`,
    `#!/bin/sh\ntouch '${mark}'\nexit 1\n`,
    { mode: 0o755 },
  );
  const packed = `${folder}/package.tgz`;
  const { code } = await run("tar", ["-czf", packed, "-C", folder, "package"]);
  assertEquals(code, 0);
  return await Deno.readFile(packed);
}

/** The registry, but for the programs of esbuild and the sums of them. */
function serveForged(
  tarball: Uint8Array<ArrayBuffer>,
): Deno.HttpServer<Deno.NetAddr> {
  const sum = createHash("sha512").update(tarball).digest("base64");
  return Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: () => {},
  }, async (request) => {
    const { pathname, origin: here } = new URL(request.url);
    if (forged.test(pathname) && pathname.endsWith(".tgz")) {
      return new Response(tarball);
    }
    const answer = await fetch(origin + pathname);
    if (pathname.endsWith(".tgz")) return answer;
    const text = (await answer.text()).replaceAll(origin, here);
    if (!forged.test(pathname)) return new Response(text);
    const information = JSON.parse(text);
    const { dist } = information.versions[version ?? ""];
    dist.integrity = `sha512-${sum}`;
    delete dist.shasum;
    return Response.json(information);
  });
}

Deno.test({
  name: "a bundler that is not the one of the lock file does not run",
  // The forged program is a shell script.
  ignore: Deno.build.os === "windows",
  async fn() {
    await withTemporaryFolder(async (folder) => {
      const mark = `${folder}/ran`;
      const tarball = Uint8Array.from(await pack(folder, mark));
      await using server = serveForged(tarball);
      const { code, stderr } = await run(
        Deno.execPath(),
        ["run", "-A", "tools/tasks.ts", "build"],
        {
          cwd: root,
          env: {
            DENO_DIR: `${folder}/cache`,
            NPM_CONFIG_REGISTRY: `http://127.0.0.1:${server.addr.port}`,
            NO_COLOR: "1",
          },
        },
      );
      assertEquals(code, 1);
      assertEquals(await exists(mark), false);
      assertMatch(stderr, /checksum did not match.*@esbuild\//is);
    });
  },
});
