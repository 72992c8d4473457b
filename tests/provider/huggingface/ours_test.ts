/**
 * A create keeps what this run saw absent right before, and nothing else,
 * whatever becomes of its request and whatever the clocks say.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { HuggingFace } from "../../../mod.ts";
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { Resource } from "../../../provider/framework/mod.ts";
import { sampleOf } from "../../support/samples.ts";
import {
  resourceNamed,
  ResourceWorld,
  testedResources,
} from "../../support/resource_world.ts";
import {
  adoptingTypes,
  comparingTypes,
  isWrite,
  loseWrite,
  type RequestHandler,
  seenBy,
  worldsOf,
} from "./lost_requests.ts";

/** Resources of which one name has one object, whose maker is not told. */
const unique = new Set([
  "huggingface_bucket",
  "huggingface_collection",
  "huggingface_organization_invitation",
  "huggingface_repo_branch",
  "huggingface_repo_tag",
  "huggingface_space_variable",
]);

const hour = 3_600_000;

/** The fate of the first request that creates something. */
interface Fate {
  readonly name: string;
  readonly reaches: boolean;
  /** The error of the clock of the service, in milliseconds. */
  readonly skewMs: number;
  answer(): Response;
}

const losses: readonly Fate[] = [false, true].flatMap((reaches) => [
  {
    name: `lost ${reaches ? "after" : "before"} it takes effect`,
    reaches,
    skewMs: -hour,
    answer: () => {
      throw new TypeError("connection reset");
    },
  },
  {
    name: `answered 504 ${reaches ? "after" : "before"} it takes effect`,
    reaches,
    skewMs: hour,
    answer: () => new Response("Gateway Timeout", { status: 504 }),
  },
]);

/** Lets the first write be lost; the dates of all answers are off. */
function losingSkewed(
  send: RequestHandler,
  { reaches, skewMs, answer }: Fate,
): RequestHandler {
  let isLost = false;
  return async (request) => {
    if (!isLost && isWrite(request)) {
      isLost = true;
      if (reaches) await send(request);
      return answer();
    }
    const response = await send(request);
    const text = await response.text();
    const shifted = text.replaceAll(
      /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g,
      (date) => new Date(Date.parse(date) + skewMs).toISOString(),
    );
    const { status, headers } = response;
    const isEmpty = [204, 304].includes(status);
    return new Response(isEmpty ? null : shifted, { status, headers });
  };
}

/** The complaint about a create whose answer is lost; undefined: it is well. */
async function complaintOf(
  resource: Resource,
  config: JsonObject,
  loss: Fate,
): Promise<string | undefined> {
  const { typeName } = resource;
  // A create is sent once, however often other requests may be.
  const world = await ResourceWorld.start(resource, undefined, {
    maxRetries: 1,
  });
  world.answer = losingSkewed(world.answer, loss);
  const { diagnostics } = await world.attempt(config);
  const isKept = world.state !== null;
  const text = JSON.stringify(diagnostics.items);
  // Of a secret, no answer shows whether it is the same.
  const isShown = !/nothing shows who made it|nobody was shown/.test(text);
  const isRight = comparingTypes.has(typeName)
    // A commit that nobody has is sent once more.
    ? !isKept || await world.read(world.state) !== null
    : adoptingTypes.has(typeName) ||
      isKept === (loss.reaches && isShown);
  return isRight && diagnostics.hasErrors === !isKept
    ? undefined
    : `${typeName}: ${text}`;
}

for (const loss of losses) {
  Deno.test(`every resource: a create that is ${loss.name} keeps only what it made`, async () => {
    const complaints = await Promise.all(
      testedResources.flatMap((resource) => {
        const { config, steps } = sampleOf(resource);
        return [config, ...steps].map((config) =>
          complaintOf(resource, config, loss)
        );
      }),
    );
    assertEquals(complaints.filter((one) => one !== undefined), []);
  });
}

/** Strangers, and what they have otherwise than we were to create it. */
function strangersOf(resource: Resource) {
  const { theirs, isUntold, isSigned } = sampleOf(resource);
  return [
    ...theirs === undefined || isUntold
      ? []
      : [{ who: "another run", theirs, says: "import ADDRESS" }],
    ...isSigned
      ? [{ who: "a colleague", theirs: {}, says: "alice made it" }]
      : [],
  ];
}

for (const resource of testedResources) {
  const { typeName } = resource;
  for (const { who, theirs, says } of strangersOf(resource)) {
    Deno.test(`${typeName} leaves alone what ${who} made in between`, async () => {
      const [ours, other] = await worldsOf(resource, who === "a colleague");
      let seen = "";
      ours.answer = loseWrite(ours.answer, {
        reaches: false,
        async between() {
          await other.apply({ ...sampleOf(resource).config, ...theirs });
          seen = await seenBy(other);
        },
      });
      const { diagnostics } = await ours.attempt(sampleOf(resource).config);
      const text = JSON.stringify(diagnostics.items);
      const kept = `\`differs\` of its create does not tell it: ${text}`;
      assertEquals(ours.state, null, kept);
      assert(text.includes(says), text);
      assertEquals(await seenBy(other), seen);
    });
  }
}

for (const resource of testedResources) {
  const { typeName } = resource;
  const sets = [adoptingTypes, comparingTypes, unique];
  if (sets.some((each) => each.has(typeName))) continue;
  Deno.test(`${typeName} is not an equal one that a colleague made in between`, async () => {
    const [ours, theirs] = await worldsOf(resource);
    ours.answer = loseWrite(ours.answer, {
      reaches: true,
      before: () => theirs.attempt(sampleOf(resource).config),
    });
    const { diagnostics } = await ours.attempt(sampleOf(resource).config);
    const [own, other] = [ours, theirs].map(({ state }) => Object(state).id);
    assert(
      own === undefined || own !== other,
      "both have it: `madeBy` of its create tells them apart, or `unique` here " +
        `says that nothing does: ${
          JSON.stringify([own, other, diagnostics.items])
        }`,
    );
  });
}

/** Content that no create makes, and what is said of it. */
const filled: Readonly<
  Record<string, readonly [(client: HuggingFace) => Promise<unknown>, string]>
> = {
  model: [
    ({ files }) =>
      files.commit({ type: "model", id: "acme/x" }, {
        summary: "Theirs",
        operations: [{ path: "a.txt", content: "theirs" }],
      }),
    "it holds commits",
  ],
  bucket: [
    ({ buckets }) =>
      buckets.batch("acme/x", [
        { type: "addFile", path: "a.bin", xetHash: "a".repeat(64) },
      ]),
    "it holds files",
  ],
};

for (const [type, [fill, says]] of Object.entries(filled)) {
  Deno.test(`a ${type} with content that no create makes is a stranger's`, async () => {
    const resource = resourceNamed(type);
    const world = await ResourceWorld.start(resource);
    const other = new ResourceWorld(resource, world.sandbox);
    world.answer = loseWrite(world.answer, {
      reaches: false,
      async between() {
        await other.apply(sampleOf(resource).config);
        await fill(world.client);
      },
    });
    const { diagnostics } = await world.attempt(sampleOf(resource).config);
    assertEquals(world.state, null);
    assert(JSON.stringify(diagnostics.items).includes(says));
  });
}

/** Reads that show the world as it was before the first write. */
function delayReads(send: RequestHandler): RequestHandler {
  let isLost = false;
  const before = new Map<string, () => Response>();
  return async (request) => {
    if (isLost) {
      return before.get(request.url)?.() ??
        Response.json({ error: "Not found" }, { status: 404 });
    }
    const response = await send(request);
    if (isWrite(request)) {
      isLost = true;
      throw new TypeError("connection reset");
    }
    const [text, { status, headers }] = [await response.text(), response];
    before.set(request.url, () => new Response(text, { status, headers }));
    return new Response(text, { status, headers });
  };
}

for (const resource of testedResources) {
  const { typeName } = resource;
  if (adoptingTypes.has(typeName) || comparingTypes.has(typeName)) continue;
  Deno.test(`${typeName} makes no second one while reads lag behind`, async () => {
    const world = await ResourceWorld.start(resource);
    const { answer } = world;
    world.answer = delayReads(answer);
    const lost = await world.attempt(sampleOf(resource).config);
    assertEquals([world.state, lost.diagnostics.hasErrors], [null, true]);
    world.answer = answer;
    const { diagnostics, sent } = await world.attempt(
      sampleOf(resource).config,
    );
    const text = JSON.stringify(diagnostics.items);
    assertEquals([world.state, sent], [null, []], text);
    assert(text.includes("import ADDRESS"), text);
  });
}
