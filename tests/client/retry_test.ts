import { assertAlmostEquals, assertEquals } from "@std/assert";
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
  retryDelayMs,
  type RetryState,
} from "../../client/core/retry.ts";

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

const STATE: RetryState = {
  idempotent: true,
  attempts: 1,
  maxRetries: 4,
  waitedMs: 0,
  budgetMs: 300_000,
  random: 0,
};

Deno.test("the back-off doubles up to eight seconds", () => {
  const delays = [1, 2, 3, 4, 5, 6, 7].map((n) => backoffMs(n, 0));
  assertEquals(delays, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

Deno.test("jitter takes up to a half of the back-off away", () => {
  assertEquals(backoffMs(3, 0.5), 1500);
  assertAlmostEquals(backoffMs(3, 0.999_999), 1000, 0.01);
});

Deno.test("attempts end with the number that was set", () => {
  const delay = (attempts: number, maxRetries: number) =>
    retryDelayMs(BROKEN, { ...STATE, attempts, maxRetries });
  assertEquals(delay(4, 4), 4000);
  assertEquals(delay(5, 4), undefined);
  assertEquals(delay(1, 0), undefined);
});

Deno.test("the wait that the service asked for replaces the back-off", () => {
  const failure = status(503, { retryAfterMs: 17_000 });
  assertEquals(retryDelayMs(failure, STATE), 17_000);
});

Deno.test("a wait beyond the budget is refused at once", () => {
  const failure = status(429, { retryAfterMs: 10_000 });
  const inside = { ...STATE, waitedMs: 290_000 };
  assertEquals(retryDelayMs(failure, inside), 10_000);
  assertEquals(
    retryDelayMs(failure, { ...STATE, waitedMs: 290_001 }),
    undefined,
  );
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
