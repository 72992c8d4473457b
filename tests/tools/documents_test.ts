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

/** The test that runs the blocks of a page, or the reason why none does. */
const tried: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "README.md": {
    // The demo of the first block; the tests are the second. A new provider
    // is made by tests/framework/new_project_test.ts.
    sh: "tests/acceptance/readme_test.ts",
    terraform: "tests/acceptance/readme_test.ts",
    ts: "tests/tools/documents_test.ts",
  },
  "CONTRIBUTING.md": {
    sh: "not run: tests and gate, which contain this",
    hcl: "tests/tools/contributing_test.ts",
  },
  "RELEASING.md": {
    sh:
      "not run: it takes the owner's rights and key; tests/release make and check a release with others",
  },
  "SECURITY.md": {
    sh: "not run: it asks GitHub about a release",
  },
  "examples/client/README.md": { sh: "tests/examples/headers_test.ts" },
  "examples/client/common_tasks.md": {
    js: "tests/client_runtime/common_tasks.ts",
  },
  "client/docs/README.md": {
    sh: "not run: npm and JSR do not have it yet",
  },
  "client/docs/*": { ts: "tests/client/documents_test.ts" },
  "client/sandbox/README.md": {
    sh: "not run: npm and JSR do not have it yet",
    ts: "tests/tools/documents_test.ts",
  },
  "proto/README.md": {
    sh: "not run: npm and JSR do not have it yet",
    ts: "tests/tools/documents_test.ts",
  },
  "provider/framework/README.md": {
    // The start from packed packages: tests/framework/new_project_test.ts.
    sh: "tests/framework/readme_test.ts",
    hcl: "tests/framework/readme_test.ts",
    json: "tests/framework/readme_test.ts",
    terraform: "tests/framework/readme_test.ts",
    ts: "tests/framework/documents_test.ts",
  },
  "provider/framework/docs/*": { ts: "tests/framework/documents_test.ts" },
  "provider/framework/docs/testing.md": {
    ts: "tests/framework/readme_test.ts",
    text: "not run: how a failure reads",
  },
  "provider/framework/docs/tutorial.md": {
    sh: "tests/framework/tutorial_test.ts",
    diff: "tests/framework/tutorial_test.ts",
    ts: "tests/framework/tutorial_test.ts",
    terraform: "tests/framework/tutorial_test.ts",
  },
  "provider/framework/docs/serving.md": {
    sh:
      "not run: it waits for a debugger; tests/framework/life_test.ts runs the program without",
  },
  "templates/index.md.tmpl": { dockerfile: "tests/release/image_test.ts" },
  "templates/guides/*": { terraform: "tests/acceptance/guides_test.ts" },
  "templates/guides/cdk-terrain-and-pulumi.md.tmpl": {
    ts: "tests/tools/generators_test.ts",
    json: "not run: the test generates by the same package without cdktn-cli",
    shell: "not run: Pulumi's CLI is in no package registry",
    typescript:
      "not run: as above; tests/tools/generators_test.ts holds the names",
  },
  "templates/guides/containers.md.tmpl": {
    shell: "tests/release/node_test.ts",
    dockerfile: "tests/release/image_test.ts",
    text: "not run: what the CLI says on Alpine",
  },
  "templates/guides/cost-control.md.tmpl": {
    shell: "tests/acceptance/guides_test.ts",
    text: "not run: outputs like those of cost_test.ts and check_test.ts",
  },
  "templates/guides/importing.md.tmpl": {
    // The second: `export` is a task and a command of the executable.
    shell: "tests/acceptance/export_test.ts",
  },
  "templates/guides/moving-from-*": {
    shell: "tests/acceptance/guides_test.ts",
  },
  "templates/guides/moving-things-*": {
    hcl: "tests/acceptance/moving_test.ts",
    shell: "tests/acceptance/moving_test.ts",
  },
  "templates/guides/promoting-a-model.md.tmpl": {
    shell: "tests/acceptance/promotion_test.ts",
    text: "not run: an excerpt of the plan that the test makes",
  },
  "templates/guides/proxies-and-certificates.md.tmpl": {
    shell: "tests/acceptance/surroundings_test.ts",
  },
  "templates/guides/team.md.tmpl": {
    shell: "tests/acceptance/team_test.ts",
    text: "tests/acceptance/team_test.ts",
  },
  "templates/guides/what-is-confirmed.md.tmpl": {
    shell:
      "not run: it asks Hugging Face; tests/client/confirm_test.ts asks the sandbox",
  },
  "templates/guides/testing-modules.md.tmpl": {
    shell: "tests/acceptance/guides_test.ts",
    hcl: "tests/acceptance/guides_test.ts",
    text: "not run: the lines that the sandbox prints",
    ts: "tests/tools/documents_test.ts",
  },
};

Deno.test("of every block on a page it is said which test runs it, or why none does", async () => {
  const pages = (await run("git", ["ls-files", "*.md", "*.md.tmpl"], {
    cwd: root,
  })).stdout.trim().split("\n")
    .filter((page) => !/^(docs|tests|examples\/(?!client))/.test(page));
  const untold: string[] = [];
  for (const page of pages) {
    const text = await Deno.readTextFile(inRoot(page));
    const rules = Object.entries(tried)
      .filter(([name]) =>
        name === page ||
        name.endsWith("*") && page.startsWith(name.slice(0, -1))
      );
    for (const [, language = ""] of text.matchAll(/^ *```([a-z]+)$/gm)) {
      if (!rules.some(([, runners]) => language in runners)) {
        untold.push(`${page}: ${language}`);
      }
    }
  }
  assertEquals(untold, []);
  for (const runner of Object.values(tried).flatMap(Object.values<string>)) {
    const [test] = /^tests\/\S+$/.exec(runner) ?? [];
    if (test !== undefined) {
      assertEquals(await exists(inRoot(test)), true, test);
    }
  }
});

Deno.test("who may take a package from JSR is told that it is not there yet", async () => {
  const pages = (await run("git", [
    "grep",
    "-lE",
    "jsr:@hf-terraform|npx jsr",
    "--",
    "*.md",
    "*.md.tmpl",
  ], {
    cwd: root,
  })).stdout.trim().split("\n");
  const silent: string[] = [];
  for (const page of pages) {
    const text = await Deno.readTextFile(inRoot(page));
    if (!text.includes("not on JSR yet")) silent.push(page);
  }
  assertEquals(silent, []);
});
