import {
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
} from "@std/assert";
import { ServerError } from "../../client/core/api_errors.ts";
import { AbortedError, ConnectionError } from "../../client/core/errors.ts";
import { HuggingFace } from "../../client/client.ts";
import { json, rejection, Script, type Step } from "./script.ts";

function clientOf(...steps: readonly Step[]) {
  const script = new Script(...steps);
  return { script, endpoints: new HuggingFace(script.options()).endpoints };
}

/** A stream that stays open after its text, and says whether it was ended. */
function live(text: string) {
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    cancel: () => {
      state.isCancelled = true;
    },
  });
  return { state, response: new Response(body) };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

Deno.test("a log is followed until the service ends it", async () => {
  const { script, endpoints } = clientOf(
    new Response("data: one\n\n: ping\n\ndata: two\n\n"),
  );
  const options = { replica: "r", tail: 5, lineMaxLength: 9 };
  const lines = await all(endpoints.logs.follow("acme/x", options));
  assertEquals(lines, ["one", "two"]);
  const [seen] = script.seen;
  assertEquals(
    seen?.url,
    "https://api.endpoints.huggingface.cloud/v2/endpoint/acme/x/logs/sse?replica=r&tail=5&line_max_length=9",
  );
  assertEquals(seen?.headers.get("accept"), "text/event-stream");
});

Deno.test("entries are followed, bare lines among them", async () => {
  const entry = {
    timestamp: "t",
    line: "a",
    stream: "stdout",
    replica_id: "r",
  };
  const { script, endpoints } = clientOf(
    new Response(
      `data: ${JSON.stringify(entry)}\n\ndata: bare\n\ndata: 5\n\ndata:\n\n`,
    ),
  );
  const options = { level: "info", search: "s", since: "t", tail: 1 };
  const entries = await all(endpoints.logs.followEntries("acme/x", options));
  assertEquals(entries, [
    entry,
    { timestamp: "", line: "bare" },
    { timestamp: "", line: "5" },
  ]);
  assertEquals(
    new URL(script.seen[0]?.url ?? "").pathname,
    "/v3/endpoint/acme/x/logs/sse",
  );
});

Deno.test("leaving the loop ends the connection", async () => {
  const { state, response } = live("data: one\n\ndata: two\n\n");
  const { endpoints } = clientOf(response);
  for await (const line of endpoints.logs.follow("acme/x")) {
    assertEquals(line, "one");
    break;
  }
  assertEquals(state.isCancelled, true);
});

Deno.test("the signal ends the loop with an error, and the connection", async () => {
  // The second has come with the first, and is not wanted any more.
  const { state, response } = live("data: one\n\ndata: two\n\n");
  const { endpoints } = clientOf(response);
  const controller = new AbortController();
  const lines: string[] = [];
  const options = { signal: controller.signal };
  const read = async () => {
    for await (const line of endpoints.logs.follow("acme/x", {}, options)) {
      lines.push(line);
      controller.abort();
    }
  };
  assertInstanceOf(await rejection(read()), AbortedError);
  assertEquals([lines, state.isCancelled], [["one"], true]);
});

Deno.test("an aborted signal follows nothing", async () => {
  const { script, endpoints } = clientOf();
  const options = { signal: AbortSignal.abort() };
  const lines = endpoints.logs.follow("acme/x", {}, options);
  assertInstanceOf(await rejection(all(lines)), AbortedError);
  assertEquals(script.seen.length, 0);
});

Deno.test("the time limit of an attempt does not end a stream", async () => {
  const late = new ReadableStream<Uint8Array>({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, 600));
      controller.enqueue(new TextEncoder().encode("data: late\n\n"));
      controller.close();
    },
  });
  const { endpoints } = clientOf(new Response(late));
  const options = { timeoutMs: 500 };
  assertEquals(await all(endpoints.logs.follow("acme/x", {}, options)), [
    "late",
  ]);
});

Deno.test("a stream that breaks is told as a broken connection", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new TypeError("reset")),
  });
  const { endpoints } = clientOf(new Response(broken));
  const error = await rejection(all(endpoints.logs.follow("acme/x")));
  assertInstanceOf(error, ConnectionError);
  assertStringIncludes(error.message, "follow the log of the endpoint acme/x");
});

Deno.test("a stream that is refused throws what a request throws", async () => {
  const { endpoints } = clientOf(json({ error: "off" }, 501));
  const error = await rejection(all(endpoints.logs.followEntries("acme/x")));
  assertInstanceOf(error, ServerError);
  assertEquals(error.status, 501);
});

Deno.test("reading metrics is repeated like any read", async () => {
  const { endpoints } = clientOf(json({}, 503), json({ inference: null }));
  const range = { start: "a", stop: "b" };
  assertEquals(await endpoints.metrics.get("acme/x", range), {
    inference: null,
  });
});
