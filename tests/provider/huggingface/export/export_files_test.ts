import { assertEquals, assertRejects } from "@std/assert";
import { loadLists } from "../../../../provider/huggingface/areas.ts";
import { isLike } from "../../../../provider/huggingface/export/export.ts";
import {
  ExportFiles,
  kindOf,
} from "../../../../provider/huggingface/export/export_files.ts";
import { testIf } from "../../../support/skip.ts";

const lists = await loadLists();

function listOf(kind: string) {
  const list = lists.find((one) => kindOf(one) === kind);
  if (list === undefined) throw new Error(`There is no list of ${kind}`);
  return list;
}

/** Runs a function in a folder of its own. */
async function inFolder(run: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "export_" });
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("an export gives no block a name that a file has already", () =>
  inFolder(async (folder) => {
    const file = `${folder}/webhook.tf`;
    const own = 'resource "huggingface_webhook" "_1" {\n}\n';
    await Deno.writeTextFile(file, own);
    const files = await ExportFiles.open(folder, lists);
    const list = listOf("webhook");
    for (const id of ["1", "1", "ü", "ö", "ä"]) {
      if (files.has(list, id)) continue;
      await files.add(list, { id, state: {}, secrets: false });
    }
    const text = await Deno.readTextFile(file);
    assertEquals(text.slice(0, own.length), own);
    assertEquals(
      Array.from(text.matchAll(/^resource ".*" "(.*)"/gm), ([, name]) => name),
      ["_1", "_1_2", "_", "__2", "__3"],
    );
  }));

Deno.test("an export goes on, however much a file has, and declares each variable once", () =>
  inFolder(async (folder) => {
    const all = [
      ["collection", false, { description: "z\n".repeat(2 ** 20) }],
      ["webhook", true, {}],
    ] as const;
    const ids = ["acme/1", "acme/2", "acme/3", "acme/4", "acme/5", "acme/6"];
    for (const count of [5, 6, 6]) {
      const files = await ExportFiles.open(folder, lists);
      for (const [kind, secrets, state] of all) {
        for (const id of ids.slice(0, count)) {
          if (files.has(listOf(kind), id)) continue;
          await files.add(listOf(kind), { id, state, secrets });
        }
      }
    }
    for (const [kind] of all) {
      const text = await Deno.readTextFile(`${folder}/${kind}.tf`);
      assertEquals(text.match(/^resource /gm)?.length, ids.length);
    }
    const variables = await Deno.readTextFile(`${folder}/variables.tf`);
    assertEquals(variables.match(/^variable /gm)?.length, ids.length);
  }));

const links = {
  "a link to a file": "victim.tf",
  "a link to nothing": "none.tf",
  "a link to a folder": ".",
};

for (const [what, target] of Object.entries(links)) {
  testIf({
    name: `an export writes nothing where one of its files is ${what}`,
    skipped: Deno.build.os === "windows" ? "links take rights" : undefined,
    fn: () =>
      inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/victim.tf`, "");
        const names = [...lists.map(kindOf), "variables", "terraform"];
        for (const name of names) {
          const link = `${folder}/${name}.tf`;
          await Deno.symlink(target, link);
          await assertRejects(
            () => ExportFiles.open(folder, lists),
            Error,
            `${link} is not a regular file`,
          );
          await Deno.remove(link);
          const left = await Array.fromAsync(Deno.readDir(folder));
          assertEquals(left.map(({ name }) => name), ["victim.tf"]);
          assertEquals((await Deno.stat(`${folder}/victim.tf`)).size, 0);
        }
        // Somebody may also be quicker.
        const files = await ExportFiles.open(folder, lists);
        await Deno.symlink(target, `${folder}/webhook.tf`);
        const object = { id: "1", state: {}, secrets: false };
        await assertRejects(() => files.add(listOf("webhook"), object));
        assertEquals((await Deno.stat(`${folder}/victim.tf`)).size, 0);
      }),
  });
}

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
