import { matchesGlob } from "../core/glob.ts";

/** The attributes of large files in `.gitattributes`. */
export const largeAttributes = "filter=lfs diff=lfs merge=lfs -text";

/** Tests a path against `.gitattributes` of large files; the last line wins. */
export function isLarge(attributes: string, path: string): boolean {
  let result = false;
  for (const line of linesOf(attributes)) {
    const [pattern = "", ...rest] = line.trim().split(/\s+/);
    if (pattern === "" || pattern.startsWith("#")) continue;
    if (!matches(pattern.replaceAll("[[:space:]]", " "), path)) continue;
    if (rest.includes("filter=lfs")) result = true;
    if (rest.includes("-filter") || rest.includes("!filter")) result = false;
  }
  return result;
}

/** Tests a path against a `.gitignore`; the last line wins. */
export function isIgnored(ignore: string, path: string): boolean {
  let result = false;
  for (const line of linesOf(ignore)) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const isNegated = text.startsWith("!");
    const pattern = isNegated ? text.slice(1) : text;
    const isFolder = pattern.endsWith("/");
    const glob = isFolder ? pattern.slice(0, -1) : pattern;
    if (matches(glob, path, isFolder ? ["/"] : ["", "/"])) result = !isNegated;
  }
  return result;
}

/** The lines of a file of patterns, of which more than 64 KiB is not read. */
function linesOf(text: string): string[] {
  return text.slice(0, 65_536).split("\n");
}

/** Tests a path against a glob of Git: without a slash, against its name. */
function matches(
  glob: string,
  path: string,
  ends?: readonly string[],
): boolean {
  return matchesGlob(
    glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`,
    path,
    ends,
  );
}
