import { assertEquals } from "@std/assert";
import { isLike } from "../../../provider/huggingface/export/export.ts";

const cases: readonly [pattern: string, name: string, expected: boolean][] = [
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
  ["prod-*", "prod-1", true],
  ["prod-*", "a-prod-1", false],
  ["*-1", "prod-1", true],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["*b*c*", "abxc", true],
  ["*c*b*", "abxc", false],
  ["**", "any\ntext", true],
  ["a.c", "abc", false],
  ["[a-z]+", "abc", false],
  ["[", "[", true],
  ["(a|b", "a", false],
  // A regular expression of this would not end.
  ["*a".repeat(40) + "*b", "a".repeat(96), false],
];

for (const [pattern, name, expected] of cases) {
  Deno.test(`--match='${pattern}' of ${JSON.stringify(name)}: ${expected}`, () => {
    assertEquals(isLike(pattern, name), expected);
  });
}
