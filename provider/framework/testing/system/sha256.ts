/**
 * Sums of files, as SHA256SUMS and image layouts have them.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** The SHA-256 of `bytes` in hexadecimal digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Buffer.from(digest).toString("hex");
}
