/**
 * Results of the official clients in `RESULTS.md`: a run writes them, and later
 * runs must not regress.
 *
 * @module
 */

import { readIfThere } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";

const path = inRoot("tests/contract/RESULTS.md");

/** The report of a script that tries a client's whole surface. */
export interface Surface {
  /** The client. */
  readonly client: string;
  /** The number of checks that work. */
  readonly works: number;
  /** The number of checks that get a wrong answer. */
  readonly wrong: number;
  /** The number of checks that end at a missing route. */
  readonly lacks: number;
  /** The share of the public surface that the working checks cover. */
  readonly share: string;
  /**
   * The checks that fail, with the error, and those not tried, with the reason.
   */
  readonly rest: readonly (readonly [what: string, why: string])[];
}

/** The result of a class of the client's own tests. */
export interface ClassResult {
  /** The class, or the file of tests that are in none. */
  readonly name: string;
  /** The number of tests that pass. */
  readonly passed: number;
  /** The number of tests that ran. */
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

/**
 * Reads the number of checks that worked for each client at the last update.
 */
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
