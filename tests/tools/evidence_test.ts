import { assert, assertEquals } from "@std/assert";
import { marks, readEvidence } from "../../tools/evidence.ts";
import { inRoot } from "../../tools/paths.ts";

/** The words of the paths that the client asks for. */
async function pathWords(): Promise<Set<string>> {
  const words = new Set<string>();
  for await (const { name } of Deno.readDir(inRoot("client"))) {
    if (!name.endsWith(".ts")) continue;
    const text = await Deno.readTextFile(inRoot(`client/${name}`));
    const code = text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "");
    for (const [, path = ""] of code.matchAll(/["`](\/[^"`\s]*)["`]/g)) {
      const plain = path.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "");
      for (const word of plain.split(/[/?$]/)) {
        if (/^[a-z][a-z0-9-]+$/.test(word)) words.add(word);
      }
    }
  }
  return words;
}

Deno.test("every route of the client has its evidence", async () => {
  const table = await readEvidence();
  const known = table.map(({ subject, note }) => `${subject} ${note}`)
    .join("\n");
  const words = await pathWords();
  assert(words.size > 50, `${words.size}`);
  const missing = [...words].filter((word) =>
    !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(known)
  );
  assertEquals(missing, []);
});

Deno.test("every line has a mark that is known, and none stands twice", async () => {
  const table = await readEvidence();
  assert(table.length > 80);
  assertEquals(table.filter(({ mark }) => !marks.includes(mark)), []);
  const subjects = table.map(({ subject }) => subject);
  assertEquals(new Set(subjects).size, subjects.length);
});
