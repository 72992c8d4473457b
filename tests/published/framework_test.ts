/**
 * The framework as it is published, in an empty project of a provider's author.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { run } from "../../tools/run.ts";
import { npm } from "../support/npm.ts";
import { findNode } from "../support/runtimes.ts";
import { testIf } from "../support/skip.ts";
import { pack } from "./package.ts";

const program = `
import process from "node:process";
import { defineProvider, definersFor, s, verify } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import { usage } from "@hf-terraform/framework/command";
import { serveProvider } from "@hf-terraform/framework/serve";

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
const provider = defineProvider({
  name: "notes",
  version: "1.0.0",
  schema: s.schema({ description: "Notes.", attributes: {} }),
  configure: () => ({}),
  resources: [note],
});
const found = [verify(provider), typeof bindingTo, typeof usage];
process.stdout.write(JSON.stringify(found) + "\\n");
const load = () => Promise.resolve(provider);
await serveProvider({ address: "acme/notes", version: "1.0.0", load });
`;

const node = await findNode();
const missing = "reason" in node ? node.reason : undefined;

testIf({
  name: "a provider stands on the packed framework alone, on Deno and Node",
  skipped: missing,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "published_" });
    for (const name of ["tfplugin", "framework"]) {
      await Deno.writeFile(`${folder}/${name}.tgz`, await pack(name));
    }
    await Deno.writeTextFile(
      `${folder}/package.json`,
      JSON.stringify({ name: "notes", private: true, type: "module" }),
    );
    await Deno.writeTextFile(`${folder}/main.js`, program);
    const installed = await npm(folder, [
      "install",
      "--prefer-offline",
      "--no-audit",
      "./tfplugin.tgz",
      "./framework.tgz",
    ]);
    assertEquals(installed.code, 0, installed.stderr);
    const runtimes = [
      [Deno.execPath(), "run", "-A", "--quiet", "main.js"],
      ["node", "main.js"],
    ] as const;
    for (const [command, ...args] of runtimes) {
      const { stdout, stderr } = await run(command, args, { cwd: folder });
      assertEquals(stdout, '[[],"function","function"]\n', stderr);
      assertStringIncludes(stderr, "This program is a Terraform provider");
    }
    await Deno.remove(folder, { recursive: true });
  },
});
