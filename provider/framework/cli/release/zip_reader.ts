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
const MOST_BYTES = 256 * 2 ** 20;

/** Names as they are: other readers show a mark at their begin. */
const names = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The files of an archive, in their order.
 *
 * They lie one after the other, with nothing between, and their directory after
 * them: so all readers find the same files.
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
  const directory = view.getUint32(end + 16, true);
  const entries: ZipEntry[] = [];
  let [at, start, room] = [directory, 0, MOST_BYTES];
  while (at < end) {
    const { entry, next, after } = readEntry(archive, view, at, start, room);
    if (entries.some(({ name }) => name === entry.name)) {
      throw new Error(`${entry.name} is in the zip twice`);
    }
    entries.push(entry);
    [at, start, room] = [next, after, room - entry.bytes.length];
  }
  // No second disk, its files here and in all, its size, its place; no comment.
  const found = [0, entries.length * 0x10001, at - directory, start];
  if (
    view.getUint16(end + 20, true) !== 0 || at !== end ||
    found.some((value, i) => view.getUint32(end + 4 + 4 * i, true) !== value)
  ) throw new Error("The zip's end record does not fit its directory");
  return entries;
}

function readEntry(
  zip: Uint8Array,
  view: DataView,
  at: number,
  start: number,
  room: number,
) {
  if (view.getUint32(at, true) !== 0x02014b50) {
    throw new Error("The zip's directory is damaged");
  }
  const nameLength = view.getUint16(at + 28, true);
  const next = at + 46 + nameLength;
  const name = names.decode(zip.subarray(at + 46, next));
  // Both say the same from the version up to the length of what is added.
  const record = [
    ...zip.subarray(at + 6, at + 32),
    ...zip.subarray(at + 46, next),
  ];
  const from = start + 30 + nameLength;
  if (
    view.getUint32(at + 42, true) !== start ||
    view.getUint32(start, true) !== 0x04034b50 ||
    record.some((byte, i) => byte !== zip[start + 4 + i])
  ) throw new Error(`The zip's header of ${name} is damaged`);
  const method = view.getUint16(at + 10, true);
  // Version 2.0, no flags; neither fields, comment, disk nor kind are added.
  if (
    view.getUint32(at + 6, true) !== 20 || method !== 0 && method !== 8 ||
    view.getBigUint64(at + 30, true) !== 0n
  ) throw new Error(`${name} is packed in an uncommon way`);
  const after = from + view.getUint32(at + 20, true);
  const packed = zip.subarray(from, after);
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
  return { entry, next, after };
}

function time(date: number, clock: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [1980 + (date >> 9), two(date >> 5 & 15), two(date & 31)];
  const seconds = (clock & 31) * 2;
  return `${day.join("-")}T${
    [clock >> 11, clock >> 5 & 63, seconds].map(two).join(":")
  }`;
}
