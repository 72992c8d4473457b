import { assert, assertEquals } from "@std/assert";
import { parseEvents } from "../../client/core/sse.ts";
import { HuggingFace } from "../../mod.ts";

async function* bytes(text: string, size: number) {
  const all = new TextEncoder().encode(text);
  for (let at = 0; at < all.length; at += size) {
    yield await Promise.resolve(all.slice(at, at + size));
  }
}

async function events(text: string, size = 1000): Promise<string[]> {
  const found: string[] = [];
  const parsed = parseEvents(bytes(text, size), () => new Error("too long"));
  for await (const { event, data, id } of parsed) {
    found.push(`${event}|${data}|${id ?? ""}`);
  }
  return found;
}

const STREAM = [
  ": a comment",
  "data: first",
  "",
  "event: state",
  "id: 7",
  "data: two",
  "data:lines ü 🙂",
  "data",
  "",
  "event: empty",
  "",
  "data:  one space is kept",
  "retry: 10",
  "unknown: x",
  "",
  "data: cut off",
].join("\n");

const EXPECTED = [
  "message|first|",
  "state|two\nlines ü 🙂\n|7",
  "message| one space is kept|7",
];

for (const size of [1, 2, 3, 7, 1000]) {
  for (const end of ["\n", "\r\n", "\r"]) {
    Deno.test(
      `events come whole in pieces of ${size} with ${JSON.stringify(end)}`,
      async () => {
        const text = STREAM.replaceAll("\n", end);
        assertEquals(await events(text, size), EXPECTED);
      },
    );
  }
}

Deno.test("an empty stream has no events", async () => {
  assertEquals(await events(""), []);
});

Deno.test("an empty data line is an event with empty data", async () => {
  assertEquals(await events("data:\n\n"), ["message||"]);
});

Deno.test("a log that comes faster than it is read lets timers have their turn", async () => {
  const piece = new TextEncoder().encode('data: {"data":"x"}\n\n');
  const log = new ReadableStream({ pull: (to) => to.enqueue(piece) });
  const { jobs } = new HuggingFace({
    token: "hf_x",
    fetch: () => Promise.resolve(new Response(log)),
  });
  let [isOver, count] = [false, 0];
  setTimeout(() => isOver = true);
  for await (const _ of jobs.followLogs("acme/1")) {
    if (isOver || ++count > 10_000) break;
  }
  assert(isOver, "no timer has had its turn");
});
