import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
} from "@std/assert";
import { WaitError } from "../../client/core/wait.ts";
import type { Endpoint } from "../../client/endpoints/types.ts";
import type { EndpointWaitOptions } from "../../client/endpoints/wait.ts";
import { NotFoundError, ServerError } from "../../client/core/api_errors.ts";
import {
  AbortedError,
  ConnectionError,
  TimeoutError,
} from "../../client/core/errors.ts";
import { HuggingFace } from "../../client/client.ts";
import {
  endpointFields,
  json,
  rejection,
  Script,
  type Step,
} from "./script.ts";

function at(state: string, more: Record<string, unknown> = {}): Step {
  return () => json(endpointFields("x", state, more));
}

function wait(steps: readonly Step[], options: EndpointWaitOptions = {}) {
  const script = new Script(...steps);
  const { endpoints } = new HuggingFace(script.options());
  return { script, ended: endpoints.waitFor("acme/x", options) };
}

async function failure(
  steps: readonly Step[],
  options?: EndpointWaitOptions,
): Promise<WaitError> {
  const error = await rejection(wait(steps, options).ended);
  assertInstanceOf(error, WaitError);
  return error;
}

Deno.test("looks become rarer, up to the interval", async () => {
  const steps = [...Array(9).fill(at("pending")), at("running")];
  const { script, ended } = wait(steps, { intervalMs: 2000 });
  await ended;
  assertEquals(script.sleeps.slice(0, 5), [500, 750, 1125, 1687.5, 2000]);
  assertEquals(script.sleeps.at(-1), 2000);
});

for (const state of ["failed", "updateFailed"]) {
  Deno.test(`it stops at once on ${state}, with the service's words`, async () => {
    const error = await failure([at("updating"), at(state)]);
    assertEquals(
      error.message,
      `Cannot wait for the endpoint acme/x: it is in state "${state}": It is ${state}`,
    );
    assertEquals((error.last as Endpoint).status.state, state);
  });
}

Deno.test("the error message of the service comes before its words", async () => {
  const step = at("failed", { errorMessage: "CUDA out of memory" });
  assertStringIncludes((await failure([step])).message, "CUDA out of memory");
});

const PARKED: readonly [string, EndpointWaitOptions, string][] = [
  ["paused", {}, "fail"],
  ["paused", { paused: "fail" }, "fail"],
  ["paused", { paused: "done" }, "done"],
  ["paused", { paused: "wait" }, "wait"],
  ["paused", { until: "paused" }, "done"],
  ["scaledToZero", {}, "done"],
  ["scaledToZero", { scaledToZero: "fail" }, "fail"],
  ["scaledToZero", { scaledToZero: "wait" }, "wait"],
  ["scaledToZero", { until: ["running", "scaledToZero"] }, "done"],
];

for (const [state, options, expected] of PARKED) {
  Deno.test(`${state} with ${JSON.stringify(options)} means ${expected}`, async () => {
    if (expected === "fail") {
      const error = await failure([at(state)], options);
      assertStringIncludes(error.message, `stays in state "${state}"`);
      return;
    }
    const { script, ended } = wait([at(state), at("running")], options);
    await ended;
    assertEquals(script.seen.length, expected === "done" ? 1 : 2);
  });
}

Deno.test("a condition can be what is waited for", async () => {
  const until: EndpointWaitOptions["until"] = (endpoint) =>
    endpoint.status.readyReplica === 2;
  const { script, ended } = wait([
    at("running", { readyReplica: 1 }),
    at("running", { readyReplica: 2 }),
  ], { until });
  await ended;
  assertEquals(script.seen.length, 2);
});

Deno.test("the time limit is kept, and the last look told", async () => {
  const { script, ended } = wait(Array(20).fill(at("pending")), {
    timeoutMs: 3000,
  });
  const error = await rejection(ended);
  assertInstanceOf(error, TimeoutError);
  assertStringIncludes(error.message, 'still in state "pending" after 3 s');
  const waited = script.sleeps.reduce((sum, ms) => sum + ms, 0);
  assertEquals(waited, 3000);
});

Deno.test("an endpoint that was deleted ends the wait", async () => {
  const { ended } = wait([at("pending"), json({}, 404)]);
  assertInstanceOf(await rejection(ended), NotFoundError);
});

Deno.test("the signal ends the wait", async () => {
  const controller = new AbortController();
  const { script, ended } = wait([at("pending"), at("running")], {
    signal: controller.signal,
    onChange: () => controller.abort(),
  });
  assertInstanceOf(await rejection(ended), AbortedError);
  assert(script.seen.length === 1);
});

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
