/**
 * Limits on responses: neither the service nor a proxy may exhaust the client's
 * memory or time.
 *
 * @module
 */

/** Bytes of a whole answer, unpacked, unless the client is told otherwise. */
export const MAX_RESPONSE_BYTES: number = 10 * 1024 * 1024;
/** Bytes of an answer beyond which it is read after others of its size. */
export const MAX_SHARED_BYTES: number = 1024 * 1024;
/** Lists and objects within each other in one answer. */
export const MAX_DEPTH: number = 1000;
/** Bytes that are read of the body of an error. */
export const MAX_ERROR_BYTES: number = 64 * 1024;
/** Characters of a header; a longer one is not read. */
export const MAX_HEADER_LENGTH: number = 8 * 1024;
/** Bytes of one event of a stream. */
export const MAX_EVENT_BYTES: number = 1024 * 1024;
/** Bytes of memory of a list that is held whole. */
export const MAX_LIST_BYTES: number = 32 * 1024 * 1024;
/** Bytes of a list beyond which it is read after others of its size. */
export const MAX_SHARED_LIST_BYTES: number = 4 * 1024 * 1024;
/** Pages of one list. */
export const MAX_PAGES: number = 10_000;
/** Redirects of one request. */
export const MAX_REDIRECTS: number = 5;
/** Milliseconds that a service can ask to wait. */
export const MAX_WAIT_MS: number = 86_400_000;

/**
 * Reads a header. One that is too long to be worked with counts as not there: a
 * part of it could end in a part of a secret.
 */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers.get(name) ?? undefined;
  return value === undefined || value.length > MAX_HEADER_LENGTH
    ? undefined
    : readUtf8(value);
}

/** `fetch` makes a character of each byte of a header. */
function readUtf8(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    const bytes = Uint8Array.from(value, (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return value; // The service has written it in Latin-1.
  }
}
