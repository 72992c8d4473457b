/** Stays between the first folder of a `**` and the slash after the last. */
const FOLDERS = "folders";

/**
 * Tests a whole path against a glob: `*` and `?` stop at a slash, `**` does not,
 * a slash after `**` stands for any folders or none, and `[a-c]` for one
 * character. All ways to match are followed at once, so that the time grows
 * with the product of both lengths. A path of more than 1,024 characters never
 * matches.
 *
 * @param ends The characters before which a match may end: `""` for the whole
 * path, `"/"` for a folder of it.
 */
export function matchesGlob(
  glob: string,
  path: string,
  ends: readonly string[] = [""],
): boolean {
  if (path.length > 1024) return false;
  const tokens = (glob.match(/\*\*\/?|\[[^\]]{1,200}\]|./gsu) ?? [])
    .flatMap((token) => token === "**/" ? [token, FOLDERS] : [token]);
  let now: boolean[] = [true];
  for (const char of [...path, ""]) {
    const next: boolean[] = [];
    for (let at = 0; at < tokens.length; at++) {
      if (now[at] !== true) continue;
      const token = tokens[at] ?? "";
      if (token.startsWith("*")) now[at + 1] = true;
      if (token === "**/") now[at + 2] = true;
      if (stays(token, char)) next[at] = true;
      if (goesOn(token, char)) next[at + 1] = true;
    }
    if (now[tokens.length] === true && ends.includes(char)) return true;
    now = next;
  }
  return false;
}

function stays(token: string, char: string): boolean {
  return token === "**" || token === FOLDERS || token === "*" && char !== "/";
}

function goesOn(token: string, char: string): boolean {
  if (token === FOLDERS) return char === "/";
  if (token === "?") return char !== "/";
  return token.length > 2 ? isInClass(token, char) : token === char;
}

function isInClass(token: string, char: string): boolean {
  const isNegated = /^\[[!^]/.test(token);
  const members = token.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu);
  return isNegated !==
    [...members].some(([member, from = member, to = from]) =>
      from <= char && char <= to
    );
}
