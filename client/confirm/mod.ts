/**
 * Asks the real service what this project only guesses, and reports what is
 * otherwise. It only reads, unless it is told to spend.
 *
 * ```sh
 * deno run -A jsr:@hf-terraform/client/confirm --help
 * ```
 *
 * On Node, with the package installed:
 *
 * ```sh
 * node -e 'import("@hf-terraform/client/confirm").then((it) => it.main())' -- --help
 * ```
 *
 * From a program:
 *
 * ```ts ignore
 * import { confirm } from "@hf-terraform/client/confirm";
 *
 * const wrong = await confirm({ namespace: "acme" });
 * console.log(`${wrong} guesses are wrong`);
 * ```
 *
 * @module
 */

import process from "node:process";
import { parseArgs } from "node:util";
import { HuggingFace } from "../client.ts";
import { ApiError, isApiError } from "../core/api_errors.ts";
import { abortable } from "../core/signals.ts";
import { fetchOptions } from "../core/user_agent.ts";
import { type CheckContext, type Guess, SkipError, statusOf } from "./guess.ts";
import { readChecks } from "./guesses.ts";
import { localHosts } from "./local_hosts.ts";
import { refuseLinks, writeFiles } from "./record_folder.ts";
import { Recorder } from "./recorder.ts";
import { cheapest, writeChecks } from "./write_checks.ts";

const HELP =
  `Usage: deno task confirm [--namespace NAME] [--spend] [--record FOLDER]

Asks Hugging Face what this project only guesses.

  --namespace NAME  whose objects are looked at, such as your organization
                    (default: the token's user)
  --spend           also makes things with random names, and deletes them: what
                    costs nothing, and four endpoints on the cheapest machine,
                    each deleted at once; without it everything is only read
  --record FOLDER   writes the answers there, names, ids, tokens, mails,
                    addresses and texts replaced; read them, then open a pull
                    request: tests/recorded of a checkout is the place
  --help            prints this

HF_TOKEN is the token: one that reads is enough without --spend. HF_ENDPOINT and
HF_INFERENCE_ENDPOINTS_URL lead elsewhere, such as to the sandbox.`;

/** Options of a run. */
export interface ConfirmOptions {
  /** The namespace to check; the token's user if left out. */
  readonly namespace?: string | undefined;
  /** Whether objects may be created. */
  readonly spend?: boolean | undefined;
  /** The folder to record responses in. */
  readonly record?: string | undefined;
  /** Prints a line. */
  readonly say?: ((line: string) => void) | undefined;
  /** Aborts the run; created objects are deleted. */
  readonly signal?: AbortSignal | undefined;
}

interface Undo {
  readonly what: string;
  readonly how: () => PromiseLike<unknown>;
}

/** Every check: objects that some create are read by others. */
const guesses: readonly Guess[] = [...writeChecks, ...readChecks];

/**
 * Checks the guesses, and reports what is as guessed, otherwise, or could not be tried.
 *
 * @returns How many guesses are wrong.
 */
export async function confirm(options: ConfirmOptions = {}): Promise<number> {
  const { say: print = defaultSay, signal } = options;
  if (options.record !== undefined) await refuseLinks(options.record);
  const recorder = new Recorder();
  const say = (line: string) => print(shown(recorder.redact(line)));
  const send = recorder.wrap((request) => fetch(request, fetchOptions));
  const client = HuggingFace.fromEnv({ fetch: send, maxRetries: 1 });
  const who = await client.users.whoami({ signal });
  const context: CheckContext & { readonly undone: Undo[] } = {
    client,
    // Its errors do not show the token of the other one either.
    stranger: client.withOptions({ token: "hf_nobody", maxRetries: 0 }),
    me: who.name,
    owner: options.namespace ?? who.name,
    mark: `confirm-${crypto.randomUUID().slice(0, 8)}`,
    undone: [],
    undo(what, how) {
      this.undone.push({ what, how });
    },
  };
  const undo = context.undo.bind(context);
  say(`For ${context.owner}, as ${context.me}:`);
  if (options.spend) say(await costOf(context));
  const tally = { "as guessed": 0, OTHERWISE: 0, "not tried": 0 };
  try {
    for (const guess of options.spend ? guesses : readChecks) {
      signal?.throwIfAborted();
      const [verdict, detail] = await classify(
        guess,
        { ...context, undo },
        signal,
      );
      tally[verdict]++;
      say(`${verdict.padEnd(10)}  ${guess.title}${detail && `: ${detail}`}`);
    }
  } finally {
    await cleanUp(context.undone, say);
    if (options.record !== undefined) {
      await write(recorder, options.record, namesOf(who, context), say);
    }
  }
  say(
    `${tally["as guessed"]} as guessed, ${tally.OTHERWISE} otherwise, ` +
      `${tally["not tried"]} could not be tried` +
      (options.spend ? "" : `, ${writeChecks.length} more with --spend`),
  );
  return tally.OTHERWISE;
}

/** Finds names of persons in a response of whoami. */
function namesOf(who: object, { me, owner, mark }: CheckContext): string[] {
  const names = new Set([me, owner, mark]);
  const walk = (value: unknown, field: string): void => {
    if (typeof value === "string") {
      if (/^(name|fullname|email|displayName)$/.test(field)) {
        names.add(value);
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, key);
    }
  };
  walk(who, "");
  return [...names];
}

async function costOf({ client, owner, mark }: CheckContext): Promise<string> {
  const machine = await cheapest(client, owner).catch(() => undefined);
  const price = machine === undefined
    ? "no machine is offered, so none is made"
    : `${machine.vendor} ${machine.region} ${machine.instanceType} ` +
      `${machine.instanceSize} at $${machine.pricePerHour} an hour, each deleted ` +
      `at once: at most $${
        ((machine.pricePerHour ?? NaN) * 4 / 60 * 5).toFixed(2)
      } if ` +
      "each is billed for five minutes";
  return `All that is made is called ${mark}… and deleted. Only endpoints cost: ` +
    `${price}.`;
}

type Verdict = "as guessed" | "OTHERWISE" | "not tried";

async function classify(
  guess: Guess,
  context: CheckContext,
  signal: AbortSignal | undefined,
): Promise<readonly [Verdict, string]> {
  let found: unknown;
  let words = "";
  let work: Promise<unknown> | undefined;
  try {
    work = guess.ask(context);
    found = await abortable(work, signal);
  } catch (error) {
    // What is under way may still make something.
    if (signal?.aborted) await work?.catch(() => {});
    signal?.throwIfAborted();
    if (error instanceof SkipError) return ["not tried", error.message];
    words = error instanceof Error ? firstLine(error.message) : String(error);
    found = statusOf(error) ?? words;
    const isRefused = error instanceof ApiError &&
        [401, 402, 403, 429].includes(error.status) ||
      !(error instanceof ApiError) && !(error instanceof Error &&
          error.name === "ResponseFormatError");
    if (isRefused && found !== guess.expected) return ["not tried", words];
  }
  const [is, should] = [found ?? null, guess.expected].map((value) =>
    JSON.stringify(value)
  );
  if (is === should) return ["as guessed", ""];
  const why = words === "" || words === found ? "" : ` (${words})`;
  return ["OTHERWISE", `${is}, not ${should}${why}`];
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

async function cleanUp(
  undone: readonly Undo[],
  say: (line: string) => void,
): Promise<void> {
  for (const { what, how } of undone.toReversed()) {
    try {
      await how();
    } catch (error) {
      if (isApiError(error, 404)) continue;
      say(
        `NOT DELETED: ${what}: ${
          error instanceof Error ? firstLine(error.message) : error
        }. Delete it yourself`,
      );
    }
  }
}

async function write(
  recorder: Recorder,
  folder: string,
  known: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const files = recorder.files(known, date);
  await writeFiles(folder, files);
  say(
    `${files.length} answers are in ${folder}. Read them before you give them ` +
      "to anybody",
  );
}

/** A line as it may be printed: words of a service must not steer a terminal. */
function shown(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

function defaultSay(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * The command: reads the arguments, and ends the process.
 *
 * @param args The arguments; those of the process if left out.
 */
export async function main(args?: readonly string[]): Promise<never> {
  const given = args ?? process.argv.slice(process.argv[1] === "--" ? 2 : 1)
    .filter((arg, at) => at > 0 || arg.startsWith("--"));
  const fail = (text: string) => process.stderr.write(`${shown(text)}\n`);
  if (given.includes("--help")) {
    defaultSay(HELP);
    process.exit(0);
  }
  let options: ConfirmOptions;
  try {
    ({ values: options } = parseArgs({
      args: [...given],
      options: {
        namespace: { type: "string" },
        spend: { type: "boolean" },
        record: { type: "string" },
      },
    }));
  } catch (error) {
    fail(`${error instanceof Error ? error.message : error}. See --help`);
    process.exit(2);
  }
  const { env } = process;
  if (!env["HF_TOKEN"] && !env["HUGGING_FACE_HUB_TOKEN"]) {
    fail(
      "HF_TOKEN is not set. Make a token with the role `read` on " +
        "https://huggingface.co/settings/tokens, and set HF_TOKEN to it",
    );
    process.exit(2);
  }
  // The runtime reads it at the first request: the token must not go to a proxy
  // over plain http.
  for (const name of ["NO_PROXY", "no_proxy"]) {
    const others = env[name] ? [env[name]] : [];
    env[name] = [...others, ...localHosts(env)].join();
  }
  const stop = new AbortController();
  const onStop = () => stop.abort(new Error("Stopped"));
  process.once("SIGINT", onStop);
  process.once("SIGTERM", onStop);
  try {
    await confirm({ ...options, signal: stop.signal });
  } catch (error) {
    fail(
      isApiError(error, 401)
        ? "The service refuses HF_TOKEN: it is not valid any more, or mistyped"
        : error instanceof Error
        ? error.message
        : String(error),
    );
    process.exit(1);
  }
  process.exit(0);
}

if (import.meta.main) await main(process.argv.slice(2));
