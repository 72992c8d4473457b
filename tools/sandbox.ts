/**
 * `deno task sandbox`: serves the imitation of Hugging Face on loopback until
 * it is stopped, and prints the environment to use it with.
 *
 * @module
 */

import { Sandbox, type SandboxOptions } from "../client/sandbox/mod.ts";
import { complain, say } from "./output.ts";
import { serveSandbox } from "./sandbox_server.ts";

const help = `Usage: deno task sandbox [options]

Serves an in-memory imitation of Hugging Face on 127.0.0.1.

  --port N              port, 0 for a free one (default 0)
  --latency MS          wait before each answer (default 0)
  --startup MS          time until an endpoint runs (default 50)
  --rate-limit N/S      N requests in S seconds for each token
  --seed-endpoints N    endpoints the user has from the start (default 0)
  --token TOKEN=ROLE    a further token; ROLE is read, write or a list of
                        permissions such as inference.endpoints.write@acme
                        (may be given several times)
  --help                this text

Prints HF_ENDPOINT, HF_INFERENCE_ENDPOINTS_URL and HF_TOKEN, then "ready".
`;

interface Settings {
  readonly port: number;
  readonly options: SandboxOptions;
}

class UsageError extends Error {}

/** Reads the arguments; undefined when they ask for help. */
export function readArguments(
  args: readonly string[],
): Settings | undefined {
  let port = 0;
  let options: SandboxOptions = {};
  const tokens: Record<string, string> = {};
  const rest = args.flatMap((arg) => {
    const found = /^(--[a-z-]+)=(.*)$/s.exec(arg);
    return found === null ? [arg] : [found[1] ?? "", found[2] ?? ""];
  });
  while (rest.length > 0) {
    const flag = rest.shift() ?? "";
    if (flag === "--help" || flag === "-h") return undefined;
    const value = rest.shift();
    if (value === undefined) {
      throw new UsageError(`Unknown option or missing value: ${flag}`);
    }
    switch (flag) {
      case "--port":
        port = whole(flag, value);
        break;
      case "--latency":
        options = { ...options, latencyMs: whole(flag, value) };
        break;
      case "--startup":
        options = { ...options, startupMs: whole(flag, value) };
        break;
      case "--seed-endpoints":
        options = { ...options, seedEndpoints: whole(flag, value) };
        break;
      case "--rate-limit":
        options = { ...options, rateLimit: rateLimit(value) };
        break;
      case "--token": {
        const at = value.indexOf("=");
        if (at < 1) throw new UsageError("--token needs TOKEN=ROLE");
        tokens[value.slice(0, at)] = value.slice(at + 1);
        break;
      }
      default:
        throw new UsageError(`Unknown option: ${flag}`);
    }
  }
  return { port, options: { ...options, tokens } };
}

function whole(flag: string, value: string): number {
  if (!/^\d+$/.test(value)) {
    throw new UsageError(`${flag} needs a whole number, not ${value}`);
  }
  return Number(value);
}

function rateLimit(value: string): {
  requests: number;
  windowSeconds: number;
} {
  const found = /^(\d+)\/(\d+)$/.exec(value);
  if (found === null) {
    throw new UsageError(`--rate-limit needs N/SECONDS, not ${value}`);
  }
  return { requests: Number(found[1]), windowSeconds: Number(found[2]) };
}

async function main(args: readonly string[]): Promise<number> {
  const settings = readArguments(args);
  if (settings === undefined) {
    say(help.trimEnd());
    return 0;
  }
  const sandbox = new Sandbox(settings.options);
  const stopped = new Promise<void>((resolve) => {
    const signals: Deno.Signal[] = Deno.build.os === "windows"
      ? ["SIGINT", "SIGBREAK"]
      : ["SIGINT", "SIGTERM"];
    for (const signal of signals) Deno.addSignalListener(signal, resolve);
  });
  const server = await serveSandbox(sandbox, settings.port);
  say(`HF_ENDPOINT=${server.url}`);
  say(`HF_INFERENCE_ENDPOINTS_URL=${server.url}`);
  say(`HF_TOKEN=${sandbox.token}`);
  say("ready");
  await stopped;
  await server.stop();
  return 0;
}

if (import.meta.main) {
  try {
    Deno.exit(await main(Deno.args));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`${error.message}\n\n${help.trimEnd()}`);
    Deno.exit(2);
  }
}
