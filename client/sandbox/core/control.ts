import {
  type Check,
  either,
  fields,
  flag,
  map,
  oneOf,
  readChecked,
  text,
  url,
  whole,
} from "./checks.ts";
import { badRequest } from "./failure.ts";
import { type Json, objectAt } from "./json.ts";
import type { Fault, Faults } from "./faults.ts";
import type { Clock } from "./clock.ts";
import type { Hidden } from "./hidden.ts";
import type { RequestLog } from "./request_log.ts";
import { type Call, json, readObject, type Route, route } from "./router.ts";
import { open } from "./accounts.ts";

/** What the control routes act on. */
export interface Controlled {
  /** The requests received. */
  readonly requests: RequestLog;
  /** What of them may be shown. */
  readonly hidden: Hidden;
  /** The armed faults. */
  readonly faults: Faults;
  /** The time. */
  readonly clock: Clock;
  /** Puts everything back to the start. */
  readonly reset: () => void;
}

/** Routes below `/_sandbox` for tests from outside. */
export function controlRoutes(controlled: Controlled): Route[] {
  const { requests, hidden, faults, clock, reset } = controlled;
  const shown = (value: object) => hidden.value(plain(value));
  const own = (
    method: string,
    path: string,
    handle: (call: Call) => Response,
  ): Route => route(method, `/_sandbox/${path}`, open, handle);
  return [
    own("DELETE", "requests", () => {
      requests.clear();
      return done();
    }),
    own("GET", "faults", () => json(faults.list().map(shown))),
    own("POST", "faults", (call) => {
      const fault = readFault(call);
      try {
        faults.add(fault);
      } catch (cause) {
        throw badRequest(`Fault cannot be armed: ${cause}`);
      }
      return done();
    }),
    own("DELETE", "faults", () => {
      faults.clear();
      return done();
    }),
    own("POST", "reset", () => {
      reset();
      return done();
    }),
    own("POST", "clock", (call) => {
      advance(clock, readObject(call).advance_ms);
      return json({ now: new Date(clock.now()).toISOString() });
    }),
  ];
}

/** Lets time pass; throws 400 where that leads to no time. */
export function advance(clock: Clock, ms: Json | undefined): void {
  const then = clock.now() + (typeof ms === "number" ? ms : NaN);
  if (!(then >= 0 && then < Date.UTC(10_000, 0))) {
    throw badRequest(
      "advance_ms must be a number of milliseconds that leads to a year from " +
        "1970 to 9999",
    );
  }
  clock.advance(Number(ms));
}

function done(): Response {
  return new Response(null, { status: 204 });
}

function plain(value: object): Json {
  const copy: Json = JSON.parse(JSON.stringify(value));
  return copy;
}

/** A day: no timer of JavaScript waits for much longer. */
const longest = whole({ max: 86_400_000 });

const actionOf: Readonly<Record<string, Check>> = {
  status: whole({ min: 200, max: 599 }),
  body: () => undefined,
  headers: map(either(text(), whole()), text({ min: 1 })),
  delay_ms: longest,
  close: oneOf("before", "after"),
  take_effect: flag,
  stale_ms: longest,
  double: oneOf("first", "second"),
  meanwhile: fields({ method: text(), path: text({ form: /^\// }) }),
  next_origin: url,
};

const faultOf = fields({ action: fields({}, actionOf) }, {
  match: fields({}, { method: text(), path: text({ max: 1000 }) }),
  skip: whole(),
  times: whole({ min: 1 }),
});

function readFault(call: Call): Fault {
  const body = readChecked(call, faultOf);
  const known = Object.keys(actionOf);
  for (const name of Object.keys(objectAt(body, "action"))) {
    if (known.includes(name)) continue;
    throw badRequest(`Unknown name in the action of a fault: ${name}`);
  }
  const fault: Fault = JSON.parse(JSON.stringify(body));
  return fault;
}
