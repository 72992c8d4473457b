/**
 * `deno task layers`: fails where the source breaks a rule of the layers.
 *
 * @module
 */
import { posix } from "node:path";
import { print, printError } from "../provider/framework/testing/system/run.ts";
import { exists } from "../provider/framework/testing/system/files.ts";
import { inRoot } from "./paths.ts";
import { runTask, task } from "../provider/framework/cli/task.ts";
import { entries, packages } from "./workspace.ts";
import {
  type Breach,
  lineOf,
  sourceFiles,
  withoutComments,
  withoutTemplates,
} from "./source_text.ts";

/**
 * The imports that a layer may have: folders and files from the root, and
 * packages.
 */
interface Layer {
  /** The folder or file, from the root. */
  readonly at: string;
  /** The imports it may have beside itself. */
  readonly may: readonly string[];
}

/** The framework from the bottom up: each part may import those before it. */
const framework = [
  "control_characters.ts",
  "normal_text.ts",
  "escapes.ts",
  "secret_forms.ts",
  "secret_index.ts",
  "secrets.ts",
  "shell.ts",
  "read_text_file.ts",
  "values/",
  "diagnostics.ts",
  "log.ts",
  "exit_hooks.ts",
  "schema/",
  "timeouts.ts",
  "validators/",
  "define/",
  "plan/",
  "binding/",
  "check/",
  "engine/",
].map((part) => `provider/framework/${part}`);

/** The folders of packages, which no import leaves by a path. */
const folders = packages.slice(1).map(({ folder }) => `${folder}/`);

/** The areas of the provider, none of which imports another. */
const areas = [
  "automation/",
  "endpoints/",
  "organization/",
  "repositories/",
  "spaces/",
].map((part) => `provider/huggingface/${part}`);

/** The parts of the provider that areas share, and that import no area. */
const shared = [
  "area.ts",
  "cost/",
  "define/",
  "object/",
  "provider_block.ts",
  "provider_data.ts",
  "reads/",
  "repo/",
  "schema/",
  "service_urls.ts",
  "token.ts",
].map((part) => `provider/huggingface/${part}`);

/** The packages that the provider builds on. */
const beneath = [
  "provider/framework/mod.ts",
  "provider/framework/binding/mod.ts",
  "provider/framework/command/mod.ts",
  "provider/version.ts",
  "mod.ts",
  "yaml",
  "node:",
];

/** The sandbox from the bottom up: each part may import those it names. */
const sandbox = Object.entries({
  "core/": [],
  "page/": ["core/"],
  "hub/": ["core/", "yaml"],
  "endpoints/": ["core/", "hub/"],
  "automation/": ["core/", "hub/"],
  "organization/": ["core/", "hub/", "automation/"],
}).map(([part, may]) => ({
  at: `client/sandbox/${part}`,
  may: may.map((each) => each === "yaml" ? each : `client/sandbox/${each}`),
}));

/** The first layer that holds a file decides, so the narrow ones come first. */
const layers: readonly Layer[] = [
  { at: "mod.ts", may: ["client/"] },
  ...sandbox,
  { at: "client/sandbox/", may: ["mod.ts"] },
  { at: "client/core/", may: [] },
  { at: "client/confirm/", may: ["client/", "node:"] },
  { at: "client/", may: [] },
  { at: "proto/", may: ["protobufjs/minimal.js"] },
  ...framework.map((at, place) => ({
    at,
    may: [...framework.slice(0, place), "leven", "node:"],
  })),
  {
    at: "provider/framework/plugin/",
    may: [
      "proto/",
      "provider/framework/secrets.ts",
      "provider/framework/shell.ts",
      "provider/framework/log.ts",
      "provider/framework/exit_hooks.ts",
      "@grpc/grpc-js",
      "node:",
    ],
  },
  {
    at: "provider/framework/rpc/",
    may: [...framework, "provider/framework/plugin/", "proto/", "node:"],
  },
  { at: "provider/framework/testing/system/", may: ["node:"] },
  {
    at: "provider/framework/cli/",
    may: ["provider/framework/", "proto/", "esbuild", "fflate", "node:"],
  },
  { at: "provider/framework/", may: ["proto/", "node:"] },
  ...areas.map((at) => ({ at, may: [...shared, ...beneath] })),
  ...shared.map((at) => ({ at, may: [...shared, ...beneath] })),
  { at: "provider/huggingface/", may: beneath },
  { at: "provider/", may: ["mod.ts", "proto/", "node:"] },
];

/** The only places outside `tools/` and `tests/` that may name `Deno`. */
const platformFiles = [
  "provider/framework/cli/",
  "provider/main.ts",
  "provider/framework/plugin/platform.ts",
];

/** The only places that may import wire types. */
const wireFiles = [
  "proto/",
  "provider/framework/rpc/",
  // The CLI's part, when a build has the provider used.
  "provider/framework/cli/rehearse.ts",
  "provider/main.ts",
];

/**
 * The wire types that the plugin layer may import: all but the provider
 * protocol.
 */
const pluginWire = /^proto\/(?!gen\/tfplugin)/;

const checked = ["mod.ts", "client", "proto", "provider", "tests"];

/** Checks every source file of the checkout. */
export async function checkTree(): Promise<Breach[]> {
  const breaches: Breach[] = [];
  const sources = new Map<string, string>();
  for (const path of checked) {
    if (!await exists(inRoot(path))) continue;
    for (const file of await sourceFiles(path)) {
      const text = await Deno.readTextFile(inRoot(file));
      breaches.push(...checkFile(file, text));
      sources.set(file, text);
    }
  }
  const unused = layers.filter(({ at }) =>
    ![...sources.keys()].some((file) => holds(at, file))
  ).map(({ at }) => ({ file: at, line: 1, message: "no file is there" }));
  return [...breaches, ...unused, ...checkCircles(sources)];
}

/** Finds files that import each other, by whatever way; types count. */
export function checkCircles(
  files: ReadonlyMap<string, string>,
): Breach[] {
  const left = new Map(
    Array.from(files, ([file, text]) => {
      const targets = Array.from(
        withoutTemplates(text).matchAll(importPattern),
        ([, , specifier = ""]) => resolved(file, specifier),
      );
      return [file, targets.filter((target) => files.has(target))] as const;
    }),
  );
  // What imports none of those that are left is in no circle of theirs.
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [file, targets] of left) {
      if (!targets.some((target) => left.has(target))) left.delete(file);
    }
  }
  return Array.from(left, ([file, targets]) => {
    const into = targets.find((target) => left.has(target));
    return { file, line: 1, message: `leads into a circle by "${into}"` };
  });
}

/** Checks one file against every rule. */
export function checkFile(file: string, text: string): Breach[] {
  const code = withoutComments(text);
  return [
    ...checkImports(file, withoutTemplates(text)),
    ...file.startsWith("tests/")
      ? checkProcess(file, withoutTemplates(text))
      : checkPlatform(file, code),
    ...checkWords(file, text),
  ];
}

const importPattern =
  /(?<!["'])(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\1/g;

function checkImports(file: string, code: string): Breach[] {
  const layer = layers.find(({ at }) => holds(at, file));
  if (layer === undefined) return [];
  const breaches: Breach[] = [];
  for (const match of code.matchAll(importPattern)) {
    const specifier = match[2] ?? "";
    const target = resolved(file, specifier);
    const folder = folders.find((each) => holds(each, file));
    const leaves = specifier.startsWith(".") && folder !== undefined &&
      !holds(folder, target);
    const message = leaves
      ? `"${folder}" is a package: import "${target}" by its package's name`
      : judge(file, layer, target);
    if (message !== undefined) {
      breaches.push({ file, line: lineOf(code, match.index), message });
    }
  }
  return breaches;
}

function judge(
  file: string,
  layer: Layer,
  target: string,
): string | undefined {
  const allowed = [layer.at, ...layer.may].some((place) =>
    holds(place, target)
  );
  if (!allowed) return `"${layer.at}" may not import "${target}"`;
  const wire = holds("proto/", target) &&
    !wireFiles.some((place) => holds(place, file)) &&
    !(holds("provider/framework/plugin/", file) && pluginWire.test(target));
  return wire ? `wire types ("${target}") belong to rpc/ only` : undefined;
}

function holds(place: string, path: string): boolean {
  return place === path || (/[/:]$/.test(place) && path.startsWith(place));
}

/** An import as a path from the root, or the package's name as it stands. */
function resolved(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return entries.get(specifier) ?? specifier;
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}

function checkPlatform(file: string, code: string): Breach[] {
  if (platformFiles.some((place) => holds(place, file))) return [];
  return findAll(code, /\bDeno\b(?=\s*[.[])/g).map((index) => ({
    file,
    line: lineOf(code, index),
    message: `Deno belongs to ${platformFiles.join(" and ")} only`,
  }));
}

const processChanges = [
  /\bDeno\.env\.(?:set|delete)\(/g,
  /\b(?:Deno|process)\.(?:chdir|umask)\(/g,
  /\bprocess\.env(?:\.\w+|\[[^\]]+\])\s*(?:\?\?|\|\|)?=(?![=>])/g,
  /\bdelete process\.env\b/g,
];

/** Test files run as threads of one process. */
function checkProcess(file: string, code: string): Breach[] {
  return processChanges.flatMap((pattern) => findAll(code, pattern)).map((
    index,
  ) => ({
    file,
    line: lineOf(code, index),
    message:
      "another test may run meanwhile, with what this changes of the process",
  }));
}

function checkWords(file: string, text: string): Breach[] {
  if (!file.startsWith("provider/framework/")) return [];
  return findAll(text, /hugging/gi).map((index) => ({
    file,
    line: lineOf(text, index),
    message: "the framework knows nothing of Hugging Face",
  }));
}

function findAll(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), (match) => match.index);
}

const command = task({
  name: "layers",
  summary: "Fails where an import points up, or the source breaks another " +
    "rule of the layers.",
  options: {},
});

async function main(): Promise<number> {
  const breaches = await checkTree();
  for (const { file, line, message } of breaches) {
    printError(`${file}:${line}: ${message}`);
  }
  print(
    breaches.length === 0
      ? "Layers: every import points down"
      : `Layers: ${breaches.length} breaches`,
  );
  return breaches.length === 0 ? 0 : 1;
}

if (import.meta.main) await runTask(command, main);
