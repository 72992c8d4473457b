/**
 * Values that the services take and that are hardly meant, where they cost
 * money or show a secret. Their descriptions are empty, since pages say nothing
 * of what is allowed.
 *
 * @module
 */

import type { Validator } from "@hf-terraform/framework";

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

/** A URL of requests on whose way others read along. */
export const encrypted: Validator<string> = {
  description: "",
  validate(text, { path, diagnostics }) {
    if (!/^http:/i.test(text)) return;
    diagnostics.addWarning(
      "Requests are not encrypted",
      `\`${path}\` begins with \`http://\`: whoever is on the way reads the ` +
        "requests, the secret included. Use `https://`.",
      path,
    );
  },
};
