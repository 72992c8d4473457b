import { type DiagnosticsError, failure } from "@hf-terraform/framework";

/** The error of a change that needs what an answer did not tell. */
export function notTold(what: string): DiagnosticsError {
  return failure(
    `The API did not tell ${what}`,
    "Without that a change could take away what no plan has shown. Nothing was " +
      "changed. Try again; the log names what was wrong with the answer.",
  );
}

/** The items of a list, if each tells its name: what tells none may be any. */
export function withNames<T extends { readonly name?: string | undefined }>(
  items: readonly T[],
  what: string,
): readonly T[] {
  if (items.some(({ name }) => name === undefined)) throw notTold(what);
  return items;
}
