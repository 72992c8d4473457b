/** Renders a whole page, which runs no script and loads nothing. */
export function renderDocument(now: number, body: string): string {
  const time = new Date(now).toISOString();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox of Hugging Face</title>
<style>${style}</style>
<header>
<h1>Sandbox <small>an imitation of Hugging Face</small></h1>
<p><time datetime="${time}">${time.slice(0, 19).replace("T", " ")}</time> UTC
<a href="">Look again</a></p>
</header>
<main>
${body}
</main>
</html>
`;
}

/** Renders a cell of text, coloured where its column is a state. */
export function cell(text: string, column = ""): string {
  const color = ["State", "Stage", "Status"].includes(column)
    ? ` class="${stateColor(text)}"`
    : "";
  return `<td${color}>${escapeHtml(text)}</td>`;
}

function stateColor(state: string): string {
  if (/^(2\d\d|running|completed|accepted)$/i.test(state)) return "good";
  return /^5\d\d$|no answer|fail|error|deleted/i.test(state) ? "bad" : "other";
}

/** Renders a table with its heading; a wide one scrolls by itself. */
export function renderTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  total: number = rows.length,
): string {
  const head = `<h3>${escapeHtml(title)} <small>${total}</small></h3>`;
  if (rows.length === 0) return head;
  const cells = columns.map((name) =>
    `<th scope="col">${escapeHtml(name)}</th>`
  );
  return `${head}
<div class="scroll" role="region" tabindex="0" aria-label="${
    escapeHtml(title)
  }">
<table>
<thead><tr>${cells.join("")}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.join("")}</tr>`).join("\n")}
</tbody>
</table></div>`;
}

/** Escapes a text for HTML, also in an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --card: #fff; --page: #f4f4f7; --line: #8883; --quiet: #5b6270; --accent: #a34a07; --good: #15803d; --bad: #dc2626; --other: #b45309; }
@media (prefers-color-scheme: dark) { :root { --card: #1b1e25; --page: #111318; --quiet: #9aa1ac; --accent: #fbbf24; --good: #4ade80; --bad: #f87171; --other: #fbbf24; } }
body { background: var(--page); margin: 0; }
header { align-items: baseline; border-bottom: 3px solid #fbbf24; display: flex; flex-wrap: wrap; gap: .3rem 2rem; justify-content: space-between; padding: .8rem 2rem; }
main > div { display: grid; gap: 1.2rem; }
main { align-items: start; display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); padding: 1.2rem 2rem; }
main, main > *, main > div > * { min-width: 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.4rem 1.2rem; }
h1, h2, h3, header p { line-height: 1.2; margin: 0; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; } h3 { color: var(--accent); font-size: .95rem; margin: 1.1rem 0 .3rem; }
small, th, .none, time { color: var(--quiet); font-weight: normal; }
a { color: var(--accent); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; }
th { border: 0; font-size: .8rem; white-space: nowrap; }
th:last-child, td:last-child { overflow-wrap: anywhere; padding-right: 0; }
td, pre { font: .82rem/1.4 ui-monospace, monospace; }
pre { margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
td summary { color: var(--quiet); }
.good, .bad, .other { font-weight: bold; }
.good { color: var(--good); } .bad { color: var(--bad); } .other { color: var(--other); }
form p { margin: .7rem 0 0; }
input, select, button { font: inherit; max-width: 100%; padding: .15rem .5rem; box-sizing: border-box; }
input[type="number"] { width: 5rem; }
@media (max-width: 40rem) { header, main { padding-left: .6rem; padding-right: .6rem; } section { padding: .8rem; } tr { display: flex; flex-wrap: wrap; gap: 0 .8rem; border-top: 1px solid var(--line); } th, td { border: 0; overflow-wrap: anywhere; padding: .1rem 0; } }
`;
