/**
 * Texts that languages give a meaning to.
 *
 * @module
 */
import fc from "fast-check";

const pieces = [
  ..."$%{}\"'\\`~#&;|<>()*?![]=-\n\r\t\b\f\v /",
  "${",
  "%{",
  "$${",
  "%%{",
  "${var.x}",
  "%{ if true }",
  "%{~",
  "~}",
  "<<EOT\n",
  "<<-EOT\n",
  "\nEOT\n",
  "$(touch PWNED)",
  "${IFS}",
  "\\u0041",
  "\\",
  '"',
  "/*",
  "*/",
  "//",
  "\x1b[2J",
  "\x7f",
  "\x85",
  "\u202e",
  "\u2028",
  "\ufeff",
  "\ufffd",
  "\ufffe",
  "\u{e0041}",
  "\u{f0000}",
  "\u{10ffff}",
  "🙂",
  "ä",
];

// `fc.string({ unit: "binary" })` takes a second of its own.
const character = fc.nat(0x10ffff).map((code) =>
  String.fromCodePoint(code).toWellFormed()
);

/** Any short text. */
export const anyText: fc.Arbitrary<string> = fc.array(character, {
  maxLength: 8,
}).map((characters) => characters.join(""));

/** Any text without NUL, which is often such a piece. */
export const oddText: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    fc.constantFrom(...pieces),
    anyText,
    fc.constantFrom("for", "null", "true", "if", "in", "a", "é", "1", "_", "-"),
  ),
  { maxLength: 6 },
).map((parts) => parts.join("").replaceAll("\0", ""));
