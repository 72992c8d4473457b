/**
 * The part of JSR's score that can be checked without JSR. The rest is set on
 * its pages (description, runtimes) or made there (provenance).
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { inRoot, root } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { declaredPackage } from "../support/published_package.ts";
import { codeBlocks } from "../support/code_blocks.ts";

/** The part of `deno doc --json` that counts. */
interface Documentation {
  readonly nodes: Readonly<
    Record<string, {
      readonly module_doc?: { readonly doc?: string };
      readonly symbols: readonly {
        readonly name: string;
        readonly declarations: readonly {
          readonly declarationKind: string;
          readonly jsDoc?: { readonly doc?: string };
        }[];
      }[];
    }>
  >;
}

const { exports, name } = declaredPackage();
const entries = Object.values(exports);

async function documentation(): Promise<Documentation> {
  const args = ["doc", "--json", ...entries];
  const { code, stdout, stderr } = await run(Deno.execPath(), args, {
    cwd: root,
  });
  assertEquals(code, 0, stderr);
  return JSON.parse(stdout);
}

Deno.test("every entry has a module doc with an example that imports it", async () => {
  const { nodes } = await documentation();
  assertEquals(Object.keys(nodes).length, entries.length);
  for (const [entry, path] of Object.entries(exports)) {
    const found = Object.keys(nodes)
      .find((url) => url.endsWith(path.slice(1)));
    const text = nodes[found ?? ""]?.module_doc?.doc ?? "";
    const code = codeBlocks(text, "ts(?: ignore)?").join("\n");
    assertMatch(code, new RegExp(`from "${name}${entry.slice(1)}"`), entry);
  }
});

Deno.test("every exported symbol has words of its own", async () => {
  const { nodes } = await documentation();
  const mute: string[] = [];
  let count = 0;
  for (const { symbols } of Object.values(nodes)) {
    for (const { name, declarations } of symbols) {
      for (const { declarationKind, jsDoc } of declarations) {
        if (declarationKind !== "export") continue;
        count++;
        if ((jsDoc?.doc ?? "").trim() === "") mute.push(name);
      }
    }
  }
  assert(count > 100);
  assertEquals(mute, []);
});

Deno.test("members are documented too, and no type of theirs is private", async () => {
  const args = ["doc", "--lint", ...entries];
  const { code, stderr } = await run(Deno.execPath(), args, { cwd: root });
  assertEquals(code, 0, stderr);
});

Deno.test("README.md has an example of the client", async () => {
  const readme = await Deno.readTextFile(inRoot("README.md"));
  assertMatch(codeBlocks(readme, "ts").join("\n"), new RegExp(`jsr:${name}`));
});

Deno.test("the package has a licence, in words and by its name", async () => {
  const { license }: { license: string } = JSON.parse(
    await Deno.readTextFile(inRoot("deno.json")),
  );
  assertEquals(license, "MPL-2.0");
  assertMatch(
    await Deno.readTextFile(inRoot("LICENSE")),
    /^Mozilla Public License Version 2\.0/,
  );
});
