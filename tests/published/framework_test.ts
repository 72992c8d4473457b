/**
 * The framework as it is published, in an empty project of a provider's author.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { tryFindCli } from "@hf-terraform/framework/testing";
import { pack } from "../../tools/pack.ts";
import { run } from "../../provider/framework/system/run.ts";
import { npm } from "../support/npm.ts";
import { declaredPackage } from "../support/published_package.ts";
import { findNode } from "../support/runtimes.ts";
import { testIf } from "../support/skip.ts";

const provider = `
import { defineProvider, definersFor, s } from "@hf-terraform/framework";

const { defineResource } = definersFor();
const note = defineResource({
  typeName: "notes_note",
  schema: s.schema({
    description: "A note.",
    attributes: { text: s.string({ required: true, description: "Text." }) },
  }),
  create: ({ plan }) => Promise.resolve(plan),
  read: ({ state }) => Promise.resolve(state),
  update: ({ plan }) => Promise.resolve(plan),
  delete: () => Promise.resolve(),
});
export const provider = defineProvider({
  name: "notes",
  version: "1.0.0",
  schema: s.schema({ description: "Notes.", attributes: {} }),
  configure: () => ({}),
  resources: [note],
});
`;

const main = `
import process from "node:process";
import { verify } from "@hf-terraform/framework/testing";
import { bindingTo } from "@hf-terraform/framework/binding";
import { usage } from "@hf-terraform/framework/command";
import { serveProvider } from "@hf-terraform/framework/serve";
import { provider } from "./provider.js";

if (!process.argv.includes("--debug")) {
  const found = [verify(provider), typeof bindingTo, typeof usage];
  process.stdout.write(JSON.stringify(found) + "\\n");
}
const load = () => Promise.resolve(provider);
serveProvider({ address: "acme/notes", version: "1.0.0", load });
`;

/** Its tests: it is served by them, then a process of the same runtime. */
const steps = `
import process from "node:process";
import { runSteps } from "@hf-terraform/framework/testing";
import { provider } from "./provider.js";

const config = (text) => \`resource "notes_note" "a" {\\n  text = "\${text}"\\n}\\n\`;
const note = "notes_note.a";
for (const tested of [provider, { command: process.argv.slice(2) }]) {
  await runSteps({
    providers: { "acme/notes": tested },
    steps: [
      { config: config("a"), state: { [note]: { text: "a" } } },
      { config: config("b"), plan: { resources: { [note]: "update" } } },
    ],
    destroyed: () => void process.stdout.write("destroyed\\n"),
  });
}
`;

const node = await findNode();
const cli = await tryFindCli();

/** A folder with the packages that the framework is, and a provider. */
async function createProject(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "published_" });
  for (const name of ["tfplugin", "framework"]) {
    await Deno.writeFile(
      `${folder}/${name}.tgz`,
      await pack(declaredPackage(name)),
    );
  }
  const files = {
    "package.json": JSON.stringify({
      name: "notes",
      private: true,
      type: "module",
    }),
    "provider.js": provider,
    "main.js": main,
    "steps.js": steps,
  };
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
  const installed = await npm(folder, [
    "install",
    "--prefer-offline",
    "--no-audit",
    "./tfplugin.tgz",
    "./framework.tgz",
  ]);
  assertEquals(installed.code, 0, installed.stderr);
  return folder;
}

testIf({
  name: "a provider stands on the packed framework alone, on Deno and Node",
  skipped: "reason" in node ? node.reason : undefined,
  async fn(t) {
    const folder = await createProject();
    const manifest = JSON.parse(
      await Deno.readTextFile(
        `${folder}/node_modules/@hf-terraform/framework/package.json`,
      ),
    );
    const { name, version } = declaredPackage("tfplugin");
    assertEquals(manifest.dependencies[name], version);
    const runtimes = [[Deno.execPath(), "run", "-A", "--quiet"], ["node"]];
    for (const [program = "", ...args] of runtimes) {
      const options = { cwd: folder };
      const started = await run(program, [...args, "main.js"], options);
      assertEquals(
        started.stdout,
        '[[],"function","function"]\n',
        started.stderr,
      );
      assertStringIncludes(
        started.stderr,
        "This program is a Terraform provider",
      );
      await t.step({
        name: `its tests pass: ${args.length === 0 ? "Node" : "Deno"}`,
        ignore: "reason" in cli,
        async fn() {
          const { stdout, stderr } = await run(program, [
            ...[...args, "steps.js"],
            ...[program, ...args, `${folder}/main.js`],
          ], options);
          assertEquals(stdout, "destroyed\ndestroyed\n", stderr);
        },
      });
    }
    await Deno.remove(folder, { recursive: true });
  },
});
