import { env, stderr, stdout } from "node:process";
import {
  Diagnostics,
  type DiagnosticsError,
  didYouMean,
  normalText,
  type OperationLog,
  redactSecrets,
  replaceControlCharacters,
  type Resource,
  type ValueObject,
} from "@hf-terraform/framework";
import {
  printLine,
  readArguments,
  usage,
  UsageError,
} from "@hf-terraform/framework/command";
import { isApiError } from "@hf-terraform/client";
import { version } from "../../version.ts";
import {
  type ExportedObject,
  ExportFiles,
  kindOf,
  nameOf,
} from "./export_files.ts";
import { areas, loadLists } from "../areas.ts";
import {
  importedState,
  isRefusal,
  type ListItem,
  type ObjectList,
  type Search,
} from "../define/object_list.ts";
import { explain } from "../object/errors.ts";
import { accessOf } from "../define/access.ts";
import { HuggingFaceProvider } from "../provider_data.ts";
import { isRecord } from "../schema/json.ts";
import { tenAtATime } from "../reads/ten_at_a_time.ts";

const kinds = areas.flatMap(({ listResources = [] }) =>
  listResources.map(kindOf)
);

const command = {
  name: "terraform-provider-huggingface export",
  summary:
    "Writes the configuration of what a namespace has, with import blocks, one " +
    "file per kind.\nSecrets become variables without values. The environment " +
    "is that of the provider: HF_TOKEN\nand so on. What a file has already is " +
    "left as it is, so that an export that was\ninterrupted can go on.",
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

export async function exportCommand(args: readonly string[]): Promise<number> {
  try {
    const given = readArguments(command, args);
    if (given === undefined) {
      stdout.write(`${usage(command)}\n`);
      return 0;
    }
    const { namespace, only, match, out = "." } = given.options;
    const provider = new HuggingFaceProvider({ namespace: namespace ?? null }, {
      env,
      userAgent: `terraform-provider-huggingface/${version} export`,
    });
    const progress = (text: string) => {
      if (stderr.isTTY) stderr.write(`\r\x1b[K${text}`);
    };
    const { lines, isComplete, found } = await exportNamespace(provider, {
      kinds: kindsOf(only),
      match: match ?? "*",
      folder: out,
      progress,
    }).finally(() => progress(""));
    for (const line of lines) printLine(stdout, line);
    if (found === 0 && match !== undefined) {
      printLine(stderr, `No name is like "${match}".`);
      return 1;
    }
    return isComplete ? 0 : 1;
  } catch (error) {
    const isMisused = error instanceof UsageError;
    const advice = isMisused
      ? `See ${command.name} --help`
      : "What was written stays: run it again to go on.";
    const message = error instanceof Error ? error.message : String(error);
    printLine(stderr, message);
    printLine(stderr, advice);
    return isMisused ? 2 : 1;
  }
}

function kindsOf(only: string | undefined): readonly string[] {
  if (only === undefined) return kinds;
  const wanted = only.split(",");
  for (const kind of wanted) {
    if (kinds.includes(kind)) continue;
    throw new UsageError(
      `--only: there is no kind "${kind}".${didYouMean(kind, kinds)} Use one ` +
        `of ${kinds.join(", ")}.`,
    );
  }
  return wanted;
}

/** Whether a name fits a pattern; a regular expression may take minutes. */
export function isLike(pattern: string, name: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length >= at + last.length && name.endsWith(last);
}

/** Writes the files; what an earlier run has written stays as it is. */
export async function exportNamespace(
  provider: HuggingFaceProvider,
  { kinds, match, folder, progress }: {
    readonly kinds: readonly string[];
    /** A pattern of names: `*` stands for any text. */
    readonly match: string;
    readonly folder: string;
    progress(text: string): void;
  },
) {
  const signal = new AbortController().signal;
  const namespace = await provider.defaultNamespace(signal);
  const client = await provider.client();
  const lists = await loadLists();
  const files = await ExportFiles.open(folder, lists);
  const search = { namespace, client, provider, signal };
  const lines: string[] = [];
  let isComplete = true;
  let count = 0;
  // References point to kinds that are written before.
  const ordered = lists.toSorted((a, b) =>
    Number(b.references !== undefined) - Number(a.references !== undefined)
  );
  for (const list of ordered) {
    const { plural, exportedIn } = list;
    if (!kinds.includes(kindOf(list))) continue;
    if (exportedIn && kinds.includes(kindOf({ typeName: exportedIn }))) {
      lines.push(`${plural}: left out, the blocks of ${exportedIn} have them`);
      continue;
    }
    try {
      const all = matching(list.find(search), match);
      const read = async (found: ListItem) =>
        files.has(list, found.id)
          ? undefined
          : await objectOf(list, found, search);
      const objects = tenAtATime(all, read);
      const outcome = await exportList(list, objects, files, progress);
      const { found, told, missing } = outcome;
      lines.push(`${plural}: ${told}`, ...missing);
      count += found;
      isComplete &&= missing.length === 0;
    } catch (error) {
      const access = accessOf(list.resource.schema);
      const summary = `Cannot list the ${plural}`;
      const context = { summary, provider, namespace, ...access };
      const told = await explain(error, context);
      if (!isRefusal(told)) throw told;
      lines.push(`${plural}: left out, ${told.message}`);
      const isPaid = access?.plan !== undefined;
      isComplete &&= isPaid && await hasNone(told, search);
    }
  }
  return { lines, isComplete, found: count };
}

/** Whether a refusal is that of a user, or of an owner without the plan. */
async function hasNone(
  { cause }: DiagnosticsError,
  { client, namespace, signal }: Search,
): Promise<boolean> {
  if (!isApiError(cause)) return false;
  const { status, reason } = cause;
  return status === 402 || /\bplans?\b|\bupgrade\b/i.test(reason) ||
    await client.users.whoami({ signal }).then(
      ({ type, name }) => type === "user" && name === namespace,
      () => false,
    );
}

/** The most objects of a list of which it is told why they are left out. */
const MAX_MISSING = 1000;

/** Writes the objects of a list; undefined: one that is in the files already. */
async function exportList(
  list: ObjectList,
  objects: AsyncIterable<ExportedObject | LeftOut | undefined>,
  files: ExportFiles,
  progress: (text: string) => void,
) {
  let [found, written, there] = [0, 0, 0];
  const missing: string[] = [];
  for await (const object of objects) {
    found++;
    progress(`${list.plural}: ${found}`);
    if (object === undefined) there++;
    else if ("reason" in object) {
      if (missing.length > MAX_MISSING) continue;
      missing.push(
        missing.length < MAX_MISSING
          ? `- ${object.id} left out: ${object.reason}`
          : "- others left out",
      );
    } else {
      await files.add(list, object);
      written++;
    }
  }
  const kept = there === 0 ? "" : `, ${there} were there already`;
  const done = `${written} written to ${files.pathOf(kindOf(list))}${kept}`;
  const told = `${found} found${found === 0 ? "" : `, ${done}`}`;
  return { found, told, missing };
}

async function* matching(
  all: AsyncIterable<ListItem>,
  match: string,
): AsyncGenerator<ListItem> {
  for await (const found of all) {
    if (isLike(match, nameOf(found.id))) yield found;
  }
}

interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

/** An object that was found, or the reason why it cannot be written. */
async function objectOf(
  { resource, secretsOf }: ObjectList,
  { id, secrets, refusal }: ListItem,
  search: Search,
): Promise<ExportedObject | LeftOut> {
  try {
    const state = await importedState(resource, { id, refusal }, {
      provider: search.provider,
      signal: search.signal,
      providerMeta: null,
      diagnostics: new Diagnostics(),
      log: noLog,
    });
    if (state === undefined) return { id, reason: "it is gone" };
    const odd = unwritableIn({ ...state, "import ID": id }, resource);
    if (odd !== undefined) {
      return { id, reason: `\`${odd}\` has a text that no state can hold` };
    }
    return {
      id,
      state,
      secrets: secrets ?? await secretsOf?.(id, search) ?? false,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { id, reason: error.message };
  }
}

/** The argument with a text that a state, and so the next plan, has otherwise. */
function unwritableIn(
  state: ValueObject,
  { schema: { attributes } }: Resource,
): string | undefined {
  const isOdd = (text: string) =>
    redactSecrets(replaceControlCharacters(normalText(text))) !== text;
  const hasOdd = (value: unknown): boolean =>
    typeof value === "string"
      ? isOdd(value)
      : isRecord(value)
      ? Object.entries(value).some(([key, part]) => isOdd(key) || hasOdd(part))
      : Array.isArray(value) && value.some(hasOdd);
  return Object.keys(state).find((name) =>
    attributes[name]?.mode !== "computed" && hasOdd(state[name])
  );
}

const silent = () => {};
const noLog: OperationLog = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
};
