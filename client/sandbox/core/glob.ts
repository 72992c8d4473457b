/** Stays between the first folder of a `**` and the slash after the last. */
const FOLDERS = "folders";

/**
 * Tests a whole path against a glob: `*` and `?` stop at a slash, `**` does not,
 * a slash after `**` stands for any folders or none, and `[a-c]` for one
 * character. All ways to match are followed at once, so that the time grows
 * with the lengths of both and no faster.
 */
export function matchesGlob(glob: string, path: string): boolean {
  const tokens = (glob.match(/\*\*\/?|\[[^\]]{1,200}\]|./gsu) ?? [])
    .flatMap((token) => token === "**/" ? [token, FOLDERS] : [token]);
  let states = withSkipped(tokens, [0]);
  for (const char of path) {
    const next = [...states].flatMap((at) => step(tokens[at] ?? "", char, at));
    states = withSkipped(tokens, next);
  }
  return states.has(tokens.length);
}

/** Returns the states that a character leads to. */
function step(token: string, char: string, at: number): number[] {
  if (token === "**") return [at];
  if (token === FOLDERS) return char === "/" ? [at, at + 1] : [at];
  if (token === "*" || token === "?") {
    return char === "/" ? [] : [token === "*" ? at : at + 1];
  }
  const isMatch = token.length > 2 ? isInClass(token, char) : token === char;
  return isMatch ? [at + 1] : [];
}

function isInClass(token: string, char: string): boolean {
  const isNegated = /^\[[!^]/.test(token);
  const members = token.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu);
  return isNegated !==
    [...members].some(([member, from = member, to = from]) =>
      from <= char && char <= to
    );
}

/** Adds the states that are reached without a character. */
function withSkipped(
  tokens: readonly string[],
  states: readonly number[],
): Set<number> {
  const reached = new Set(states);
  for (const at of reached) {
    if (/^\*/.test(tokens[at] ?? "")) reached.add(at + 1);
    if (tokens[at] === "**/") reached.add(at + 2);
  }
  return reached;
}
