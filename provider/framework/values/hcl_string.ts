const escapes: Readonly<Record<string, string>> = {
  b: "\\u0008",
  f: "\\u000c",
};

/** Characters that a reader does not see, or sees in another order. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A string in quotes, in which nothing is a template. */
export function quoteHcl(text: string): string {
  return JSON.stringify(text.toWellFormed())
    // Of JSON's escapes, HCL does not know these two.
    .replaceAll(/\\(.)/g, (escape, letter) => escapes[letter] ?? escape)
    .replaceAll(/[$%](?=\{)/g, "$&$&")
    .replaceAll(invisibleCharacters, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return code.length > 4
        ? `\\U${code.padStart(8, "0")}`
        : `\\u${code.padStart(4, "0")}`;
    });
}
