/**
 * Values that the services take and that are hardly meant, where they cost
 * money, stop what they are for, or show a secret. Their descriptions are empty, since pages say nothing
 * of what is allowed.
 *
 * @module
 */

import type { Path, Validator } from "@hf-terraform/framework";

/** Warns of values that are hardly meant. */
function unlikely<T>(
  is: (value: T) => boolean,
  summary: string,
  detail: (value: T, path: Path) => string,
): Validator<T> {
  return {
    description: "",
    validate(value, { path, diagnostics }) {
      if (!is(value)) return;
      diagnostics.addWarning(summary, detail(value, path), path);
    },
  };
}

/** A command whose program is an empty text, as of a variable without a value. */
export const namesProgram: Validator<readonly unknown[]> = {
  description: "",
  acceptsUnknownParts: true,
  validate([program], { path, diagnostics }) {
    if (program !== "") return;
    const at = path.index(0);
    diagnostics.addError(
      "Command without a program",
      `\`${at}\` names the program that the container runs, but it is ` +
        "an empty text. If it comes from a variable, give that a value.",
      at,
    );
  },
};

/** A command line in one text, which no shell takes apart. */
export const wordByWord: Validator<readonly unknown[]> = unlikely(
  ([program, ...more]) =>
    typeof program === "string" && /\S\s+\S/.test(program) &&
    more.length === 0,
  "Command in one text",
  ([program], path) =>
    `\`${path}\` names one program, "${program}", with blanks in its name: no ` +
    'shell takes it apart. Write a text for each word, such as `["python", ' +
    '"train.py"]`.',
);

/** A URL of requests on whose way others read along. */
export const secureUrl: Validator<string> = unlikely(
  (text) => /^http:/i.test(text),
  "Requests are not encrypted",
  (_, path) =>
    `\`${path}\` begins with \`http://\`: whoever is on the way reads the ` +
    "requests, the secret included. Use `https://`.",
);

/** Percent that were written as a part of one, so that it scales at any load. */
export const wholePercent: Validator<number> = unlikely(
  (value) => value > 0 && value < 1,
  "Less than one percent",
  (value, path) => `\`${path}\` is ${value} percent. Write 80 for 80 percent.`,
);

/** Cents that were meant as dollars: the limit would end what it is for. */
export const wholeDollars: Validator<number> = unlikely(
  (value) => value > 0 && value < 100,
  "Less than a dollar",
  (value, path) =>
    `\`${path}\` is ${value} US cents. Write ${100 * value} for $${value}.`,
);

/** The path of a file in place of what is in it. */
export const fileTexts: Validator<Readonly<Record<string, unknown>>> = {
  description: "",
  acceptsUnknownParts: true,
  validate(files, { path, diagnostics }) {
    for (const [name, text] of Object.entries(files)) {
      const last = name.slice(name.lastIndexOf("/") + 1);
      const isPath = typeof text === "string" &&
        /^[\w./-]+$/.test(text) && `/${text}`.endsWith(`/${last}`);
      if (!isPath) continue;
      const at = path.key(name);
      diagnostics.addWarning(
        "Path in place of a file",
        `\`${at}\` is to hold the text "${text}". For what is in a file of ` +
          `this name, write \`file("${text}")\`.`,
        at,
      );
    }
  },
};
