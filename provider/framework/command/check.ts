import { join } from "node:path";
import { stderr, stdout } from "node:process";
import { loadDefinition } from "../define/lazy.ts";
import type { LazyProvider } from "../define/provider.ts";
import { readTextFile } from "../read_text_file.ts";
import type { Schema } from "../schema/schema.ts";
import { nearest } from "../values/nearest.ts";
import { attributeNames, type Type } from "../values/type.ts";
import { partType } from "../values/walk.ts";
import { printLine, readArguments, usage, UsageError } from "./command_line.ts";
import { type HclName, readHcl } from "./hcl_reader.ts";

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
  const showError = (error: unknown) =>
    printLine(stderr, error instanceof Error ? error.message : String(error));
  try {
    const given = readArguments(command, args);
    if (given === undefined) {
      stdout.write(`${usage(command)}\n`);
      return 0;
    }
    let [read, found] = [0, 0];
    const files = await filesBelow(given.operands[0] ?? ".");
    for (const file of files) {
      try {
        for await (const line of unknownNames(provider, file)) {
          printLine(stdout, line);
          found++;
        }
        read++;
      } catch (error) {
        showError(error);
      }
    }
    printLine(stdout, `${read} files read, ${found} unknown names`);
    return found === 0 && read === files.length ? 0 : 1;
  } catch (error) {
    showError(error);
    if (!(error instanceof UsageError)) return 1;
    printLine(stderr, `See ${command.name} --help`);
    return 2;
  }
}

/** The files of the configurations in a folder, without hidden folders. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const { readdir } = await import("node:fs/promises");
  const files: string[] = [];
  // One folder after another: a process may open 256 at once, or fewer.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) {
      for (const file of await filesBelow(path)) files.push(file);
    } else if (/\.(tf|tofu)$/.test(entry.name)) files.push(path);
  }
  return files.sort();
}

/** The unknown names of a file, a line each. */
async function* unknownNames(
  provider: LazyProvider,
  file: string,
): AsyncGenerator<string> {
  for await (const { path, line } of namesOf(file)) {
    const [kind, typeName] = path;
    const start = kind === "provider" ? 2 : 3;
    const hasConfig = kind === "action" || kind === "list";
    if (hasConfig && path[start] !== "config") continue;
    const steps = path.slice(hasConfig ? start + 1 : start);
    // Of a name that is no argument Terraform itself tells.
    if (steps.length < 2) continue;
    const schema = await schemaOf(provider, kind, typeName);
    if (schema === undefined) continue;
    const types = Object.entries(schema.attributes)
      .map(([name, { type }]) => [name, type] as const);
    const whole: Type = ["object", Object.fromEntries(types)];
    const names = namesAt(whole, steps.slice(0, -1));
    const wrong = steps.at(-1);
    if (typeof wrong !== "string" || names?.includes(wrong) !== false) continue;
    const near = nearest(wrong, names) ?? pathTo(wrong, whole, "");
    const advice = near === undefined
      ? `There are ${names.join(", ")}`
      : `Did you mean ${near}?`;
    const block = path.slice(kind === "resource" ? 1 : 0, start).join(".");
    const there = steps.map((step) =>
      typeof step === "number" ? `[${step}]` : `.${step}`
    );
    yield `${file}:${line}: ${block} has no ${there.join("").slice(1)}: ` +
      `Terraform drops it. ${advice}`;
  }
}

async function* namesOf(file: string): AsyncGenerator<HclName> {
  try {
    yield* readHcl(await readTextFile(file));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`Cannot read ${file}: ${error.message}`);
  }
}

/** The names of the attributes of an object; undefined: there is none. */
function namesAt(
  type: Type,
  steps: HclName["path"],
): readonly string[] | undefined {
  let at: Type | undefined = type;
  for (const step of steps) {
    at = step === undefined ? undefined : at && partType(at, step);
  }
  return typeof at === "object" && at[0] === "object"
    ? attributeNames(at)
    : undefined;
}

async function schemaOf(
  provider: LazyProvider,
  block: HclName["path"][number],
  typeName: HclName["path"][number],
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
