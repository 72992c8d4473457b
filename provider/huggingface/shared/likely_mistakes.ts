/**
 * Values that the services take and that are hardly meant: each is a warning
 * that says what to do. Their descriptions are empty, since pages say nothing
 * of what is allowed.
 *
 * @module
 */

import {
  type Diagnostics,
  hclText,
  isUnknown,
  type Path,
  v,
  type Validator,
  type ValidatorContext,
} from "@hf-terraform/framework";

/** A check that warns of what `problem` finds; undefined: nothing. */
function warning<T>(
  summary: string,
  problem: (value: T, context: ValidatorContext) => string | undefined,
): Validator<T> {
  return {
    description: "",
    acceptsUnknownParts: true,
    validate(value, context) {
      const found = problem(value, context);
      if (found === undefined) return;
      context.diagnostics.addWarning(summary, found, context.path);
    },
  };
}

/** The names that the service sets for each Space (docs/hub/spaces-overview). */
const builtIn =
  /^(?:ACCELERATOR|CPU_CORES|MEMORY|SPACE_(?:AUTHOR_NAME|REPO_NAME|TITLE|ID|HOST|CREATOR_USER_ID))$/;

/** A key that the service sets in each Space by itself. */
export const builtInKey: Validator<string> = warning(
  "Key that every Space has",
  (key, { path }) =>
    builtIn.test(key)
      ? `\`${path}\`: the service sets ${key} in every Space by itself, and ` +
        "may ignore yours. Choose another name."
      : undefined,
);

/** The same of each variable of a map. */
export const builtInKeys: Validator<Readonly<Record<string, unknown>>> = {
  ...v.keys(builtInKey),
  description: "",
};

/** Several words where the container gets one. */
const words: Validator<readonly unknown[]> = warning(
  "Several words in one element",
  (list, { path }) => {
    const at = list.findIndex((one, i) =>
      typeof one === "string" &&
      // A program and what follows it, or an option and its value.
      (i === 0 && list.length === 1 && /^[\w./-]+ +\S/.test(one) ||
        /^--?[a-z][\w-]* +\S/i.test(one))
    );
    const line = `${list[at]}`;
    // What only a shell understands.
    const needed = /[|&;<>$`*]|^cd /.test(line)
      ? ["sh", "-c", line]
      : line.split(/ +/);
    const words = needed.map((word) => JSON.stringify(word));
    return at === -1
      ? undefined
      : `\`${path.index(at)}\` reaches the container as one word, blanks ` +
        `included, since no shell splits it. Write ${words.join(", ")}.`;
  },
);

/** Words without content, as of a variable that nobody has set. */
function emptyWords(isCommand: boolean): Validator<readonly unknown[]> {
  return {
    description: "",
    acceptsUnknownParts: true,
    validate(list, { path, diagnostics }) {
      for (const [i, word] of list.entries()) {
        if (word !== "") continue;
        const at = path.index(i);
        if (isCommand && i === 0) {
          diagnostics.addError(
            "Command without a program",
            `\`${at}\` names the program that the container runs, but it is ` +
              "an empty text. If it comes from a variable, give that a value.",
            at,
          );
          continue;
        }
        diagnostics.addWarning(
          "Element is empty",
          `\`${at}\` is an empty text, which reaches the container as an ` +
            "argument of its own. If it comes from a variable, give that a " +
            "value; else take it out.",
          at,
        );
      }
    },
  };
}

/** What is wrong with the words of a command. */
export const commandLine: readonly Validator<readonly string[]>[] = [
  words,
  emptyWords(true),
];

/** What is wrong with what follows a command. */
export const argumentLine: readonly Validator<readonly string[]>[] = [
  words,
  emptyWords(false),
];

/** A map of files that is there and holds none, as of a folder misspelt. */
export const noFiles: Validator<object> = warning(
  "No file is managed",
  (files, { path }) =>
    Object.keys(files).length === 0
      ? `\`${path}\` is empty. If it comes from \`fileset()\`, check its ` +
        "folder and pattern; if nothing is to be managed, take it out."
      : undefined,
);

/** A file whose content is where it stands, for want of `file()`. */
export const pathsAsContent: Validator<Readonly<Record<string, unknown>>> = {
  description: "",
  acceptsUnknownParts: true,
  validate(files, { path, diagnostics }) {
    for (const [name, content] of Object.entries(files)) {
      warnOfPath(name, content, path.key(name), diagnostics);
    }
  },
};

/** The same of one file, whose path is beside it. */
export const pathAsContent: Validator<string> = {
  description: "",
  validate(content, { path, holder, diagnostics }) {
    warnOfPath(holder["path"], content, path, diagnostics);
  },
};

function warnOfPath(
  name: unknown,
  content: unknown,
  path: Path,
  diagnostics: Diagnostics,
): void {
  if (typeof name !== "string" || typeof content !== "string") return;
  const last = name.split("/").at(-1) ?? "";
  if (last === "" || !/^\S+$/.test(content)) return;
  if (content !== last && !content.endsWith(`/${last}`)) return;
  diagnostics.addWarning(
    "Path in place of content",
    `\`${path}\` is ${
      JSON.stringify(content)
    }, and not what is in that file: ` +
      `write \`file(${hclText(content)})\`.`,
    path,
  );
}

/** Seconds that seem to be minutes. */
export const notMinutes: Validator<number> = warning(
  "Less than a minute",
  (seconds, { path }) =>
    seconds > 0 && seconds < 60
      ? `\`${path}\` is ${seconds} seconds. Write ${seconds * 60} for ` +
        `${seconds} minutes.`
      : undefined,
);

/** A secret without content, as of a variable that nobody has set. */
export const emptySecret: Validator<string> = warning(
  "Secret is empty",
  (value, { path }) =>
    value === ""
      ? `\`${path}\` is set to an empty text. If it comes from a variable, ` +
        "give that a value; if there is to be no secret, take it out."
      : undefined,
);

/** The same of each secret of a map. */
export const emptySecrets: Validator<Readonly<Record<string, string>>> = {
  ...v.each(emptySecret),
  description: "",
};

/** A set that is there and holds none, so that all are removed. */
export const nobody: Validator<readonly unknown[]> = warning(
  "Nobody is left",
  (members, { path }) =>
    members.length === 0
      ? `\`${path}\` is empty, so that everybody is removed. If it comes from ` +
        "a list of your own, check that; if the group is to be empty, " +
        "destroying this resource does the same."
      : undefined,
);

const local = /^(?:localhost|.*\.(?:localhost|local|internal))$/i;
const privateAddress =
  /^(?:127|10|0|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[(?:::1|f[cd]|fe80)/i;

/** A URL that the service cannot reach, or by which others read along. */
export const webhookUrl: Validator<string> = {
  description: "",
  validate(text, { path, diagnostics }) {
    if (!URL.canParse(text)) return;
    const { hostname, protocol } = new URL(text);
    if (local.test(hostname) || privateAddress.test(hostname)) {
      diagnostics.addWarning(
        "URL that Hugging Face cannot reach",
        `\`${path}\` leads to ${hostname}, which only machines of yours can ` +
          "reach. Give an address that is open to the internet.",
        path,
      );
    } else if (protocol === "http:") {
      diagnostics.addWarning(
        "Requests are not encrypted",
        `\`${path}\` begins with \`http://\`: whoever is on the way reads the ` +
          "requests, the secret included. Use `https://`.",
        path,
      );
    }
  },
};

/** Percent that were written as a part of one. */
export const wholePercent: Validator<number> = warning(
  "Less than one percent",
  (value, { path }) =>
    value > 0 && value < 1
      ? `\`${path}\` is ${value} percent. Write 80 for 80 percent.`
      : undefined,
);

/** What has no effect unless another attribute beside it has a value. */
export function onlyWith<T>(
  other: string,
  hasEffect: (value: unknown) => boolean = (value) => value !== null,
  needed = `Set \`${other}\` too`,
): Validator<T> {
  return warning("No effect", (own, { path, holder }) => {
    const value = holder[other] ?? null;
    if (own === false || isUnknown(value) || hasEffect(value)) return undefined;
    const why = value === null
      ? "by itself"
      : `while \`${other}\` is ${JSON.stringify(value)}`;
    return `\`${path}\` has no effect ${why}. ${needed}, or take it out.`;
  });
}

/** What only a wait makes use of, beside the attribute that says so. */
export function onlyWaiting<T>(wait: string): Validator<T> {
  return onlyWith(wait, (value) => value !== false, `Set \`${wait} = true\``);
}

/** A license that is none of the known ones, and has no name of its own. */
export const namelessLicense: Validator<string> = warning(
  "License without a name",
  (license, { path, holder }) =>
    license === "other" && (holder["license_name"] ?? null) === null
      ? `\`${path}\` is "other", which says little by itself. Set ` +
        "`license_name` too."
      : undefined,
);

/** An end after the attribute that holds the beginning. */
export function after(start: string): Validator<string> {
  return {
    description: "",
    validate(end, { path, holder, diagnostics }) {
      const from = holder[start];
      if (typeof from !== "string" || Date.parse(from) < Date.parse(end)) {
        return;
      }
      diagnostics.addError(
        "It ends before it begins",
        `\`${path}\` is ${end}, but \`${start}\` is ${from}. Set a later ` +
          `\`${path}\`.`,
        path,
      );
    },
  };
}

/** A number that another one beside it bounds. */
export function bounded(by: "less than" | "at most", other: string): Validator<
  number
> {
  return {
    description: "",
    validate(value, { path, holder, diagnostics }) {
      const most = holder[other];
      if (typeof most !== "number" || value < most) return;
      if (by === "at most" && value === most) return;
      diagnostics.addError(
        "Invalid attribute value",
        `\`${path}\` must be ${by} \`${other}\`, which is ${most}, but it is ` +
          `${value}.`,
        path,
      );
    },
  };
}

/** A file that llama.cpp cannot read. */
export const gguf: Validator<string> = warning(
  "File that is no GGUF",
  (file, { path }) =>
    /\.gguf$/i.test(file)
      ? undefined
      : `\`${path}\` is ${
        JSON.stringify(file)
      }, and llama.cpp reads \`.gguf\` ` +
        "files only. Name one of the repository.",
);
