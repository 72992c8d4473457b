import { join } from "node:path";
import { stderr, stdout } from "node:process";
import { loadDefinition } from "../define/lazy.ts";
import type { LazyProvider } from "../define/provider.ts";
import { readTextFile } from "../read_text_file.ts";
import type { Schema } from "../schema/schema.ts";
import { sanitizeLines } from "../secrets.ts";
import { nearest } from "../values/nearest.ts";
import { attributeNames, type Type } from "../values/type.ts";
import { partType } from "../values/walk.ts";
import { readArguments, usage, UsageError } from "./command_line.ts";
import { type HclItem, type HclValue, readHcl } from "./hcl_reader.ts";

/**
 * Runs the command: names inside objects that the provider's schemas do not
 * have, which Terraform drops before a provider sees them.
 *
 * @returns The exit code: 0 if there are none, 1 if there are, or if a file
 * cannot be read, 2 for a wrong command line.
 */
export async function checkCommand(
  provider: LazyProvider,
  args: readonly string[],
): Promise<number> {
  const command = {
    name: `terraform-provider-${provider.name} check`,
    summary:
      "Finds names inside objects that the provider does not have, such " +
      "as `min_replicas` in\n`scaling = { … }`. Terraform drops them without a " +
      "word. Reads all files in Terraform's\nlanguage below a folder, asks no " +
      "service and needs no token.",
    options: {},
    operands: {
      name: "FOLDER",
      help: "where the files are (default .)",
      most: 1,
    },
  } as const;
  const show = (to: { write(text: string): unknown }, text: string) =>
    to.write(`${sanitizeLines(text)}\n`);
  try {
    const given = readArguments(command, args);
    if (given === undefined) {
      show(stdout, usage(command));
      return 0;
    }
    const files = await filesBelow(given.operands[0] ?? ".");
    let found = 0;
    for (const file of files) {
      for (const line of await unknownNames(provider, file)) {
        // A name of a file may hold a line end.
        show(stdout, line.replaceAll("\n", "\ufffd"));
        found++;
      }
    }
    show(stdout, `${files.length} files read, ${found} unknown names`);
    return found === 0 ? 0 : 1;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    show(stderr, isUsage ? `${message}\nSee ${command.name} --help` : message);
    return isUsage ? 2 : 1;
  }
}

/** The files of the configurations in a folder, without hidden folders. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const { readdir } = await import("node:fs/promises");
  const entries = await readdir(folder, { withFileTypes: true });
  const all = await Promise.all(
    entries.filter(({ name }) => !name.startsWith(".")).map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return /\.(tf|tofu)$/.test(entry.name) ? [path] : [];
    }),
  );
  return all.flat().sort();
}

/** The unknown names of a file, a line each. */
async function unknownNames(
  provider: LazyProvider,
  file: string,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { name: kind, labels, value } of await blocksOf(file)) {
    const schema = await schemaOf(provider, kind, labels[0]);
    if (schema === undefined) continue;
    const types = Object.entries(schema.attributes)
      .map(([name, { type }]) => [name, type] as const);
    const whole: Type = ["object", Object.fromEntries(types)];
    const block = [...kind === "resource" ? [] : [kind], ...labels].join(".");
    for (const { name = "", value: inner } of argumentsOf(kind, value)) {
      // Of a name that is no argument Terraform itself tells.
      compare(inner, partType(whole, name), name, (line, path, names) => {
        const wrong = path.slice(path.lastIndexOf(".") + 1);
        const near = nearest(wrong, names) ?? pathTo(wrong, whole, "");
        const advice = near === undefined
          ? `There are ${names.join(", ")}`
          : `Did you mean ${near}?`;
        lines.push(
          `${file}:${line}: ${block} has no ${path}: Terraform drops it. ` +
            advice,
        );
      });
    }
  }
  return lines;
}

async function blocksOf(file: string): Promise<readonly HclItem[]> {
  try {
    return readHcl(await readTextFile(file));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`Cannot read ${file}: ${error.message}`);
  }
}

/** The arguments of a block that the schema is about. */
function argumentsOf(
  block: string | undefined,
  value: HclValue,
): readonly HclItem[] {
  if (value === undefined || !("items" in value)) return [];
  if (block !== "action" && block !== "list") return value.items;
  const config = value.items.find(({ name }) => name === "config");
  return argumentsOf("config", config?.value);
}

async function schemaOf(
  provider: LazyProvider,
  block: string | undefined,
  typeName: string | undefined,
): Promise<Schema | undefined> {
  if (block === "provider") {
    return typeName === provider.name ? provider.schema : undefined;
  }
  const kinds = {
    resource: provider.resources,
    data: provider.dataSources,
    ephemeral: provider.ephemeralResources,
    list: provider.listResources,
    action: provider.actions,
  };
  const all = Object.entries(kinds).find(([kind]) => kind === block)?.[1] ?? [];
  const one = all.find((one) => one.typeName === typeName);
  return one && (await loadDefinition(one)).schema;
}

/** Tells each name that a value has and its type has not. */
function compare(
  value: HclValue,
  type: Type | undefined,
  path: string,
  tell: (line: number, path: string, names: readonly string[]) => void,
): void {
  if (value === undefined || type === undefined) return;
  if ("choices" in value) {
    for (const one of value.choices) compare(one, type, path, tell);
    return;
  }
  if ("elements" in value) {
    for (const [at, element] of value.elements.entries()) {
      compare(element, partType(type, at), `${path}[${at}]`, tell);
    }
    return;
  }
  for (const { name, line, value: inner } of value.items) {
    if (name === undefined) continue;
    const there = `${path}.${name}`;
    const part = partType(type, name);
    if (
      part === undefined && typeof type !== "string" && type[0] === "object"
    ) {
      tell(line, there, attributeNames(type));
    }
    compare(inner, part, there, tell);
  }
}

/** The path of a name in another object; undefined: none has it. */
function pathTo(wanted: string, type: Type, path: string): string | undefined {
  if (typeof type === "string" || type[0] === "tuple") return undefined;
  if (type[0] !== "object") return pathTo(wanted, type[1], path);
  for (const [name, inner] of Object.entries(type[1])) {
    const there = path === "" ? name : `${path}.${name}`;
    const found = name === wanted ? there : pathTo(wanted, inner, there);
    if (found !== undefined) return found;
  }
  return undefined;
}
