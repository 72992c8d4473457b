/**
 * The forms in which everything that may leave is masked, for all exits.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** The forms in which services, proxies and libraries show a text. */
export const forms: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "in one line": (text) => text.replaceAll(/\s+/g, " ").trim(),
  "lines joined": (text) => text.replaceAll(/\s*\n\s*/g, ""),
  "with CRLF": (text) => text.replaceAll(/\s*\n\s*/g, "\r\n"),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with slashes escaped": (text) =>
    JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON in ASCII": (text) => inAscii(text, /[^ -~]/g),
  "JSON of Go": (text) => inAscii(text, /[^ -~]|[<>&]/g),
  "JSON in JSON": (text) =>
    JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  URL: encodeURIComponent,
  "URL in lower case": (text) =>
    encodeURIComponent(text).replaceAll(
      /%[0-9A-F]{2}/g,
      (byte) => byte.toLowerCase(),
    ),
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  HTML: (text) => html(text, "&#34;", "&#x27;"),
  "HTML of names": (text) => html(text, "&quot;", "&apos;"),
  base64: (text) => base64(text),
};

/** A text in base64. */
export const base64 = (text: string) => Buffer.from(text).toString("base64");
const inAscii = (text: string, pattern: RegExp) =>
  JSON.stringify(text).slice(1, -1).replaceAll(
    pattern,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const html = (text: string, double: string, single: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;").replaceAll('"', double).replaceAll("'", single);
