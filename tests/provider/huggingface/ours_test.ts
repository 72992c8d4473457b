/**
 * A create keeps what this run saw absent right before, and nothing else,
 * whatever becomes of its request and whatever the clocks say.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { Resource } from "../../../provider/framework/mod.ts";
import { sampleOf } from "../../support/samples.ts";
import {
  resourceNamed,
  resources,
  ResourceWorld,
} from "../../support/resource_world.ts";
import {
  isWrite,
  loseWrite,
  type RequestHandler,
  worldsOf,
} from "./lost_requests.ts";

/** Resources whose create takes what is there, as their pages say. */
const adopting = new Set([
  "huggingface_organization_member",
  "huggingface_organization_network_security",
]);
/** Resources that hold what is equal already for theirs. */
const compared = new Set([
  "huggingface_repo_file",
  "huggingface_repo_files",
  "huggingface_resource_group_members",
]);

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
  answer(): Response;
}

const losses: readonly Fate[] = [false, true].flatMap((reaches) => [
  {
    name: `lost ${reaches ? "after" : "before"} it takes effect`,
    reaches,
    answer: () => {
      throw new TypeError("connection reset");
    },
  },
  {
    name: `answered 504 ${reaches ? "after" : "before"} it takes effect`,
    reaches,
    answer: () => new Response("Gateway Timeout", { status: 504 }),
  },
]);

/** Lets the first write be lost; the dates of all answers are off. */
function losingSkewed(
  send: RequestHandler,
  { reaches, answer }: Fate,
  skewMs: number,
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
  skewMs: number,
): Promise<string | undefined> {
  const { typeName } = resource;
  // A create is sent once, however often other requests may be.
  const world = await ResourceWorld.start(resource, undefined, {
    maxRetries: 1,
  });
  world.answer = losingSkewed(world.answer, loss, skewMs);
  const { diagnostics } = await world.attempt(config);
  const isKept = world.state !== null;
  const text = JSON.stringify(diagnostics.items);
  // Of a secret, no answer shows whether it is the same.
  const isShown = !/nothing shows who made it|nobody was shown/.test(text);
  const isRight = compared.has(typeName)
    // A commit that nobody has is sent once more.
    ? !isKept || await world.read(world.state) !== null
    : adopting.has(typeName) ||
      isKept === (loss.reaches && isShown);
  return isRight && diagnostics.hasErrors === !isKept
    ? undefined
    : `${typeName}: ${text}`;
}

for (const loss of losses) {
  Deno.test(`a create that is ${loss.name} keeps only what it made`, async () => {
    const complaints = await Promise.all(
      resources.flatMap((resource) => {
        const { config, steps } = sampleOf(resource);
        return [config, ...steps].flatMap((config) =>
          [-hour, hour].map((skew) => complaintOf(resource, config, loss, skew))
        );
      }),
    );
    assertEquals(complaints.filter((one) => one !== undefined), []);
  });
}

for (const resource of resources) {
  const { typeName } = resource;
  if (adopting.has(typeName) || compared.has(typeName)) continue;
  Deno.test(`${typeName} leaves alone what a stranger made before`, async () => {
    const world = await ResourceWorld.start(resource);
    await world.apply(sampleOf(resource).config);
    world.lose();
    const { diagnostics, sent } = await world.attempt(
      sampleOf(resource).config,
    );
    const text = JSON.stringify(diagnostics.items);
    assertEquals(world.state, null, text);
    assert(text.includes("import ADDRESS"), text);
    assertEquals(sent, []);
  });
}

/** All that shows what others have, as it was answered. */
async function seenBy(world: ResourceWorld): Promise<readonly string[]> {
  const seen: string[] = [];
  const { answer } = world;
  world.answer = async (request) => {
    const response = await answer(request);
    seen.push(`${request.url} ${await response.clone().text()}`);
    return response;
  };
  await world.read(world.state);
  world.answer = answer;
  return seen;
}

for (const resource of resources) {
  const { typeName } = resource;
  const { theirs, isUntold } = sampleOf(resource);
  if (theirs === undefined || isUntold) continue;
  Deno.test(`${typeName} leaves alone what a stranger made in between`, async () => {
    const world = await ResourceWorld.start(resource);
    const other = new ResourceWorld(resource, world.sandbox);
    let seen: readonly string[] = [];
    world.answer = loseWrite(world.answer, {
      reaches: false,
      async between() {
        await other.apply({ ...sampleOf(resource).config, ...theirs });
        seen = await seenBy(other);
      },
    });
    const { diagnostics } = await world.attempt(sampleOf(resource).config);
    const text = JSON.stringify(diagnostics.items);
    const kept = `\`differs\` of its create does not tell it: ${text}`;
    assertEquals(world.state, null, kept);
    assert(text.includes("import ADDRESS"), text);
    assertEquals(await seenBy(other), seen);
  });
}

for (const resource of resources) {
  const { typeName } = resource;
  const sets = [adopting, compared, unique];
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

Deno.test("a model with commits that no create makes is a stranger's", async () => {
  const resource = resourceNamed("model");
  const world = await ResourceWorld.start(resource);
  const other = new ResourceWorld(resource, world.sandbox);
  world.answer = loseWrite(world.answer, {
    reaches: false,
    async between() {
      await other.apply(sampleOf(resource).config);
      await world.client.files.commit({ type: "model", id: "acme/x" }, {
        summary: "Theirs",
        operations: [{ path: "a.txt", content: "theirs" }],
      });
    },
  });
  const { diagnostics } = await world.attempt(sampleOf(resource).config);
  assertEquals(world.state, null);
  assert(JSON.stringify(diagnostics.items).includes("it holds commits"));
});

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

for (const resource of resources) {
  const { typeName } = resource;
  if (adopting.has(typeName) || compared.has(typeName)) continue;
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
