import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  abortable,
  Deadline,
  delayAbort,
  sleep,
} from "../../client/core/signals.ts";
import { rejection } from "./script.ts";

Deno.test("a deadline ends its signal when the time is over", () => {
  using time = new FakeTime();
  const deadline = new Deadline(1000, undefined);
  time.tick(999);
  assertEquals([deadline.isExpired, deadline.signal.aborted], [false, false]);
  time.tick(1);
  assertEquals([deadline.isExpired, deadline.signal.aborted], [true, true]);
});

Deno.test("a deadline that was cleared does not end any more", () => {
  using time = new FakeTime();
  const deadline = new Deadline(1000, undefined);
  deadline.clear();
  time.tick(5000);
  assertEquals([deadline.isExpired, deadline.signal.aborted], [false, false]);
});

Deno.test("a caller's abort ends the signal, and is no expiry", () => {
  const controller = new AbortController();
  const deadline = new Deadline(1000, controller.signal);
  controller.abort();
  assertEquals([deadline.isExpired, deadline.signal.aborted], [false, true]);
  deadline.clear();
});

Deno.test("a wait lasts as long as it was asked to", async () => {
  using time = new FakeTime();
  let isOver = false;
  const waiting = sleep(100).then(() => isOver = true);
  await time.tickAsync(99);
  assertEquals(isOver, false);
  await time.tickAsync(1);
  await waiting;
  assertEquals(isOver, true);
});

Deno.test("a wait ends with the signal, and with its reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const waiting = rejection(sleep(1_000_000, controller.signal));
  controller.abort(reason);
  assertStrictEquals(await waiting, reason);
});

Deno.test("a wait with an aborted signal does not begin", async () => {
  const reason = new Error("enough");
  const waiting = sleep(1_000_000, AbortSignal.abort(reason));
  assertStrictEquals(await rejection(waiting), reason);
});

Deno.test("a promise ends with the signal, even if it never would", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const never = new Promise(() => {});
  const waiting = rejection(abortable(never, controller.signal));
  controller.abort(reason);
  assertStrictEquals(await waiting, reason);
});

Deno.test("a promise that ends first keeps its value or its error", async () => {
  const { signal } = new AbortController();
  const error = new Error("own");
  assertEquals(await abortable(Promise.resolve(1), signal), 1);
  assertEquals(await abortable(Promise.resolve(2), undefined), 2);
  assertStrictEquals(
    await rejection(abortable(Promise.reject(error), signal)),
    error,
  );
});

Deno.test("a lingering signal ends a while after its own, with its reason", () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const { signal } = delayAbort(controller.signal, 3000);
  time.tick(10_000);
  assertEquals(signal.aborted, false);
  controller.abort("enough");
  time.tick(2999);
  assertEquals(signal.aborted, false);
  time.tick(1);
  assertEquals([signal.aborted, signal.reason], [true, "enough"]);
});

Deno.test("a signal that has ended already lingers too", () => {
  using time = new FakeTime();
  const { signal } = delayAbort(AbortSignal.abort("before"), 5);
  assertEquals(signal.aborted, false);
  time.tick(5);
  assertEquals(signal.reason, "before");
});

Deno.test("a lingering signal that was released never ends", () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const one = delayAbort(controller.signal, 5);
  one.release();
  const two = delayAbort(controller.signal, 5);
  controller.abort();
  two.release();
  time.tick(100);
  assertEquals([one.signal.aborted, two.signal.aborted], [false, false]);
});
