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
    ? valueHtml(value, (entry) => fileOf(path, entry))
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

/** Where the text of a file of a list is. */
function fileOf(path: string, entry: JsonObject): string | undefined {
  const [, kind = "", id, revision] =
    /^\/api\/(models|datasets|spaces)\/([^/]+\/[^/]+)\/tree\/([^/]+)/
      .exec(path) ?? [];
  if (id === undefined || entry["type"] !== "file") return undefined;
  const name = String(entry["path"]).split("/").map(encodeURIComponent);
  const prefix = kind === "models" ? "" : `/${kind}`;
  return `${prefix}/${id}/raw/${revision}/${name.join("/")}`;
}

/** A list as a table, an object as names and values. */
function valueHtml(
  value: Json,
  open: (entry: JsonObject) => string | undefined,
): string {
  if (Array.isArray(value)) {
    const entries = value.map((item) => isObject(item) ? item : { "": item });
    const columns = [
      ...new Set(entries.flatMap((entry) => Object.keys(entry))),
    ];
    return table(
      "Entries",
      columns,
      entries.map((entry) => {
        const target = open(entry);
        return columns.map((name) =>
          cell(
            plain(entry[name]),
            name,
            name === "path" && target !== undefined ? [["", target]] : [],
          )
        );
      }),
    );
  }
  if (!isObject(value)) return escape(plain(value));
  return `<div class="scroll" role="region" tabindex="0" aria-label="Fields">
<table>${
    Object.entries(value).map(([name, inner]) =>
      `<tr><th scope="row">${escape(name)}</th><td>${
        isObject(inner) || Array.isArray(inner)
          ? `<pre>${escape(JSON.stringify(inner, null, 2))}</pre>`
          : escape(plain(inner))
      }</td></tr>`
    ).join("\n")
  }</table></div>`;
}

function plain(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
