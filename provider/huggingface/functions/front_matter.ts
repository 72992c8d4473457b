/**
 * The YAML of repository cards. The Hub and its clients read it with PyYAML,
 * which knows YAML 1.1: `no` is false there, and `12:30:45` a number.
 *
 * @module
 */

import {
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  type ScalarTag,
  visit,
} from "yaml";
import { ArgumentError, type JsonValue } from "@hf-terraform/framework";

/** So many values a card may have, those of repeated aliases included. */
const MOST_VALUES = 100_000;

/** A card that is too deep for a call each. */
const DEEPEST = 100;

/**
 * Reads front matter.
 *
 * @throws {ArgumentError} If it is not YAML, or nothing that Terraform can hold.
 */
export function read(text: string): JsonValue {
  // The library compares each key with all before it.
  const document = parseDocument(text, { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    throw refused(`is not YAML: ${error.message.split(":\n")[0]}`);
  }
  let left = MOST_VALUES;
  const open = new Set<Node>();

  function valueOf(node: unknown): JsonValue {
    if (left-- === 0) throw refused(`has more than ${MOST_VALUES} values`);
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target === undefined) {
        throw refused(`names \`*${node.source}\`, which stands nowhere before`);
      }
      if (open.has(target)) {
        throw refused(`holds \`*${node.source}\` in itself`);
      }
      return valueOf(target);
    }
    if (isScalar(node)) return scalarOf(node);
    if (!isMap(node) && !isSeq(node)) return null;
    if (open.size === DEEPEST) {
      throw refused(`is nested more than ${DEEPEST} deep`);
    }
    open.add(node);
    const value = isSeq(node)
      ? node.items.map((item) =>
        isMap(item) || isSeq(item) || isScalar(item) || isAlias(item)
          ? valueOf(item)
          : pairOf(item)
      )
      : entriesOf(node.items);
    open.delete(node);
    return value;
  }

  function pairOf(item: unknown): JsonValue {
    const { key, value }: { readonly key?: unknown; readonly value?: unknown } =
      typeof item === "object" && item !== null ? item : {};
    return entriesOf([{ key, value }]);
  }

  function entriesOf(
    items: readonly { readonly key: unknown; readonly value?: unknown }[],
  ): JsonValue {
    const entries = new Map<string, JsonValue>();
    for (const { key, value } of items) {
      const name = valueOf(key);
      if (typeof name === "object" && name !== null) {
        throw refused("has a key that is no text");
      }
      if (entries.has(`${name}`)) throw refused(`has the key ${name} twice`);
      entries.set(`${name}`, valueOf(value));
    }
    return Object.fromEntries(entries);
  }

  return valueOf(document.contents);
}

function scalarOf({ value, source }: Scalar): JsonValue {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw refused(`holds ${source}, for which Terraform has no number`);
  }
  const isPlain = value === null || typeof value === "string" ||
    typeof value === "number" || typeof value === "boolean";
  // Bytes and times have tags; Terraform has texts for them.
  return isPlain ? value : source ?? "";
}

function refused(why: string): ArgumentError {
  return new ArgumentError(0, `The front matter ${why}.`);
}

/** What PyYAML reads as something else than a text, by its own resolvers. */
const notTexts: readonly RegExp[] = [
  /^(?:yes|no|true|false|on|off|null|~|)$/i,
  /^(?:<<|=)$/,
  /^[-+]?0b[01_]+$|^[-+]?0x[\da-f_]+$|^0o[0-7]+$/i,
  /^[-+]?[\d_.][\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?$/i,
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/,
  /^[-+]?\.(?:inf|nan)$/i,
  /^\d{4}-\d\d?-\d\d?/,
  // A tab in a line without quotes is an error to it.
  /^[^\n]*\t[^\n]*$/,
];

/** What PyYAML takes for the end of a line, or no text may hold. */
const unseen =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** PyYAML wants a point in numbers with an exponent. */
const float: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value) => typeof value === "number" && /e/.test(`${value}`),
  // Of several tags for a value, one with a test is chosen.
  test: /^-?\d+\.\d*e[-+]\d+$/,
  resolve: Number,
  stringify: ({ value }) => `${value}`.replace(/^(-?\d+)e/, "$1.0e"),
};

/** Writes front matter, in the order of the keys. */
export function write(data: object): string {
  const document = new Document(data, {
    customTags: (tags) => [float, ...tags],
  });
  visit(document, {
    Scalar(_key, node) {
      const { value } = node;
      if (typeof value !== "string") return;
      const isQuoted = unseen.test(value) ||
        notTexts.some((pattern) => pattern.test(value));
      if (isQuoted) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 })
    .replaceAll(
      new RegExp(unseen, "g"),
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}
