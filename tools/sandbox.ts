/**
 * `deno task sandbox`: serves the imitation of Hugging Face on loopback until
 * it is stopped, and prints the environment to use it with.
 *
 * @module
 */

import { Sandbox, type SandboxOptions } from "../client/sandbox/mod.ts";
import { didYouMean } from "../provider/framework/validators/nearest.ts";
import { say } from "./output.ts";
import { interrupted, serveSandbox } from "./sandbox_server.ts";
import { type Arguments, runTask, task, UsageError } from "./task.ts";

const command = task({
  name: "sandbox",
  summary: "Serves an in-memory imitation of Hugging Face on 127.0.0.1 until " +
    "it is stopped.\nPrints HF_ENDPOINT, HF_INFERENCE_ENDPOINTS_URL, HF_TOKEN " +
    'and HF_HUB_DISABLE_XET,\nthen "ready".',
  options: {
    port: { value: "N", help: "port, 0 for a free one (default 0)" },
    latency: { value: "MS", help: "wait before each answer (default 0)" },
    startup: { value: "MS", help: "time until an endpoint runs (default 50)" },
    "rate-limit": { value: "N/S", help: "N requests in S seconds per token" },
    "seed-endpoints": {
      value: "N",
      help: "endpoints the user has from the start (default 0)",
    },
    token: {
      value: "TOKEN=ROLE",
      multiple: true,
      help: "a further token; ROLE is read, write or a list of permissions " +
        "such as inference.endpoints.write@acme; alice:write is of that user",
    },
  },
});

type Options = Arguments<typeof command.options>["options"];

function sandboxOptions(options: Options): SandboxOptions {
  const latencyMs = whole("latency", options.latency);
  const startupMs = whole("startup", options.startup);
  const seedEndpoints = whole("seed-endpoints", options["seed-endpoints"]);
  const limit = options["rate-limit"];
  return {
    ...latencyMs !== undefined && { latencyMs },
    ...startupMs !== undefined && { startupMs },
    ...seedEndpoints !== undefined && { seedEndpoints },
    ...limit !== undefined && { rateLimit: rateLimit(limit) },
    tokens: Object.fromEntries(options.token.map(tokenAndRole)),
  };
}

function whole(name: string, value: string | undefined): number | undefined {
  if (value === undefined || /^\d+$/.test(value)) {
    return value === undefined ? undefined : Number(value);
  }
  throw new UsageError(`--${name} needs a whole number, not "${value}".`);
}

function rateLimit(value: string): {
  requests: number;
  windowSeconds: number;
} {
  const found = /^(\d+)\/(\d+)$/.exec(value);
  if (found === null) {
    throw new UsageError(`--rate-limit needs N/SECONDS, not "${value}".`);
  }
  return { requests: Number(found[1]), windowSeconds: Number(found[2]) };
}

/** A role is `read`, `write`, or permissions, each with its namespace. */
const role = /^(read|write|[a-zA-Z.]+\.[a-zA-Z.]+(@[\w.-]+)?(,.+)?)$/;

function tokenAndRole(value: string): [token: string, role: string] {
  const at = value.indexOf("=");
  const [token, given] = [value.slice(0, at), value.slice(at + 1)];
  if (at < 1 || !role.test(given)) {
    throw new UsageError(
      `--token needs TOKEN=ROLE, not "${value}". ROLE is read, write or ` +
        "permissions such as inference.endpoints.write@acme." +
        didYouMean(given, ["read", "write"]),
    );
  }
  return [token, given];
}

async function main({ options }: { options: Options }): Promise<number> {
  const sandbox = new Sandbox(sandboxOptions(options));
  const stopped = interrupted();
  const server = await serveSandbox(
    sandbox,
    whole("port", options.port) ?? 0,
  );
  say(`HF_ENDPOINT=${server.url}`);
  say(`HF_INFERENCE_ENDPOINTS_URL=${server.url}`);
  say(`HF_TOKEN=${sandbox.token}`);
  // The Python client asks no server whether it has Xet.
  say("HF_HUB_DISABLE_XET=1");
  say("ready");
  await stopped;
  await server.stop();
  return 0;
}

if (import.meta.main) await runTask(command, main);
