/**
 * `terraform-provider-huggingface export`: the configuration of what a
 * namespace has, with import blocks.
 *
 * @module
 */

import { env, stderr, stdout } from "node:process";
import {
  Diagnostics,
  DiagnosticsError,
  importAndResource,
  type OperationLog,
  readArguments,
  type Resource,
  usage,
  UsageError,
  type Value,
  type ValueObject,
} from "../framework/mod.ts";
import { version } from "../version.ts";
import { finders, importedState } from "./list_resources.ts";
import { HuggingFaceProvider } from "./shared/provider_data.ts";

const prefix = "huggingface_";
const kinds = finders.map(({ resource }) =>
  resource.typeName.slice(prefix.length)
);

const command = {
  name: "terraform-provider-huggingface export",
  summary:
    "Writes the configuration of what a namespace has, with import blocks, one " +
    "file per kind.\nThe environment is that of the provider: HF_TOKEN and so " +
    "on. What a file has already is\nleft as it is, so that an export that was " +
    "interrupted can go on.",
  options: {
    namespace: {
      value: "NAME",
      help: "the user or organization (default: the user of the token)",
    },
    only: { value: "KIND,KIND", help: `only these: ${kinds.join(", ")}` },
    match: { value: "PATTERN", help: "only names like this, such as 'prod-*'" },
    out: { value: "FOLDER", help: "where the files go (default .)" },
  },
} as const;

/** Why a kind is left out; undefined: it is not. */
function leftOut(
  kind: string,
  kinds: readonly string[],
): string | undefined {
  if (kind === "space_secret") {
    return "the Hub does not show the values of secrets";
  }
  return kind === "space_variable" && kinds.includes("space")
    ? "the blocks of their Spaces have them"
    : undefined;
}

/** Attributes whose value may be the id of something else that is exported. */
const references: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  huggingface_endpoint: { "model.repository": "huggingface_model" },
  huggingface_space_variable: { space: "huggingface_space" },
  huggingface_repo_branch: { repository: "huggingface_model" },
  huggingface_repo_tag: { repository: "huggingface_model" },
};

// A module that is imported at the top is loaded at every start of the bundle.
const fileSystem = () => import("node:fs/promises");

/** Runs the command; returns the exit code. */
export async function exportCommand(args: readonly string[]): Promise<number> {
  try {
    const given = readArguments(command, args);
    if (given === undefined) {
      stdout.write(`${usage(command)}\n`);
      return 0;
    }
    const { namespace, only, match, out = "." } = given.options;
    const provider = new HuggingFaceProvider({
      token: null,
      namespace: namespace ?? null,
      endpoint: null,
      inferenceEndpointsUrl: null,
      cloud: null,
      maxRetries: null,
      requestTimeoutMs: null,
    }, { env, userAgent: `terraform-provider-huggingface/${version} export` });
    const told = await exportNamespace(provider, {
      kinds: kindsOf(only),
      match: patternOf(match),
      folder: out,
      progress: stderr.isTTY
        ? (text) => stderr.write(`\r\x1b[K${text}`)
        : () => {},
    });
    stdout.write(`${told}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) {
    return `${error.message}\nSee ${command.name} --help`;
  }
  if (error instanceof DiagnosticsError) {
    return error.diagnostics.map(({ summary, detail }) =>
      `${summary}\n${detail}`
    ).join("\n\n");
  }
  return error instanceof Error ? error.message : String(error);
}

function kindsOf(only: string | undefined): readonly string[] {
  if (only === undefined) return kinds;
  const wanted = only.split(",");
  for (const kind of wanted) {
    if (kinds.includes(kind)) continue;
    throw new UsageError(
      `--only: there is no kind "${kind}". Use one of ${kinds.join(", ")}.`,
    );
  }
  return wanted;
}

/** A pattern in which `*` stands for any text. */
function patternOf(match: string | undefined): RegExp {
  const parts = (match ?? "*").split("*")
    .map((part) => part.replaceAll(/[^\w]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

/** What to export, and where. */
export interface ExportOptions {
  /** The kinds, such as `endpoint`. */
  readonly kinds: readonly string[];
  /** The names. */
  readonly match: RegExp;
  /** The folder. */
  readonly folder: string;
  /** Is told how far it is. */
  progress(text: string): void;
}

/**
 * Writes the files, and returns what was found, written and left out.
 *
 * @throws {DiagnosticsError} If the service refuses something.
 */
export async function exportNamespace(
  provider: HuggingFaceProvider,
  { kinds, match, folder, progress }: ExportOptions,
): Promise<string> {
  const { mkdir, writeFile } = await fileSystem();
  await mkdir(folder, { recursive: true });
  const signal = new AbortController().signal;
  const namespace = await provider.defaultNamespace(signal);
  const client = await provider.client();
  const addresses = new Map<string, string>();
  const lines: string[] = [];
  // References point to kinds that are written before.
  const ordered = finders.toSorted((a, b) =>
    rank(a.resource) - rank(b.resource)
  );
  await writeProvider(folder);
  for (const { resource, plural, find } of ordered) {
    const kind = resource.typeName.slice(prefix.length);
    if (!kinds.includes(kind)) continue;
    const reason = leftOut(kind, kinds);
    const path = `${folder}/${kind}.tf`;
    const before = await readIfThere(path);
    const known = new Map(
      Array.from(
        before.matchAll(/to = \w+\.([\w-]+)\n {2}id = "([^"]*)"/g),
        ([, name = "", id = ""]) => [id, name],
      ),
    );
    const names = new Set(known.values());
    const count = { found: 0, written: 0, there: 0 };
    let text = before;
    const filter = {
      namespace,
      search: null,
      tags: null,
      space: null,
      repository: null,
    };
    for await (const { id } of find(client, filter, signal)) {
      if (!match.test(id.slice(id.indexOf("/") + 1))) continue;
      count.found++;
      progress(`${plural}: ${count.found}`);
      if (reason !== undefined) continue;
      const name = known.get(id) ?? unusedName(id, names);
      addresses.set(`${resource.typeName} ${id}`, name);
      if (known.has(id)) {
        count.there++;
        continue;
      }
      const state = await importedState(resource, id, {
        provider,
        signal,
        providerMeta: null,
        diagnostics: new Diagnostics(),
        log: noLog,
      });
      if (state === undefined) continue;
      text += (text === "" ? "" : "\n") +
        blockOf(resource, name, id, state, addresses);
      count.written++;
      // What is written is not lost if the next one fails.
      await writeFile(path, text);
    }
    lines.push(closingLine(plural, path, count, reason));
  }
  progress("");
  return lines.join("\n");
}

function blockOf(
  { typeName, schema }: Resource,
  name: string,
  id: string,
  state: ValueObject,
  addresses: ReadonlyMap<string, string>,
): string {
  const expression = (path: string, value: Value) => {
    const target = references[typeName]?.[path];
    const found = target && addresses.get(`${target} ${value}`);
    return found === undefined ? undefined : `${target}.${found}.id`;
  };
  return importAndResource({ typeName, name, schema, state, id, expression });
}

function rank({ typeName }: Resource): number {
  return typeName in references ? 1 : 0;
}

/** The name of a block: the id without its owner, as an identifier. */
function unusedName(id: string, names: Set<string>): string {
  const bare = id.slice(id.indexOf("/") + 1).toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "_").replace(/^(?=\d)/, "_");
  let name = bare;
  for (let at = 2; names.has(name); at++) name = `${bare}_${at}`;
  names.add(name);
  return name;
}

function closingLine(
  plural: string,
  path: string,
  { found, written, there }: {
    readonly found: number;
    readonly written: number;
    readonly there: number;
  },
  reason: string | undefined,
): string {
  const all = `${plural}: ${found} found`;
  if (reason !== undefined) {
    return found === 0 ? all : `${all}, left out: ${reason}`;
  }
  const kept = there === 0 ? "" : `, ${there} were there already`;
  return found === 0 ? all : `${all}, ${written} written to ${path}${kept}`;
}

async function writeProvider(folder: string): Promise<void> {
  const path = `${folder}/terraform.tf`;
  if (await readIfThere(path) !== "") return;
  const { writeFile } = await fileSystem();
  await writeFile(
    path,
    `terraform {
  required_providers {
    huggingface = {
      source = "hf-terraform/huggingface"
    }
  }
}
`,
  );
}

async function readIfThere(path: string): Promise<string> {
  const { readFile } = await fileSystem();
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return "";
    }
    throw error;
  }
}

const silent = () => {};
const noLog: OperationLog = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
};
