/**
 * The system and machine that an executable is for, by its first bytes.
 *
 * @module
 */

/** A system and machine under the registry's names. */
export interface Platform {
  /** `linux`, `darwin` or `windows`. */
  readonly os: string;
  /** `amd64` or `arm64`. */
  readonly arch: string;
}

/**
 * The platform of an ELF, Mach-O or PE executable of 64 bits.
 *
 * @param head The first bytes of the file; 1 KiB is enough.
 * @throws {Error} If it is none of these, or for another machine.
 */
export function executablePlatform(head: Uint8Array): Platform {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.byteLength < 64) throw new Error("The file is too short");
  if (view.getUint32(0) === 0x7f454c46) {
    return { os: "linux", arch: machine(elf, view.getUint16(18, true)) };
  }
  if (view.getUint32(0, true) === 0xfeedfacf) {
    return { os: "darwin", arch: machine(machO, view.getUint32(4, true)) };
  }
  if (view.getUint16(0) === 0x4d5a) {
    const at = view.getUint32(60, true);
    if (at + 6 <= view.byteLength && view.getUint32(at) === 0x50450000) {
      return { os: "windows", arch: machine(pe, view.getUint16(at + 4, true)) };
    }
  }
  throw new Error("The file is not an ELF, Mach-O or PE executable");
}

type Machines = Readonly<Record<number, string>>;

const elf: Machines = { 0x3e: "amd64", 0xb7: "arm64" };
const machO: Machines = { 0x01000007: "amd64", 0x0100000c: "arm64" };
const pe: Machines = { 0x8664: "amd64", 0xaa64: "arm64" };

function machine(names: Machines, number: number): string {
  const name = names[number];
  if (name === undefined) {
    throw new Error(
      `The file is for an unknown machine 0x${number.toString(16)}`,
    );
  }
  return name;
}

/** The platform of an executable file; throws as {@linkcode executablePlatform}. */
export async function platformOf(path: string): Promise<Platform> {
  using file = await Deno.open(path);
  const head = new Uint8Array(1024);
  const read = await file.read(head);
  return executablePlatform(head.subarray(0, read ?? 0));
}
