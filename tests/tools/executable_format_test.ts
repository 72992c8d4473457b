import { assertEquals } from "@std/assert";
import {
  executablePlatform,
  type Platform,
} from "../../provider/framework/cli/executable_format.ts";

/** The first bytes of a file: numbers at offsets, 16 bits little-endian. */
function head(
  magic: readonly number[],
  ...words: readonly [offset: number, value: number][]
): Uint8Array {
  const bytes = new Uint8Array(256);
  bytes.set(magic);
  const view = new DataView(bytes.buffer);
  for (const [offset, value] of words) view.setUint16(offset, value, true);
  return bytes;
}

const elf = [0x7f, 0x45, 0x4c, 0x46];
const machO = [0xcf, 0xfa, 0xed, 0xfe];
const pe: [number, number][] = [[60, 128], [128, 0x4550]];

const known: [name: string, bytes: Uint8Array, platform: Platform][] = [
  ["ELF x86-64", head(elf, [18, 0x3e]), { os: "linux", arch: "amd64" }],
  ["ELF AArch64", head(elf, [18, 0xb7]), { os: "linux", arch: "arm64" }],
  [
    "Mach-O x86-64",
    head(machO, [4, 7], [6, 0x100]),
    { os: "darwin", arch: "amd64" },
  ],
  [
    "Mach-O ARM64",
    head(machO, [4, 12], [6, 0x100]),
    { os: "darwin", arch: "arm64" },
  ],
  [
    "PE x86-64",
    head([0x4d, 0x5a], ...pe, [132, 0x8664]),
    { os: "windows", arch: "amd64" },
  ],
  [
    "PE ARM64",
    head([0x4d, 0x5a], ...pe, [132, 0xaa64]),
    { os: "windows", arch: "arm64" },
  ],
];

for (const [name, bytes, platform] of known) {
  Deno.test(`executablePlatform() knows ${name}`, () => {
    assertEquals(executablePlatform(bytes), platform);
  });
}

Deno.test("executablePlatform() reads the Deno that runs this", async () => {
  using file = await Deno.open(Deno.execPath());
  const bytes = new Uint8Array(1024);
  await file.read(bytes);
  assertEquals(executablePlatform(bytes), {
    os: Deno.build.os,
    arch: Deno.build.arch === "aarch64" ? "arm64" : "amd64",
  });
});
