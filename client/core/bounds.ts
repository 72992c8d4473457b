/**
 * How much of an answer is read at most: the service, or whoever answers in its
 * place, decides neither about our memory nor about our time.
 *
 * @module
 */

/** Bytes of a whole answer, unpacked, unless the client is told otherwise. */
export const MAX_RESPONSE_BYTES: number = 32 * 1024 * 1024;
/** Bytes that are read of the body of an error. */
export const MAX_ERROR_BYTES: number = 64 * 1024;
/** Characters of a header; more are cut off. */
export const MAX_HEADER_LENGTH: number = 8 * 1024;
/** Characters of one event of a stream. */
export const MAX_EVENT_LENGTH: number = 1024 * 1024;
/** Pages of one list. */
export const MAX_PAGES: number = 10_000;
/** Pages in a row that hold nothing. */
export const MAX_EMPTY_PAGES: number = 100;
/** Redirects of one request. */
export const MAX_REDIRECTS: number = 5;
/** Milliseconds that a service can ask to wait. */
export const MAX_WAIT_MS: number = 86_400_000;

/**
 * Reads a header, cut to a length that can be worked with.
 *
 * @param headers The headers of an answer.
 * @param name The header.
 * @returns Its value, or undefined if it is absent.
 */
export function header(headers: Headers, name: string): string | undefined {
  return headers.get(name)?.slice(0, MAX_HEADER_LENGTH);
}

/**
 * Reads a body, and ends it where the limit is reached. What counts is what
 * arrives here, after `fetch` has unpacked it.
 *
 * @param limit How many bytes to read at most.
 * @returns The bytes, and whether they are all.
 */
export async function readBytes(
  response: Response,
  limit: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = reader === undefined;
  while (reader !== undefined && size <= limit) {
    const { done, value } = await reader.read();
    isWhole = done;
    if (done) break;
    pieces.push(value);
    size += value.length;
  }
  if (!isWhole) await reader?.cancel().catch(() => undefined);
  const bytes = new Uint8Array(Math.min(size, limit));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece.subarray(0, bytes.length - at), at);
    at += Math.min(piece.length, bytes.length - at);
  }
  return { bytes, isWhole };
}
