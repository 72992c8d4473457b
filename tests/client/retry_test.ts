import { assert, assertEquals } from "@std/assert";
import {
  AbortedError,
  ApiError,
  ConnectionError,
  RateLimitError,
  type RateLimitErrorDetails,
  TimeoutError,
} from "@hf-terraform/client";
import {
  backoffMs,
  isRetryable,
  parseRetryAfter,
} from "../../client/core/retry.ts";
import { Pacer, parseRateLimit } from "../../client/core/rate_limit.ts";

const DETAILS = {
  action: "try",
  method: "GET",
  url: "https://example.com/",
  reason: "no",
};
const BROKEN = new ConnectionError(DETAILS);

function status(
  status: number,
  more: Partial<RateLimitErrorDetails> = {},
): ApiError {
  const details = { ...DETAILS, status, ...more };
  return status === 429
    ? new RateLimitError({ quota: "window", ...details })
    : new ApiError(details);
}

const CASES: readonly [string, Error, boolean, boolean][] = [
  ["a broken connection", BROKEN, true, false],
  ["a time-out", new TimeoutError(DETAILS), true, false],
  ["an end by the caller", new AbortedError(DETAILS), false, false],
  ["400", status(400), false, false],
  ["401", status(401), false, false],
  ["403", status(403), false, false],
  ["404", status(404), false, false],
  ["408", status(408), true, false],
  ["409 of a taken name", status(409), false, false],
  [
    "409 of a busy repository",
    status(409, { reason: "Another conflicting operation is in progress" }),
    true,
    true,
  ],
  ["422", status(422), false, false],
  ["429 without a word about when", status(429), true, false],
  ["429 of the window", status(429, { retryAfterMs: 1000 }), true, true],
  [
    "429 of an action",
    status(429, { quota: "action", retryAfterMs: 1000 }),
    false,
    false,
  ],
  ["500", status(500), true, false],
  ["501", status(501), false, false],
  ["502", status(502), true, false],
  ["503", status(503), true, false],
  ["504", status(504), true, false],
  ["505", status(505), false, false],
];

for (const [name, failure, idempotent, create] of CASES) {
  Deno.test(`after ${name} an idempotent request is ${idempotent ? "" : "not "}repeated`, () => {
    assertEquals(isRetryable(failure, true), idempotent);
  });
  Deno.test(`after ${name} a create is ${create ? "" : "not "}repeated`, () => {
    assertEquals(isRetryable(failure, false), create);
  });
}

Deno.test("jitter takes up to a half of the back-off away", () => {
  assertEquals(backoffMs(3, 0.5), 1500);
  assert(Math.abs(backoffMs(3, 0.999_999) - 1000) < 0.01);
});

const NOW = Date.parse("2026-11-21T10:00:00Z");
const HEADERS: readonly [string | undefined, number | undefined][] = [
  [undefined, undefined],
  ["", undefined],
  ["12", 12],
  [" 0 ", 0],
  ["1.5", 1.5],
  ["99999999999999", 86_400],
  ["-3", undefined],
  ["Sat, 21 Nov 2026 10:01:30 GMT", 90],
  ["Sat, 21 Nov 2026 09:00:00 GMT", 0],
  ["soon", undefined],
];

for (const [header, seconds] of HEADERS) {
  Deno.test(`Retry-After ${JSON.stringify(header)} means ${seconds} s`, () => {
    const ms = seconds === undefined ? undefined : seconds * 1000;
    assertEquals(parseRetryAfter(header, NOW), ms);
  });
}

function parse(limit: string, policy = "") {
  return parseRateLimit(
    new Headers({ "ratelimit": limit, "ratelimit-policy": policy }),
  );
}

Deno.test("answers without the headers say nothing", () => {
  assertEquals(parseRateLimit(new Headers()), undefined);
  assertEquals(parse("nonsense"), undefined);
  assertEquals(parse('"api";r=3'), undefined);
});

Deno.test("of several quotas the tightest counts, with its own policy", () => {
  const limit = parse(
    '"api";r=90;t=20, "resolvers";r=3;t=10',
    '"api";q=100;w=30, "resolvers";q=50;w=15',
  );
  assertEquals(
    [limit?.bucket, limit?.remaining, limit?.quota, limit?.windowMs],
    [
      "resolvers",
      3,
      50,
      15_000,
    ],
  );
});

function makeLimit(remaining: number, seconds: number, quota?: number) {
  const windowMs = quota === undefined ? undefined : 300_000;
  const resetAfterMs = seconds * 1000;
  return { bucket: "api", remaining, resetAfterMs, quota, windowMs };
}

/** Sends requests one after the other; returns when each one went out. */
function times(pacer: Pacer, count: number, from = 0): number[] {
  const sent: number[] = [];
  let now = from;
  for (let index = 0; index < count; index++) {
    for (let delay = 1; delay > 0;) {
      delay = pacer.take("a", now);
      now += delay;
    }
    sent.push(now);
  }
  return sent;
}

Deno.test("nothing is held back while plenty is left", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(400, 100, 500), 0);
  assertEquals(times(pacer, 300).at(-1), 0);
});

Deno.test("the last tenth is spread over the rest of the window", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(10, 100, 500), 0);
  const sent = times(pacer, 10).map(Math.round);
  assertEquals(sent, [
    0,
    10_000,
    20_000,
    30_000,
    40_000,
    50_000,
    60_000,
    70_000,
    80_000,
    90_000,
  ]);
});

Deno.test("those who waited count against the new window", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(0, 30, 20), 0);
  const sent = times(pacer, 20, 31_000);
  assertEquals(sent.slice(0, 18).every((at) => at === 31_000), true);
  assert((sent[19] ?? 0) > 31_000, "the last ones are spread");
});

Deno.test("requests under way count, whatever an older answer says", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(2, 100, 500), 0);
  times(pacer, 2);
  pacer.observe("a", makeLimit(2, 50, 500), 50_000);
  assertEquals(pacer.take("a", 50_000), 51_000);
});

Deno.test("a renewed quota in an answer is believed", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(0, 10, 500), 0);
  pacer.observe("a", makeLimit(499, 300, 500), 5000);
  assertEquals(pacer.take("a", 5000), 0);
});
