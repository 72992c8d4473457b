import { Buffer } from "node:buffer";
import { assertEquals, assertMatch } from "@std/assert";
import {
  masked,
  maskSecret,
  presentable,
} from "../../../provider/framework/secrets.ts";
import { property } from "../../support/property.ts";
import type { Random } from "../../support/random_values.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const base64 = (text: string) => btoa(String.fromCharCode(...bytesOf(text)));
const percent = (text: string) =>
  Array.from(bytesOf(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join("");
const pythonJson = (text: string) =>
  JSON.stringify(text).slice(1, -1).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** The ways in which services and libraries escape text. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with slashes escaped": (text) =>
    JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON in ASCII": pythonJson,
  url: encodeURIComponent,
  "URL in lower case, every byte": percent,
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  html: (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;").replaceAll('"', "&#34;").replaceAll(
        "'",
        "&#x27;",
      ),
};

const letters = [..."abcXYZ019 \"'\\/&<>%+=äß語😀-_.:\n"];

function randomSecret(random: Random, size: number): string {
  const length = 4 + random.below(8 * (size + 1));
  const text = Array.from({ length }, () => random.pick(letters)).join("");
  return `k${text}k`;
}

property(
  "a secret is masked however it is escaped",
  2_000,
  (random, size) => {
    const secret = randomSecret(random, size);
    maskSecret(secret);
    const ways = [...Object.keys(escapes)];
    const first = random.pick(ways);
    const second = random.pick(ways);
    const forms = {
      plain: secret,
      [first]: escapes[first]?.(secret) ?? "",
      [`${first}, then ${second}`]:
        escapes[second]?.(escapes[first]?.(secret) ?? "") ?? "",
    };
    for (const [way, form] of Object.entries(forms)) {
      const shown = masked(`it is [${form}], no more`);
      assertEquals(shown, "it is [***], no more", `${way}: ${form}`);
    }
  },
);

property(
  "a secret is masked in base64, wherever it stands",
  500,
  (random, size) => {
    const secret = randomSecret(random, size) + "0123";
    maskSecret(secret);
    for (const before of ["", "u", "u:", "us:"]) {
      const encoded = base64(`${before}${secret}`).replace(/=+$/, "");
      const url = encoded.replaceAll("+", "-").replaceAll("/", "_");
      for (const form of [encoded, url]) {
        const [left = "", right = "", ...more] = masked(`[${form}]`).split(
          "***",
        );
        assertEquals(more, []);
        // At most what the neighbours have a part in.
        assertMatch(left, /^\[.{0,4}$/);
        assertMatch(right, /^.{0,2}\]$/);
      }
    }
  },
);

/** What services, proxies and libraries make of a text before they show it. */
const foldings: Readonly<Record<string, (text: string) => string>> = {
  "in one line": (text) => text.replaceAll(/\s+/g, " ").trim(),
  "lines joined": (text) => text.replaceAll("\n", ""),
  "with CRLF": (text) => text.replaceAll("\n", "\r\n"),
  indented: (text) => text.replaceAll("\n", "\n      "),
  "with zero-width blanks": (text) =>
    text.replaceAll(/.{5}/gu, (part) => `${part}\u200b`),
  "in colour": (text) => text.replaceAll(/.{7}/gu, "$&\u001b[1;31m"),
};
const wrapped = (width: number) => (text: string) =>
  base64(text).replaceAll(new RegExp(`.{${width}}`, "g"), "$&\n");
const encodings: Readonly<Record<string, (text: string) => string>> = {
  base64,
  "base64 wrapped at 64": wrapped(64),
  "base64 wrapped at 76": wrapped(76),
  hex: (text) => Buffer.from(text).toString("hex"),
  "hex in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
};

/** A key as files hold it: lines of 64 characters between two that say so. */
function randomKey(random: Random, size: number): string {
  const digits = [..."ABCXYZabcxyz0123456789+/"];
  const line = () =>
    Array.from({ length: 64 }, () => random.pick(digits)).join("");
  const lines = Array.from({ length: 2 + random.below(size + 1) }, line);
  return [
    "-----BEGIN PRIVATE KEY-----",
    ...lines,
    "-----END PRIVATE KEY-----",
    "",
  ].join("\n");
}

property(
  "of a secret of several lines no piece of eight characters is left",
  300,
  (random, size) => {
    const secret = random.pick([randomKey, randomSecretOfLines])(random, size);
    maskSecret(secret);
    const lines = secret.split("\n").filter((line) =>
      line.length >= 8 && !line.startsWith("-----")
    );
    const [line] = [random.pick(lines)];
    const length = 8 + random.below(line.length - 7);
    const parts: Readonly<Record<string, string>> = {
      whole: secret,
      line,
      "begin of a line": line.slice(0, length),
      "end of a line": line.slice(-length),
      "begin of all": secret.slice(0, 40 + random.below(secret.length)),
      ...Object.fromEntries(
        Object.entries({ ...foldings, ...encodings }).map((
          [name, fold],
        ) => [name, fold(secret)]),
      ),
    };
    const escape = random.pick(Object.values(escapes));
    for (const [name, part] of Object.entries(parts)) {
      for (const text of [part, escape(part), JSON.stringify({ part })]) {
        const shown = presentable(`It said: ${text} no more.`);
        const bare = shown.replaceAll(/-----(BEGIN|END) PRIVATE KEY-----/g, "");
        for (const piece of [...piecesOf(secret), ...piecesOf(part)]) {
          assertEquals(bare.includes(piece), false, `${name}: ${shown}`);
        }
      }
    }
  },
);

const hexOf = (text: string) => Buffer.from(text).toString("hex");
const eachByte = (prefix: string, end = "") => (text: string) =>
  hexOf(text).replaceAll(/../g, (digits) => `${prefix}${digits}${end}`);

/** Ways of writing a text that hold what it says, character by character. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  "\\x": eachByte("\\x"),
  "0x": eachByte("0x", ", "),
  "quoted-printable": eachByte("="),
  "hex with colons": eachByte("", ":"),
  "URL, every byte": eachByte("%"),
  "octal": (text) =>
    Array.from(
      Buffer.from(text),
      (byte) => `\\${byte.toString(8).padStart(3, "0")}`,
    ).join(""),
  "code points": (text) =>
    Array.from(text, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`).join(""),
  "long code points": (text) =>
    Array.from(
      text,
      (c) => `\\U${c.codePointAt(0)?.toString(16).padStart(8, "0")}`,
    ).join(""),
  "HTML by number": (text) =>
    Array.from(text, (c) => `&#${`${c.codePointAt(0)}`.padStart(7, "0")}`)
      .join(""),
  tags: (text) => text.replaceAll(/.{5}/gu, "$&<wbr>"),
  "list of bytes": (text) => JSON.stringify([...Buffer.from(text)]),
  "upper case": (text) => text.replaceAll(/[a-z]/g, (c) => c.toUpperCase()),
  "full width": (text) =>
    text.replaceAll(
      /[!-~]/g,
      (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0),
    ),
  "combining marks": (text) => text.replaceAll(/./gu, "$&\u0301"),
  base64,
  "base64 of JSON": (text) => base64(JSON.stringify({ text })),
  "base64 of base64": (text) => base64(base64(text)),
  "base64 of UTF-16": (text) => Buffer.from(text, "utf16le").toString("base64"),
};

property(
  "a secret is masked in every spelling, and so is a piece of its middle",
  150,
  (random, size) => {
    const digits = [..."ABCXYZabcxyz0123456789"];
    const some = (length: number) =>
      Array.from({ length }, () => random.pick(digits)).join("");
    const secret = `q7${some(30 + 4 * size)}Z9`;
    maskSecret(secret);
    const cutAt = 8 + random.below(4);
    const middle = secret.slice(cutAt, cutAt + 14);
    const joined = secret.match(/.{1,14}/g)?.join('", "') ?? "";
    for (const [name, spell] of Object.entries(spellings)) {
      const forms = [secret, middle, `a ${secret} b`, `{"k":"${secret}"}`];
      for (const form of [joined, ...forms.map(spell)]) {
        const shown = masked(`It said: <<${form}>>`);
        const left = masked(shown).replaceAll("***", "");
        for (let at = 0; at + 12 <= secret.length; at++) {
          const piece = secret.slice(at, at + 12);
          for (const part of [piece, spell(piece).slice(8, -8)]) {
            if (part.length < 12) continue;
            assertEquals(left.includes(part), false, `${name}: ${shown}`);
          }
        }
      }
    }
  },
);

Deno.test("words in the middle of a secret stay words of messages", () => {
  maskSecret('{"type": "service_account", "key": "9xQ2vT7mLp4R"}');
  assertEquals(
    masked("huggingface_service_account.this: type: service_account"),
    "huggingface_service_account.this: type: service_account",
  );
  assertEquals(masked("it has 9xQ2vT7mLp4R"), "it has ***");
});

function randomSecretOfLines(random: Random): string {
  const word = () =>
    Array.from({ length: 9 }, () => random.pick([..."akz019_%&"])).join("");
  return Array.from(
    { length: 3 },
    () => `${word()}${random.pick(["  ", "\t", ": "])}${word()}7`,
  ).join("\n");
}

/** All pieces of eight characters of the lines of a secret. */
function piecesOf(secret: string): string[] {
  return secret.split(/\s+/).filter((line) => !/^-----|-----$|^PRIV/.test(line))
    .flatMap((line) =>
      Array.from(
        { length: Math.max(0, line.length - 7) },
        (_, at) => line.slice(at, at + 8),
      )
    );
}

Deno.test("short secrets are masked where they stand alone, and words of our own never", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["2026-", "At 2026-11-22, 2026- it is", "At 2026-11-22, *** it is"],
    ["s3cr", "s3cr, s3crets and as3cr", "***, s3crets and as3cr"],
    ["create", "Failed to create lab_mode", "Failed to create lab_mode"],
    ["info", "info: all is well", "info: all is well"],
    ["production-db-7", "the production branch", "the production branch"],
    ["https://u:p4ss@host/x", "See https://hf.co", "See https://hf.co"],
  ];
  for (const [secret, text, expected] of cases) {
    maskSecret(secret);
    assertEquals(masked(text), expected, secret);
  }
  assertEquals(masked("at https://u:p4ss@ho…"), "at ***…");
  assertEquals(masked("(production-d)"), "(***)");
});

Deno.test("secrets that overlap leave nothing of each other", () => {
  maskSecret("overlap-one");
  maskSecret("one-two-three");
  maskSecret("overlap-one-and-more");
  assertEquals(masked("<overlap-one-two-three>"), "<***>");
  assertEquals(masked("<overlap-one-and-more>"), "<***>");
  assertEquals(masked("<overlap-onoverlap-one>"), "<***>");
});

Deno.test("a long secret that repeats itself is masked in a long text of the same", () => {
  maskSecret("rose ".repeat(50_000));
  const shown = masked(`A ${"rose ".repeat(50_000)}is all.`);
  assertEquals(shown, "A *** is all.");
});

Deno.test("what is too short to be told from a word is left", () => {
  maskSecret("no");
  maskSecret("");
  assertEquals(masked("no, none"), "no, none");
});

Deno.test("escape codes and other control characters are removed", () => {
  const cases = [
    ["\u001b[31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007text", "text"],
    ["\u001b]8;;http://x\u001b\\link", "link"],
    ["\u009b2Jcleared", "cleared"],
    ["a\r\nb\tc\u0008\u007f", "a\nb\tc"],
    ["\u202eevil\u2066", "evil"],
    ["No.\n\nError: Forged", "No.\n\n> Error: Forged"],
    ["No.\n\u2577\n\u2502 Warning: x", "No.\n> \n> Warning: x"],
    ["Errors: none", "Errors: none"],
    ["ﬂags 🏳️‍🌈 stay", "ﬂags 🏳️‍🌈 stay"],
  ];
  for (const [text = "", expected = ""] of cases) {
    assertEquals(presentable(text), expected);
  }
});

Deno.test("control characters hide no secret", () => {
  maskSecret("split-secret");
  maskSecret("with\u0007bell");
  assertEquals(presentable("split\u0000-sec\u001b[1mret"), "***");
  assertEquals(presentable("with\u0007bell"), "***");
});

Deno.test("long text is cut, and what to do next is still there", () => {
  const line = presentable(`It answered: ${"x".repeat(65_536)}\nTry again.`);
  assertEquals(line.length < 2_200, true);
  assertMatch(line, /characters left out\)\nTry again\.$/);
  const lines = presentable(`${"line\n".repeat(20_000)}Try again.`);
  assertEquals(lines.length < 9_000, true);
  assertMatch(lines, /Try again\.$/);
  assertEquals(presentable("z".repeat(2 ** 25)).length < 2_200, true);
});
