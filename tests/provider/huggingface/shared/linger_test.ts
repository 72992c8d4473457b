import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { linger } from "../../../../provider/huggingface/shared/create.ts";

Deno.test("a lingering signal ends a while after its own, with its reason", () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const { signal } = linger(controller.signal, 3000);
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
  const { signal } = linger(AbortSignal.abort("before"), 5);
  assertEquals(signal.aborted, false);
  time.tick(5);
  assertEquals(signal.reason, "before");
});

Deno.test("a lingering signal that was released never ends", () => {
  using time = new FakeTime();
  const controller = new AbortController();
  const one = linger(controller.signal, 5);
  one.release();
  const two = linger(controller.signal, 5);
  controller.abort();
  two.release();
  time.tick(100);
  assertEquals([one.signal.aborted, two.signal.aborted], [false, false]);
});
