/** The page of the sandbox, and the route that its forms go to. */
import {
  advanceClock,
  armFault,
  type ControlTargets,
} from "../core/control.ts";
import { badRequest } from "../core/failure.ts";
import type { Fault, FaultAction } from "../core/faults.ts";
import type { Redactor } from "../core/redactor.ts";
import type { LoggedRequest } from "../core/request_log.ts";
import { type PageSection, type Route, routes } from "../core/router.ts";
import { cell, escapeHtml, renderDocument, renderTable } from "./html.ts";

/** The faults that the form offers, by what happens to a request. */
const faultActions: ReadonlyMap<string, FaultAction> = new Map([
  ["is answered 503", { status: 503 }],
  ["is answered 500 though it took effect", { status: 500, take_effect: true }],
  ["is answered 429", { status: 429, headers: { "retry-after": "1" } }],
  ["is answered 404", { status: 404 }],
  ["is never answered", { close: "before" }],
  ["takes effect and is never answered", { close: "after" }],
  ["is answered 5 s late", { delay_ms: 5000 }],
]);

/** The number of requests on the page. */
const MAX_REQUESTS = 50;

/** Makes the routes of the page. */
export function pageRoutes(
  targets: ControlTargets,
  sections: () => readonly PageSection[],
): Route[] {
  return routes("public", {
    "GET /": ({ url: { searchParams: query } }) => {
      const seconds = Number(query.get("every"));
      return new Response(renderPage(targets, sections(), query), {
        headers: {
          ...seconds > 0 && { refresh: String(seconds) },
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "content-security-policy":
            "default-src 'none'; style-src 'unsafe-inline'; " +
            "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        },
      });
    },
    "POST /_sandbox/page": (call) => {
      runCommand(targets, new URLSearchParams(call.readText()));
      // A reload sends no form.
      return new Response(null, { status: 303, headers: { location: "/" } });
    },
  });
}

function runCommand(
  { requests, faults, clock, reset }: ControlTargets,
  form: URLSearchParams,
): void {
  switch (form.get("do")) {
    case "arm":
      return armFault(faults, readFault(form));
    case "disarm":
      return faults.clear();
    case "forget":
      return requests.clear();
    case "wait":
      return advanceClock(clock, Number(form.get("minutes") || NaN) * 60_000);
    case "reset":
      return reset();
    default:
      throw badRequest("The form has no button of that name");
  }
}

function readFault(form: URLSearchParams): Fault {
  const action = faultActions.get(form.get("what") ?? "");
  if (action === undefined) {
    throw badRequest("The form has no fault of that name");
  }
  const times = Number(form.get("times") ?? 1);
  if (!Number.isSafeInteger(times) || times < 1) {
    throw badRequest("The number of times must be 1 or more");
  }
  const method = form.get("method") ?? "";
  const path = form.get("path") ?? "";
  return { match: { path, ...method !== "" && { method } }, times, action };
}

function renderPage(
  { requests, redactor, faults, clock }: ControlTargets,
  sections: readonly PageSection[],
  query: URLSearchParams,
): string {
  const log = filterRequests(requests.list(), query);
  const cost = sections.flatMap(({ rows }) => rows)
    .reduce((sum, { cost = 0 }) => sum + cost, 0);
  const existing = sections.filter(({ rows }) => rows.length > 0);
  const missing = sections.filter(({ rows }) => rows.length === 0)
    .map(({ title }) => title.toLowerCase());
  return renderDocument(
    clock.now(),
    `<div>
<section>
<h2>What exists</h2>
<p>It all costs <strong>$${cost.toFixed(2)} an hour</strong> now</p>
${existing.map((section) => renderSection(section, redactor)).join("\n")}
<p class="none">${missing.length === 0 ? "" : `No ${missing.join(", ")}.`}</p>
</section>
<section>
<h2>Faults and time</h2>
${
      renderTable(
        "Faults to come",
        ["Requests", "What happens", "Times"],
        faults.list().map(({ match = {}, action, times = 1 }) => [
          cell(`${match.method ?? "all"} ${match.path ?? ""}`.trim()),
          cell(
            JSON.stringify(redactor.redact(JSON.parse(JSON.stringify(action)))),
          ),
          cell(String(times)),
        ]),
      )
    }
${renderForms()}
</section>
</div>
<section>
<h2>What was asked</h2>
${renderFilter(query)}
${
      renderTable(
        "Latest first",
        ["Time", "Method", "Status", "Took", "Path and body"],
        log.slice(-MAX_REQUESTS).reverse()
          .map((request) => renderRequest(request, redactor)),
        log.length,
      )
    }
</section>`,
  );
}

function renderSection(
  { title, columns, rows }: PageSection,
  redactor: Redactor,
): string {
  const hasCost = rows.some(({ cost }) => cost !== undefined);
  return renderTable(
    title,
    [...columns, ...(hasCost ? ["$ an hour"] : [])],
    rows.map(({ cells, cost }) => [
      ...cells.map((text, at) => cell(redactor.redactText(text), columns[at])),
      ...(hasCost ? [cell(cost?.toFixed(2) ?? "")] : []),
    ]),
  );
}

/** The requests that the filter of the page leaves. */
function filterRequests(
  log: readonly LoggedRequest[],
  filter: URLSearchParams,
): readonly LoggedRequest[] {
  const text = filter.get("find") ?? "";
  return log.filter(({ method, status, path, query }) =>
    (!filter.has("failed") || status === 0 || status >= 400) &&
    `${method} ${status} ${path}${query}`.includes(text)
  );
}

function renderFilter(query: URLSearchParams): string {
  const value = (name: string) => escapeHtml(query.get(name) ?? "");
  return `<form method="get" action="/">
<p><label>With <input name="find" placeholder="POST 409 /api/" value="${
    value("find")
  }"></label>
<label><input name="failed" type="checkbox"${
    query.has("failed") ? " checked" : ""
  }> only what failed</label></p>
<p><label>Again every <input name="every" type="number" min="0" value="${
    value("every")
  }"> s</label> <button>Show</button></p>
</form>`;
}

function renderRequest(
  { at, method, status, durationMs, path, query, body }: LoggedRequest,
  redactor: Redactor,
): string[] {
  const json = JSON.stringify(redactor.redact(body), null, 2);
  const details = body === null
    ? ""
    : `<details><summary>Body</summary><pre>${
      escapeHtml(json)
    }</pre></details>`;
  return [
    cell(at.slice(11, 19)),
    cell(method),
    cell(status === 0 ? "no answer" : String(status), "Status"),
    cell(status === 0 ? "" : `${durationMs}\u00a0ms`),
    `<td>${escapeHtml(redactor.redactText(path + query))}${details}</td>`,
  ];
}

function renderForms(): string {
  const options = [...faultActions.keys()].map((what) =>
    `<option>${escapeHtml(what)}</option>`
  );
  const button = (name: string, text: string) =>
    `<button name="do" value="${name}">${text}</button>`;
  const start = `<form method="post" action="/_sandbox/page">`;
  return `${start}
<p><label>The next <input name="times" type="number" min="1" value="1"></label>
<label><select name="method" aria-label="Method"><option value="">requests</option>
<option>GET</option><option>POST</option><option>PUT</option>
<option>PATCH</option><option>DELETE</option></select></label>
<label>to a path with <input name="path" placeholder="/v2/"></label></p>
<p><label>each <select name="what">${options.join("")}</select></label>
${button("arm", "Arm")} ${button("disarm", "Disarm all")}</p>
</form>
${start}
<p><label>Let <input name="minutes" type="number" value="15">
minutes pass</label> ${button("wait", "Wait")}</p>
<p>${button("forget", "Forget the requests")}
${button("reset", "Reset everything")}</p>
</form>`;
}
