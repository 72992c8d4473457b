/**
 * Reads zip archives: the check of a release uses nothing that wrote it.
 *
 * @module
 */
import { crc32, inflateRawSync } from "node:zlib";

/** One file of an archive. */
export interface ZipEntry {
  /** Its name. */
  readonly name: string;
  /** Its type and permissions as Unix has them; 0 if another system made it. */
  readonly mode: number;
  /** The time of its last change, as `1980-01-01T00:00:00`, in no zone. */
  readonly changed: string;
  /** Its bytes. */
  readonly bytes: Uint8Array;
}

/** Bytes that an archive unpacks to: an executable has some 120 MiB. */
const MOST_BYTES = 512 * 2 ** 20;

/**
 * The files of an archive, in their order.
 *
 * @throws {Error} If the archive is damaged, too large, or of a kind that the
 * provider's users cannot all open, such as encrypted or in parts.
 */
export function readZip(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(
    archive.buffer,
    archive.byteOffset,
    archive.byteLength,
  );
  const end = archive.byteLength - 22;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) {
    throw new Error("The zip has no end record where it should be");
  }
  const count = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  let room = MOST_BYTES;
  for (let i = 0; i < count; i++) {
    const { entry, next } = readEntry(archive, view, at, room);
    entries.push(entry);
    at = next;
    room -= entry.bytes.length;
  }
  return entries;
}

function readEntry(zip: Uint8Array, view: DataView, at: number, room: number) {
  if (view.getUint32(at, true) !== 0x02014b50) {
    throw new Error("The zip's directory is damaged");
  }
  const nameLength = view.getUint16(at + 28, true);
  const name = text(zip, at + 46, nameLength);
  const start = view.getUint32(at + 42, true);
  const from = packedAt(zip, view, start, name);
  const packed = zip.subarray(from, from + view.getUint32(at + 20, true));
  const method = view.getUint16(at + 10, true);
  if (method !== 0 && method !== 8) {
    throw new Error(`${name} is packed in an uncommon way (${method})`);
  }
  const length = view.getUint32(at + 24, true);
  if (length > room) throw new Error(`${name} unpacks to too many bytes`);
  const most = { maxOutputLength: length + 1 };
  const bytes = method === 8 ? inflateRawSync(packed, most) : packed;
  if (bytes.byteLength !== length) {
    throw new Error(`${name} has not the length that the zip says`);
  }
  if (crc32(bytes) !== view.getUint32(at + 16, true)) {
    throw new Error(`${name} has not the checksum that the zip says`);
  }
  const entry: ZipEntry = {
    name,
    mode: view.getUint8(at + 5) === 3 ? view.getUint16(at + 40, true) : 0,
    changed: time(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    bytes,
  };
  const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  return { entry, next: at + 46 + nameLength + rest };
}

/** The place of the bytes after the header of a file. */
function packedAt(
  archive: Uint8Array,
  view: DataView,
  start: number,
  name: string,
): number {
  const nameLength = view.getUint16(start + 26, true);
  if (
    view.getUint32(start, true) !== 0x04034b50 ||
    text(archive, start + 30, nameLength) !== name
  ) throw new Error(`The zip's header of ${name} is damaged`);
  return start + 30 + nameLength + view.getUint16(start + 28, true);
}

function text(archive: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(archive.subarray(at, at + length));
}

function time(date: number, clock: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [1980 + (date >> 9), two(date >> 5 & 15), two(date & 31)];
  const seconds = (clock & 31) * 2;
  return `${day.join("-")}T${
    [clock >> 11, clock >> 5 & 63, seconds].map(two).join(":")
  }`;
}
