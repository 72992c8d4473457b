import { assertEquals, assertMatch } from "@std/assert";
import { checkWords } from "../../tools/words.ts";

const allowed: readonly string[] = [
  `/** The name. */ export const name = 1;`,
  `/** Reads the file. */ export function read() {}`,
  `/** Whether it runs. */ readonly isRunning: string;`,
  `/** Whether it runs. */ readonly running?: boolean;`,
  `/** Whether it is a list. */ function list(a: unknown): a is [] {}`,
  `/* What a comment says is free. */ export const name = 1;`,
  `const code = "/** What a string holds is free. */";`,
  `export interface Binding {}`,
  `export const toldStory = 1;`,
  `export const need = 1;`,
  "const code = `\nexport const told = 1;\n`;",
];

for (const text of allowed) {
  Deno.test(`words allow: ${text}`, () => {
    assertEquals(checkWords(new Map([["client/a.ts", text]])), []);
  });
}

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

const around: [before: string, after: string][] = [
  ["const a = /`/;", "const b = `c`;"],
  ["const a = [/[`/]/, /`/];", "const c = `d`;"],
  ["const a = `${b(c`d`, '`')}`;", "const e = `f`;"],
  ["const a = (b) / 2; // `", "const c = 2 / `d`;"],
];

for (const [before, after] of around) {
  Deno.test(`words see an export between ${before} and ${after}`, () => {
    const text = `${before}\nexport const told = 1;\n${after}\n`;
    const [breach] = checkWords(new Map([["client/a.ts", text]]));
    assertMatch(breach?.message ?? "nothing was found", /`told`/);
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
