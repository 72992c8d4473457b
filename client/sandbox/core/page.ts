import { open } from "./accounts.ts";
import { advance, type Controlled } from "./control.ts";
import { badRequest } from "./failure.ts";
import type { Fault, FaultAction } from "./faults.ts";
import type { Call, Route, Section } from "./router.ts";

/** What the buttons and lists of the page offer to happen to requests. */
const disturbances: ReadonlyMap<string, FaultAction> = new Map([
  ["is answered 503", { status: 503 }],
  ["is answered 500 though it took effect", {
    status: 500,
    take_effect: true,
  }],
  ["is answered 429", { status: 429, headers: { "retry-after": "1" } }],
  ["is answered 404", { status: 404 }],
  ["is never answered", { close: "before" }],
  ["takes effect and is never answered", { close: "after" }],
  ["is answered 5 s late", { delay_ms: 5000 }],
  ["is answered as 10 s ago", { stale_ms: 10_000 }],
  ["takes effect twice", { double: "first" }],
]);

const shownRequests = 20;

/** The page at the root, and the one route that its forms go to. */
export function pageRoutes(
  controlled: Controlled,
  sections: () => readonly Section[],
): Route[] {
  return [{
    method: "GET",
    path: "/",
    needs: open,
    handle: () => html(page(controlled, sections())),
  }, {
    method: "POST",
    path: "/_sandbox/page",
    needs: open,
    handle: (call) => {
      act(
        controlled,
        new URLSearchParams(new TextDecoder().decode(call.bytes)),
      );
      return backTo(call);
    },
  }];
}

function act(
  { requests, faults, clock, reset }: Controlled,
  form: URLSearchParams,
): void {
  switch (form.get("do")) {
    case "arm":
      try {
        return faults.add(faultOf(form));
      } catch (cause) {
        throw badRequest(`Fault cannot be armed: ${cause}`);
      }
    case "disarm":
      return faults.clear();
    case "forget":
      return requests.clear();
    case "wait":
      return advance(clock, Number(form.get("minutes") || NaN) * 60_000);
    case "reset":
      return reset();
    default:
      throw badRequest("The form has no button of that name");
  }
}

function faultOf(form: URLSearchParams): Fault {
  const action = disturbances.get(form.get("what") ?? "");
  if (action === undefined) throw new RangeError("nothing is to happen");
  const times = Number(form.get("times") ?? 1);
  if (!Number.isSafeInteger(times) || times < 1) {
    throw new RangeError("it must happen once at least");
  }
  const method = form.get("method") ?? "";
  const path = form.get("path") ?? "";
  return {
    match: { path, ...(method === "" ? {} : { method }) },
    times,
    action,
  };
}

/** The page again, so that loading it anew sends no form. */
function backTo({ url }: Call): Response {
  return new Response(null, {
    status: 303,
    headers: { location: new URL("/", url).href },
  });
}

function html(body: string): Response {
  return new Response(body, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'",
    },
  });
}

function page(
  { requests, hidden, faults, clock }: Controlled,
  sections: readonly Section[],
): string {
  const existing = sections.filter(({ rows }) => rows.length > 0);
  const others = sections.filter(({ rows }) => rows.length === 0)
    .map(({ title }) => escape(title.toLowerCase()));
  const none = others.length === 0 ? "" : `No ${others.join(", ")}.`;
  const now = new Date(clock.now()).toISOString();
  const log = requests.list().reverse();
  const latest: Section = {
    title: "Requests",
    columns: ["Time", "Method", "Status", "Path"],
    rows: log.slice(0, shownRequests).map(
      ({ at, method, path, query, status }) => [
        at.slice(11, 19),
        method,
        status === 0 ? "no answer" : String(status),
        hidden.text(path + shortened(hidden.text(query))),
      ],
    ),
  };
  const armed: Section = {
    title: "Faults to come",
    columns: ["Requests", "What happens", "Times"],
    rows: faults.list().map(({ match = {}, action, times = 1 }) => [
      `${match.method ?? "all"} ${match.path ?? ""}`.trim(),
      hidden.text(JSON.stringify(action)),
      String(times),
    ]),
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox of Hugging Face</title>
<style>${style}</style>
<header>
<h1>Sandbox <small>an imitation of Hugging Face</small></h1>
<p><time datetime="${now}">${now.slice(0, 19).replace("T", " ")}</time> UTC
<a href="/">Look again</a></p>
</header>
<main>
<div>
<section>
<h2>What exists</h2>
${existing.map((each) => table(each)).join("\n")}
<p class="none">${none}</p>
</section>
<section>
<h2>Faults and time</h2>
${table(armed)}
${forms()}
</section>
</div>
<section>
<h2>What was asked</h2>
${table(latest, log.length)}
</section>
</main>
</html>
`;
}

function shortened(query: string): string {
  return query.length > 48 ? `${query.slice(0, 47)}…` : query;
}

function table(section: Section, total: number = section.rows.length): string {
  const { title, columns, rows } = section;
  const head = `<h3>${escape(title)} <small>${total}</small></h3>`;
  if (rows.length === 0) return head;
  const cellOf = (text: string, at: number) => {
    const mood = moodOf(columns[at] ?? "", text);
    return `<td${mood === undefined ? "" : ` class="${mood}"`}>${
      escape(text)
    }</td>`;
  };
  return `${head}
<div class="scroll"><table>
<thead><tr>${
    columns.map((name) => `<th>${escape(name)}</th>`).join("")
  }</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.map(cellOf).join("")}</tr>`).join("\n")}
</tbody>
</table></div>`;
}

/** How what a column says of a state is coloured. */
function moodOf(column: string, text: string): string | undefined {
  if (!["State", "Stage", "Status"].includes(column)) return undefined;
  if (/^(2\d\d|running|completed|accepted)$/i.test(text)) return "good";
  if (/^5\d\d$|no answer|fail|error|deleted/i.test(text)) return "bad";
  return /^[34]\d\d$/.test(text) || /ing$|pend|zero|sleep|paus/i.test(text)
    ? "other"
    : undefined;
}

function forms(): string {
  const options = [...disturbances.keys()].map((what) =>
    `<option>${escape(what)}</option>`
  );
  const button = (name: string, text: string) =>
    `<button name="do" value="${name}">${text}</button>`;
  return `<form method="post" action="/_sandbox/page">
<p><label>The next <input name="times" type="number" min="1" value="1"></label>
<label><select name="method"><option value="">requests</option>
<option>GET</option><option>POST</option><option>PUT</option>
<option>PATCH</option><option>DELETE</option></select></label>
<label>to a path like <input name="path" placeholder="^/v2/"></label></p>
<p><label>each <select name="what">${options.join("")}</select></label>
${button("arm", "Arm")} ${button("disarm", "Disarm all")}</p>
</form>
<form method="post" action="/_sandbox/page">
<p><label>Let <input name="minutes" type="number" min="1" value="15">
minutes pass</label> ${button("wait", "Wait")}</p>
<p>${button("forget", "Forget the requests")}
${button("reset", "Reset everything")}</p>
</form>`;
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --card: #fff; --page: #f4f4f7; --line: #8883; --quiet: #6b7280; --accent: #b45309; }
@media (prefers-color-scheme: dark) { :root { --card: #1b1e25; --page: #111318; --quiet: #9aa1ac; --accent: #fbbf24; } }
body { background: var(--page); margin: 0; }
header { align-items: baseline; border-bottom: 3px solid #fbbf24; display: flex; flex-wrap: wrap; gap: 0 2rem; justify-content: space-between; padding: .8rem 2rem; }
main > div { display: grid; gap: 1.2rem; }
main { align-items: start; display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); padding: 1.2rem 2rem; }
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
td { font: .82rem/1.4 ui-monospace, monospace; }
.good, .bad, .other { font-weight: bold; }
.good { color: #15803d; } .bad { color: #dc2626; } .other { color: #b45309; }
@media (prefers-color-scheme: dark) { .good { color: #4ade80; } .bad { color: #f87171; } .other { color: #fbbf24; } }
form p { margin: .7rem 0 0; }
input, select, button { font: inherit; padding: .15rem .5rem; }
input[type="number"] { width: 4rem; }
`;

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
