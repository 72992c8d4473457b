import { assertEquals, assertStrictEquals } from "@std/assert";
import { delayAbort, sleep } from "../../client/core/signals.ts";
import { rejection } from "./script.ts";

/** A limit that no test waits for. */
const LONG_MS = 1_000_000;

const ended = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener("abort", resolve));

Deno.test("a wait with an aborted signal does not begin", async () => {
  const reason = new Error("enough");
  const waiting = sleep(LONG_MS, AbortSignal.abort(reason));
  assertStrictEquals(await rejection(waiting), reason);
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
