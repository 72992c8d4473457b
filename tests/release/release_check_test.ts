import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type ZipOptions, zipSync } from "fflate";
import { checkRelease } from "../../provider/framework/cli/release/check.ts";
import { billOfMaterials } from "../../provider/framework/cli/release/components.ts";
import { checkedVersion } from "../../provider/framework/cli/release/names.ts";
import { readZip } from "../../provider/framework/cli/release/zip_reader.ts";
import { thisPlatform } from "../../provider/framework/testing/system/plugin_folder.ts";
import { project } from "../../tools/project.ts";
import { testIf } from "../support/skip.ts";

const stem = "terraform-provider-huggingface_1.2.3";
const zipName = `${stem}_windows_arm64.zip`;
const manifestName = `${stem}_manifest.json`;
const billName = `${stem}_sbom.cdx.json`;
const executable = "terraform-provider-huggingface_v1.2.3.exe";

/** The first bytes of a program for Windows on ARM. */
function program(machine = 0xaa64): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2048);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4d5a);
  view.setUint32(60, 128, true);
  view.setUint32(128, 0x50450000);
  view.setUint16(132, machine, true);
  return bytes;
}

const asReleased: ZipOptions = {
  mtime: new Date(1980, 0, 1),
  os: 3,
  attrs: 0o100755 * 0x10000,
};

const text = new Uint8Array(2_000).fill(0x2e);

/** A zip of these files, with the licences unless they are given. */
function pack(
  files: Record<string, Uint8Array<ArrayBuffer>>,
  options: ZipOptions = {},
  texts: Record<string, Uint8Array<ArrayBuffer>> = {
    "LICENSE": text,
    "THIRD_PARTY_NOTICES.txt": text,
  },
): Uint8Array<ArrayBuffer> {
  const plain = { ...asReleased, attrs: 0o100644 * 0x10000 };
  return zipSync({
    ...Object.fromEntries(
      Object.entries(files).map((
        [name, bytes],
      ) => [name, [bytes, { ...asReleased, ...options }]]),
    ),
    ...Object.fromEntries(
      Object.entries(texts).map(([name, bytes]) => [name, [bytes, plain]]),
    ),
  });
}

const bill = billOfMaterials(
  project,
  "1.2.3",
  ["deno", "v8", "@grpc/grpc-js", "protobufjs"].map((name) => ({
    name,
    version: "1.0.0",
    license: "MIT",
    text: "",
    purl: `pkg:npm/${name}@1.0.0`,
  })),
);

const manifest = `{"version":1,"metadata":{"protocol_versions":["6.0"]}}`;

async function sumOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Writes a release that is right but for what is given. */
async function writeRelease(
  folder: string,
  zip: Uint8Array<ArrayBuffer>,
  manifestText: string,
  billText: string,
  name: string = zipName,
): Promise<void> {
  const bytes = new TextEncoder().encode(manifestText);
  const billBytes = new TextEncoder().encode(billText);
  await Deno.writeFile(`${folder}/${billName}`, billBytes);
  await Deno.writeFile(`${folder}/${name}`, zip);
  await Deno.writeFile(`${folder}/${manifestName}`, bytes);
  await Deno.writeTextFile(
    `${folder}/${stem}_SHA256SUMS`,
    `${await sumOf(zip)}  ${name}\n${await sumOf(
      bytes,
    )}  ${manifestName}\n` +
      `${await sumOf(billBytes)}  ${billName}\n`,
  );
}

const cases: {
  name: string;
  zip?: Uint8Array<ArrayBuffer>;
  manifest?: string;
  bill?: string;
  change?: (folder: string) => Promise<void>;
  publicKey?: string;
  found: string[];
}[] = [
  { name: "a release that is right", found: [] },
  {
    name: "sums that forget the manifest",
    change: (folder) =>
      edit(
        `${folder}/${stem}_SHA256SUMS`,
        (text) => text.replace(/.*manifest.*\n/, ""),
      ),
    found: [`${stem}_SHA256SUMS does not list ${manifestName}`],
  },
  {
    name: "sums with a file that is not there",
    change: (folder) =>
      edit(`${folder}/${stem}_SHA256SUMS`, (text) => `${text}00  other.zip\n`),
    found: [`${stem}_SHA256SUMS has a line too many: "other.zip"`],
  },
  {
    name: "a zip that was changed, and reads nothing of it",
    change: (folder) =>
      Deno.writeTextFile(`${folder}/${zipName}`, "no zip at all"),
    found: [`${zipName} has another sum`],
  },
  {
    name: "a file too many",
    change: (folder) => Deno.writeTextFile(`${folder}/notes.txt`, ""),
    found: ["notes.txt does not belong to the release"],
  },
  {
    name: "a missing signature",
    publicKey: "a key",
    found: [`${stem}_SHA256SUMS.sig is missing`],
  },
  {
    name: "an armoured signature",
    publicKey: "a key",
    change: (folder) =>
      Deno.writeTextFile(
        `${folder}/${stem}_SHA256SUMS.sig`,
        "-----BEGIN PGP SIGNATURE-----",
      ),
    found: ["The signature is not a binary one"],
  },
  {
    name: "a manifest for another protocol",
    manifest: manifest.replace("6.0", "5.0"),
    found: [`The manifest is not ${manifest}`],
  },
  {
    name: "an executable of another name",
    zip: pack({ "provider.exe": program() }),
    found: [`${zipName}: provider.exe should be named ${executable}`],
  },
  {
    name: "an executable that may not be executed",
    zip: pack({ [executable]: program() }, { attrs: 0o100644 * 0x10000 }),
    found: [`${zipName}: The mode is 100644`],
  },
  {
    name: "a zip that depends on when it was made",
    zip: pack({ [executable]: program() }, { mtime: new Date(2024, 1, 3) }),
    found: [
      `${zipName}: The time is 2024-02-03T00:00:00, so that no two builds ` +
      "are the same",
    ],
  },
  {
    name: "an executable for another machine",
    zip: pack({ [executable]: program(0x8664) }),
    found: [`${zipName}: The executable is for windows_amd64`],
  },
  {
    name: "a script in place of an executable",
    zip: pack({
      [executable]: new TextEncoder().encode("#!/bin/sh\n".repeat(9)),
    }),
    found: [`${zipName}: The file is not an ELF, Mach-O or PE executable`],
  },
  {
    name: "something in the zip that is neither executable nor licence",
    zip: pack({ [executable]: program() }, {}, {
      "LICENSE": text,
      "THIRD_PARTY_NOTICES.txt": text,
      "other": text,
    }),
    found: [`${zipName}: other does not belong into it`],
  },
  {
    name: "a zip without the licences of others",
    zip: pack({ [executable]: program() }, {}, { "LICENSE": text }),
    found: [`${zipName}: It lacks THIRD_PARTY_NOTICES.txt`],
  },
  {
    name: "a bill that forgets a library",
    bill: bill.replace('"protobufjs"', '"toml"'),
    found: ["The bill lacks protobufjs"],
  },
  {
    name: "a bill of another version",
    bill: bill.replace('"1.2.3"', '"1.2.4"'),
    found: ["The bill is of another version"],
  },
  {
    name: "a zip that ends too early",
    zip: pack({ [executable]: program() }).slice(0, -1),
    found: [`${zipName}: The zip has no end record where it should be`],
  },
];

for (const { name, zip, change, publicKey, found, ...given } of cases) {
  Deno.test(`the check of a release sees ${name}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "hf_check_" });
    try {
      await writeRelease(
        folder,
        zip ?? pack({ [executable]: program() }),
        given.manifest ?? manifest,
        given.bill ?? bill,
      );
      await change?.(folder);
      assertEquals(
        await checkRelease(project, folder, {
          version: "1.2.3",
          platforms: ["windows_arm64"],
          publicKey,
        }),
        found,
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

testIf({
  name: "the check of a release starts an executable only if all else is right",
  skipped: Deno.build.os === "linux"
    ? undefined
    : "it is an executable of Linux",
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "hf_check_" });
    try {
      const platform = thisPlatform();
      const name = executable.replace(".exe", "");
      const bytes = new Uint8Array(2048);
      const view = new DataView(bytes.buffer);
      view.setUint32(0, 0x7f454c46);
      view.setUint16(18, platform.endsWith("arm64") ? 0xb7 : 0x3e, true);
      const check = () =>
        checkRelease(project, folder, {
          version: "1.2.3",
          platforms: [platform],
        });
      const zip = zipName.replace("windows_arm64", platform);
      await writeRelease(folder, pack({ [name]: bytes }), manifest, bill, zip);
      const [started = "", ...others] = await check();
      assertStringIncludes(started, "The executable does not start");
      assertEquals(others, []);
      await writeRelease(folder, pack({ [name]: bytes }), "{}", bill, zip);
      assertEquals(await check(), [`The manifest is not ${manifest}`]);
      await Deno.writeFile(
        `${folder}/${zip}`,
        pack({ [name]: bytes }, { level: 0 }),
      );
      assertEquals(await check(), [
        `${zip} has another sum`,
        `The manifest is not ${manifest}`,
      ]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("without a list of platforms all six must be there", async () => {
  const folder = await Deno.makeTempDir({ prefix: "hf_check_" });
  try {
    await writeRelease(
      folder,
      pack({ [executable]: program() }),
      manifest,
      bill,
    );
    assertEquals(
      await checkRelease(project, folder, { version: "1.2.3" }),
      ["darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"].concat(
        "windows_amd64",
      ).map((platform) => `${stem}_${platform}.zip is missing`),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a zip whose bytes do not fit its checksum is not read", () => {
  const zip = pack({ a: program() }, { level: 0 });
  const at = zip.findIndex((byte, i) => byte === 0x4d && zip[i + 1] === 0x5a);
  zip[at] = 0;
  const wrong = "a has not the checksum that the zip says";
  assertThrows(() => readZip(zip), Error, wrong);
});

Deno.test("a zip is unpacked as far as its directory says, up to a bound", () => {
  const files = { a: new Uint8Array(5_000_000) };
  for (
    const [length, wrong] of [
      [10, "larger than 11 bytes"],
      [0xffff_fff0, "a unpacks to too many bytes"],
    ] as const
  ) {
    const zip = pack(files, {}, {});
    const view = new DataView(zip.buffer);
    const at = view.getUint32(zip.length - 6, true);
    view.setUint32(at + 24, length, true);
    assertThrows(() => readZip(zip), Error, wrong);
  }
});

for (
  const [version, isRight] of [
    ["1.2.3", true],
    ["0.10.0-rc.1", true],
    ["v1.2.3", false],
    ["1.2", false],
    ["01.2.3", false],
    ["1.2.3+build", false],
  ] as const
) {
  Deno.test(`${version} is ${isRight ? "a" : "no"} version to release`, () => {
    let answer = true;
    try {
      checkedVersion(version);
    } catch {
      answer = false;
    }
    assertEquals(answer, isRight);
  });
}

async function edit(
  path: string,
  change: (text: string) => string,
): Promise<void> {
  await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
}
