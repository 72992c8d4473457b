/** What all pages of the sandbox are made of. */
import type { Section } from "../core/router.ts";

/** A whole page. */
export function document(
  title: string,
  now: number,
  url: URL,
  body: string,
): string {
  const time = new Date(now).toISOString();
  const asJson = new URLSearchParams(url.searchParams);
  asJson.set("format", "json");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)} – sandbox of Hugging Face</title>
<style>${style}</style>
<header>
<h1><a href="/">Sandbox</a> <small>an imitation of Hugging Face</small></h1>
<nav aria-label="Pages"><a href="/">What exists</a>
<a href="/_sandbox/requests">Requests</a>
<a href="/_sandbox/history">Over time</a></nav>
<p><time datetime="${time}">${shortTime(time)}</time> UTC
<a href="">Look again</a>
<a href="?${escape(asJson.toString())}">JSON</a></p>
</header>
<main>
${body}
</main>
</html>
`;
}

/** The answer that carries a page; it runs no script and loads nothing. */
export function htmlAnswer(body: string): Response {
  return new Response(body, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'",
      "vary": "accept",
    },
  });
}

/** `2026-11-21 09:00:00`. */
export function shortTime(rfc3339: string): string {
  return rfc3339.slice(0, 19).replace("T", " ");
}

/** The page of what the services answer at a path. */
export function objectLink(path: string): string {
  return `/_sandbox/objects?at=${encodeURIComponent(path)}`;
}

/** A section as a table; each row opens at its name, its parts below it. */
export function sectionTable(section: Section): string {
  const { title, rows } = section;
  const isPaid = rows.some(({ cost }) => cost !== undefined);
  const columns = [...section.columns, ...(isPaid ? ["$ an hour"] : [])];
  return table(
    title,
    columns,
    rows.map(({ cells, parts, cost }) => [
      ...cells.map((text, at) =>
        cell(text, columns[at], at === 0 ? Object.entries(parts) : [])
      ),
      ...(isPaid ? [cell(cost?.toFixed(2) ?? "")] : []),
    ]),
  );
}

/** One cell of text, coloured where its column is a state. */
export function cell(
  text: string,
  column = "",
  links: readonly (readonly [string, string])[] = [],
): string {
  const mood = isState(column) ? moodOf(text) : undefined;
  const [first, ...others] = links.map(([name, path], at) =>
    `<a href="${escape(objectLink(path))}">${
      escape(at === 0 ? text : name)
    }</a>`
  );
  const parts = others.length === 0
    ? ""
    : `<details><summary aria-label="Parts of ${escape(text)}">Parts</summary>${
      others.join(" ")
    }</details>`;
  return `<td${mood === undefined ? "" : ` class="${mood}"`}>${
    first ?? escape(text)
  }${parts}</td>`;
}

/** A table with its heading; wide ones scroll by themselves. */
export function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  total: number = rows.length,
): string {
  const head = `<h3>${escape(title)} <small>${total}</small></h3>`;
  if (rows.length === 0) return head;
  return `${head}
<div class="scroll" role="region" tabindex="0" aria-label="${escape(title)}">
<table>
<thead><tr>${
    columns.map((name) => `<th scope="col">${escape(name)}</th>`).join("")
  }</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.join("")}</tr>`).join("\n")}
</tbody>
</table></div>`;
}

/** Whether a column says how something is. */
export function isState(column: string): boolean {
  return ["State", "Stage", "Status"].includes(column);
}

/** How a state is coloured. */
export function moodOf(text: string): "good" | "bad" | "other" | undefined {
  if (/^(2\d\d|running|completed|accepted)$/i.test(text)) return "good";
  if (/^5\d\d$|no answer|fail|error|deleted/i.test(text)) return "bad";
  return /^[34]\d\d$/.test(text) || /ing$|pend|zero|sleep|paus/i.test(text)
    ? "other"
    : undefined;
}

/** Text as text, also in an attribute. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --card: #fff; --page: #f4f4f7; --line: #8883; --quiet: #5b6270; --accent: #a34a07; --good: #15803d; --bad: #dc2626; --other: #b45309; }
@media (prefers-color-scheme: dark) { :root { --card: #1b1e25; --page: #111318; --quiet: #9aa1ac; --accent: #fbbf24; --good: #4ade80; --bad: #f87171; --other: #fbbf24; } }
body { background: var(--page); margin: 0; }
header { align-items: baseline; border-bottom: 3px solid #fbbf24; display: flex; flex-wrap: wrap; gap: .3rem 2rem; justify-content: space-between; padding: .8rem 2rem; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
main > div { display: grid; gap: 1.2rem; }
main { align-items: start; display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); padding: 1.2rem 2rem; }
main, main > *, main > div > * { min-width: 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.4rem 1.2rem; }
@media (max-width: 40rem) { header, main { padding-left: .6rem; padding-right: .6rem; } section { padding: .8rem; } }
h1, h2, h3, header p { line-height: 1.2; margin: 0; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; overflow-wrap: anywhere; } h3 { color: var(--accent); font-size: .95rem; margin: 1.1rem 0 .3rem; }
h1 a { color: inherit; text-decoration: none; }
small, th, .none, time { color: var(--quiet); font-weight: normal; }
a { color: var(--accent); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; }
th { border: 0; font-size: .8rem; white-space: nowrap; }
th[scope="row"] { width: 9rem; }
tbody th { border-top: 1px solid var(--line); }
th:last-child, td:last-child { overflow-wrap: anywhere; padding-right: 0; }
@media (max-width: 40rem) { th, td { padding-right: .5rem; } }
td, pre { font: .82rem/1.4 ui-monospace, monospace; }
pre { margin: .3rem 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
td summary { color: var(--quiet); cursor: pointer; }
td details a { margin-right: .6rem; }
.good, .bad, .other { font-weight: bold; }
.good { color: var(--good); fill: var(--good); } .bad { color: var(--bad); fill: var(--bad); } .other { color: var(--other); fill: var(--other); }
svg { display: block; width: 100%; height: auto; fill: var(--quiet); }
svg.bar { height: 1rem; min-width: 8rem; }
svg path { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
form p { margin: .7rem 0 0; }
form.example { display: inline-block; margin: .4rem .4rem 0 0; }
input, select, button { font: inherit; max-width: 100%; padding: .15rem .5rem; box-sizing: border-box; }
input[type="number"] { width: 5rem; }
`;
