import { assertEquals, assertRejects } from "@std/assert";
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
  const archive = storedZip(program, new TextEncoder().encode("#!/bin/sh\n"));
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

/** A zip archive of one file that is stored as it is. */
function storedZip(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const label = new TextEncoder().encode(name);
  const shared = (view: DataView, at: number) => {
    view.setUint32(at, crc32(data), true);
    view.setUint32(at + 4, data.length, true);
    view.setUint32(at + 8, data.length, true);
    view.setUint16(at + 12, label.length, true);
  };
  const local = new DataView(new ArrayBuffer(30));
  local.setUint32(0, 0x04034b50, true);
  local.setUint16(4, 10, true);
  shared(local, 14);
  const central = new DataView(new ArrayBuffer(46));
  central.setUint32(0, 0x02014b50, true);
  central.setUint16(4, 10, true);
  central.setUint16(6, 10, true);
  shared(central, 16);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, 1, true);
  end.setUint16(10, 1, true);
  end.setUint32(12, 46 + label.length, true);
  end.setUint32(16, 30 + label.length + data.length, true);
  const parts = [local, label, data, central, label, end];
  return new Uint8Array(parts.flatMap((part) => [
    ...new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
  ]));
}

function crc32(data: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
  }
  return ~sum >>> 0;
}
