import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { cp } from "node:fs/promises";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { notesOf, withRelease } from "../../tools/set_version.ts";
import { withTemporaryFolder } from "../support/temporary_folder.ts";

Deno.test("what was unreleased comes under the version", () => {
  assertEquals(
    withRelease("# Log\n\n## Unreleased\n\n- New.\n", "0.2.0", "2030-01-02"),
    "# Log\n\n## Unreleased\n\n## 0.2.0 - 2030-01-02\n\n- New.\n",
  );
});

Deno.test("a release that the changelog says nothing of is refused", () => {
  assertThrows(
    () => withRelease("## Unreleased\n\n## 0.1.0 - 2030-01-01\n", "0.2.0", "x"),
    Error,
    "nothing",
  );
});

Deno.test("the notes of a release are what the changelog says of it", () => {
  const log =
    "# Log\n\n## Unreleased\n\n## 0.2.0 - 2030-01-02\n\n### Fixed\n\n" +
    "- It.\n\n## 0.1.0 - 2029-01-02\n\n- First.\n";
  assertEquals(notesOf(log, "0.2.0"), "### Fixed\n\n- It.");
  assertThrows(() => notesOf(log, "0.3.0"), Error, "no section 0.3.0");
});

Deno.test("a version that the changelog does not know changes no file", () =>
  withTemporaryFolder(async (folder) => {
    for (const name of ["deno.json", "provider", "client", "tools", "mod.ts"]) {
      await cp(inRoot(name), `${folder}/${name}`, { recursive: true });
    }
    await cp(inRoot("proto"), `${folder}/proto`, { recursive: true });
    await Deno.writeTextFile(`${folder}/CHANGELOG.md`, "# Log\n");
    const before = await Deno.readTextFile(`${folder}/deno.json`);
    const { code, stderr } = await run(Deno.execPath(), [
      "run",
      "-A",
      "tools/set_version.ts",
      "99.0.0",
    ], { cwd: folder });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "Cannot change CHANGELOG.md");
    assertEquals(await Deno.readTextFile(`${folder}/deno.json`), before);
  }));
