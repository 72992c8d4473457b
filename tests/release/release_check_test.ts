import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type ZipOptions, zipSync } from "fflate";
import { checkRelease } from "../../provider/framework/cli/release/check.ts";
import { billOfMaterials } from "../../provider/framework/cli/release/components.ts";
import { checkedVersion } from "../../provider/framework/cli/release/names.ts";
import { readZip } from "../../provider/framework/cli/release/zip_reader.ts";
import { thisPlatform } from "../../provider/framework/testing/system/plugin_folder.ts";
import { project } from "../../tools/project.ts";
import { testIf } from "../support/skip.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

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

/** The zip that is right, with some of its bytes changed. */
function forge(
  change: (view: DataView, directory: number, end: number) => void,
): Uint8Array<ArrayBuffer> {
  const zip = pack({ [executable]: program() });
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  change(view, view.getUint32(end + 16, true), end);
  return zip;
}

/** A zip with another name, as long, for one of its files. */
function rename(
  zip: Uint8Array<ArrayBuffer>,
  from: string,
  to: string,
): Uint8Array<ArrayBuffer> {
  const text = zip.toHex().replaceAll(hex(from), hex(to));
  return Uint8Array.fromHex(text);
}

const hex = (text: string) => new TextEncoder().encode(text).toHex();

/** The zip that is right, with something before it. */
function withPrefix(): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode("#!/bin/sh\n");
  const zip = forge((view, directory, end) => {
    const places = [end + 16];
    for (let at = directory; at < end;) {
      places.push(at + 42);
      at += 46 + view.getUint16(at + 28, true);
    }
    for (const place of places) {
      view.setUint32(place, view.getUint32(place, true) + prefix.length, true);
    }
  });
  return Uint8Array.of(...prefix, ...zip);
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

const isUncommon = `${executable} is packed in an uncommon way`;

/** Zips in which others find less or more than the CLIs, or that these refuse. */
const forgeries: {
  name: string;
  zip: Uint8Array<ArrayBuffer>;
  says: string;
}[] = [
  {
    name: "a file that is said to be encrypted",
    zip: forge((view, directory) => {
      for (const at of [6, directory + 8]) view.setUint16(at, 1, true);
    }),
    says: isUncommon,
  },
  {
    name: "a comment on a file",
    zip: pack({ [executable]: program() }, { comment: "x" }),
    says: isUncommon,
  },
  {
    name: "fields that are added to a file",
    zip: pack({ [executable]: program() }, {
      extra: { 0x7075: Uint8Array.of(1) },
    }),
    says: isUncommon,
  },
  {
    name: "something before the first file",
    zip: withPrefix(),
    says: `The zip's header of ${executable} is damaged`,
  },
  {
    name: "a file that is there twice",
    zip: rename(
      pack({ [executable]: program() }, {}, {
        "LICENSE": text,
        "THIRD_PARTY_NOTICES.txt": text,
        "LICENCE": text,
      }),
      "LICENCE",
      "LICENSE",
    ),
    says: "LICENSE is in the zip twice",
  },
];

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
    found: [`${stem}_SHA256SUMS does not list the sum of ${manifestName}`],
  },
  {
    name: "sums of which CLIs take the first line of a name",
    change: (folder) =>
      edit(
        `${folder}/${stem}_SHA256SUMS`,
        (text) => `00  ${zipName}\n${text}`,
      ),
    found: [`${stem}_SHA256SUMS has a line too many: "00 ${zipName}"`],
  },
  {
    name: "sums with one line twice",
    change: (folder) =>
      edit(
        `${folder}/${stem}_SHA256SUMS`,
        (text) => `${text}${text.split("\n")[0]}`,
      ),
    found: [
      `${stem}_SHA256SUMS has a line too many: "${await sumOf(
        pack({ [executable]: program() }),
      )} ${zipName}"`,
    ],
  },
  {
    name: "sums with a third field",
    change: (folder) =>
      edit(
        `${folder}/${stem}_SHA256SUMS`,
        (text) => text.replace(/(?<=manifest.json)$/m, "  more"),
      ),
    found: [
      `${stem}_SHA256SUMS does not list the sum of ${manifestName}`,
      `${stem}_SHA256SUMS has a line too many: "${await sumOf(
        new TextEncoder().encode(manifest),
      )} ${manifestName} more"`,
    ],
  },
  {
    name: "sums with a file that is not there",
    change: (folder) =>
      edit(`${folder}/${stem}_SHA256SUMS`, (text) => `${text}00  other.zip\n`),
    found: [`${stem}_SHA256SUMS has a line too many: "00 other.zip"`],
  },
  {
    name: "a zip that was changed, and reads nothing of it",
    change: (folder) =>
      Deno.writeTextFile(`${folder}/${zipName}`, "no zip at all"),
    found: [
      `${stem}_SHA256SUMS does not list the sum of ${zipName}`,
      `${stem}_SHA256SUMS has a line too many: "${await sumOf(
        pack({ [executable]: program() }),
      )} ${zipName}"`,
    ],
  },
  {
    name: "a file too many",
    change: (folder) => Deno.writeTextFile(`${folder}/notes.txt`, ""),
    found: ["notes.txt does not belong to the release"],
  },
  {
    name: "what is no file, and reads nothing of it",
    change: async (folder) => {
      await Deno.remove(`${folder}/${zipName}`);
      await Deno.mkdir(`${folder}/${zipName}`);
    },
    found: [`${zipName} is no file of at most 256 MiB`],
  },
  {
    name: "a file whose name shows another one",
    change: (folder) => Deno.writeTextFile(`${folder}/a\u202ez`, ""),
    found: ["az does not belong to the release"],
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
    name: "an executable whose name begins with a mark",
    zip: rename(
      pack({ [`xxx${executable}`]: program() }),
      `xxx${executable}`,
      `\ufeff${executable}`,
    ),
    found: [`${zipName}: ${executable} should be named ${executable}`],
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
  ...forgeries.map(({ name, zip, says }) => ({
    name,
    zip,
    found: [`${zipName}: ${says}`],
  })),
];

for (const { name, zip, change, publicKey, found, ...given } of cases) {
  Deno.test(`the check of a release sees ${name}`, () =>
    withTemporaryFolder(async (folder) => {
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
    }));
}

testIf({
  name: "the check of a release starts an executable only if all else is right",
  skipped: Deno.build.os === "linux"
    ? undefined
    : "it is an executable of Linux",
  fn: async () => {
    await withTemporaryFolder(async (folder) => {
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
      assertEquals(
        (await check()).filter((line) => !line.startsWith(stem)),
        [`The manifest is not ${manifest}`],
      );
    });
  },
});

Deno.test("without a list of platforms all six must be there", () =>
  withTemporaryFolder(async (folder) => {
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
  }));

Deno.test("no byte of a zip's headers but system, version and mode can be another one", () => {
  const zip = pack({ [executable]: program() }, {}, {});
  const end = zip.length - 22;
  const directory = new DataView(zip.buffer).getUint32(end + 16, true);
  const headers = [
    ...Array(30 + executable.length).keys(),
    ...Array.from(zip.subarray(directory), (_, at) => directory + at),
  ];
  const read = headers.filter((at) => {
    try {
      return readZip(zip.with(at, (zip[at] ?? 0) ^ 8));
    } catch {
      return false;
    }
  });
  assertEquals(read.map((at) => at - directory), [4, 5, 38, 39, 40, 41]);
});

Deno.test("a zip whose bytes do not fit its checksum is not read", () => {
  const zip = forge((view, directory) => {
    for (const at of [14, directory + 16]) view.setUint32(at, 1, true);
  });
  const wrong = `${executable} has not the checksum that the zip says`;
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
    for (const place of [22, at + 24]) view.setUint32(place, length, true);
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
