/**
 * The tutorial, step by step as its reader takes them.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname } from "node:path";
import { tryFindCli } from "../../provider/framework/testing/system/find_cli.ts";
import {
  exists,
  filesBelow,
  readIfThere,
  userCache,
} from "../../provider/framework/testing/system/files.ts";
import { thisPlatform } from "../../provider/framework/testing/system/plugin_folder.ts";
import { inRoot } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { namedSums, thisTarget } from "../release/signed_release.ts";
import { applyPageChange, changes } from "../support/code_blocks.ts";
import { packInto } from "../support/published_package.ts";
import { findNode } from "../support/runtimes.ts";
import { testIf } from "../support/skip.ts";

const page = await Deno.readTextFile(
  inRoot("provider/framework/docs/tutorial.md"),
);

/** The blocks of the page in their order, with the files that some name. */
const steps = Array.from(
  page.matchAll(/(?:.*\n\n)?^```(\w+)\n[\s\S]*?^```/gm),
  ([text, kind = ""]) => {
    const [change] = changes(text);
    return change ?? { path: undefined, kind, text: blockOf(text) };
  },
);

function blockOf(text: string): string {
  return /^```\w+\n([\s\S]*?)^```/m.exec(text)?.[1] ?? "";
}

const [cli, node] = await Promise.all([tryFindCli(), findNode()]);
const missing = "reason" in cli
  ? cli.reason
  : "reason" in node
  ? node.reason
  : undefined;

const hasGo = await run("go", ["version"]).then(() => true, () => false);
const canCompile = Deno.env.has("DENORT_BIN") ||
  Deno.env.has("HF_TEST_RELEASE");

/**
 * Returns the reason why a line of the page is not run; undefined: it is.
 *
 * @param isExtended Whether the reader has added to the project before.
 */
function whyNot(line: string, isExtended: boolean): string | undefined {
  if (/^(git|gpg) /.test(line)) return "it is the reader's key and repository";
  if (line === "deno task test" && !isExtended) {
    return "the tests of what is new run with those that are added";
  }
  if (/ (compile|release)\b/.test(line) && !canCompile) {
    return "DENORT_BIN names no base executable";
  }
  if (/ docs\b/.test(line) && !hasGo && !Deno.env.has("TFPLUGINDOCS")) {
    return "tfplugindocs is installed by Go";
  }
  return undefined;
}

/** A line of the page for this machine. */
function adaptLine(line: string, sums: string): string {
  const deno = `'${Deno.execPath()}'`;
  const target = thisTarget().triple;
  return line
    .replace(
      "jsr:@hf-terraform/framework/cli new",
      `'${inRoot("provider/framework/cli/mod.ts")}' new --packages .`,
    )
    .replace(/^deno /, `${deno} `)
    .replace(/ (compile|release)\b.*/, `$& --target=${target}`)
    .replace(/ release\b.*/, `$& --sums=${sums}`);
}

testIf({
  name: "the tutorial leads from an empty folder to a release as the " +
    "registries want it",
  skipped: missing,
  async fn() {
    const base = await Deno.makeTempDir({ prefix: "tutorial_" });
    const caches = await cacheFolders();
    const sums = await namedSums(base);
    await packInto(base, ["tfplugin", "framework"]);
    let ran = 0;
    let isExtended = false;
    let folder = base;
    for (const { path, kind, text } of steps) {
      if (path !== undefined) {
        isExtended = true;
        const file = `${folder}/${path}`;
        await Deno.mkdir(dirname(file), { recursive: true });
        const before = await readIfThere(file) ?? "";
        await Deno.writeTextFile(file, applyPageChange(before, { kind, text }));
        continue;
      }
      assertEquals(kind, "sh", text);
      for (const line of text.trim().split("\n")) {
        if (line.startsWith("cd ")) folder = `${folder}/${line.slice(3)}`;
        if (line.startsWith("cd ")) continue;
        if (whyNot(line, isExtended) !== undefined) continue;
        const { code, stdout, stderr } = await run(
          "sh",
          ["-c", adaptLine(line, sums)],
          {
            cwd: folder,
            env: {
              ...line.endsWith(" install") ? { ...caches, HOME: base } : {},
              NO_COLOR: "1",
            },
          },
        );
        assertEquals(code, 0, `${line}\n${stdout}${stderr}`);
        ran++;
      }
    }
    assertEquals(ran, 5 + (hasGo ? 1 : 0) + (canCompile ? 2 : 0));
    const installed = `${base}/.terraform.d/plugins/registry.terraform.io`;
    assertEquals(await exists(`${installed}/acme/notes/0.1.0`), true);
    if (hasGo) {
      const tag = await Deno.readTextFile(`${folder}/docs/resources/tag.md`);
      assertStringIncludes(tag, "Must be one of `grey`, `red`, `green`.");
    }
    if (canCompile) {
      const release = `${folder}/dist/release`;
      const start = "terraform-provider-notes_0.1.0_";
      assertEquals(
        (await filesBelow(release)).map((name) => name.replace(start, ""))
          .filter((name) => !name.endsWith(".zip")),
        [
          "SHA256SUMS",
          `${thisPlatform()}.cache`,
          "manifest.json",
          "sbom.cdx.json",
        ].sort(),
      );
      assertStringIncludes(
        await Deno.readTextFile(`${release}/${start}sbom.cdx.json`),
        '"name": "@hf-terraform/framework"',
      );
    }
    await Deno.remove(base, { recursive: true });
  },
});

/** Returns the folders of downloads, for a process with another home. */
async function cacheFolders(): Promise<Record<string, string>> {
  const { stdout } = await run(Deno.execPath(), ["info", "--json"]);
  const { denoDir }: { denoDir: string } = JSON.parse(stdout);
  return { DENO_DIR: denoDir, XDG_CACHE_HOME: dirname(userCache("any")) };
}
