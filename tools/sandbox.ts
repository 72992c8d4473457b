/**
 * `deno task sandbox`: serves the imitation of Hugging Face on loopback until
 * it is stopped, and prints the environment to use it with.
 *
 * @module
 */

import { Sandbox, type SandboxOptions } from "../client/sandbox/mod.ts";
import { didYouMean } from "../provider/framework/values/nearest.ts";
import { print, printError } from "../provider/framework/testing/system/run.ts";
import { serveSandbox, waitForInterrupt } from "./sandbox_server.ts";
import {
  type CommandArguments,
  runTask,
  task,
  UsageError,
} from "../provider/framework/cli/task.ts";

const command = task({
  name: "sandbox",
  summary: "Serves an in-memory imitation of Hugging Face on 127.0.0.1 until " +
    "it is stopped.\nPrints HF_ENDPOINT, HF_INFERENCE_ENDPOINTS_URL, HF_TOKEN, " +
    'HF_SANDBOX_KEY\nand HF_HUB_DISABLE_XET, then "ready"; and the address of ' +
    "its page on standard error.",
  options: {
    port: { value: "N", help: "port, 0 for a free one (default 0)" },
    startup: { value: "MS", help: "time until an endpoint runs (default 50)" },
    "rate-limit": { value: "N/S", help: "N requests in S seconds per token" },
    "seed-endpoints": {
      value: "N",
      help: "endpoints the user has from the start (default 0)",
    },
    model: {
      value: "ID",
      multiple: true,
      help: "a model that others published, such as Qwen/Qwen3-32B: an " +
        "endpoint of one that is not there fails",
    },
    token: {
      value: "TOKEN=ROLE",
      multiple: true,
      help: "a further token; ROLE is read, write or a list of permissions " +
        "such as inference.endpoints.write@acme; alice:write is of that user",
    },
  },
});

type Options = CommandArguments<typeof command.options>["options"];

function sandboxOptions(options: Options): SandboxOptions {
  const startupMs = whole("startup", options.startup);
  const seedEndpoints = whole("seed-endpoints", options["seed-endpoints"]);
  const limit = options["rate-limit"];
  return {
    ...startupMs !== undefined && { startupMs },
    ...seedEndpoints !== undefined && { seedEndpoints },
    ...limit !== undefined && { rateLimit: rateLimit(limit) },
    models: options.model.map(modelId),
    tokens: Object.fromEntries(options.token.map(tokenAndRole)),
  };
}

/** The greatest number of each option: a timer waits for a day at most. */
const greatest = {
  port: 65_535,
  startup: 86_400_000,
  "seed-endpoints": 10_000,
  "rate-limit": 1_000_000_000,
};

function whole(
  name: keyof typeof greatest,
  value: string | undefined,
): number | undefined {
  if (value === undefined) return undefined;
  const most = greatest[name];
  if (/^\d{1,10}$/.test(value) && Number(value) <= most) return Number(value);
  throw new UsageError(
    `--${name} needs a whole number from 0 to ${most}, not "${value}".`,
  );
}

function rateLimit(value: string): {
  requests: number;
  windowSeconds: number;
} {
  const found = /^(\d+)\/(\d+)$/.exec(value);
  if (found === null) {
    throw new UsageError(`--rate-limit needs N/SECONDS, not "${value}".`);
  }
  const [, requests, windowSeconds] = found;
  return {
    requests: whole("rate-limit", requests) ?? 0,
    windowSeconds: whole("rate-limit", windowSeconds) || 1,
  };
}

/** A role is `read`, `write`, or permissions, each with its namespace. */
const role = /^([\w-]+:)?(read|write|[a-zA-Z.]+\.[a-zA-Z.]+(@[\w.-]+)?(,.+)?)$/;

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

function modelId(value: string): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(value)) return value;
  throw new UsageError(
    `--model needs OWNER/NAME, not "${value}", as in Qwen/Qwen3-32B.`,
  );
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : cause;
  if (code === "EADDRINUSE") return "another program listens there";
  return code === "EACCES" ? "it takes an administrator" : String(code);
}

async function main({ options }: { options: Options }): Promise<number> {
  const sandbox = new Sandbox(sandboxOptions(options));
  const stopped = waitForInterrupt();
  const port = whole("port", options.port) ?? 0;
  const server = await serveSandbox(sandbox, port).catch((cause: unknown) => {
    throw new Error(
      `Cannot listen on port ${port}: ${
        reasonOf(cause)
      }. Give another one by ` +
        "--port, or none to have a free one picked.",
      { cause },
    );
  });
  print(`HF_ENDPOINT=${server.url}`);
  print(`HF_INFERENCE_ENDPOINTS_URL=${server.url}`);
  print(`HF_TOKEN=${sandbox.token}`);
  print(`HF_SANDBOX_KEY=${sandbox.key}`);
  // The Python client asks no server whether it has Xet.
  print("HF_HUB_DISABLE_XET=1");
  print("ready");
  printError(`Its page, for a browser: ${server.url}/?key=${sandbox.key}`);
  await stopped;
  await server.stop();
  return 0;
}

if (import.meta.main) await runTask(command, main);
