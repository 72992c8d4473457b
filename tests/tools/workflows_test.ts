import { assertEquals, assertMatch } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";

const folder = ".github/workflows";

for await (const { name } of Deno.readDir(inRoot(folder))) {
  const text = await Deno.readTextFile(inRoot(`${folder}/${name}`));

  Deno.test(`${name} pins what it uses by hash, with the version beside it`, () => {
    const loose = Array.from(
      text.matchAll(/uses: (\S+)(.*)/g),
      ([, action = "", rest = ""]) => action + rest,
    ).filter((used) =>
      !used.startsWith("./") && !/@[0-9a-f]{40} # v[\d.]+$/.test(used)
    );
    assertEquals(loose, []);
  });

  Deno.test(`${name} may read the repository, and jobs ask for the rest`, () => {
    assertMatch(text, /^permissions:\n {2}contents: read\n\n/m);
  });

  Deno.test(`${name} gives no job a token that it does not need`, () => {
    const checkouts = text.split("actions/checkout@").length - 1;
    const without = text.split("persist-credentials: false").length - 1;
    assertEquals(without, checkouts);
  });
}

Deno.test("everything runs the Deno that the README names", async () => {
  const readme = await Deno.readTextFile(inRoot("README.md"));
  const [, version = ""] = /deno@([\d.]+) task test/.exec(readme) ?? [];
  const workflow = await Deno.readTextFile(inRoot(`${folder}/release.yml`));
  const script = await Deno.readTextFile(inRoot(".ci/run"));
  assertMatch(version, /^\d+\.\d+\.\d+$/);
  assertEquals(workflow.includes(`deno-version: ${version}\n`), true);
  assertEquals(script.includes(`deno@${version} task test`), true);
});
