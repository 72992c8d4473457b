import { assertEquals, assertMatch } from "@std/assert";
import { checkWords } from "../../tools/words.ts";

const refused: [text: string, message: RegExp][] = [
  ["/** What it is. */", /interrogative: "What it is\."/],
  ["/**\n * Where it lies,\n * mostly. */", /interrogative: "Where it lies,"/],
  ["/** Whether it runs. */ readonly name: string;", /interrogative/],
  ["export const told = 1;", /`told` is a bare participle/],
  ["export interface Kept {}", /`Kept`/],
  ["export async function finishing() {}", /`finishing`/],
  ["export type Around = 1;", /`Around`/],
];

for (const [text, message] of refused) {
  Deno.test(`words refuse: ${text}`, () => {
    const [breach] = checkWords(new Map([["client/a.ts", `\n${text}`]]));
    assertMatch(breach?.message ?? "nothing was found", message);
    assertEquals(breach?.line, 2);
  });
}

Deno.test("words refuse a file that is named by a bare participle", () => {
  const [breach] = checkWords(new Map([["client/kept.ts", ""]]));
  assertMatch(breach?.message ?? "nothing was found", /file `kept`/);
});

Deno.test("words refuse two exports of one name in a package only", () => {
  const text = "export const name = 1;";
  const breaches = checkWords(
    new Map([
      ["client/a.ts", `${text}\nexport type name = 1;`],
      ["client/sandbox/a.ts", text],
      ["client/b.ts", text],
    ]),
  );
  assertEquals(breaches, [{
    file: "client/b.ts",
    line: 1,
    message: "client/a.ts exports another `name`",
  }]);
});
