/**
 * The pages of the client: their blocks type-check, run against a sandbox, and
 * print what the comments behind them say.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { HuggingFace } from "../../mod.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { inRoot, root } from "../../tools/paths.ts";
import { methodsOf } from "../../tools/coverage.ts";
import { codeBlocks } from "../support/code_blocks.ts";

/** Makes every request of a program one to a sandbox in the same process. */
const preload = `
import { Sandbox } from "file://${root}/client/sandbox/mod.ts";
const options = { seedEndpoints: 2, startupMs: 20, createMs: 0 };
const sandbox = new Sandbox(options);
globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));
`;

const folder = inRoot("client/docs");
const pages = await Promise.all(
  Array.from(Deno.readDirSync(folder), ({ name }) => name).sort()
    .map(async (name) => ({
      name,
      text: await Deno.readTextFile(`${folder}/${name}`),
    })),
);

Deno.test("the client's pages print what they say", async () => {
  const temporary = await Deno.makeTempDir({ prefix: "client_pages_" });
  const programs: string[] = [];
  const main: string[] = [];
  for (const { name, text } of pages) {
    const program = codeBlocks(text, "ts").join("\n");
    await Deno.writeTextFile(`${temporary}/${name}.ts`, program);
    programs.push(`${temporary}/${name}.ts`);
    main.push(`console.log("${name}");`, `await import("./${name}.ts");`);
  }
  await Deno.writeTextFile(`${temporary}/main.ts`, main.join("\n"));
  await Deno.writeTextFile(`${temporary}/preload.ts`, preload);
  const common = ["--quiet", "--no-lock", `--config=${inRoot("deno.json")}`];
  const checked = await run(Deno.execPath(), ["check", ...common, ...programs]);
  assertEquals(checked.code, 0, checked.stderr);
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "run",
    ...common,
    "--allow-env",
    `--preload=${temporary}/preload.ts`,
    `${temporary}/main.ts`,
  ], { env: { HF_TOKEN: "hf_sandbox0write0token", NO_COLOR: "1" } });
  const said = pages.flatMap(({ name, text }) => [
    name,
    ...Array.from(
      codeBlocks(text, "ts").join("\n").matchAll(
        /console\.log.*; \/\/ (.*)$/gm,
      ),
      ([, comment = ""]) => comment,
    ),
  ]);
  assertEquals([stdout.trimEnd().split("\n"), stderr, code], [said, "", 0]);
  await Deno.remove(temporary, { recursive: true });
});

Deno.test("README.md of the client's pages names every area and page", () => {
  const [readme, ...others] = pages;
  const areas = Object.keys(new HuggingFace());
  const missing = [
    ...areas.map((area) => `\`client.${area}\``),
    ...others.map(({ name }) => `(${name})`),
  ].filter((name) => !readme?.text.includes(name));
  assertEquals(missing, []);
});

Deno.test("every method that a page of the client names is there", () => {
  const methods = methodsOf(new HuggingFace())
    .map(({ area, name }) => `${area}.${name}`);
  const named = pages.flatMap(({ text }) =>
    Array.from(text.matchAll(/`(\w+\.\w+)\(/g), ([, method = ""]) => method)
  );
  assertEquals(named.filter((method) => !methods.includes(method)), []);
});
