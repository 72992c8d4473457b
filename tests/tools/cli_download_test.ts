import { assertEquals, assertRejects } from "@std/assert";
import { zipSync } from "fflate";
import {
  archiveName,
  checkSum,
  downloadedCli,
  tofuVersion,
} from "../../provider/framework/testing/system/cli_download.ts";

const empty =
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

Deno.test("checkSum() accepts the bytes that the sums name", async () => {
  await checkSum("a.zip", new Uint8Array(), `${empty}  a.zip\n`);
});

const wrong: [name: string, bytes: number[], sums: string, message: string][] =
  [
    ["other bytes", [1], `${empty}  a.zip\n`, "SHA256SUMS says"],
    ["a file that is not listed", [], `${empty}  b.zip\n`, "no line for a.zip"],
    ["a name that only ends alike", [], `${empty}  xa.zip\n`, "no line"],
  ];

for (const [name, bytes, sums, message] of wrong) {
  Deno.test(`checkSum() refuses ${name}`, async () => {
    await assertRejects(
      () => checkSum("a.zip", new Uint8Array(bytes), sums),
      Error,
      message,
    );
  });
}

Deno.test("downloadedCli() says what to install when it cannot download", async () => {
  const cache = await Deno.makeTempDir({ prefix: "download_" });
  const asked: string[] = [];
  await assertRejects(
    () =>
      downloadedCli({
        cache,
        releases: "https://releases.test",
        fetch: (url) => {
          asked.push(url);
          return Promise.resolve(new Response(null, { status: 404 }));
        },
      }),
    Error,
    "install one of them and put it on PATH, or name it in TF_CLI",
  );
  assertEquals(asked, [
    `https://releases.test/v${tofuVersion}/tofu_${tofuVersion}_SHA256SUMS`,
  ]);
  assertEquals([...Deno.readDirSync(cache)], []);
  await Deno.remove(cache, { recursive: true });
});

Deno.test("downloadedCli() keeps nothing whose sum is wrong", async () => {
  const cache = await Deno.makeTempDir({ prefix: "download_" });
  await assertRejects(
    () =>
      downloadedCli({
        cache,
        fetch: () =>
          Promise.resolve(new Response(`${empty}  ${archiveName()}\n`)),
      }),
    Error,
    "SHA256SUMS says",
  );
  assertEquals([...Deno.readDirSync(cache)], []);
  await Deno.remove(cache, { recursive: true });
});

Deno.test("downloadedCli() downloads once what the sums confirm", async () => {
  const cache = await Deno.makeTempDir({ prefix: "download_" });
  const program = Deno.build.os === "windows" ? "tofu.exe" : "tofu";
  const content = new TextEncoder().encode("#!/bin/sh\n");
  const archive = Uint8Array.from(zipSync({ [program]: content }));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", archive));
  const sums = `${digest.toHex()}  ${archiveName()}\n`;
  let calls = 0;
  const fetch = (url: string) => {
    calls++;
    return Promise.resolve(
      new Response(url.endsWith("SHA256SUMS") ? sums : archive),
    );
  };
  const path = await downloadedCli({ cache, fetch });
  assertEquals(await Deno.readTextFile(path), "#!/bin/sh\n");
  assertEquals(await downloadedCli({ cache, fetch }), path);
  assertEquals(calls, 2);
  await Deno.remove(cache, { recursive: true });
});
