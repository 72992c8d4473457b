import { assert, assertEquals } from "@std/assert";
import { v } from "../../../../provider/framework/validators/v.ts";
import type { Validator } from "../../../../provider/framework/schema/rules.ts";
import { Decimal } from "../../../../provider/framework/values/decimal.ts";
import { check } from "./support.ts";

interface Case<T> {
  readonly name: string;
  readonly validator: Validator<T>;
  readonly description: string;
  readonly good: readonly T[];
  readonly bad: readonly T[];
}

const texts: readonly Case<string>[] = [
  {
    name: "oneOf",
    validator: v.oneOf("public", "private"),
    description: "one of `public`, `private`",
    good: ["public", "private"],
    bad: ["", "Public", "protected"],
  },
  {
    name: "noneOf",
    validator: v.noneOf("root", "admin"),
    description: "something other than `root` or `admin`",
    good: ["", "me"],
    bad: ["root", "admin"],
  },
  {
    name: "matches with a message",
    validator: v.matches(/^[a-z-]{1,32}$/, "lower-case letters and hyphens"),
    description: "lower-case letters and hyphens",
    good: ["a", "a-b"],
    bad: ["", "A", "a".repeat(33), "a\n"],
  },
  {
    name: "matches with a global pattern gives the same answer each time",
    validator: v.matches(/a/g),
    description: "text that matches `a`",
    good: ["a", "a", "ba"],
    bad: ["b", "b"],
  },
  {
    name: "lengthBetween counts characters, not UTF-16 units or bytes",
    validator: v.lengthBetween(2, 3),
    description: "between 2 and 3 characters long",
    good: ["ab", "abc", "🙂🙂🙂", "äöü"],
    bad: ["", "a", "🙂", "abcd"],
  },
  {
    name: "bytesBetween counts bytes",
    validator: v.bytesBetween(2, 3),
    description: "between 2 and 3 bytes long",
    good: ["ab", "ä", "äa"],
    bad: ["", "a", "ää", "🙂"],
  },
  {
    name: "bytesAtLeast",
    validator: v.bytesAtLeast(2),
    description: "at least 2 bytes long",
    good: ["ä"],
    bad: ["a"],
  },
  {
    name: "bytesAtMost",
    validator: v.bytesAtMost(2),
    description: "at most 2 bytes long",
    good: ["", "ä"],
    bad: ["🙂"],
  },
  {
    name: "oneOfAnyCase",
    validator: v.oneOfAnyCase("Public", "private"),
    description: "one of `Public`, `private`, in any letter case",
    good: ["public", "PRIVATE"],
    bad: ["", "protected"],
  },
  {
    name: "noneOfAnyCase",
    validator: v.noneOfAnyCase("root"),
    description: "something other than `root`, in any letter case",
    good: ["me"],
    bad: ["root", "Root"],
  },
  {
    name: "ip",
    validator: v.ip(),
    description: "an IP address",
    good: ["10.0.0.1", "::1", "2001:DB8::1", "::ffff:1.2.3.4"],
    bad: ["", "10.0.0", "10.0.0.256", "::g", "1.2.3.4/8", "a]/"],
  },
  {
    name: "ip of version 6",
    validator: v.ip({ version: 6 }),
    description: "an IPv6 address",
    good: ["::1"],
    bad: ["10.0.0.1"],
  },
  {
    name: "rfc3339",
    validator: v.rfc3339(),
    description: "a time of RFC 3339, such as `2026-01-31T12:00:00Z`",
    good: ["2026-01-31T12:00:00Z", "2024-02-29t23:59:59.123456+05:30"],
    bad: ["", "2026-01-31", "2026-02-30T12:00:00Z", "2026-01-31T25:00:00Z"],
  },
  {
    name: "anyOf",
    validator: v.anyOf(v.oneOf("any"), v.ip()),
    description: "one of `any` or an IP address",
    good: ["any", "::1"],
    bad: ["", "none"],
  },
  {
    name: "not",
    validator: v.not(v.ip()),
    description: "not an IP address",
    good: ["any"],
    bad: ["::1"],
  },
  {
    name: "lengthAtLeast",
    validator: v.lengthAtLeast(1),
    description: "text that is not empty",
    good: ["a"],
    bad: [""],
  },
  {
    name: "lengthAtMost",
    validator: v.lengthAtMost(2),
    description: "at most 2 characters long",
    good: ["", "ab"],
    bad: ["abc"],
  },
  {
    name: "cidr",
    validator: v.cidr(),
    description: "an IP address block in CIDR form, such as `10.0.0.0/8`",
    good: ["10.0.0.0/8", "0.0.0.0/0", "10.1.2.3/32", "::/0", "2001:db8::/32"],
    bad: [
      "",
      "10.0.0.0",
      "10.0.0.0/33",
      "10.0.0/8",
      "10.0.0.256/8",
      "010.0.0.0/8",
      "10.0.0.0/08",
      "10.0.0.0/8 ",
      "::/129",
      ":::/1",
      "1/8",
      "fe80::1%eth0/64",
    ],
  },
  {
    name: "cidr of version 4",
    validator: v.cidr({ version: 4 }),
    description: "an IPv4 address block in CIDR form, such as `10.0.0.0/8`",
    good: ["10.0.0.0/8"],
    bad: ["::/0"],
  },
  {
    name: "cidr of version 6",
    validator: v.cidr({ version: 6 }),
    description: "an IPv6 address block in CIDR form, such as `2001:db8::/32`",
    good: ["::ffff:10.0.0.0/104"],
    bad: ["10.0.0.0/8"],
  },
  {
    name: "url",
    validator: v.url(),
    description: "a URL that begins with `https://` or `http://`",
    good: ["https://a.b", "HTTP://a/b?c#d", "https://[::1]:8080/"],
    bad: ["", "a.b", "/a", "https://", "https:a", "ftp://a", " https://a"],
  },
  {
    name: "url of another scheme",
    validator: v.url({ schemes: ["hf"] }),
    description: "a URL that begins with `hf://`",
    good: ["hf://a/b"],
    bad: ["https://a"],
  },
  {
    name: "duration",
    validator: v.duration(),
    description: "a duration such as `90s`, `30m` or `1h30m`",
    good: ["90s", "30m", "1h30m", "1.5h", "500ms", "0"],
    bad: ["", "90", "s", "1d", "-1s", "1h 30m", "1H"],
  },
  {
    name: "json",
    validator: v.json(),
    description: "valid JSON",
    good: ["null", "1", "{}", '{"a":[1e400]}'],
    bad: ["", "{", "{'a':1}", "undefined"],
  },
  {
    name: "json of an object",
    validator: v.json({ of: "object" }),
    description: "a JSON object",
    good: ["{}"],
    bad: ["[]", "null", "1", "{"],
  },
  {
    name: "json of an array",
    validator: v.json({ of: "array" }),
    description: "a JSON array",
    good: ["[]"],
    bad: ["{}"],
  },
];

const numbers: readonly Case<number | bigint | Decimal>[] = [
  {
    name: "between",
    validator: v.between(15, 2880),
    description: "between `15` and `2880`",
    good: [15, 2880, 15.5],
    bad: [14, 2881, 2n ** 70n, new Decimal("14.99999999999999999999")],
  },
  {
    name: "atLeast",
    validator: v.atLeast(1),
    description: "at least `1`",
    good: [1, 2n ** 70n],
    bad: [0, -1, 0.5],
  },
  {
    name: "atMost",
    validator: v.atMost(10n ** 20n),
    description: "at most `100000000000000000000`",
    good: [1, 10n ** 20n],
    bad: [10n ** 20n + 1n],
  },
];

function testCases<T>(cases: readonly Case<T>[]): void {
  for (const { name, validator, description, good, bad } of cases) {
    Deno.test(`validator ${name}`, () => {
      assertEquals(validator.description, description);
      for (const value of good) {
        assertEquals(check(validator, value), [], `${value} is good`);
      }
      for (const value of bad) {
        const found = check(validator, value);
        assertEquals(found.length, 1, `${value} is bad`);
        assert(found[0]?.startsWith(`a: \`a\` must be ${description}`));
      }
    });
  }
}

testCases(texts);
testCases(numbers);

Deno.test("a message shows the value, cut short", () => {
  assertEquals(check(v.oneOf("x"), "y"), [
    'a: `a` must be one of `x`, but it is "y".',
  ]);
  assertEquals(check(v.oneOf("x"), "y".repeat(100)), [
    `a: \`a\` must be one of \`x\`, but it is "${"y".repeat(80)}…".`,
  ]);
});
