/**
 * The packages as they are published, in a new project of a provider's author.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { filesBelow } from "../../provider/framework/testing/system/files.ts";
import { root } from "../../tools/paths.ts";
import { packages } from "../../tools/workspace.ts";
import { tryFindCli } from "@hf-terraform/framework/testing";
import { pack } from "../../tools/pack.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { fromNpm, type MissingDependency, npm } from "../support/npm.ts";
import { declaredPackage } from "../support/published_package.ts";
import {
  findBun,
  findNode,
  findNodes,
  type Runtime,
} from "../support/runtimes.ts";
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
  create: ({ plan }) => plan,
  read: ({ state }) => state,
  update: ({ plan }) => plan,
  delete: () => {},
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
import { HuggingFace } from "@hf-terraform/client";
import { Sandbox } from "@hf-terraform/sandbox";
import { verify } from "@hf-terraform/framework/testing";
import { bindingTo } from "@hf-terraform/framework/binding";
import { usage } from "@hf-terraform/framework/command";
import { serveProvider } from "@hf-terraform/framework/serve";
import { provider } from "./provider.js";

if (!process.argv.includes("--debug")) {
  const sandbox = new Sandbox();
  const client = new HuggingFace({
    token: sandbox.token,
    fetch: (request) => sandbox.fetch(request),
  });
  const { name } = await client.users.whoami();
  const found = [verify(provider), typeof bindingTo, typeof usage, name];
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

const config = (text: string) =>
  \`resource "notes_note" "a" {\\n  text = "\${text}"\\n}\\n\`;
const note = "notes_note.a";
const [, , program = "", ...args] = process.argv;
for (const tested of [provider, { command: [program, ...args] as const }]) {
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

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2022",
  lib: ["esnext"],
  module: "nodenext",
  types: ["node"],
  outDir: "out",
};

// Without the variable, the Node on PATH stands for all.
const all = Deno.env.has("HF_TEST_RUNTIMES");
const [cli, compiler, node, nodes, bun] = await Promise.all([
  tryFindCli(),
  fromNpm(["typescript@5.9.3", "@types/node@20.19.25"]),
  findNode(),
  all ? findNodes() : [],
  all ? findBun() : undefined,
]);

const runtimes: readonly (readonly [
  title: string,
  runtime: Runtime | MissingDependency,
  args: readonly string[],
])[] = [
  ["Deno", { program: Deno.execPath() }, ["run", "-A", "--quiet"]],
  ...all ? [] : [["Node", node, []] as const],
  ...nodes.map(([major, found]) => [`Node ${major}`, found, []] as const),
  ...bun === undefined ? [] : [["Bun", bun, []] as const],
];

const tarballs = new Map<string, ReturnType<typeof pack>>();

/** A package's tarball, packed once. */
function packed(one: (typeof packages)[number]): ReturnType<typeof pack> {
  const tarball = tarballs.get(one.name) ?? pack(one);
  tarballs.set(one.name, tarball);
  return tarball;
}

/** A folder with all packages, and a provider that `tsc` has compiled. */
async function createProject(modules: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "published_" });
  const names = ["tfplugin", "framework", "client", "sandbox"];
  for (const name of names) {
    const tarball = await packed(declaredPackage(name));
    await Deno.writeFile(`${folder}/${name}.tgz`, tarball);
  }
  const files = {
    "package.json": JSON.stringify({
      name: "notes",
      private: true,
      type: "module",
    }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...compilerOptions, typeRoots: [`${modules}/@types`] },
      include: ["*.ts"],
    }),
    "provider.ts": provider,
    "main.ts": main,
    "steps.ts": steps,
  };
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
  const installed = await npm(folder, [
    "install",
    "--prefer-offline",
    ...names.map((name) => `./${name}.tgz`),
  ]);
  assertEquals(installed.code, 0, installed.stderr);
  const tsc = `${modules}/typescript/bin/tsc`;
  const checked = await run("node", [tsc, "-p", folder]);
  assertEquals([checked.code, checked.stdout], [0, ""]);
  return folder;
}

Deno.test("packed packages name no folder of the machine that packed them", async () => {
  for (const one of packages) {
    const folder = await Deno.makeTempDir({ prefix: "packed_" });
    await Deno.writeFile(`${folder}/package.tgz`, await packed(one));
    await run("tar", ["-xzf", "package.tgz"], { cwd: folder });
    for (const name of await filesBelow(`${folder}/package`)) {
      const text = await Deno.readTextFile(`${folder}/package/${name}`);
      assert(!/sourceMappingURL=/.test(text) && !text.includes(root), name);
    }
    await Deno.remove(folder, { recursive: true });
  }
});

let project: Promise<string> | undefined;

for (const [title, runtime, args] of runtimes) {
  testIf({
    name: `a provider stands on the packed packages alone, on ${title}`,
    skipped: [node, compiler, cli, runtime].map((one) =>
      "reason" in one ? one.reason : undefined
    ).find((reason) => reason !== undefined),
    async fn() {
      if ("reason" in compiler) throw new Error(compiler.reason);
      if ("reason" in runtime) throw new Error(runtime.reason);
      const folder = await (project ??= createProject(compiler.modules));
      const { program } = runtime;
      const options = { cwd: `${folder}/out` };
      const started = await run(program, [...args, "main.js"], options);
      assertEquals(
        started.stdout,
        '[[],"function","function","sandbox"]\n',
        started.stderr,
      );
      assertStringIncludes(
        started.stderr,
        "This program is a Terraform provider",
      );
      const { stdout, stderr } = await run(program, [
        ...[...args, "steps.js"],
        ...[program, ...args, `${folder}/out/main.js`],
      ], options);
      assertEquals(stdout, "destroyed\ndestroyed\n", stderr);
    },
  });
}

Deno.test.afterAll(async () => {
  const folder = await project;
  if (folder !== undefined) await Deno.remove(folder, { recursive: true });
});
