import { assertEquals, assertRejects } from "@std/assert";
import { Turns } from "../../../../provider/huggingface/shared/turns.ts";

const never = new AbortController().signal;

Deno.test("turns come in order, whatever became of those before", async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const task = (name: string, fails = false) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const results = await Promise.allSettled([
    turns.take(never, task("a")),
    turns.take(never, task("b", true)),
    turns.take(never, task("c")),
  ]);
  assertEquals(results.map(({ status }) => status), [
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  assertEquals(seen, [
    "a begins",
    "a ends",
    "b begins",
    "b ends",
    "c begins",
    "c ends",
  ]);
});

Deno.test("a turn that is given up does not begin, one that began is left alone", async () => {
  const turns = new Turns();
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = turns.take(controller.signal, () => promise);
  const second = turns.take(controller.signal, () => Promise.resolve("never"));
  const third = turns.take(never, () => Promise.resolve("third"));
  await Promise.resolve();
  controller.abort(new Error("Stopped"));
  resolve("first");
  assertEquals(await first, "first");
  await assertRejects(() => second, Error, "Stopped");
  assertEquals(await third, "third");
});
