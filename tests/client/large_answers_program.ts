// Asks an address ten times at once, keeps what comes, and prints how it went
// and by how many MiB the process has grown.

import { HuggingFace } from "../../mod.ts";

function grownTo(): number {
  const status = Deno.readTextFileSync("/proc/self/status");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const [endpoint = "", path = ""] = Deno.args;
const client = new HuggingFace({ endpoint, maxRetries: 0 });
const ask = (path: string) =>
  Promise.allSettled(
    Array.from(
      { length: 10 },
      () =>
        path.startsWith("/log")
          ? client.spaces.logs.last(`acme${path}`, "run", { tail: 20 })
          : client.get(path),
    ),
  );

await ask("/small");
const before = grownTo();
const answers = await ask(path);
const ends = answers.map((answer) =>
  answer.status === "fulfilled" ? "read" : String(answer.reason.message)
);
// deno-lint-ignore no-console -- The test reads it.
console.log(JSON.stringify({ ends, grown: grownTo() - before }));
