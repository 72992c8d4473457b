// Asks an address so many times at once, keeps what comes, and prints how it
// went and by how many MiB the process has grown.

import { HuggingFace } from "../../mod.ts";

function grownTo(): number {
  const status = Deno.readTextFileSync("/proc/self/status");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const [endpoint = "", count = "", path = "", kind = ""] = Deno.args;
const client = new HuggingFace({ endpoint, maxRetries: 0 });
const id = `acme${path}`;

function ask(): Promise<unknown> {
  if (kind === "log") {
    return client.spaces.logs.last(id, "run", { quietMs: 60_000 });
  }
  if (kind === "list") {
    return client.refs.listCommits({ type: "model", id }).toArray();
  }
  return client.get(path);
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
