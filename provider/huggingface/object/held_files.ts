/**
 * Contents of objects, in the words of plans that would lose them.
 *
 * @module
 */

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** So many files of a size: `3 files (1.2 GB)`. */
export function heldFiles(count: number, bytes: number): string {
  return `${count === 1 ? "1 file" : `${count} files`} (${sizeOf(bytes)})`;
}

/** A size as people write it: `1.2 GB`. */
export function sizeOf(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const steps = bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const unit = Math.min(steps, UNITS.length - 1);
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}
