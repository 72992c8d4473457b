/**
 * What works of the official clients, as `RESULTS.md` has it: written by a run,
 * and later runs must not regress.
 *
 * @module
 */

import { readIfThere } from "../../provider/framework/system/files.ts";
import { inRoot } from "../../tools/paths.ts";

const path = inRoot("tests/contract/RESULTS.md");

/** What a script that tries a client's whole surface says. */
export interface Surface {
  /** The client. */
  readonly client: string;
  /** How many checks work. */
  readonly works: number;
  /** How many get a wrong answer. */
  readonly wrong: number;
  /** How many end at a route that is not there. */
  readonly lacks: number;
  /** How much of the public surface the working checks are of. */
  readonly share: string;
  /** What does not work, with the error, and what is not tried, with the
   * reason. */
  readonly rest: readonly (readonly [what: string, why: string])[];
}

/** How many of a class of the client's own tests pass. */
export interface ClassResult {
  /** The class, or the file of tests that are in none. */
  readonly name: string;
  /** How many pass. */
  readonly passed: number;
  /** How many ran. */
  readonly reached: number;
}

/** Reads what a script printed; undefined if it is none of a surface. */
export function readSurface(printed: string): Surface | undefined {
  const found =
    /^(\S+): (\d+) works, (\d+) wrong, (\d+) lacks: (\d+ of \d+ \w+)$/m
      .exec(printed);
  if (found === null) return undefined;
  const [, client = "", works, wrong, lacks, share = ""] = found;
  const lines = printed.matchAll(/^(wrong|lacks|outside): (.+?): (.+)$/gm);
  return {
    client,
    works: Number(works),
    wrong: Number(wrong),
    lacks: Number(lacks),
    share,
    rest: [...lines].map(([, verdict, what = "", why = ""]) => [
      what,
      (verdict === "outside" ? why : `${verdict}: ${why}`).replaceAll(
        "|",
        "\\|",
      ),
    ]),
  };
}

/** How many checks of each client worked when the file was written. */
export async function readFloors(): Promise<ReadonlyMap<string, number>> {
  const rows = (await readIfThere(path) ?? "").matchAll(
    /^\| `(\S+)` +\| (\d+) +\|/gm,
  );
  return new Map([...rows].map(([, name = "", n]) => [name, Number(n)]));
}

/** Writes the file. */
export async function writeResults(
  surfaces: readonly Surface[],
  classes: readonly ClassResult[],
  operations: string,
): Promise<void> {
  const text = `# What works of the official clients

Written by \`deno run -A tests/contract/run.ts --write\`. The lists of methods,
commands and functions are those that the installed clients themselves have.

| client | checks that work | wrong | lacks the route | of the public surface |
| --- | --- | --- | --- | --- |
${
    surfaces.map(({ client, works, wrong, lacks, share }) =>
      `| \`${client}\` | ${works} | ${wrong} | ${lacks} | ${share} |`
    ).join("\n")
  }

Of the operations of the Hub's OpenAPI document that the sandbox imitates, the
clients reach ${operations}; all requests and answers fit it, but for what
\`tests/support/hub_openapi.ts\` names.

## The Python client's own tests

Those that its source package has of what the sandbox imitates, but for tests of
the real service and of the Xet protocol.

| class | passed |
| --- | --- |
${
    classes.map(({ name, passed, reached }) =>
      `| ${name} | ${passed} of ${reached} |`
    ).join("\n")
  }

## What does not work or is not tried

${
    surfaces.map(({ client, rest }) =>
      `### \`${client}\`\n\n| what | why |\n| --- | --- |\n` +
      rest.map(([what, why]) => `| ${what} | ${why} |`).join("\n")
    ).join("\n\n")
  }
`;
  await Deno.writeTextFile(path, text);
}
