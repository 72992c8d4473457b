/** The page of the requests that the sandbox received. */
import type { LoggedRequest } from "../core/request_log.ts";
import { cell, escape, shortTime, table } from "./html.ts";

/** So many are on one page. */
const pageLength = 50;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Those that a filter leaves, in order of arrival. */
export function filtered(
  requests: readonly LoggedRequest[],
  query: URLSearchParams,
): LoggedRequest[] {
  const method = query.get("method") ?? "";
  const status = query.get("status") ?? "";
  const text = query.get("path") ?? "";
  return requests.filter((request) =>
    (method === "" || request.method === method) &&
    (status === "" || statusOf(request).startsWith(status)) &&
    (request.path + request.query).includes(text)
  );
}

/** `no answer` while there is none. */
function statusOf({ status }: LoggedRequest): string {
  return status === 0 ? "no answer" : String(status);
}

/** The newest first, cut into pages; `mask` leaves their secrets out. */
export function requestsBody(
  found: readonly LoggedRequest[],
  query: URLSearchParams,
  mask: (request: LoggedRequest) => LoggedRequest,
): string {
  const pages = Math.max(1, Math.ceil(found.length / pageLength));
  const asked = Math.trunc(Number(query.get("page") ?? 1));
  const page = Math.min(pages, Math.max(1, asked || 1));
  const newest = found.toReversed()
    .slice((page - 1) * pageLength, page * pageLength).map(mask);
  const link = (to: number, text: string) => {
    if (to < 1 || to > pages) return "";
    const next = new URLSearchParams(query);
    next.set("page", String(to));
    return `<a href="?${escape(next.toString())}">${text}</a>`;
  };
  return `<section>
<h2>Requests</h2>
${filterForm(query)}
${requestTable(newest, found.length)}
<nav aria-label="Pages of requests">${link(page - 1, "Newer")}
<span>Page ${page} of ${pages}</span> ${link(page + 1, "Older")}</nav>
</section>`;
}

/** These requests as a table. */
export function requestTable(
  requests: readonly LoggedRequest[],
  total: number,
): string {
  return table(
    "Latest first",
    ["Time", "Method", "Status", "Path and body"],
    requests.map((request) => [
      cell(shortTime(request.at).slice(11)),
      cell(request.method),
      cell(statusOf(request), "Status"),
      `<td>${escape(request.path + request.query)}${bodyOf(request)}</td>`,
    ]),
    total,
  );
}

function bodyOf({ body }: LoggedRequest): string {
  if (body === null) return "";
  const text = escape(JSON.stringify(body, null, 2));
  return `<details><summary>Body</summary><pre>${text}</pre></details>`;
}

function filterForm(query: URLSearchParams): string {
  const options = (
    name: string,
    values: readonly (readonly [string, string])[],
  ) =>
    values.map(([value, text]) =>
      `<option value="${value}"${
        query.get(name) === value ? " selected" : ""
      }>${text}</option>`
    ).join("");
  return `<form method="get" action="/_sandbox/requests">
<p><label>Method <select name="method">${
    options("method", [["", "all"], ...methods.map((m) => [m, m] as const)])
  }</select></label>
<label>Status <select name="status">${
    options("status", [
      ["", "all"],
      ["2", "2xx"],
      ["3", "3xx"],
      ["4", "4xx"],
      ["5", "5xx"],
      ["no", "no answer"],
    ])
  }</select></label>
<label>Path contains <input name="path" value="${
    escape(query.get("path") ?? "")
  }"></label>
<button>Filter</button></p>
</form>`;
}
