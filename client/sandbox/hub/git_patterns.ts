import { matchesGlob } from "../core/glob.ts";

/** What `.gitattributes` says of large files. */
export const largeAttributes = "filter=lfs diff=lfs merge=lfs -text";

/** Whether `.gitattributes` makes a path a large file; the last line wins. */
export function isLarge(attributes: string, path: string): boolean {
  let found = false;
  for (const line of attributes.split("\n")) {
    const [pattern = "", ...rest] = line.trim().split(/\s+/);
    if (pattern === "" || pattern.startsWith("#")) continue;
    if (!matches(pattern.replaceAll("[[:space:]]", " "), path)) continue;
    if (rest.includes("filter=lfs")) found = true;
    if (rest.includes("-filter") || rest.includes("!filter")) found = false;
  }
  return found;
}

/** Whether `.gitignore` leaves a path out; the last line wins. */
export function isIgnored(ignore: string, path: string): boolean {
  let found = false;
  for (const line of ignore.split("\n")) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const isNegated = text.startsWith("!");
    const pattern = isNegated ? text.slice(1) : text;
    if (ignoredParts(path).some((part) => isMatch(pattern, part, path))) {
      found = !isNegated;
    }
  }
  return found;
}

/** The path and the folders it lies in. */
function ignoredParts(path: string): string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

function isMatch(pattern: string, part: string, path: string): boolean {
  if (pattern.endsWith("/")) {
    return part !== path && matches(pattern.slice(0, -1), part);
  }
  return matches(pattern, part);
}

/** Tests a path against a glob of Git: without a slash, against its name. */
function matches(glob: string, path: string): boolean {
  return matchesGlob(
    glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`,
    path,
  );
}
