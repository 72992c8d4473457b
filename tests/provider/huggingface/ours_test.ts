/**
 * A create keeps what this run saw absent right before, and nothing else,
 * whatever becomes of its request and whatever the clocks say.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { HuggingFace } from "../../../mod.ts";
import { objectId } from "../../../client/sandbox/core/accounts.ts";
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { Resource } from "../../../provider/framework/mod.ts";
import { isLocal } from "../../../provider/framework/binding/table.ts";
import {
  deletedConfigOf,
  entriesOf,
  sampleOf,
  samplesOf,
} from "../../support/samples.ts";
import {
  distinctResources,
  resourceNamed,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import { type Addition, additions } from "./additions.ts";
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
      distinctResources.flatMap((resource) => {
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
function strangersOf(resource: Resource, isRefused: boolean) {
  const { theirs, isUntold, isSigned } = sampleOf(resource);
  return [
    // What was refused is surely not ours.
    ...theirs === undefined || isUntold && !isRefused
      ? []
      : [{ who: "another run", theirs, says: "import ADDRESS" }],
    ...isSigned
      ? [{ who: "a colleague", theirs: {}, says: "alice made it" }]
      : [],
  ];
}

for (const resource of distinctResources) {
  const { typeName } = resource;
  for (const isRefused of [false, true]) {
    const when = isRefused ? "while a rate limit refused it" : "in between";
    for (const { who, theirs, says } of strangersOf(resource, isRefused)) {
      Deno.test(`${typeName} leaves alone what ${who} made ${when}`, async () => {
        const [ours, other] = await worldsOf(resource, who === "a colleague");
        let seen = "";
        ours.answer = loseWrite(ours.answer, {
          reaches: false,
          ...isRefused && { status: 429 },
          async between() {
            await other.apply({ ...sampleOf(resource).config, ...theirs });
            seen = await seenBy(other);
          },
        });
        const { diagnostics } = await ours.attempt(sampleOf(resource).config);
        const text = JSON.stringify(diagnostics.items);
        const kept = `\`differs\` of its create does not tell it: ${text}`;
        assertEquals(ours.state, null, kept);
        const isSaid = isRefused
          ? /import ADDRESS|is there already/.test(text)
          : text.includes(says);
        assert(isSaid, text);
        assertEquals(await seenBy(other), seen);
      });
    }
  }
}

for (const typeName of adoptingTypes) {
  const resource = resourceNamed(typeName.replace("huggingface_", ""));
  for (const entry of entriesOf(resource)) {
    const { binding, names, path } = entry;
    if (isLocal(binding) || binding.change === "immutable") continue;
    const { config, values } = samplesOf(typeName, entry);
    // A flag has one other value only, so that it is as it was.
    if (typeof values[0] === "boolean") continue;
    Deno.test(`${typeName}.${path}: a create leaves alone what another run set while a rate limit refused it`, async () => {
      const [ours, other] = await worldsOf(resource, false);
      const [mine, theirs] = values.map((value) =>
        withValue({ ...deletedConfigOf(resource), ...config }, names, value)
      );
      assert(mine && theirs);
      let seen = "";
      ours.answer = loseWrite(ours.answer, {
        reaches: false,
        status: 429,
        async between() {
          await other.apply(theirs);
          seen = await seenBy(other);
        },
      });
      const { diagnostics } = await ours.attempt(mine);
      assert(diagnostics.hasErrors);
      assertEquals(await seenBy(other), seen);
    });
  }
}

for (
  const [type, config] of Object.entries({
    resource_group_member: { username: "alice", role: "write" },
    resource_group_members: { members: [{ username: "alice", role: "write" }] },
  })
) {
  Deno.test(`${type}: a create leaves the role that somebody gave while a rate limit refused it`, async () => {
    const [ours] = await worldsOf(resourceNamed(type), false);
    const { resourceGroups } = ours.client.organizations;
    const [{ id } = { id: "" }] = await resourceGroups.list("acme").toArray();
    const autoJoin = { enabled: true, role: "read", scope: "all" } as const;
    await resourceGroups.setAutoJoin("acme", id, autoJoin);
    ours.answer = loseWrite(ours.answer, {
      reaches: false,
      status: 429,
      between: () => resourceGroups.setUserRole("acme", id, "alice", "admin"),
    });
    const { diagnostics } = await ours.attempt({
      ...{ organization: null, resource_group_id: id },
      ...config,
    });
    // Who joined beside is in the state already.
    assert(diagnostics.items.length > 0);
    const { users = [] } = await resourceGroups.get("acme", id);
    const alice = users.find(({ name }) => name === "alice");
    assertEquals(alice?.role, "admin");
  });
}

/** Acts of somebody else that have a create refused. */
const obstacles: Readonly<
  Record<string, (client: HuggingFace) => Promise<unknown>>
> = {
  repo_access_grant: ({ accessRequests }) =>
    accessRequests.handle({ type: "model", id: "acme/m" }, { user: "bob" }, {
      status: "rejected",
    }),
  space_secret: ({ spaces }) =>
    spaces.setVariable("acme/app", { key: "KEY", value: "theirs" }),
  space_variable: ({ spaces }) =>
    spaces.setSecret("acme/app", { key: "KEY", value: "theirs" }),
};

for (const [type, obstruct] of Object.entries(obstacles)) {
  Deno.test(`${type}: a create that a rate limit refused is not sent after what refuses it`, async () => {
    const [ours] = await worldsOf(resourceNamed(type), false);
    ours.answer = loseWrite(ours.answer, {
      reaches: false,
      status: 429,
      between: () => obstruct(ours.client),
    });
    const { diagnostics } = await ours.attempt(sampleOf(ours).config);
    assert(diagnostics.hasErrors);
    assertEquals(ours.state, null);
  });
}

for (const resource of distinctResources) {
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

/** More that no create makes, and no destroy loses. */
const belongings: readonly Addition[] = [{
  async add(client) {
    const repo = { type: "model", id: "acme/theirs" } as const;
    await client.repos.create(repo);
    const group = objectId("resource group", "1");
    await client.repos.setResourceGroup(repo, group);
  },
}];

/** Has our create be lost, and something equal be there that another run filled. */
async function loseToFilled(
  resource: Resource,
  { add }: Addition,
  look: (at: number) => Response | undefined = () => undefined,
): Promise<ResourceWorld> {
  const world = await ResourceWorld.start(resource);
  const other = new ResourceWorld(resource, world.sandbox);
  const { config } = sampleOf(resource);
  let looks: number | undefined;
  const send = loseWrite(world.answer, {
    reaches: false,
    async between() {
      await other.apply(config);
      await add(world.client, "theirs.bin");
      looks = 0;
    },
  });
  world.answer = async (request) =>
    (looks === undefined ? undefined : look(looks++)) ?? await send(request);
  const { diagnostics } = await world.attempt(config);
  assert(diagnostics.hasErrors && world.state === null, "it was adopted");
  return world;
}

for (const [typeName, some] of Object.entries(additions)) {
  const resource = resourceNamed(typeName.replace("huggingface_", ""));
  if (!distinctResources.includes(resource)) continue;
  const isGroup = typeName.endsWith("_group");
  const all = isGroup ? [...some, ...belongings] : some;
  for (const [nth, addition] of all.entries()) {
    Deno.test(`${typeName}, addition ${nth + 1}: what holds more than a create makes is a stranger's`, async () => {
      await loseToFilled(resource, addition);
    });
  }
  for (const status of [403, 503]) {
    Deno.test(`${typeName}: what cannot be looked into, as that is answered ${status}, is not adopted`, async () => {
      let isRefused = true;
      for (let from = 0; isRefused; from++) {
        isRefused = false;
        await loseToFilled(resource, all[0]!, (at) => {
          if (at < from) return undefined;
          isRefused = true;
          return Response.json({ error: "No" }, { status });
        });
      }
    });
  }
}

Deno.test("a group into which the service puts who makes it is ours", async () => {
  const resource = resourceNamed("resource_group");
  const world = await ResourceWorld.start(resource);
  const { organizations: { resourceGroups }, users } = world.client;
  world.answer = loseWrite(world.answer, {
    reaches: true,
    async between() {
      const [group] = await resourceGroups.list("acme").toArray();
      const { name: user } = await users.whoami();
      const members = [{ user, role: "admin" }] as const;
      await resourceGroups.addUsers("acme", group?.id ?? "", members);
    },
  });
  await world.apply(sampleOf(resource).config);
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

for (const resource of distinctResources) {
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
