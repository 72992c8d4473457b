/**
 * Checks that several resources share.
 *
 * @module
 */

import { v, type Validator } from "../../framework/mod.ts";

/**
 * What can be part of the path of a request without leading elsewhere: dots
 * alone would. What else is no name of something, the service says itself.
 */
export const safeName = /^(?!\.+$)[\w.-]+$/;

/** A user or organization. */
export function namespaceName(): Validator<string> {
  return v.matches(
    safeName,
    "the name of a user or organization, such as `acme`",
  );
}

/** Namespace and name of a repository. */
export function repoId(): Validator<string> {
  return v.matches(
    /^(?!\.+\/)[\w.-]+\/(?!\.+$)[\w.-]+$/,
    "of the form `namespace/name`",
  );
}

/** The name of an Inference Endpoint. */
export function endpointName(): Validator<string> {
  return v.matches(
    /^[a-z0-9-]{1,32}$/,
    "1 to 32 lower-case letters, digits and dashes",
  );
}

/** The name of a repository on the Hub, by the rules of the official client. */
export function spaceName(): Validator<string> {
  return v.matches(
    /^(?!.*(--|\.\.))(?!.*\.git$)\w([\w.-]{0,94}\w)?$/,
    "1 to 96 letters, digits, `_`, `-` and `.`, with a letter, digit or `_` " +
      "at both ends, without `--` and `..`, and not ending in `.git`",
  );
}

/** The key of a secret or variable of a Space. */
export function spaceKey(): Validator<string> {
  return v.matches(
    /^[a-zA-Z][_a-zA-Z0-9]*$/,
    "letters, digits and `_`, with a letter first",
  );
}

/**
 * A file of a repository. No part of the path may lead out of it, or into what
 * git keeps there.
 */
export function filePath(): Validator<string> {
  const part = String.raw`(?!(?:\.{1,2}|\.git|\.cache)(?:\/|$))[^/\\\p{Cc}]+`;
  return v.matches(
    new RegExp(`^${part}(?:/${part})*$`, "u"),
    "a path inside the repository, such as `app.py` or `data/prompts.txt`",
  );
}
