import { isScalar, parseDocument, visit } from "yaml";
import { isObject, type JsonObject, parseJson } from "../core/json.ts";
import { type FileRecord, readText } from "./git_objects.ts";
import type { RepoKind } from "./repo_record.ts";

/** The metadata at the head of a README. */
export interface Card {
  /** The metadata; undefined if there is none or it is invalid. */
  readonly data: JsonObject | undefined;
  /** The reason for which the Hub refuses it, if it does. */
  readonly problem: string | undefined;
}

const none: Card = { data: undefined, problem: undefined };

const cards = new WeakMap<FileRecord, Card>();

/** Returns the metadata of a README, parsed once. */
export function cardOf(readme: FileRecord | undefined, kind: RepoKind): Card {
  if (readme === undefined) return none;
  const card = cards.get(readme) ?? readCard(readText(readme), kind);
  cards.set(readme, card);
  return card;
}

/** Parses the YAML between the `---` at the head of a README. */
export function readCard(readme: string, kind: RepoKind): Card {
  const [, text] = /^\s*---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/
    .exec(readme) ?? [];
  if (text === undefined || text.trim() === "") return none;
  // All else would stand still meanwhile.
  if (text.length > 65_536) {
    return {
      data: undefined,
      problem: "the sandbox reads at most 64 KiB of metadata",
    };
  }
  try {
    // The search of the parser for duplicate keys takes quadratic time, and so
    // does drawing its errors.
    const options = { uniqueKeys: false, prettyErrors: false };
    const document = parseDocument(text, options);
    const [error] = document.errors;
    if (error !== undefined) throw error;
    visit(document, {
      Map: (_, { items }) => {
        const keys = items.map(({ key }) => {
          // Such keys would be written anew at each level.
          if (!isScalar(key)) throw new Error("Map keys must be scalars");
          return key.value;
        });
        if (new Set(keys).size < keys.length) {
          throw new Error("Map keys must be unique");
        }
      },
    });
    // JSON has neither dates nor numbers such as .inf.
    const data = parseJson(JSON.stringify(document.toJS() ?? null)) ?? null;
    if (!isObject(data)) throw new Error("it must be a mapping");
    return { data, problem: problemOf(data, kind) };
  } catch (error) {
    // The parser reads the environment: no problem of the README.
    if (error instanceof Error && error.name === "NotCapable") throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { data: undefined, problem: `YAML Metadata Error: ${reason}` };
  }
}

const colors = "red yellow green blue indigo purple pink gray".split(" ");

function problemOf(data: JsonObject, kind: RepoKind): string | undefined {
  const lists = ["tags", "datasets", "model-index", "metrics"];
  const noList = lists.find((name) =>
    data[name] !== undefined && data[name] !== null &&
    !Array.isArray(data[name]) &&
    (name === "model-index" || typeof data[name] !== "string")
  );
  if (noList !== undefined) return `"${noList}" must be an array`;
  if (kind !== "space") return undefined;
  for (const name of ["colorFrom", "colorTo"]) {
    const color = data[name];
    if (color === undefined || color === null) continue;
    if (typeof color !== "string" || !colors.includes(color)) {
      return `"${name}" must be one of [${colors.join(", ")}]`;
    }
  }
  return undefined;
}
