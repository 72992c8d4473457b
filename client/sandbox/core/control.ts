import { badRequest, Failure } from "./failure.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import type {
  Fault,
  FaultAction,
  FaultMatch,
  Faults,
  Meanwhile,
} from "./faults.ts";
import type { Clock } from "./clock.ts";
import type { RequestLog } from "./request_log.ts";
import { type Call, json, readObject, type Route } from "./router.ts";
import { open } from "./accounts.ts";

/** What the control routes act on. */
export interface Controlled {
  /** The requests received. */
  readonly requests: RequestLog;
  /** The armed faults. */
  readonly faults: Faults;
  /** The time. */
  readonly clock: Clock;
  /** Puts everything back to the start. */
  readonly reset: () => void;
}

/** Routes below `/_sandbox` for tests from outside. */
export function controlRoutes(controlled: Controlled): Route[] {
  const { requests, faults, clock, reset } = controlled;
  const route = (
    method: string,
    path: string,
    handle: (call: Call) => Response,
  ): Route => ({ method, path: `/_sandbox/${path}`, needs: open, handle });
  return [
    route("GET", "requests", () => json(requests.list().map(plain))),
    route("DELETE", "requests", () => {
      requests.clear();
      return done();
    }),
    route("GET", "faults", () => json(faults.list().map(plain))),
    route("POST", "faults", (call) => {
      const fault = readFault(readObject(call));
      try {
        faults.add(fault);
      } catch (cause) {
        throw badRequest(`Fault cannot be armed: ${cause}`);
      }
      return done();
    }),
    route("DELETE", "faults", () => {
      faults.clear();
      return done();
    }),
    route("POST", "reset", () => {
      reset();
      return done();
    }),
    route("POST", "clock", (call) => {
      const ms = readObject(call).advance_ms;
      if (typeof ms !== "number") {
        throw badRequest("advance_ms must be a number of milliseconds");
      }
      clock.advance(ms);
      return json({ now: new Date(clock.now()).toISOString() });
    }),
  ];
}

function done(): Response {
  return new Response(null, { status: 204 });
}

function plain(value: object): Json {
  const copy: Json = JSON.parse(JSON.stringify(value));
  return copy;
}

function readFault(body: Json): Fault {
  if (!isObject(body) || !isObject(body.action)) {
    throw badRequest("A fault needs an action");
  }
  const times = readCount(body, "times", 1);
  if (times === 0) throw badRequest("times must be 1 or more");
  return {
    match: readMatch(body.match),
    skip: readCount(body, "skip", 0),
    times,
    action: readAction(body.action),
  };
}

function readCount(body: JsonObject, name: string, fallback: number): number {
  const count = body[name] ?? fallback;
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0) {
    throw badRequest(`${name} must be a whole number`);
  }
  return count;
}

function readMatch(value: Json | undefined): FaultMatch {
  if (value === undefined) return {};
  if (!isObject(value)) throw badRequest("match must be an object");
  const { method, path } = value;
  return {
    ...(typeof method === "string" ? { method } : {}),
    ...(typeof path === "string" ? { path } : {}),
  };
}

const known = new Set([
  "status",
  "body",
  "headers",
  "delay_ms",
  "close",
  "take_effect",
  "stale_ms",
  "double",
  "meanwhile",
  "next_origin",
]);

function readAction(value: JsonObject): FaultAction {
  for (const name of Object.keys(value)) {
    if (!known.has(name)) {
      throw new Failure(400, `Unknown name in the action of a fault: ${name}`);
    }
  }
  const { status, body, headers, delay_ms, close, take_effect } = value;
  const { stale_ms, double, meanwhile, next_origin } = value;
  const given: Record<string, string> = {};
  if (isObject(headers)) {
    for (const [name, text] of Object.entries(headers)) {
      given[name] = String(text);
    }
  }
  return {
    ...(typeof status === "number" ? { status } : {}),
    ...(body === undefined ? {} : { body }),
    ...(isObject(headers) ? { headers: given } : {}),
    ...(typeof delay_ms === "number" ? { delay_ms } : {}),
    ...(close === "before" || close === "after" ? { close } : {}),
    ...(take_effect === true ? { take_effect } : {}),
    ...(typeof stale_ms === "number" ? { stale_ms } : {}),
    ...(double === "first" || double === "second" ? { double } : {}),
    ...(isObject(meanwhile) ? { meanwhile: readMeanwhile(meanwhile) } : {}),
    ...(typeof next_origin === "string" ? { next_origin } : {}),
  };
}

function readMeanwhile({ method, path, body }: JsonObject): Meanwhile {
  if (typeof method !== "string" || typeof path !== "string") {
    throw badRequest("meanwhile needs a method and a path");
  }
  return { method, path, ...(body === undefined ? {} : { body }) };
}
