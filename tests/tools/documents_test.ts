import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { loadProvider } from "../../provider/framework/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { inRoot, root } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { offlineMap } from "../examples/support.ts";
import { codeBlocks } from "../support/code_blocks.ts";

const documents = [
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "DECISIONS.md",
  "README.md",
  "RELEASING.md",
  "SECURITY.md",
  "glossary.md",
];

async function taskNames(): Promise<string[]> {
  const config: { tasks: Record<string, unknown> } = JSON.parse(
    await Deno.readTextFile(inRoot("deno.json")),
  );
  return Object.keys(config.tasks);
}

for (const document of documents) {
  Deno.test(`${document} links only to files that exist`, async () => {
    const text = await Deno.readTextFile(inRoot(document));
    for (
      const [, target = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)
    ) {
      assertEquals(await exists(inRoot(target)), true, target);
    }
  });

  Deno.test(`${document} names only tasks that exist`, async () => {
    const text = await Deno.readTextFile(inRoot(document));
    const tasks = await taskNames();
    for (const [, name = ""] of text.matchAll(/\btask ([a-z][a-z:]*)/g)) {
      assertEquals(tasks.includes(name), true, `deno task ${name}`);
    }
  });

  Deno.test(`${document} names only paths that exist`, async () => {
    // The file that "In `…`:" names is one that the reader is going to make.
    const text = (await Deno.readTextFile(inRoot(document)))
      .replaceAll(/^In `.*`:$/gm, "");
    const folders = "client|proto|provider|tests|tools|examples|docs";
    const path = new RegExp(`\`((?:${folders}|\\.ci)/[\\w./-]*)\``, "g");
    for (const [, name = ""] of text.matchAll(path)) {
      assertEquals(await exists(inRoot(name)), true, name);
    }
  });
}

Deno.test("README.md names every resource", async () => {
  const text = await Deno.readTextFile(inRoot("README.md"));
  for (const { typeName } of (await loadProvider(provider)).resources) {
    const short = typeName.replace("huggingface", "");
    assertMatch(text, new RegExp(`\`(huggingface)?${short}\``), typeName);
  }
});

/** The options that the programs of pages run with, and what they print. */
const programs: readonly (readonly [
  page: string,
  options: (folder: string) => readonly string[],
  says: string,
])[] = [
  ["README.md", (folder) => [
    "--allow-env=HF_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL",
    `--preload=${folder}/sandbox.ts`,
  ], "seed-0001 running https://"],
  ["proto/README.md", () => [], 'Error: ""'],
  ["client/sandbox/README.md", () => [], "sandbox\n"],
];

Deno.test("the programs in README.md and in those of packages have no error of types, and run", async () => {
  const folder = await Deno.makeTempDir({ prefix: "programs_" });
  await Deno.writeTextFile(`${folder}/sandbox.ts`, sandboxForFetch);
  const fileOf = (page: string) => `${folder}/${page.replaceAll("/", "_")}.ts`;
  for (const [page] of programs) {
    const text = await Deno.readTextFile(inRoot(page));
    const program = codeBlocks(text, "ts").join("\n")
      .replaceAll('"jsr:@hf-terraform/client"', `"file://${root}/mod.ts"`);
    await Deno.writeTextFile(fileOf(page), program);
  }
  const common = [
    "--no-lock",
    `--config=${inRoot("deno.json")}`,
    ...offlineMap(),
  ];
  const files = programs.map(([page]) => fileOf(page));
  const checked = await run(Deno.execPath(), ["check", ...common, ...files]);
  assertEquals(checked.code, 0, checked.stderr);
  for (const [page, options, says] of programs) {
    const { code, stdout, stderr } = await run(Deno.execPath(), [
      "run",
      ...common,
      ...options(folder),
      fileOf(page),
    ], { env: { HF_TOKEN: "hf_sandbox0write0token", NO_COLOR: "1" } });
    assertEquals(code, 0, `${page}: ${stderr}`);
    assertStringIncludes(stdout, says);
  }
  await Deno.remove(folder, { recursive: true });
});

/** Makes every request of a program one to a sandbox in the same process. */
const sandboxForFetch = `
import { Sandbox } from "file://${root}/client/sandbox/mod.ts";
const sandbox = new Sandbox({ seedEndpoints: 2 });
globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));
`;

Deno.test("the program in testing-modules.md serves a sandbox", async () => {
  const [program = ""] = codeBlocks(
    await Deno.readTextFile(inRoot("templates/guides/testing-modules.md.tmpl")),
    "ts",
  );
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(
    file,
    program
      .replace(
        "jsr:@hf-terraform/sandbox",
        `file://${root}/client/sandbox/mod.ts`,
      )
      .replace("8080", "0"),
  );
  const server = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-lock",
      `--config=${inRoot("deno.json")}`,
      ...offlineMap(),
      "--allow-net=127.0.0.1",
      file,
    ],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  try {
    let said = "";
    let url: string | undefined;
    for await (
      const part of server.stderr.pipeThrough(new TextDecoderStream())
    ) {
      said += part;
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) break;
    }
    const answer = await fetch(`${url}/api/models?author=acme`);
    assertEquals(await answer.json(), []);
  } finally {
    server.kill();
    await server.stdout.cancel();
    await server.status;
    await Deno.remove(file);
  }
});
