/**
 * `deno task evidence`: what the provider relies on and only a guess holds, as
 * `client/sandbox/EVIDENCE.md` has it.
 *
 * @module
 */
import { print } from "../provider/framework/testing/system/run.ts";
import { inRoot } from "./paths.ts";
import { runTask, task } from "../provider/framework/cli/task.ts";

/** One line of the tables. */
export interface Evidence {
  /** A route, a field or a behaviour. */
  readonly subject: string;
  /** The kind of evidence. */
  readonly mark: string;
  /** The remarks. */
  readonly note: string;
}

/** The marks, from the strongest to none. */
export const marks: readonly string[] = [
  "recorded",
  "specified",
  "official client",
  "guessed",
];

/** Every line of the tables in `EVIDENCE.md`, beside the sandbox. */
export async function readEvidence(): Promise<Evidence[]> {
  const text = await Deno.readTextFile(inRoot("client/sandbox/EVIDENCE.md"));
  const [, ...sections] = text.split(/^## /m);
  return sections.flatMap((section) => {
    const rows = section.split("\n").filter((line) => line.startsWith("|"));
    return rows.slice(2).map((row) => {
      const [, subject = "", mark = "", note = ""] = row.split("|")
        .map((cell) => cell.trim());
      return { subject, mark, note };
    });
  });
}

const command = task({
  name: "evidence",
  summary: "Prints what the provider relies on and only a guess holds.",
  options: {},
});

async function main(): Promise<number> {
  const all = await readEvidence();
  const guesses = all.filter(({ mark }) => mark === "guessed");
  for (const { subject, note } of guesses) {
    print(note === "" ? subject : `${subject}: ${note}`);
  }
  const counts = marks.map((mark) =>
    `${all.filter((each) => each.mark === mark).length} ${mark}`
  );
  print(counts.join(", "));
  return 0;
}

if (import.meta.main) await runTask(command, main);
