/**
 * The forms in which everything that may leave is masked, for all exits.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { hclText } from "@hf-terraform/framework";

/** The forms in which services, proxies and libraries show a text. */
export const forms: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "in one line": (text) => text.replaceAll(/\s+/g, " ").trim(),
  "lines joined": (text) => text.replaceAll(/\s*\n\s*/g, ""),
  "with CRLF": (text) => text.replaceAll(/\s*\n\s*/g, "\r\n"),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with slashes escaped": (text) =>
    JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON in ASCII": (text) => inAscii(text, /[^ -~]/),
  "JSON of Go": (text) => inAscii(text, /[^ -~]|[<>&]/),
  "JSON in JSON": (text) =>
    JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  HCL: (text) => hclText(text).slice(1, -1),
  URL: encodeURIComponent,
  "URL in lower case": (text) =>
    encodeURIComponent(text).replaceAll(
      /%[0-9A-F]{2}/g,
      (byte) => byte.toLowerCase(),
    ),
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  HTML: (text) => html(text, "&#34;", "&#x27;"),
  "HTML of names": (text) => html(text, "&quot;", "&apos;"),
  "URL of Python": (text) => percent(text, /[\w.~/-]/),
  "form of Python": (text) => percent(text, /[\w. -]/).replaceAll(" ", "+"),
  "path of Go": (text) => percent(text, /[\w.~$&+:=@-]/),
  "URL of all bytes": (text) => percent(text, /(?!)/),
  "JSON of .NET": (text) => inAscii(text, /[^ -~]|["&'+<>`]/, true),
  "JSON of Gson": (text) => inAscii(text, /[\u2028\u2029<>&='"]/),
  "JSON of PHP": (text) => inAscii(text, /[^ -~]/).replaceAll("/", "\\/"),
  "JSON of .NET in JSON": (text) =>
    JSON.stringify(inAscii(text, /[^ -~]|["&'+<>`]/, true)).slice(1, -1),
  "text of Python": (text) =>
    JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
      .replaceAll("'", "\\'"),
  "text of Rust": (text) =>
    text.replaceAll(
      /[^ -~]|['"\\]/gu,
      (one) =>
        one < "\x7f" && one > " " ? `\\${one}` : `\\u{${codeOf(one, 16)}}`,
    ),
  "HTML of Go": (text) => byNumber(text, /["&'+<>]/g, 10),
  "HTML of Mustache": (text) => byNumber(text, /["&'/<=>`]/g, 16),
  "HTML of all characters": (text) => byNumber(text, /[^]/gu, 16),
  "HTML with zeros": (text) =>
    byNumber(text, /[^]/gu, 16).replaceAll("x", `x${"0".repeat(9)}`),
  "HTML without semicolons": (text) =>
    byNumber(text, /[^]/gu, 10).replaceAll(";", ""),
  "HTML in JSON": (text) =>
    inAscii(byNumber(text, /["&'+<>]/g, 10), /[^ -~]|[<>&]/),
  "URL in HTML in JSON": (text) =>
    inAscii(byNumber(percent(text, /[\w+]/), /%/g, 10), /[&;]/),
  base64: (text) => base64(text),
  "base64 in lines": (text) => base64(text).replaceAll(/.{64}(?!$)/g, "$&\n"),
};

/** A text in base64. */
export const base64 = (text: string) => Buffer.from(text).toString("base64");
const inAscii = (text: string, pattern: RegExp, isUpper = false) =>
  Array.from(text, (one) => {
    if (/[\n\r\t\\]/.test(one) || !pattern.test(one)) {
      return JSON.stringify(one).slice(1, -1);
    }
    return one.split("").map((unit) => {
      const code = codeOf(unit, 16).padStart(4, "0");
      return `\\u${isUpper ? code.toUpperCase() : code}`;
    }).join("");
  }).join("");
const codeOf = (one: string, radix: number) =>
  one.codePointAt(0)?.toString(radix) ?? "";
const byNumber = (text: string, pattern: RegExp, radix: 10 | 16) =>
  text.replaceAll(
    pattern,
    (one) => `&#${radix === 16 ? "x" : ""}${codeOf(one, radix)};`,
  );
const percent = (text: string, kept: RegExp) =>
  Array.from(
    text,
    (one) =>
      kept.test(one) ? one : Buffer.from(one).toString("hex").toUpperCase()
        .replaceAll(/../g, "%$&"),
  ).join("");
const html = (text: string, double: string, single: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;").replaceAll('"', double).replaceAll("'", single);
