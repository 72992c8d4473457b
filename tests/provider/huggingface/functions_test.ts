// Cards as PyYAML reads them, and cards that no reader should trust.

import { assertEquals, assertThrows } from "@std/assert";
import {
  read,
  write,
} from "../../../provider/huggingface/functions/front_matter.ts";

/** PyYAML's resolvers of what is no text (resolver.py, YAML 1.1). */
const resolvers = [
  /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  /^(?:<<)$/,
  /^(?:~|null|Null|NULL|)$/,
  /^(?:\d\d\d\d-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?))?)$/,
  /^(?:=)$/,
];

const texts = [
  ..."yes Yes NO no true FALSE on Off y n null ~ << = - ? :".split(" "),
  ..."1 -1 +1 1_000 017 0b101 0x1F 0o17 1.5 .5 5. 1e3 1.5e+3 -.inf .NaN"
    .split(" "),
  ..."12:30 12:30:45 190:20:30.15 1:2 0:0 2024-01-02 2024-1-2".split(" "),
  "2024-01-02T03:04:05Z",
  "2024-1-2 3:04:05 +1",
  "",
  " a",
  "a ",
  "a: b",
  "a #b",
  "#a",
  "*a",
  "&a",
  "!a",
  "%a",
  "@a",
  "`a`",
  "[a",
  "{a",
  "'a'",
  '"a"',
  "a\nb",
  "a\n\nb\n",
  "\ta",
  "a\tb",
  "a\u0085b",
  "a\u2028b",
  "\ufeffa",
  "a\u0000b",
  "---",
  "...",
  "caf\u00e9 \u{1f680}",
  "mit",
  "en",
];

Deno.test("H27: a text of a card is a text to PyYAML", () => {
  for (const text of texts) {
    for (const data of [{ a: text }, { a: [text] }, { [text]: "a" }]) {
      const written = write(data);
      const plain = written.split("\n").map((line) =>
        line.replace(/^a: |^ *- |: a$/g, "")
      );
      for (const line of plain) {
        const isOther = line !== "" &&
          resolvers.some((pattern) => pattern.test(line));
        assertEquals(isOther || /^[^"]*\t/.test(line), false, written);
      }
      assertEquals(read(written), data, written);
    }
  }
});

Deno.test("H27: numbers of a card are numbers to PyYAML", () => {
  for (const number of [0, -1, 0.5, 1e21, 1e-7, 1.5e300, 12345678901234]) {
    const text = write({ a: number }).trim().slice(3);
    assertEquals(
      resolvers.slice(1, 3).some((pattern) => pattern.test(text)),
      true,
      text,
    );
    assertEquals(Number(text), number);
  }
});

Deno.test("H27, K8: what a card cannot be is an error of the argument", () => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x, x]"].concat(
    [..."bcdefgh"].map((name, i) =>
      `${name}: &${name} [${Array(10).fill(`*${"abcdefg"[i]}`).join(", ")}]`
    ),
  ).join("\n");
  const cases: Readonly<Record<string, string>> = {
    [bomb]: "has more than 100000 values",
    "&a\na: [*a]": "holds `*a` in itself",
    "a: &a [*a]": "holds `*a` in itself",
    "a: *nope": "`*nope`",
    "a: .inf": "holds .inf",
    "a: -.INF": "holds -.INF",
    "a: .nan": "holds .nan",
    "a: 1\na: 2": "has the key a twice",
    "[a]: b": "has a key that is no text",
    "a: [": "is not YAML",
    [`a: ${"[".repeat(200)}${"]".repeat(200)}`]: "deep",
  };
  for (const [card, message] of Object.entries(cases)) {
    assertThrows(() => read(card), Error, message, message);
  }
});

Deno.test("H27: tags of YAML are what they are written as", () => {
  assertEquals(
    read(
      "a: !!binary aGk=\nb: 2024-01-02\nc: !!set {x, y}\nd: !!timestamp 2024-01-02",
    ),
    { a: "aGk=", b: "2024-01-02", c: { x: null, y: null }, d: "2024-01-02" },
  );
});

Deno.test("K8: a card of 10,000 keys is read at once", () => {
  const keys = Array.from({ length: 10_000 }, (_, i) => `key${i}: ${i}`);
  assertEquals(Object.keys(read(keys.join("\n")) ?? {}).length, 10_000);
});
