/** The pages for people, and the one route that their forms go to. */
import { open } from "../core/accounts.ts";
import { advance, type Controlled } from "../core/control.ts";
import { badRequest } from "../core/failure.ts";
import type { Fault, FaultAction } from "../core/faults.ts";
import { type Json, parseJson } from "../core/json.ts";
import type { LoggedRequest } from "../core/request_log.ts";
import {
  type Call,
  json,
  type Route,
  type Row,
  type Section,
} from "../core/router.ts";
import {
  cell,
  document,
  escape,
  htmlAnswer,
  sectionTable,
  table,
} from "./html.ts";
import { objectBody } from "./objects.ts";
import { costOf, type Moment, overTime, overTimeBody } from "./over_time.ts";
import { filtered, requestsBody, requestTable } from "./requests.ts";

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

/** Faults that show what they are for: a name, and what the form says. */
const examples: readonly (readonly [string, Record<string, string>])[] = [
  ["The next new endpoint is made, and the answer lost", {
    method: "POST",
    path: "^/v2/endpoint/",
    what: "takes effect and is never answered",
  }],
  ["The next 3 reads of endpoints are answered 503", {
    method: "GET",
    path: "^/v2/endpoint/",
    what: "is answered 503",
    times: "3",
  }],
  ["The next commit takes effect twice", {
    method: "POST",
    path: "/commit/",
    what: "takes effect twice",
  }],
  ["The next read of a model is 10 s old", {
    method: "GET",
    path: "^/api/models/",
    what: "is answered as 10 s ago",
  }],
];

/** So many requests are on the first page. */
const shownRequests = 20;

/** What the pages show beside requests, faults and time. */
export interface Seen {
  /** What exists. */
  readonly sections: () => readonly Section[];
  /** What the services answer at a path. */
  readonly look: (call: Call, path: string) => Promise<Response>;
  /** What existed, from the first change until now. */
  readonly past: () => Promise<readonly Moment[]>;
}

/** A page and the same as JSON. */
interface View {
  readonly title: string;
  readonly body: () => string;
  readonly value: unknown;
}

/** The pages, and the one route that their forms go to. */
export function pageRoutes(controlled: Controlled, seen: Seen): Route[] {
  const { clock, hidden } = controlled;
  const page = (
    path: string,
    usual: "html" | "json",
    view: (call: Call) => View | Promise<View>,
  ): Route => ({
    method: "GET",
    path,
    needs: open,
    handle: async (call) => {
      const { title, body, value } = await view(call);
      return formOf(call, usual) === "html"
        ? htmlAnswer(document(title, clock.now(), call.url, body()))
        : json(hidden.value(plain(value)), { headers: { vary: "accept" } });
    },
  });
  return [
    page("/", "html", () => home(controlled, seen.sections())),
    page("/_sandbox/requests", "json", ({ url }) => {
      const { requests } = controlled;
      const found = filtered(requests.list(), url.searchParams);
      return {
        title: "Requests",
        body: () =>
          requestsBody(found, url.searchParams, (each) => masked(hidden, each)),
        value: found,
      };
    }),
    page("/_sandbox/history", "html", async () => {
      const value = overTime(await seen.past());
      return { title: "Over time", body: () => overTimeBody(value), value };
    }),
    page("/_sandbox/objects", "html", async (call) => {
      const at = call.url.searchParams.get("at") ?? "";
      if (!/^\/(?!\/)/.test(at)) {
        throw badRequest(
          "at must be a path of the services, such as " +
            "/api/models/acme/model",
        );
      }
      const answer = await seen.look(call, at);
      const text = await textOf(answer);
      const value = parseJson(text) ?? text;
      const shown = typeof value === "string"
        ? hidden.text(text)
        : JSON.stringify(hidden.value(value));
      return {
        title: at,
        body: () => objectBody(at, answer.status, shown, seen.sections()),
        value,
      };
    }),
    {
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
    },
  ];
}

/** What a browser or a program asks for; `?format=json` is for people. */
function formOf(
  { url, headers }: Call,
  usual: "html" | "json",
): "html" | "json" {
  if (url.searchParams.get("format") === "json") return "json";
  const accept = headers.get("accept") ?? "";
  if (accept.includes("text/html")) return "html";
  return accept.includes("application/json") ? "json" : usual;
}

function plain(value: unknown): Json {
  const copy: Json = JSON.parse(JSON.stringify(value));
  return copy;
}

function masked(hidden: Controlled["hidden"], request: LoggedRequest) {
  return {
    ...request,
    path: hidden.text(request.path),
    query: hidden.text(request.query),
    body: hidden.value(request.body),
  };
}

/** All of a text, or of a stream what it has to say at once. */
async function textOf(answer: Response): Promise<string> {
  const type = answer.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) return await answer.text();
  const reader = answer.body?.getReader();
  if (reader === undefined) return "";
  const nothing = new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  const first = await Promise.race([reader.read(), nothing]);
  await reader.cancel();
  return new TextDecoder().decode(first?.value ?? new Uint8Array());
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

/** The page again, so that loading it once more sends no form. */
function backTo({ url }: Call): Response {
  return new Response(null, {
    status: 303,
    headers: { location: new URL("/", url).href },
  });
}

function home(
  { requests, hidden, faults }: Controlled,
  sections: readonly Section[],
): View {
  const log = requests.list();
  const armed = faults.list();
  const cost = costOf(sections);
  const existing = sections.filter(({ rows }) => rows.length > 0)
    .map((section) => ({
      ...section,
      rows: section.rows.map((row) => ({
        ...row,
        cells: row.cells.map((text) => hidden.text(text)),
      })),
    }));
  const others = sections.filter(({ rows }) => rows.length === 0)
    .map(({ title }) => escape(title.toLowerCase()));
  const body = () =>
    `<div>
<section>
<h2>What exists</h2>
<p>It all costs <strong>$${
      cost.toFixed(2)
    } an hour</strong> now; see it <a href="/_sandbox/history">over time</a></p>
${existing.map(sectionTable).join("\n")}
<p class="none">${others.length === 0 ? "" : `No ${others.join(", ")}.`}</p>
</section>
<section>
<h2>Faults and time</h2>
${
      table(
        "Faults to come",
        ["Requests", "What happens", "Times"],
        armed.map(({ match = {}, action, times = 1 }) => [
          cell(`${match.method ?? "all"} ${match.path ?? ""}`.trim()),
          cell(hidden.text(JSON.stringify(action))),
          cell(String(times)),
        ]),
      )
    }
${forms()}
</section>
</div>
<section>
<h2>What was asked</h2>
${
      requestTable(
        log.slice(-shownRequests).reverse().map((each) => masked(hidden, each)),
        log.length,
      )
    }
<p><a href="/_sandbox/requests">All ${log.length} requests</a></p>
</section>`;
  const things = Object.fromEntries(
    sections.map(({ title, columns, rows }) => [
      title,
      rows.map((row) => thing(columns, row)),
    ]),
  );
  return {
    title: "What exists",
    body,
    value: { cost, exists: things, faults: armed },
  };
}

function thing(columns: readonly string[], { cells, ...rest }: Row) {
  const named = columns.map((name, at) => [name, cells[at] ?? ""]);
  return { ...Object.fromEntries(named), ...rest };
}

function forms(): string {
  const options = [...disturbances.keys()].map((what) =>
    `<option>${escape(what)}</option>`
  );
  const button = (name: string, text: string) =>
    `<button name="do" value="${name}">${text}</button>`;
  const start = `<form method="post" action="/_sandbox/page"`;
  const armers = examples.map(([name, form]) =>
    `${start} class="example">${
      Object.entries({ times: "1", ...form }).map(([field, value]) =>
        `<input type="hidden" name="${field}" value="${escape(value)}">`
      ).join("")
    }${button("arm", escape(name))}</form>`
  );
  return `${start}>
<p><label>The next <input name="times" type="number" min="1" value="1"></label>
<label><select name="method" aria-label="Method"><option value="">requests</option>
<option>GET</option><option>POST</option><option>PUT</option>
<option>PATCH</option><option>DELETE</option></select></label>
<label>to a path like <input name="path" placeholder="^/v2/"></label></p>
<p><label>each <select name="what">${options.join("")}</select></label>
${button("arm", "Arm")} ${button("disarm", "Disarm all")}</p>
</form>
<details><summary>Examples</summary>
${armers.join("\n")}
</details>
${start}>
<p><label>Let <input name="minutes" type="number" value="15">
minutes pass</label> ${button("wait", "Wait")}</p>
<p>${button("forget", "Forget the requests")}
${button("reset", "Reset everything")}</p>
</form>`;
}
