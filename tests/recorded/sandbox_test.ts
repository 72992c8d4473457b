/**
 * The sandbox against the recorded answers: put into the same situation, it
 * answers in the same form. Values are its own.
 */
import { assertEquals } from "@std/assert";
import { ask, type Reply, stillSandbox } from "../client/sandbox/fixtures.ts";
import type { Json, JsonObject, Sandbox } from "../../client/sandbox/mod.ts";
import { readAnswers, type RecordedAnswer } from "./answers.ts";
import { accessSituations } from "./situations/access.ts";
import { endpointsSituations } from "./situations/endpoints.ts";
import { filesSituations } from "./situations/files.ts";
import { othersSituations } from "./situations/others.ts";
import { reposSituations } from "./situations/repos.ts";
import { spacesSituations } from "./situations/spaces.ts";
import {
  later,
  type RequestStep,
  type Situation,
  type Situations,
} from "./situations/steps.ts";

const situations: Situations = {
  ...accessSituations,
  ...endpointsSituations,
  ...filesSituations,
  ...reposSituations,
  ...spacesSituations,
  ...othersSituations,
};

/** Answers that are not compared, by the reason. */
const open: Readonly<Record<string, readonly string[]>> = {
  "until 2024 the Hub answered so: the words of today are compared": [
    "repos/model-gated-401-2024",
    "repos/repo-create-403-dataset-2024",
  ],
  "Swagger's example of 2023, with machines of that time": [
    "endpoints/endpoint-openapi-example-2023",
  ],
  "the text without its first word, which another has whole": [
    "endpoints/endpoint-payment-required",
  ],
  "answered by what stands before the service": [
    "endpoints/endpoint-list-404-html",
  ],
  "a fault of the service, without a cause that could be set up": [
    "jobs/jobs-run-500",
  ],
  "a limit of storage, which the sandbox has not": [
    "files/commit-400-private-storage-old",
    "files/commit-400-private-storage-user",
    "files/commit-400-too-many-files",
    "files/commit-403-private-storage",
    "files/commit-403-storage-patterns",
  ],
  "the text of February 2026; that of August is compared": [
    "repos/rate-limit-429-of-a-model",
  ],
  "asked for as JSON; the sandbox answers content in text": [
    "files/raw-entry-not-found",
  ],
  "fields of a client before `pullRequestUrl`": ["files/commit-done-pr-old"],
  "no provider serves the models of the sandbox": [
    "repos/model-provider-mapping-seven",
    "repos/model-provider-mapping-two",
  ],
  "found by a search for meaning, which the sandbox has not": [
    "repos/space-list-semantic",
  ],
  "nobody asks for automatic replicas of a Space": [
    "spaces/space-runtime-auto",
  ],
  "fields of a Space's runtime that were never seen live": [
    "spaces/space-runtime-py-mock",
    "spaces/space-runtime-rawlogs",
  ],
  "the sandbox has no likes": ["users/user-likes-rust"],
};

/** Known differences, by the reason. */
const differing: readonly (readonly [reason: string, difference: RegExp])[] = [
  ["who accepted a request is not kept", /accepted-by: lacks .*grantedBy/],
  [
    "the form of 2023 and 2025: one of 2026 has no storage, and nothing that " +
    "runs while nothing does",
    /space-(pause|pause-2023|restart|runtime-building|runtime-rust-hw): (lacks (storage|gcTimeout|devMode|domains)|replicas.current is null)/,
  ],
  [
    "the form of 2025; one of 2026 has no storage",
    /runtime-static: (lacks storage|has (domains|sha))/,
  ],
  ["its user is in organizations", /whoami-write: has orgs/],
  ["the official client reads it", /access-.*: has \[\]\.requestId$/],
  [
    "put together from prices and regions, without processors",
    /catalog-public.*numCpus$/,
  ],
  [
    "a key stands beside its value in documentation only",
    /variable.*: has .*(key|updatedAt)$/,
  ],
  ["a version of another image", /: lacks .*pySpacesVersion$/],
  ["the served commit came in 2026-07", /runtime-domains: has sha$/],
  [
    "observers named what was of interest",
    /(build-error|exit-128): has replicas|409-model: has url/,
  ],
  [
    "the token says more, or less, than it did",
    /whoami-fine.*(orgs|email|global\[\])$/,
  ],
  ["the card is another one", /model-tiny-gated-expand: has cardData\./],
  [
    "what weights, a card or use give a model, not the route",
    /repos\/model-.*: lacks (\[\]\.)?(mask_token|widgetData|config|cardData|transformersInfo|spaces|safetensors|inference$|baseModels|usedStorage)/,
  ],
  [
    "no provider serves the models of the sandbox",
    /model-provider-mapping: lacks inferenceProviderMapping/,
  ],
  [
    "what the Hub makes up of an item, and the author's account",
    /collection-(list|every-kind): lacks .*items\[\]\.(datasetsServerInfo|ai_|authorData|trendingScore|thumbnailUrl)/,
  ],
  [
    "the document has neither in the list",
    /collection-list: lacks \[\]\.(position|shareUrl)/,
  ],
  [
    "the official client's test holds an endpoint of 2023",
    /endpoints\/endpoint-.*: lacks .*(accountId|model\.secrets?\.token)$/,
  ],
  ["a client adds the address", /endpoint-created: lacks url$/],
  [
    "its recorder did not see what the service fills in",
    /tei-running: lacks compute\.scaling\.measure$/,
  ],
  [
    "the words of 2023; an official client's test has those of today",
    /commit-412-race: says/,
  ],
  ["the form of 2023", /tree-expanded.*: lacks .*security\./],
  [
    "nothing is scanned, and a large file is known by its SHA-256",
    /tree-.*: lacks .*(securityFileStatus|xetHash)/,
  ],
  [
    "made up by a client's test",
    /rust-null-date: .*date is time|job-suspended: .*RunAt is time|rust-volumes: lacks hotReloading/,
  ],
  ["a client printed null for none", /error-null: lacks errorMessage$/],
  ["nobody describes an account", /users\/.*: lacks details$/],
  ["left open by documentation", /whoami-postpaid: periodEnd is number/],
  [
    "documentation shows the secret; the document of 2026 has `hasSecret`",
    /webhook-get: lacks webhook\.secret$/,
  ],
];

/** The places of a value with the type that stands there. */
function formOf(value: Json | undefined, at = ""): Map<string, string> {
  const form = new Map<string, string>();
  if (Array.isArray(value)) {
    for (const item of value) {
      for (const [place, type] of formOf(item, `${at}[]`)) {
        const known = form.get(place);
        form.set(
          place,
          known === undefined || known === type ? type : `${known}|${type}`,
        );
      }
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const place = at === "" ? name : `${at}.${name}`;
      for (const entry of formOf(inner, place)) form.set(...entry);
    }
  } else {
    const isTime = typeof value === "string" &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
    form.set(at, value === null ? "null" : isTime ? "time" : typeof value);
  }
  return form;
}

/** A text without the names in it. */
function nameless(text: string | null | undefined): string {
  return (text ?? "").replaceAll(/[\w.-]+\/[\w.-]+(?=[\s.]|$)/g, "ID")
    .replaceAll(/(quota of )\d+/g, "$1N")
    .replaceAll(/(namespace:? "?)[\w-]+/g, "$1NAME")
    .replaceAll(/\n {2}→ at [\w[\].]+$| \* at [\w[\].]+$/g, "")
    .replaceAll(/(?<=models\/)\S+|(?<=files:)[^]*/g, "REST")
    .replaceAll(/https:\/\/huggingface\.co\/\S+/g, "PAGE");
}

const told = ["x-error-message", "x-error-code", "www-authenticate"];

/** Reasons of differences that were found. */
const seen = new Set<(typeof differing)[number]>();

function differences(
  answer: RecordedAnswer,
  reply: Reply,
  { isPart }: Situation,
): string[] {
  const found: string[] = [];
  if (reply.status !== answer.status) found.push(`status ${reply.status}`);
  for (const name of told) {
    const wanted = answer.headers[name];
    const given = reply.headers.get(name);
    if (wanted !== undefined && nameless(wanted) !== nameless(given)) {
      found.push(`${name} is ${given}`);
    }
  }
  const own = /json/.test(reply.headers.get("content-type") ?? "")
    ? JSON.parse(reply.text)
    : reply.text;
  // Observers of a redirect or refusal who name no text kept none.
  const isTold = answer.status < 300 || answer.body !== "";
  if (answer.status >= 400 && isTold) {
    const [wanted, given] = [answer.body, own].map((body) =>
      nameless(
        typeof body === "string" ? body : (body as JsonObject).error as string,
      )
    );
    if (wanted !== given) found.push(`says ${given}, not ${wanted}`);
  }
  const [wanted, given] = isTold
    ? [formOf(answer.body as Json), formOf(own)]
    : [new Map<string, string>(), new Map<string, string>()];
  for (const [place, type] of wanted) {
    if (!given.has(place)) found.push(`lacks ${place}`);
    else if (
      !given.get(place)?.split("|").some((each) => type.includes(each))
    ) {
      found.push(`${place} is ${given.get(place)}, not ${type}`);
    }
  }
  for (const place of given.keys()) {
    if (!isPart && !wanted.has(place)) found.push(`has ${place}`);
  }
  return found.map((each) => `${answer.name}: ${each}`)
    .filter((each) => {
      const known = differing.find(([, pattern]) => pattern.test(each));
      if (known !== undefined) seen.add(known);
      return known === undefined;
    });
}

const tokens = {
  hf_other: "other:write",
  hf_bob: "bob:write",
  hf_lone: "other:inference.endpoints.write",
  hf_jobs: "job.write",
  hf_endpoints: "inference.endpoints.write",
  hf_read: "read",
};

/** The value of an answer's body at a path such as `a.0.b`. */
function textOf({ text, headers }: Reply, path: string): string {
  if (path === "location") return headers.get("location") ?? "";
  let value: unknown = JSON.parse(text);
  for (const name of path.split(".")) value = Object(value)[name];
  return String(value);
}

/** Sends a step; what stands in braces is of the last answer. */
function send(
  sandbox: Sandbox,
  [line, body, token]: RequestStep,
  last: Reply | undefined,
): Promise<Reply> {
  const fill = (text: string) =>
    text.replaceAll(
      /\{([a-z0-9]+(?:\.[a-z0-9]+)*)\}/gi,
      (_, path) => last === undefined ? "" : textOf(last, path),
    );
  const [, method = "", given, path = ""] =
    /^(\S+) (https:\/\/[^/]+)?(\S+)$/.exec(fill(line)) ?? [];
  const isHub = !/^\/v[23]\//.test(path);
  const origin = given ?? (isHub ? "https://huggingface.co" : undefined);
  const sent = body === undefined ? undefined : JSON.parse(
    fill(JSON.stringify(body)),
  );
  return ask(sandbox, `${method} ${path}`, sent, {
    ...origin === undefined ? {} : { origin },
    ...token === undefined ? {} : { token },
  });
}

/** Returns the sandbox's answer in a situation. */
async function answerIn({ steps, allowed }: Situation): Promise<Reply> {
  const sandbox = stillSandbox({
    ...allowed === undefined
      ? {}
      : { rateLimit: { requests: allowed, windowSeconds: 300 } },
    tokens,
    users: [{ name: "bob" }, { name: "other" }],
    organizations: [
      { name: "acme", plan: "plus" },
      { name: "broke", plan: "plus", canPay: false },
    ],
  });
  let reply: Reply | undefined;
  for (const step of steps) {
    if (step === later) sandbox.advance(60_000);
    else reply = await send(sandbox, step, reply);
  }
  if (reply === undefined) throw new Error("Nothing was asked");
  return reply;
}

Deno.test("the sandbox answers in the form that was recorded", async (t) => {
  for (const answer of await readAnswers()) {
    const situation = situations[answer.name];
    if (situation === undefined) continue;
    await t.step(answer.name, async () => {
      const reply = await answerIn(situation);
      assertEquals(differences(answer, reply, situation), []);
    });
  }
  await t.step("and differs in all that it is said to differ in", () => {
    assertEquals(differing.filter((each) => !seen.has(each)), []);
  });
});

Deno.test("each recorded answer is compared, or has its reason", async () => {
  const names = (await readAnswers()).map(({ name }) => name);
  const excused = Object.values(open).flat();
  const without = names.filter((name) =>
    situations[name] === undefined &&
    !excused.includes(name)
  );
  assertEquals(without, []);
  const both = excused.filter((name) => situations[name] !== undefined);
  const unknown = [...Object.keys(situations), ...excused]
    .filter((one) => !names.includes(one));
  assertEquals([both, unknown], [[], []]);
});
