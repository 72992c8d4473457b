import * as is from "./checks.ts";
import { type Clock, formatTime } from "./clock.ts";
import { badRequest } from "./failure.ts";
import type { Fault, FaultAction, Faults } from "./faults.ts";
import type { Json } from "./json.ts";
import type { Redactor } from "./redactor.ts";
import type { RequestLog } from "./request_log.ts";
import { type Route, routes } from "./router.ts";

/** The parts of the sandbox that control routes act on. */
export interface ControlTargets {
  readonly requests: RequestLog;
  readonly redactor: Redactor;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly reset: () => void;
}

/** Makes the routes below `/_sandbox` for tests from outside. */
export function controlRoutes(targets: ControlTargets): Route[] {
  const { requests, redactor, faults, clock, reset } = targets;
  const show = (items: readonly object[]) =>
    redactor.redact(JSON.parse(JSON.stringify(items)));
  return routes("public", {
    "GET /_sandbox/requests": () => show(requests.list()),
    "DELETE /_sandbox/requests": () => requests.clear(),
    "GET /_sandbox/faults": () => show(faults.list()),
    "POST /_sandbox/faults": (call) =>
      armFault(faults, call.readBody(faultCheck)),
    "DELETE /_sandbox/faults": () => faults.clear(),
    "POST /_sandbox/reset": reset,
    "POST /_sandbox/clock": (call) => {
      advanceClock(clock, call.readObject().advance_ms);
      return { now: formatTime(clock.now()) };
    },
  });
}

/** Arms a fault; throws 400 for one that cannot be. */
export function armFault(faults: Faults, fault: Fault): void {
  try {
    faults.add(fault);
  } catch (cause) {
    throw badRequest(`Fault cannot be armed: ${cause}`);
  }
}

/** Advances the clock; throws 400 where that leads to no valid time. */
export function advanceClock(clock: Clock, ms: Json | undefined): void {
  const then = clock.now() + (typeof ms === "number" ? ms : NaN);
  if (!(then >= 0 && then < Date.UTC(10_000, 0))) {
    throw badRequest(
      "advance_ms must be a number of milliseconds that leads to a year from " +
        "1970 to 9999",
    );
  }
  clock.advance(Number(ms));
}

/** Milliseconds up to a day: no timer of JavaScript waits for much longer. */
const milliseconds = is.wholeNumber({ max: 86_400_000 });

const headerValue = is.anyOf(is.text(), is.wholeNumber());

const actionFields = {
  status: is.wholeNumber({ min: 200, max: 599 }),
  body: is.anyJson,
  headers: is.map(
    (value, at) => String(headerValue(value, at)),
    is.text({ min: 1 }),
  ),
  delay_ms: milliseconds,
  close: is.oneOf("before", "after"),
  take_effect: is.flag,
  meanwhile: is.fields(
    { method: is.text(), path: is.text({ form: /^\// }) },
    { body: is.anyJson },
  ),
};

const action: is.Check<FaultAction> = (value, at) => {
  for (const name of Object.keys(is.anyObject(value, at))) {
    if (Object.hasOwn(actionFields, name)) continue;
    throw badRequest(`Unknown name in the action of a fault: ${name}`);
  }
  return is.fields({}, actionFields)(value, at);
};

const match = is.fields({}, {
  method: is.text(),
  path: is.text({ max: 1000 }),
});

const faultCheck: is.Check<Fault> = (value, at) => ({
  ...is.fields({}, {
    match,
    skip: is.wholeNumber(),
    times: is.wholeNumber({ min: 1 }),
  })(value, at),
  action: action(is.anyObject(value, at)["action"], "action"),
});
