/**
 * `deno task version`: writes a new version into every file that holds it, and
 * begins its section in the changelog.
 *
 * @module
 */
import { print } from "../provider/framework/testing/system/run.ts";
import { inRoot } from "./paths.ts";
import { checkedVersion } from "../provider/framework/cli/release/names.ts";
import {
  type CommandArguments,
  runTask,
  task,
  UsageError,
} from "../provider/framework/cli/task.ts";
import { packages } from "./workspace.ts";
import { version as from } from "../provider/version.ts";

/** The files that hold the version. */
const files = [
  ...packages.map(({ folder }) => `${folder}/deno.json`),
  "provider/version.ts",
  "provider/framework/version.ts",
  "client/core/version.ts",
];

/**
 * The text of a file with another version in it.
 *
 * @throws {Error} If the file does not hold the old version exactly once.
 */
export function withVersion(
  text: string,
  versions: { readonly from: string; readonly to: string },
): string {
  const parts = text.split(`"${versions.from}"`);
  if (parts.length !== 2) {
    throw new Error(`"${versions.from}" is there ${parts.length - 1} times`);
  }
  return parts.join(`"${versions.to}"`);
}

/**
 * The changelog with what was unreleased under a version and its date.
 *
 * @throws {Error} If nothing is unreleased, so that no release goes without
 * a word to its users.
 */
export function withRelease(
  changelog: string,
  version: string,
  date: string,
): string {
  const [before, after] = changelog.split("## Unreleased\n");
  if (before === undefined || after === undefined) {
    throw new Error("CHANGELOG.md has no section Unreleased");
  }
  if (!/^\s*(###|-)/.test(after)) {
    throw new Error("CHANGELOG.md says of nothing that it is unreleased");
  }
  return `${before}## Unreleased\n\n## ${version} - ${date}\n${after}`;
}

/**
 * Extracts the notes of a version from the changelog, for its release page.
 *
 * @throws {Error} If it says nothing.
 */
export function notesOf(changelog: string, version: string): string {
  const found = changelog.split(/^## /m).find((section) =>
    section.startsWith(`${version} - `)
  );
  if (found === undefined) {
    throw new Error(`CHANGELOG.md has no section ${version}`);
  }
  return found.slice(found.indexOf("\n")).trim();
}

const command = task({
  name: "version",
  summary: "Writes a new version into the sources and the changelog.",
  options: {
    notes: {
      value: "VERSION",
      help: "only print what the changelog says of this one",
    },
  },
  operands: { name: "VERSION", help: "such as 1.2.3", most: 1 },
});

async function main(
  { operands: [given], options: { notes } }: CommandArguments<
    typeof command.options
  >,
): Promise<number> {
  if (notes !== undefined) {
    const changelog = await Deno.readTextFile(inRoot("CHANGELOG.md"));
    print(notesOf(changelog, notes));
    return 0;
  }
  if (given === undefined) {
    throw new UsageError("Say which version it is to be.");
  }
  const to = checkedVersion(given);
  const today = new Date().toISOString().slice(0, 10);
  // All are made before the first is written: all change, or none.
  const changed = [
    ...await Promise.all(
      files.map((file) =>
        edited(file, (text) => withVersion(text, { from, to }))
      ),
    ),
    await edited("CHANGELOG.md", (text) => withRelease(text, to, today)),
  ];
  for (const [file, text] of changed) {
    await Deno.writeTextFile(inRoot(file), text);
    print(`Changed ${file}`);
  }
  return 0;
}

async function edited(
  file: string,
  change: (text: string) => string,
): Promise<readonly [string, string]> {
  try {
    return [file, change(await Deno.readTextFile(inRoot(file)))];
  } catch (cause) {
    throw new Error(`Cannot change ${file}: ${cause}`, { cause });
  }
}

if (import.meta.main) await runTask(command, main);
