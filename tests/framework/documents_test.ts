/**
 * The documents of the framework: what they link to is there, what they show
 * compiles, their table of RPCs is what is served, and every function has an
 * example in its documentation or on a page.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  defineProvider,
  type Provider,
  s,
} from "../../provider/framework/mod.ts";
import * as values from "../../provider/framework/mod.ts";
import { ProviderServer } from "../../provider/framework/engine/server.ts";
import { brokerPath } from "../../provider/framework/plugin/grpc_server.ts";
import { pluginServices } from "../../provider/framework/plugin/plugin_services.ts";
import type { RpcService } from "../../provider/framework/plugin/call.ts";
import { protocol5 } from "../../provider/framework/rpc/protocol5.ts";
import { protocol6 } from "../../provider/framework/rpc/protocol6.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { inRoot, root } from "../../tools/paths.ts";
import { run } from "../../provider/framework/testing/system/run.ts";
import { codeBlocks } from "../support/code_blocks.ts";

const framework = inRoot("provider/framework");

/** A document of the framework. */
interface Page {
  /** Its path from the folder of the framework. */
  readonly name: string;
  /** The folder that its links start from. */
  readonly folder: string;
  /** The Markdown source. */
  readonly text: string;
}

const pages: readonly Page[] = [
  await readPage("README.md"),
  ...await Promise.all(
    Array.from(Deno.readDirSync(`${framework}/docs`), ({ name }) => name)
      .sort().map((name) => readPage(`docs/${name}`)),
  ),
];

async function readPage(name: string): Promise<Page> {
  const path = `${framework}/${name}`;
  return {
    name,
    folder: path.slice(0, path.lastIndexOf("/")),
    text: await Deno.readTextFile(path),
  };
}

/** Returns the targets of a page's links by label. */
function definitions(page: Page): ReadonlyMap<string, string> {
  const lines = page.text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm);
  return new Map(
    Array.from(lines, ([, label = "", target = ""]) => [label, target]),
  );
}

/** The text without code and with each run of white space as one space. */
function prose(page: Page): string {
  return page.text.replaceAll(/^```[\s\S]*?^```/gm, "")
    .replaceAll(/^\[[^\]]+\]: .*$/gm, "").replaceAll(/\s+/g, " ");
}

/** The rows of all tables of a page, by their first header. */
function rows(page: Page, header: string): string[][] {
  const found: string[][] = [];
  let isTable = false;
  for (const line of page.text.split("\n")) {
    const cells = line.split("|").slice(1, -1).map((cell) => cell.trim());
    if (!line.startsWith("|")) isTable = false;
    else if (cells[0] === header) isTable = true;
    else if (isTable && !/^[-: ]+$/.test(cells[0] ?? "")) found.push(cells);
  }
  return found;
}

for (const page of pages) {
  Deno.test(`the framework's ${page.name} links only to what is there`, async () => {
    const inline = page.text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g);
    const targets = Array.from(inline, ([, target = ""]) => target);
    for (const target of [...targets, ...definitions(page).values()]) {
      assert(await exists(`${page.folder}/${target}`), target);
    }
    for (const [, label = ""] of prose(page).matchAll(/\[(\w+\/\w+\.ts)\]/g)) {
      assert(definitions(page).has(label), `[${label}] leads nowhere`);
    }
  });
}

Deno.test("README.md of the framework lists every page", () => {
  const [readme, ...others] = pages;
  for (const { name } of others) {
    assert(readme?.text.includes(`(${name})`), name);
  }
});

Deno.test("the examples of the framework's pages compile", async () => {
  const folder = await Deno.makeTempDir({ prefix: "pages_" });
  const files: string[] = [];
  for (const { name, text } of pages) {
    const blocks = codeBlocks(text, "ts");
    // The tutorial's are files of one project, which its own test checks.
    if (blocks.length === 0 || name === "docs/tutorial.md") continue;
    const file = `${folder}/${name.replace("/", "_")}.ts`;
    const code = blocks.join("\n").replaceAll(
      /from "(?:\.\.|\.\/framework)\//g,
      `from "file://${root}/provider/framework/`,
    );
    await Deno.writeTextFile(file, `${code}\nexport {};\n`);
    files.push(file);
  }
  const { code, stderr } = await run(Deno.execPath(), [
    "check",
    "--quiet",
    "--no-lock",
    `--config=${inRoot("deno.json")}`,
    ...files,
  ], { env: { NO_COLOR: "1" } });
  assertEquals(code, 0, stderr);
  await Deno.remove(folder, { recursive: true });
});

/** The part of `deno doc --json` that tells of examples. */
interface Documentation {
  readonly nodes: Readonly<
    Record<string, {
      readonly symbols: readonly {
        readonly name: string;
        readonly declarations: readonly {
          readonly kind: string;
          readonly jsDoc?: {
            readonly tags?: readonly { readonly kind: string }[];
          };
        }[];
      }[];
    }>
  >;
}

Deno.test("every function and builder that the framework exports has an example, here or on a page", async () => {
  const onPages = pages.flatMap(({ text }) => codeBlocks(text, "ts")).join(
    "\n",
  );
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "doc",
    "--json",
    `${framework}/mod.ts`,
  ], { cwd: root });
  assertEquals(code, 0, stderr);
  const { nodes }: Documentation = JSON.parse(stdout);
  const listed = Object.values(nodes).flatMap(({ symbols }) => symbols);
  // Types that only compilers name are in `./types`.
  assert(listed.length <= 120, `${listed.length} exports`);
  const symbols = listed
    // It also lists the functions of modules of which only types are exported.
    .filter(({ name }) => name in values);
  assertEquals(symbols.length, Object.keys(values).length);
  const lacking = symbols.filter(({ name, declarations }) =>
    !new RegExp(`\\b${name}\\b`).test(onPages) &&
    !declarations.some(({ kind, jsDoc }) =>
      kind === "class" || jsDoc?.tags?.some(({ kind }) => kind === "example")
    )
  );
  assertEquals(lacking.map(({ name }) => name), []);
});

const protocolPage = await readPage("docs/protocol.md");
const served6 = names(protocol6(new ProviderServer(bare())));
const served5 = names(protocol5(new ProviderServer(bare())));

function bare(): Provider {
  return defineProvider({
    name: "bare",
    version: "1.0.0",
    schema: s.schema({ description: "Nothing.", attributes: {} }),
    configure: () => undefined,
  });
}

function names({ unary, serverStream }: RpcService): readonly string[] {
  return [...Object.keys(unary), ...Object.keys(serverStream)];
}

/** The methods of a service and the version each came with. */
async function facts(
  table: string,
  service: string,
): Promise<Readonly<Record<string, string>>> {
  const text = await Deno.readTextFile(inRoot(`tests/proto/${table}`));
  const methods = text.split("\n").map((line) => line.split("\t"))
    .filter(([kind, parent]) => kind === "rpc" && parent === service);
  return Object.fromEntries(
    methods.map(([, , name = "", , , , since = ""]) => [
      name,
      since.replace("@TF", ", Terraform "),
    ]),
  );
}

Deno.test("protocol.md names every RPC of protocol 6 and 5 and its version", async () => {
  const table = rows(protocolPage, "Protocol 6");
  const listed = (name: number, since: number) =>
    Object.fromEntries(
      table.filter((row) => row[name] !== "—")
        .map((row) => [row[name], row[since]]),
    );
  const six = await facts("tfplugin6.tsv", "tfplugin6.Provider");
  const five = await facts("tfplugin5.tsv", "tfplugin5.Provider");
  assert(Object.keys(six).length > 30, "The table of facts was not read");
  assertEquals(listed(0, 1), six);
  assertEquals(listed(2, 3), five);
  const provisioner = await facts("tfplugin5.tsv", "tfplugin5.Provisioner");
  assertEquals(
    rows(protocolPage, "Protocol 5").map(([name]) => name),
    Object.keys(provisioner).map((name) => `Provisioner.${name}`),
  );
});

Deno.test("protocol.md says UNIMPLEMENTED of what is not served, and of no other", () => {
  for (
    const [six = "", , five = "", , by = ""] of rows(
      protocolPage,
      "Protocol 6",
    )
  ) {
    const served = by !== "UNIMPLEMENTED";
    assertEquals(served6.includes(six), served, six);
    if (five !== "—") assertEquals(served5.includes(five), served, five);
    if (served) assertMatch(by, /^\[(engine|rpc)\/\w+\.ts\]$/);
  }
});

Deno.test("protocol.md names all that go-plugin adds", async () => {
  const paths = rows(protocolPage, "Service").map(([service, method]) =>
    `/${service}/${method}`
  );
  const served = Object.entries(pluginServices(() => {})).flatMap(
    ([service, methods]) => names(methods).map((name) => `/${service}/${name}`),
  );
  assertEquals(paths, [brokerPath, ...served].sort(byService));
  for (const service of new Set(paths.map((path) => path.split("/")[1]))) {
    const methods = await facts("goplugin.tsv", service ?? "");
    assertEquals(
      paths.filter((path) => path.startsWith(`/${service}/`)),
      Object.keys(methods).map((method) => `/${service}/${method}`),
    );
  }
});

/** The services of go-plugin first, each in alphabetical order. */
function byService(a: string, b: string): number {
  const rank = (path: string) => path.startsWith("/plugin.") ? 0 : 1;
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
