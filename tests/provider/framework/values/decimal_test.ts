import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  compareNumbers,
  Decimal,
  normalizeNumber,
  numberText,
  type NumberValue,
  parseNumber,
} from "../../../../provider/framework/values/decimal.ts";
import { ValueError } from "../../../../provider/framework/values/errors.ts";

const long = "0.12345678901234567890";

const parsed: readonly [string, NumberValue][] = [
  ["0", 0],
  ["-0", 0],
  ["-0.0", 0],
  ["0e10", 0],
  ["+5", 5],
  ["007", 7],
  ["1.50", 1.5],
  [".5", 0.5],
  ["5.", 5],
  ["1e3", 1000],
  ["1.25e1", 12.5],
  ["125e-2", 1.25],
  ["1E-7", 1e-7],
  // Terraform writes every digit out.
  [`0.${"0".repeat(1500)}1`, new Decimal(`0.${"0".repeat(1500)}1`)],
  ["0.1", 0.1],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["-9007199254740992", -9007199254740992n],
  ["1e30", 10n ** 30n],
  ["5e-324", 5e-324],
];

for (const [text, number] of parsed) {
  Deno.test(`the number ${text} becomes ${numberText(number)}`, () => {
    assertEquals(parseNumber(text), number);
    assert(!Object.is(parseNumber(text), -0));
  });
}

Deno.test("a fraction with too many digits for a JS number stays a Decimal", () => {
  const value = parseNumber(long);
  assert(Decimal.is(value));
  assertEquals(value.text, "0.1234567890123456789");
  assertEquals(new Decimal("-1.50e1").text, "-15");
});

const refused = [
  ...["", "-", ".", "e5", "0x10", "1e", "1 ", " 1", "1_000", "NaN", "Infinity"],
  ...[
    "1e999999999",
    "1e-999999999",
    "1e9999999999",
    "9".repeat(100_001),
    "--1",
  ],
];

for (const text of refused) {
  Deno.test(`the number ${JSON.stringify(text.slice(0, 20))} is refused`, () => {
    assertThrows(() => parseNumber(text), ValueError);
  });
}

Deno.test("numbers are equal by value, in whatever form", () => {
  const pairs: readonly [NumberValue, NumberValue, boolean][] = [
    [0, -0, true],
    [2 ** 53, 9007199254740992n, true],
    [2 ** 63 - 1024, 9223372036854774784n, true],
    [1e30, 10n ** 30n, true],
    [1.5, new Decimal("1.50"), true],
    [0.1, new Decimal("0.1000000000000000055511151231257827"), false],
    [Infinity, -Infinity, false],
    [Infinity, Infinity, true],
  ];
  for (const [a, b, equal] of pairs) {
    assertEquals(compareNumbers(a, b) === 0, equal, `${a} and ${b}`);
    assertEquals(compareNumbers(b, a) === 0, equal, `${b} and ${a}`);
  }
});

Deno.test("numbers of all forms sort by value", () => {
  const sorted: NumberValue[] = [
    -Infinity,
    -(10n ** 30n),
    -2,
    new Decimal("-0.123456789012345678901"),
    0,
    new Decimal("0.123456789012345678901"),
    new Decimal("0.123456789012345678902"),
    1.5,
    9007199254740992n,
    Infinity,
  ];
  const mixed = sorted.toReversed().sort(compareNumbers);
  assertEquals(mixed.map(String), sorted.map(String));
});

Deno.test("a JS integer beyond 2^53 becomes a bigint", () => {
  assertEquals(normalizeNumber(2 ** 53), 9007199254740992n);
  assertEquals(normalizeNumber(-0), 0);
  assertThrows(() => normalizeNumber(NaN), ValueError);
});
