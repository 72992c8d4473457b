import { badRequest } from "./failure.ts";
import type { Call } from "./router.ts";

/** Bytes with a buffer of their own. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Decodes base64; throws 400 where it is none. */
export function decodeBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0);
  } catch {
    throw badRequest("The content of a file is not valid base64");
  }
}

/** Encodes bytes in hexadecimal digits. */
export function toHex(bytes: Bytes): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Decodes hexadecimal digits. */
export function fromHex(text: string): Bytes {
  return Uint8Array.from(
    text.match(/../g) ?? [],
    (digits) => Number.parseInt(digits, 16),
  );
}

/** Makes a response of bytes, or of the range that a request asks for. */
export function bytesResponse(
  call: Call,
  bytes: Bytes,
  etag: string,
  init: Readonly<Record<string, string>>,
): Response {
  const size = bytes.length;
  const headers = new Headers(init);
  headers.set("etag", `"${etag}"`);
  headers.set("accept-ranges", "bytes");
  const range = call.headers.get("range") ?? "";
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === undefined || to === undefined || from + to === "") {
    headers.set("content-length", String(size));
    return new Response(bytes, { headers });
  }
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size : Math.min(size, Number(to) + 1);
  if (start >= end) {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("content-range", `bytes ${start}-${end - 1}/${size}`);
  headers.set("content-length", String(end - start));
  return new Response(bytes.slice(start, end), { status: 206, headers });
}
