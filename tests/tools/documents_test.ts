import { assertEquals, assertStringIncludes } from "@std/assert";
import { exists, inRoot, root } from "../../tools/paths.ts";
import { run } from "../../tools/run.ts";
import { codeBlocks } from "../support/code_blocks.ts";

const documents = [
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "DECISIONS.md",
  "README.md",
  "RELEASING.md",
  "SECURITY.md",
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
    // What "In `…`:" leads in is a file that the reader is going to make.
    const text = (await Deno.readTextFile(inRoot(document)))
      .replaceAll(/^In `.*`:$/gm, "");
    const folders = "client|proto|provider|tests|tools|examples|docs";
    const path = new RegExp(`\`((?:${folders}|\\.ci)/[\\w./-]*)\``, "g");
    for (const [, name = ""] of text.matchAll(path)) {
      assertEquals(await exists(inRoot(name)), true, name);
    }
  });
}

Deno.test("the client program in README.md runs against the sandbox", async () => {
  const [program = ""] = codeBlocks(
    await Deno.readTextFile(inRoot("README.md")),
    "ts",
  );
  const folder = await Deno.makeTempDir({ prefix: "readme_" });
  await Deno.writeTextFile(
    `${folder}/program.ts`,
    program.replaceAll('"jsr:@hf-terraform/client"', `"file://${root}/mod.ts"`),
  );
  await Deno.writeTextFile(`${folder}/sandbox.ts`, sandboxForFetch);
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "run",
    "--check",
    "--no-lock",
    `--config=${inRoot("deno.json")}`,
    "--allow-env=HF_TOKEN,HF_ENDPOINT,HF_INFERENCE_ENDPOINTS_URL",
    `--preload=${folder}/sandbox.ts`,
    `${folder}/program.ts`,
  ], { env: { HF_TOKEN: "hf_sandbox0write0token", NO_COLOR: "1" } });
  assertEquals(code, 0, stderr);
  assertStringIncludes(stdout, "seed-0001 running https://");
  await Deno.remove(folder, { recursive: true });
});

/** Makes every request of a program one to a sandbox in the same process. */
const sandboxForFetch = `
import { Sandbox } from "file://${root}/client/sandbox/mod.ts";
const sandbox = new Sandbox({ seedEndpoints: 2 });
globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));
`;
