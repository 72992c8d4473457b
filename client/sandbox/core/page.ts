import { open } from "./accounts.ts";
import type { Controlled } from "./control.ts";
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
      return clock.advance(Number(form.get("minutes") ?? 0) * 60_000 || 0);
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
  if (!Number.isInteger(times) || times < 1) {
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
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; " +
        "frame-ancestors 'none'; base-uri 'none'",
    },
  });
}

function page(
  { requests, faults, clock }: Controlled,
  sections: readonly Section[],
): string {
  const log = requests.list().reverse();
  const latest: Section = {
    title: "Requests",
    columns: ["Time", "Method", "Path", "Status"],
    rows: log.slice(0, shownRequests).map(
      ({ at, method, path, query, status }) => [
        at.slice(11, 19),
        method,
        path + query,
        status === 0 ? "no answer" : String(status),
      ],
    ),
  };
  const armed: Section = {
    title: "Faults to come",
    columns: ["Requests", "What happens", "Times"],
    rows: faults.list().map(({ match = {}, action, times = 1 }) => [
      `${match.method ?? "all"} ${match.path ?? ""}`.trim(),
      JSON.stringify(action),
      String(times),
    ]),
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sandbox</title>
<style>${style}</style>
<h1>Sandbox</h1>
<p>An imitation of Hugging Face. Its time is <time>${
    escape(new Date(clock.now()).toISOString())
  }</time>. <a href="/">Look again</a></p>
<main>
<section>
<h2>What exists</h2>
${sections.map((each) => table(each)).join("\n")}
</section>
<section>
<h2>What happens</h2>
${table(latest, log.length)}
${table(armed)}
${forms()}
</section>
</main>
</html>
`;
}

function table(section: Section, total: number = section.rows.length): string {
  const { title, columns, rows } = section;
  const head = `<h3>${escape(title)} <small>${total}</small></h3>`;
  if (rows.length === 0) return head;
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${
      cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join("")
    }</tr>`;
  return `${head}
<table>
<thead>${line(columns, "th")}</thead>
<tbody>
${rows.map((row) => line(row, "td")).join("\n")}
</tbody>
</table>`;
}

function forms(): string {
  const options = [...disturbances.keys()].map((what) =>
    `<option>${escape(what)}</option>`
  );
  const button = (name: string, text: string) =>
    `<button name="do" value="${name}">${text}</button>`;
  return `<form method="post" action="/_sandbox/page">
<p><label>The next <input name="times" type="number" min="1" value="1"></label>
<label><select name="method"><option value="">request</option>
<option>GET</option><option>POST</option><option>PUT</option>
<option>PATCH</option><option>DELETE</option></select></label>
<label>whose path matches <input name="path" placeholder="^/v2/"></label>
<label><select name="what">${options.join("")}</select></label>
${button("arm", "Arm")} ${button("disarm", "Disarm all")}</p>
</form>
<form method="post" action="/_sandbox/page">
<p><label>Let <input name="minutes" type="number" min="1" value="15">
minutes pass</label> ${button("wait", "Wait")}
${button("forget", "Forget the requests")}
${button("reset", "Reset everything")}</p>
</form>`;
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 1.5rem auto; padding: 0 1rem; max-width: 80rem; }
main { display: grid; gap: 0 3rem; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); }
h1, h2, h3 { line-height: 1.2; margin: 1.2rem 0 .4rem; }
h3 { font-size: 1rem; }
small { font-weight: normal; opacity: .6; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #8884; padding: .15rem .8rem .15rem 0; text-align: left; }
td { font-family: ui-monospace, monospace; font-size: .85rem; }
input[type="number"] { width: 4rem; }
`;

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
