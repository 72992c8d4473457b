import { assert, assertEquals } from "@std/assert";
import { Pacer, parseRateLimit } from "../../client/core/rate_limit.ts";

function parse(limit: string, policy = "") {
  return parseRateLimit(
    new Headers({ "ratelimit": limit, "ratelimit-policy": policy }),
  );
}

Deno.test("the headers of the Hub are read", () => {
  const limit = parse('"api";r=499;t=295', '"fixed window";"api";q=500;w=300');
  assertEquals(limit, {
    bucket: "api",
    remaining: 499,
    resetAfterMs: 295_000,
    quota: 500,
    windowMs: 300_000,
  });
});

Deno.test("answers without the headers say nothing", () => {
  assertEquals(parseRateLimit(new Headers()), undefined);
  assertEquals(parse("nonsense"), undefined);
  assertEquals(parse('"api";r=3'), undefined);
});

Deno.test("spaces, other orders and a missing policy are no obstacle", () => {
  assertEquals(parse('"api"; t=9; r=1'), {
    bucket: "api",
    remaining: 1,
    resetAfterMs: 9_000,
    quota: undefined,
    windowMs: undefined,
  });
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

Deno.test("nothing is held back before the service said anything", () => {
  assertEquals(times(new Pacer(), 3), [0, 0, 0]);
});

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

Deno.test("with nothing left requests wait for the new window", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(0, 30, 500), 0);
  assertEquals(pacer.take("a", 0), 31_000);
  assertEquals(pacer.take("a", 31_000), 0);
});

Deno.test("those who waited count against the new window", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(0, 30, 20), 0);
  const sent = times(pacer, 20, 31_000);
  assertEquals(sent.slice(0, 18).every((at) => at === 31_000), true);
  assert((sent[19] ?? 0) > 31_000, "the last ones are spread");
});

Deno.test("a window whose length is unknown ends without a trace", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(0, 30), 0);
  assertEquals(times(pacer, 100, 31_000).at(-1), 31_000);
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

Deno.test("quotas do not touch each other", () => {
  const pacer = new Pacer();
  pacer.observe("a", makeLimit(0, 30, 500), 0);
  assertEquals(pacer.take("b", 0), 0);
});
