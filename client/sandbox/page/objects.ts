/** The page of one object: what the services answer about it. */
import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../core/json.ts";
import type { Row, Section } from "../core/router.ts";
import { cell, escape, objectLink, table } from "./html.ts";

/** The page's text for an answer of the services. */
export function objectBody(
  at: string,
  status: number,
  text: string,
  sections: readonly Section[],
): string {
  const path = at.replace(/\?.*$/, "");
  const found = rowOf(path, sections);
  const links = Object.entries(found?.parts ?? {}).map(([name, part]) =>
    part === at
      ? `<b aria-current="page">${escape(name)}</b>`
      : `<a href="${escape(objectLink(part))}">${escape(name)}</a>`
  );
  const value = parseJson(text);
  const shown = isObject(value) || Array.isArray(value)
    ? valueHtml(value, (entry) => targetOf(path, entry))
    : `<pre>${escape(text)}</pre>`;
  return `<section>
<h2>${escape(found?.cells[0] ?? path)}</h2>
<nav aria-label="Parts of the object">${links.join("\n")}</nav>
<p class="none">The services answer GET ${escape(at)} with ${status}</p>
${shown}
</section>`;
}

/** The row whose parts lead nearest to a path. */
function rowOf(path: string, sections: readonly Section[]): Row | undefined {
  const bare = path.replace(/^\/(datasets|spaces)\//, "/api/$1/");
  const candidates = [bare, `/api/models${path}`];
  return sections.flatMap(({ rows }) => rows).find(({ parts }) =>
    Object.values(parts).some((part) => {
      const own = part.replace(/\?.*$/, "");
      return candidates.some((one) => one === own || one.startsWith(`${own}/`));
    })
  );
}

/** What opens at an entry of a list: the text of a file, the files of a branch,
 * tag or commit. */
function targetOf(
  path: string,
  entry: JsonObject,
): readonly [column: string, path: string] | undefined {
  const [, kind = "", id, part = "", revision] =
    /^\/api\/(models|datasets|spaces)\/([^/]+\/[^/]+)\/([^/]+)(?:\/([^/]+))?/
      .exec(path) ?? [];
  const { type, targetCommit } = entry;
  if (id === undefined) return undefined;
  if (part === "tree" && type === "file") {
    const name = String(entry["path"]).split("/").map(encodeURIComponent);
    const prefix = kind === "models" ? "" : `/${kind}`;
    return ["path", `${prefix}/${id}/raw/${revision}/${name.join("/")}`];
  }
  const [column, commit] = part === "refs"
    ? ["name", targetCommit]
    : ["id", part === "commits" ? entry["id"] : undefined];
  return typeof commit === "string"
    ? [column, `/api/${kind}/${id}/tree/${commit}?recursive=true`]
    : undefined;
}

/** A list as a table, an object as names and values. */
function valueHtml(
  value: Json,
  open: (entry: JsonObject) => readonly [string, string] | undefined,
  title = "Entries",
): string {
  if (Array.isArray(value)) {
    const entries = value.map((item) => isObject(item) ? item : { "": item });
    const columns = [
      ...new Set(entries.flatMap((entry) => Object.keys(entry))),
    ];
    return table(
      title,
      columns,
      entries.map((entry) => {
        const [at, target = ""] = open(entry) ?? [];
        return columns.map((name) =>
          cell(plain(entry[name]), name, name === at ? [["", target]] : [])
        );
      }),
    );
  }
  if (!isObject(value)) return escape(plain(value));
  const fields = Object.entries(value);
  const isList = (inner: Json) =>
    Array.isArray(inner) && inner.length > 0 &&
    inner.every((one) => isObject(one) && open(one) !== undefined);
  const rows = fields.filter(([, inner]) => !isList(inner));
  const lists = fields.filter(([, inner]) => isList(inner));
  return `<div class="scroll" role="region" tabindex="0" aria-label="Fields">
<table>${
    rows.map(([name, inner]) =>
      `<tr><th scope="row">${escape(name)}</th><td>${
        isObject(inner) || Array.isArray(inner)
          ? `<pre>${escape(JSON.stringify(inner, null, 2))}</pre>`
          : escape(plain(inner))
      }</td></tr>`
    ).join("\n")
  }</table></div>
${lists.map(([name, inner]) => valueHtml(inner, open, name)).join("\n")}`;
}

function plain(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
