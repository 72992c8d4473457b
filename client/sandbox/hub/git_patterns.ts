import { matchesGlob } from "../core/glob.ts";

/** The attributes of large files in `.gitattributes`. */
export const largeAttributes = "filter=lfs diff=lfs merge=lfs -text";

/** Tests a path against `.gitattributes` of large files; the last line wins. */
export function isLarge(attributes: string, path: string): boolean {
  let result = false;
  for (const line of attributes.split("\n")) {
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
  for (const line of ignore.split("\n")) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const isNegated = text.startsWith("!");
    const pattern = isNegated ? text.slice(1) : text;
    if (listFolders(path).some((part) => matchesIgnore(pattern, part, path))) {
      result = !isNegated;
    }
  }
  return result;
}

/** Lists a path and its folders. */
function listFolders(path: string): string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

function matchesIgnore(pattern: string, part: string, path: string): boolean {
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
