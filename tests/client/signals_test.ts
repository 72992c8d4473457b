import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  abortable,
  Deadline,
  delayAbort,
  sleep,
} from "../../client/core/signals.ts";
import { rejection } from "./script.ts";

/** A limit that no test waits for. */
const LONG_MS = 1_000_000;

const ended = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener("abort", resolve));

Deno.test("a deadline ends its signal when the time is over", async () => {
  const deadline = new Deadline(1, undefined);
  assertEquals([deadline.isExpired, deadline.signal.aborted], [false, false]);
  await ended(deadline.signal);
  assertEquals([deadline.isExpired, deadline.signal.aborted], [true, true]);
});

Deno.test("a deadline that was cleared does not end any more", async () => {
  const deadline = new Deadline(1, undefined);
  deadline.clear();
  await sleep(5);
  assertEquals([deadline.isExpired, deadline.signal.aborted], [false, false]);
});

Deno.test("a caller's abort ends the signal, and is no expiry", () => {
  const controller = new AbortController();
  const deadline = new Deadline(1000, controller.signal);
  controller.abort();
  assertEquals([deadline.isExpired, deadline.signal.aborted], [false, true]);
  deadline.clear();
});

Deno.test("a wait lasts longer than a shorter one", async () => {
  const order: string[] = [];
  await Promise.all([
    sleep(50).then(() => order.push("long")),
    sleep(1).then(() => order.push("short")),
  ]);
  assertEquals(order, ["short", "long"]);
});

Deno.test("a wait ends with the signal, and with its reason", async () => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const waiting = rejection(sleep(LONG_MS, controller.signal));
  controller.abort(reason);
  assertStrictEquals(await waiting, reason);
});

Deno.test("a wait with an aborted signal does not begin", async () => {
  const reason = new Error("enough");
  const waiting = sleep(LONG_MS, AbortSignal.abort(reason));
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

Deno.test("a lingering signal ends a while after its own, with its reason", async () => {
  const controller = new AbortController();
  const { signal } = delayAbort(controller.signal, 1);
  await sleep(5);
  assertEquals(signal.aborted, false);
  controller.abort("enough");
  assertEquals(signal.aborted, false);
  await ended(signal);
  assertEquals(signal.reason, "enough");
});

Deno.test("a signal that has ended already lingers too", async () => {
  const { signal } = delayAbort(AbortSignal.abort("before"), 1);
  assertEquals(signal.aborted, false);
  await ended(signal);
  assertEquals(signal.reason, "before");
});

Deno.test("a lingering signal that was released never ends", async () => {
  const controller = new AbortController();
  const one = delayAbort(controller.signal, 1);
  one.release();
  const two = delayAbort(controller.signal, 1);
  controller.abort();
  two.release();
  await sleep(5);
  assertEquals([one.signal.aborted, two.signal.aborted], [false, false]);
});
