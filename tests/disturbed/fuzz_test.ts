// Whatever stands in whatever place of whatever answer: nothing of it is found on
// the terminal, in a log or in the state that should not be there, and no lie has
// another object followed, or one replaced.

import { assert, assertEquals } from "@std/assert";
import type { Json, JsonObject } from "@hf-terraform/framework/testing";
import { configureLogs, type LogParams } from "../../provider/framework/log.ts";
import { print } from "../../provider/framework/testing/system/run.ts";
import { Random } from "../support/random_values.ts";
import { arrivalsOf } from "./arrivals.ts";
import { claimsUnder } from "./claims.ts";
import { type Life, lifeOf, start } from "./life.ts";
import { movesUnder } from "./moves.ts";
import {
  isDistinct,
  type ResourceSample as Sample,
  samples,
} from "../support/samples.ts";
import { sequenceOf } from "./sequences.ts";
import type { Terraform } from "../support/terraform.ts";
import { type Disturbance, World } from "./world.ts";

/** The number of answers to tamper with, equal for each resource. */
const RUNS = Number(Deno.env.get("FUZZ_RUNS") ?? 200);

/** The most failures that are printed. */
const SHOWN = Number(Deno.env.get("DISTURBED_SHOWN") ?? 5);

/** The number of requests to tamper with when two resources meet. */
const REQUESTS = 12;

/** The number of concurrent runs: most of their time they wait. */
const AT_A_TIME = 100;

const escapes = "\u001b[2J\u001b[31mError: forged\u001b[0m\u0007\u009b1m\u202e";

/** Makers of hostile values, each given the value to replace. */
const evils: Readonly<Record<string, (random: Random, token: string) => Json>> =
  {
    "the token": (_random, token) => `is ${token}, it says`,
    "nothing but the token": (_random, token) => token,
    "a secret": () => "is secret-first or secret-second, it says",
    "control characters": () => `text ${escapes}`,
    "control characters after a line": () => `text\n\u2577\n${escapes}`,
    "another name": (random) =>
      random.pick(["other", "stranger", "acme/stranger", "../../x", "", "."]),
    "a huge text": () => "long ".repeat(50_000),
    "a huge list": () => Array.from({ length: 20_000 }, (_, i) => `item ${i}`),
    "a deep object": () => deep(500),
    "a number": (random) => random.pick([-1, 0.5, 1e300, 2 ** 53]),
    "a boolean": () => true,
    "null": () => null,
    "a list": () => [],
    "an object": () => ({ a: { b: [1] }, __proto__: null }),
  };

function deep(depth: number): Json {
  return depth === 0 ? "bottom" : { inner: deep(depth - 1) };
}

type Path = readonly (string | number)[];

/** Every place of a JSON value, itself included. */
function* placesOf(value: Json, at: Path = []): Generator<Path> {
  yield at;
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield* placesOf(inner, [...at, Array.isArray(value) ? Number(name) : name]);
  }
}

/** The value with something else in a place. */
function put(value: Json, [name, ...rest]: Path, evil: Json): Json {
  if (name === undefined) return evil;
  if (Array.isArray(value)) {
    return value.map((inner, i) => i === name ? put(inner, rest, evil) : inner);
  }
  const object = value as JsonObject;
  return { ...object, [name]: put(object[name] ?? null, rest, evil) };
}

/** Tampers with one answer, in a place that is drawn. */
function tamper(random: Random, told: (what: string) => void): Disturbance {
  const [name, evil] = random.pick(Object.entries(evils));
  return {
    name,
    canLast: false,
    answer: async ({ request, serve }) => {
      const served = await serve();
      const { pathname } = new URL(request.url);
      const token = request.headers.get("authorization")?.slice(7) ?? "";
      const type = served.headers.get("content-type") ?? "";
      const text = await served.text();
      const { status } = served;
      const headers = new Headers(served.headers);
      headers.delete("content-length");
      if (random.once(6) || !type.includes("json") || text === "") {
        const header = random.pick([
          "x-request-id",
          "x-error-message",
          "x-error-code",
          "x-hf-warning",
          "link",
          "etag",
        ]);
        told(`${request.method} ${pathname} header ${header}: ${name}`);
        const value = evil(random, token);
        const latin =
          (typeof value === "string" ? value : JSON.stringify(value))
            // deno-lint-ignore no-control-regex
            .replaceAll(/[^\x01-\x09\x0b\x0c\x0e-\xff]/g, "?").slice(0, 10_000);
        try {
          headers.set(header, latin);
        } catch {
          headers.set(header, latin.replaceAll(/[^\x20-\x7e]/g, "?"));
        }
        return new Response(text, { status, headers });
      }
      const json: Json = JSON.parse(text);
      const at = random.pick([...placesOf(json)]);
      told(`${request.method} ${pathname} at ${at.join(".")}: ${name}`);
      return Response.json(put(json, at, evil(random, token)), {
        status,
        headers,
      });
    },
  };
}

/** The places of control characters, and of secrets, in all that is shown. */
function findings(
  text: string,
  { token, sample, where }: {
    readonly token: string;
    readonly sample: Sample;
    readonly where: "output" | "log" | "state";
  },
): string[] {
  const found: string[] = [];
  const look = (what: string, pattern: RegExp) => {
    const match = pattern.exec(text);
    if (match === null) return;
    const start = Math.max(0, match.index - 60);
    found.push(
      `${what} after ${JSON.stringify(text.slice(start, match.index))}`,
    );
  };
  look("a control character", /[^\P{Cc}\n\t]|\u202e/u);
  look("the token", new RegExp(token));
  // In a state, a secret cannot be told from a word that the service uses too.
  const secret = /secret-(first|second|soon)/;
  const hasSecrets = secret.test(JSON.stringify(sample.steps));
  if (where !== "state" && hasSecrets) look("a secret", secret);
  look("blame of the provider", /bug in the provider/);
  if (where === "log") look("an endless line", /.{9000}/);
  if (where !== "output") return found;
  look("an endless line", /.{4000}/);
  look("a forged error", /^[\s\u2500-\u257f]*Error: forged/m);
  return found;
}

/** One life in which one answer is tampered with; what was found. */
async function fuzz(
  sample: Sample,
  life: Life,
  random: Random,
): Promise<string | undefined> {
  const { world, terraform } = await start(sample);
  const { token } = world;
  const step = random.below(sample.steps.length);
  const at = 1 + random.below(life.counts[step] ?? 1);
  for (const config of sample.steps.slice(0, step)) {
    world.begin();
    await terraform.apply(config);
  }
  // A value that the state has not seen may not be replaced or lost.
  if (terraform.stored !== undefined && random.once(3)) {
    const { come } = random.pick(arrivalsOf(sample.typeName));
    world.begin();
    const { ok, output } = await come(terraform, terraform.stored);
    assert(ok, output);
  }
  const before = idOf(terraform);
  const stableBefore = stableIdOf(terraform);
  const asPlanned = await terraform.plan(sample.steps[step]);
  const isReplacing = asPlanned.actions.includes("delete");
  const tampered: string[] = [];
  const disturbance = tamper(random, (what) => tampered.push(what));
  world.begin({ at, disturbance, lasts: false });
  const { output } = await terraform.apply(sample.steps[step]);
  const state = Object.entries(terraform.shown ?? {}).flatMap(
    ([name, value]) =>
      findings(text(value), { token, sample, where: "state" }).map((what) =>
        `state ${name}: ${what}`
      ),
  );
  const after = idOf(terraform);
  const isRenamed = before !== undefined && after !== undefined &&
    before !== after && !sample.isReplaced && sample.steps[step]?.["name"] ===
      sample.steps[step - 1]?.["name"] &&
    sample.steps[step]?.["key"] === sample.steps[step - 1]?.["key"];
  // Told the truth again, it follows the same object and replaces nothing.
  const stable = stableIdOf(terraform);
  world.begin();
  const { actions } = await terraform.plan(sample.steps[step]);
  const wasThere = before !== undefined && !sample.isReplaced;
  const isLost = wasThere && !isReplacing && actions.includes("delete");
  const isAnother = wasThere && stable !== undefined && stable !== stableBefore;
  const found = [
    ...isLost ? [`a lie replaces it: ${actions}`] : [],
    ...isAnother ? [`the stable id became ${stable}`] : [],
    ...findings(output, { token, sample, where: "output" }).map((what) =>
      `output: ${what}`
    ),
    ...state,
    ...isRenamed ? [`the id became ${after}, and was ${before}`] : [],
    ...output.length > 20_000 ? [`${output.length} characters of output`] : [],
  ];
  return found.length === 0
    ? undefined
    : `step ${step}, request ${at}, ${tampered.join()}\n  ${
      found.join("\n  ")
    }`;
}

function idOf({ shown }: Terraform): string | undefined {
  return typeof shown === "object" && shown !== null && "id" in shown
    ? String(shown["id"])
    : undefined;
}

/** The id that stays when what a state is about gets another name. */
function stableIdOf({ shown }: Terraform): string | undefined {
  const { repository_id, bucket_id } = Object(shown);
  return repository_id ?? bucket_id ?? undefined;
}

/** The strings of a value, one a line. */
function text(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => [name, text(one)])
      .join("\n")
    : String(value);
}

/** One meeting of two resources in which one answer is tampered with. */
async function fuzzTwo(
  sample: Sample,
  life: Life,
  random: Random,
): Promise<string | undefined> {
  const tampered: string[] = [];
  const disturbance = tamper(random, (what) => tampered.push(what));
  const at = 1 + random.below(REQUESTS);
  const plan = { at, disturbance, lasts: false };
  const met = [
    ...claimsUnder(sample, life, plan),
    // A webhook is told from another one by what it is, which may be a lie.
    ...sample.typeName === "huggingface_webhook"
      ? []
      : movesUnder(sample, life, plan),
  ];
  const one = random.pick([sequenceOf(sample, random, plan), ...met]);
  try {
    await one.run();
    return undefined;
  } catch (error) {
    return `${one.name}, ${tampered.join()}\n${error}`;
  }
}

for (const sample of samples.filter(isDistinct)) {
  Deno.test(`${sample.typeName}: nothing evil in an answer is shown, logged or stored`, async () => {
    const logged: string[] = [];
    const options: LogParams = {
      env: (name) => name === "TF_LOG" ? "TRACE" : undefined,
      write: (line) => void logged.push(line),
    };
    configureLogs(options);
    try {
      const seeds = Random.ofEnvironment();
      const life = await lifeOf(sample);
      const { token } = await World.create([]);
      const runs = Math.ceil(RUNS / samples.length);
      const waiting = Array.from({ length: runs }, () => seeds.below(2 ** 32));
      const failures: string[] = [];
      const work = async () => {
        for (let seed = waiting.pop(); seed !== undefined;) {
          const random = new Random(seed);
          const found = random.once(4)
            ? await fuzzTwo(sample, life, random)
            : await fuzz(sample, life, random);
          if (found !== undefined) failures.push(found);
          seed = waiting.pop();
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, work));
      const lines = logged.map((line) => text(JSON.parse(line)));
      const inLog = lines.flatMap((line) =>
        findings(line, { token, sample, where: "log" })
      );
      print(
        `${sample.typeName}: ${runs} answers tampered with, ` +
          `${logged.length} lines logged, SEED=${seeds.seed}`,
      );
      assertEquals(inLog.slice(0, SHOWN), [], "in the log");
      assert(
        failures.length === 0,
        `${failures.length} of ${runs} runs show something, SEED=` +
          `${seeds.seed}:\n\n${failures.slice(0, SHOWN).join("\n\n")}`,
      );
    } finally {
      configureLogs({ env: () => undefined, write: () => {} });
    }
  });
}
