// Asks an address so many times at once, keeps what comes, and prints how it
// went and by how many MiB the process has grown.

import { HuggingFace } from "../../mod.ts";

function grownTo(): number {
  const status = Deno.readTextFileSync("/proc/self/status");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const [endpoint = "", count = "", path = "", stream = ""] = Deno.args;
const client = new HuggingFace({
  endpoint,
  inferenceEndpointsUrl: endpoint,
  maxRetries: 0,
});
const { endpoints, jobs, refs, spaces, buckets } = client;
const id = `acme${path}`;

/** Every method that follows a stream of events. */
const streams: Readonly<Record<string, () => AsyncIterable<unknown>>> = {
  "the log of a Space": () => spaces.logs.follow(id, "run"),
  "the events of a Space": () => spaces.followEvents(id),
  "the metrics of a Space": () => spaces.followMetrics(id),
  "the log of a job": () => jobs.followLogs(id),
  "the events of a job": () => jobs.followEvents(id),
  "the metrics of a job": () => jobs.followMetrics(id),
  "the log of an endpoint": () => endpoints.logs.follow(id),
  "the entries of an endpoint's log": () => endpoints.logs.followEntries(id),
  "the events of a bucket": () => buckets.followEvents(id),
};

async function lastOf(items: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const item of items) last = item;
  return last;
}

function ask(): Promise<unknown> {
  if (stream === "the end of a log") {
    return spaces.logs.last(id, "run", { quietMs: 60_000 });
  }
  if (stream === "list") {
    return refs.listCommits({ type: "model", id }).toArray();
  }
  const follow = streams[stream];
  return follow === undefined ? client.get(path) : lastOf(follow());
}

await Promise.allSettled(
  Array.from({ length: 10 }, () => client.get("/small")),
);
const before = grownTo();
const kept: unknown[] = [];
// Of an error only its message: it holds what its functions held.
const ends = await Promise.all(Array.from(
  { length: Number(count) },
  () =>
    ask().then((answer) => {
      kept.push(answer);
      return "read";
    }, ({ message }) => String(message)),
));
// deno-lint-ignore no-console -- The test reads it.
console.log(JSON.stringify({ ends, grown: grownTo() - before }));
