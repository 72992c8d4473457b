import { Buffer } from "node:buffer";
import { sequences } from "./control_characters.ts";

/** The forms in which a text is repeated, without escapes. */
export function formsOf(text: string): Set<string> {
  const joined = [" ", "", "\n", "\r\n"].map((blank) =>
    text.replaceAll(/\s+/g, (run) => /[\r\n]/.test(run) ? blank : run)
  );
  return new Set([
    text,
    text.toWellFormed(),
    text.replaceAll(sequences, ""),
    text.replaceAll(/\s+/g, " "),
    ...joined,
  ]);
}

/**
 * The forms of a text within base64, whatever stands before and after it; of
 * one that stands alone the whole.
 */
export function base64Of(text: string, standsAlone: boolean): string[] {
  return (standsAlone ? [0] : [0, 1, 2]).flatMap((before) => {
    const bytes = Buffer.from(" ".repeat(before) + text);
    // The first and last characters tell of the neighbours too.
    const padded = bytes.toString("base64").slice(before && before + 1);
    const bare = padded.replace(/={1,2}$/, "");
    const end = standsAlone || bytes.length % 3 === 0 ? undefined : -1;
    return [padded, bare.slice(0, end)].flatMap((one) => [
      one,
      one.replaceAll("+", "-").replaceAll("/", "_"),
    ]);
  });
}
