import {
  DiagnosticsError,
  hclText,
  v,
  type Validator,
} from "@hf-terraform/framework";
import { knownTexts, nameKey } from "./same.ts";
import { parseRepoAddress, pathInside, repoIdOf, safeName } from "./ids.ts";

export const namespaceName: Validator<string> = suggest(
  safeName,
  "the name of a user or organization, such as `acme`",
  (text) =>
    text.replace(/^@|^https?:\/\/[^/]+\/(?:organizations\/)?/, "")
      .split("/")[0] ?? "",
);

/** The form of an id of the Hub that stays. */
export const hexDigits = /^[0-9a-f]{24}$/;

/** A commit that is written out. */
export const fullCommit = /^[0-9a-f]{40}$/;

/** An id of the Hub that stays. */
export const hexId: Validator<string> = suggest(
  hexDigits,
  "24 hex digits",
  (text) => /\b[0-9a-f]{24}(?![0-9a-f])/i.exec(text)?.[0].toLowerCase() ?? "",
);

/** A text of 1 to `max` characters, which the Hub counts in UTF-16 units. */
export function textUpTo(max: number): Validator<string> {
  return v.matches(
    new RegExp(`^[^]{1,${max}}$`),
    `between 1 and ${max} characters long`,
    ({ length }) =>
      length === 0
        ? ""
        : ` It has ${length} characters; an emoji counts as two or more.`,
  );
}

export const emailAddress: Validator<string> = suggest(
  /^[^@\s<>]+@[^@\s<>]+\.[a-z]{2,}$/i,
  "an e-mail address, such as `owner@example.com`",
  (text) => text.replace(/^[^<]*<(.*)>$|^mailto:/, "$1"),
);

/** The longest text that is looked through for what was meant. */
const MAX_MENDED = 1000;

/**
 * A string of a form, with an offer of what was meant by one that is not, and
 * perhaps of what else to set. Blanks and quotes around it are taken off first.
 */
export function suggest(
  pattern: RegExp,
  message: string,
  mend: (value: string) => string | readonly [value: string, more: string],
): Validator<string> {
  return v.matches(pattern, message, (value) => {
    if (value.length > MAX_MENDED) return "";
    const mended = mend(
      value.replaceAll(/^["'`\s]+|(?<!["'`\s])["'`\s]+$/g, ""),
    );
    const [meant, more] = typeof mended === "string" ? [mended, ""] : mended;
    return pattern.test(meant)
      ? ` Did you mean ${hclText(meant)}${more && `, with ${more}`}?`
      : "";
  });
}

/** Namespace and name of a repository whose type goes without saying. */
export const repoId: Validator<string> = suggest(
  /^(?!\.+\/|.*\.git$)[\w.-]+\/(?!\.+$)[\w.-]+$/,
  "of the form `namespace/name`, such as `acme/demo`",
  (text) => repoIn(text)[0],
);

/** Namespace and name of a repository beside its `repository_type`. */
export const typedRepoId: Validator<string> = suggest(
  /^(?!\.+\/|.*\.git$)[\w.-]+\/(?!\.+$)[\w.-]+$/,
  "of the form `namespace/name`, such as `acme/my-model`",
  repoIn,
);

/** A model of the Hub, of which a few have no namespace. */
export const modelId: Validator<string> = suggest(
  /^(?!\.+(?:\/|$)|.*\.git$|[0-9a-f]{24}$)[\w.-]+(?:\/(?!\.+$)[\w.-]+)?$/,
  "of the form `namespace/name`, such as `acme/my-model`",
  (text) => repoIn(text)[0],
);

/** The repository in `datasets/acme/x`, the URL of a page or an `hf://` path. */
function repoIn(text: string): readonly [id: string, type: string] {
  const host = /^(?:git@)?((?:www\.)?(?:hf|huggingface)\.co)[/:]/;
  const address = parseRepoAddress(
    text.replace(host, "https://$1/").replace(/\.git$/, ""),
  );
  if (address === undefined) return ["", ""];
  const type = address.type === "model"
    ? ""
    : `\`repository_type = "${address.type}"\``;
  return [repoIdOf(address), type];
}

/** An id in any of the forms that a function reads, with what it says of others. */
export function parsesAs(parse: (id: string) => unknown): Validator<string> {
  return {
    description: "",
    validate(id, { path, diagnostics }) {
      try {
        parse(id);
      } catch (error) {
        if (!(error instanceof DiagnosticsError)) throw error;
        for (const { detail } of error.diagnostics) {
          diagnostics.addError("Invalid attribute value", detail, path);
        }
      }
    },
  };
}

export const endpointName: Validator<string> = suggest(
  /^[a-z0-9-]{1,32}$/,
  "1 to 32 lower-case letters, digits and dashes",
  (text) => {
    const [name, more] = ownedPart(
      text.replace(/^https?:.*\/([\w.-]+)\/endpoints\//, "$1/"),
    );
    return [name.toLowerCase().replaceAll(/[\s_.]+/g, "-"), more];
  },
);

/** The name of a repository on the Hub, by the rules of the official client. */
export const repoName: Validator<string> = suggest(
  /^(?!.*(--|\.\.))(?!.*\.git$)\w([\w.-]{0,94}\w)?$/,
  "1 to 96 letters, digits, `_`, `-` and `.`, with a letter, digit or `_` " +
    "at both ends, without `--` and `..`, and not ending in `.git`",
  (text) => {
    const [name, more] = ownedPart(text);
    return [name.replaceAll(/\s+/g, "-"), more];
  },
);

/** The name in `acme/x`, and what to set for the rest. */
function ownedPart(text: string): readonly [name: string, more: string] {
  const [, owner, name = text] = /^([\w.-]+)\/(.+)$/.exec(text) ?? [];
  return [name, owner === undefined ? "" : `\`namespace = "${owner}"\``];
}

/** The key of a secret or variable of a Space, and of a secret of a job. */
export const spaceKey: Validator<string> = suggest(
  /^[a-zA-Z][_a-zA-Z0-9]*$/,
  "letters, digits and `_`, with a letter first",
  // The value does not belong in it, nor what a shell begins it with.
  (key) => key.replace(/^\$|=.*/gs, "").replaceAll(/\W/g, "_"),
);

/** The name of an environment variable of a container, as Kubernetes has it. */
export const variableName: Validator<string> = v.matches(
  /^[-._a-zA-Z][-._a-zA-Z0-9]*$/,
  "letters, digits, `_`, `-` and `.`, not beginning with a digit",
);

export const containerImage: Validator<string> = suggest(
  /^(?![a-z]+:\/\/|hub\.docker\.com\/)\S+$/i,
  "a container image without blanks and scheme, such as `python:3.12`",
  (image) =>
    image.replace(
      /^(?:(?:docker|https?):\/\/)?(?:hub\.docker\.com\/r\/)?/i,
      "",
    ),
);

/** Names that Windows has for devices, with or without an ending. */
const device = "(?:con|prn|aux|nul|com\\d|lpt\\d)";

/**
 * One part of a file's path. None may lead out of the repository or into what
 * git keeps there, on any system, or look like another one.
 */
const pathPart = String
  .raw`(?!(?:\.{1,2}|\.git|git~1|\.cache|${device})[. ]*(?:/|$)|${device}\.)[^/\\\p{Cc}\p{Bidi_Control}]*[^/\\\p{Cc}\p{Bidi_Control}. ]`;

/** A file of a repository. */
export const filePath: Validator<string> = suggest(
  new RegExp(`^(?![a-z]:)${pathPart}(?:/${pathPart})*$`, "iu"),
  "a path inside the repository that every system can have, such as " +
    "`app.py` or `data/prompts.txt`",
  (path) =>
    path.replace(/^https?:.*\/(?:blob|resolve|raw|tree)\/[^/]+\//, "")
      .replace(/^(?:[a-z]:)?(?:\.?[/\\])+/i, ""),
);

/** A folder or file inside of something, from its root on. */
export const folderPath: Validator<string> = suggest(
  pathInside,
  "a path inside it, such as `data/train`, without `/` at its ends, `//`, " +
    "`.` and `..`",
  (path) =>
    path.split("/").filter((part) => !["", ".", ".."].includes(part)).join("/"),
);

/** Base64 as `filebase64()` gives it. */
export function base64(): Validator<string> {
  // One pattern for both would keep a place to go back to for each character.
  const alphabet = /^[A-Za-z0-9+/]*={0,2}$/;
  const refusal = v.matches(/^\b$/, "base64, as `filebase64()` gives it");
  return {
    ...refusal,
    validate(text, context) {
      const isWhole = text.length % 4 === 0 && alphabet.test(text);
      if (!isWhole) refusal.validate(text, context);
    },
  };
}

/** The names that Git allows, but for other names of commits. */
const allowedRef =
  // deno-lint-ignore no-control-regex
  /^(?!.*(?:\.\.|\/\/|@\{|\/\.|\.lock(?:\/|$)))(?!(?:refs|heads|tags)\/|HEAD$|@$|[0-9a-f]{40}$)(?![./-])[^\x00-\x20\x7f~^:?*[\\]{1,200}(?<![/.])$/;

export function refName(kind: "branch" | "tag"): Validator<string> {
  return suggest(
    allowedRef,
    `a name that Git allows for a ${kind}`,
    (name) =>
      refIn(name).replace(/^(?:refs\/)?(?:heads|tags)\//, "")
        .replaceAll(/\s+/g, "-"),
  );
}

/** The revision in the address of a page of the Hub; else the text itself. */
function refIn(text: string): string {
  return /\/(?:tree|blob|commit|resolve)\/([^/?#]+)/.exec(text)?.[1] ?? text;
}

/** A revision: a branch, a tag, a pull request or a commit. */
export const revisionName: Validator<string> = suggest(
  // deno-lint-ignore no-control-regex
  /^(?!.*(?:\.\.|\/\/|@\{))(?!refs\/pr\/(?!\d+$))[^\x00-\x20\x7f~^:?*[\\]+$/,
  "a branch, a tag, a commit of 40 hex digits, or a pull request such as " +
    "`refs/pr/1`",
  refIn,
);

/** `*`, `5`, `1,15`, a step such as `*` with `/15`, or `1-5`. */
const cronField = (number: string) =>
  `(?:\\*|${number}(?:,${number})*|(?:\\*|${number})/[1-9]\\d{0,3}|${number}-${number})`;
/** Minutes, hours, days, months and days of the week. */
const fiveFields = [
  "[0-5]?\\d",
  "(?:[01]?\\d|2[0-3])",
  "(?:0?[1-9]|[12]\\d|3[01])",
  "(?:0?[1-9]|1[0-2])",
  "[0-7]",
].map(cronField).join(" ");
// Nothing says whether the sixth field is the seconds or the year.
const moreFields = `${cronField("\\d{1,4}")}(?: ${cronField("\\d{1,4}")}){5,6}`;
const cronPattern = new RegExp(
  `^(?:@(?:hourly|daily|weekly|monthly|yearly|annually)|${fiveFields}|${moreFields})$`,
);

export const cron: Validator<string> = suggest(
  cronPattern,
  "`@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`, or 5 to 7 cron " +
    "fields of `*`, `5`, `1,15`, `*/15` or `1-5` within their ranges, " +
    "without names of months and days",
  (text) => `@${text.toLowerCase().replace("@", "")}`,
);

/** Elements that differ in one of these, as the Hub compares names. */
export function eachOnce(...names: readonly string[]) {
  return v.uniqueValues((element) => {
    const texts = names.map((name) => Reflect.get(Object(element), name));
    return knownTexts(...texts) && nameKey(texts.join(" "));
  });
}
