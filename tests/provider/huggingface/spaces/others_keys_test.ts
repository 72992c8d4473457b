/**
 * Keys of a Space that somebody else has set: of both kinds, in a map, in a
 * write-only map and in a resource of their own. A plan says which values it
 * overwrites and which keys it deletes that are not its own, and what nobody
 * planned to overwrite stays.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { ValueObject } from "../../../../provider/framework/mod.ts";
import { valueNamed } from "../../../../provider/framework/binding/table.ts";
import {
  resourceNamed,
  ResourceWorld,
} from "../../../support/resource_world.ts";
import { loseWrite } from "../lost_requests.ts";

/** A way to configure the key KEY of the Space acme/app. */
interface Way {
  readonly kind: "secret" | "variable";
  /** The attribute of the value. */
  readonly attribute: string;
  /** The configuration without it; null: the resource is the key. */
  readonly without: ValueObject | null;
}

const kinds = {
  secret: ["value", "value_wo", "secrets", "secrets_wo"],
  variable: ["value", "variables"],
} as const;
const space = { name: "app", namespace: "acme", sdk: "docker" };

const ways = (["secret", "variable"] as const).flatMap((kind) =>
  kinds[kind].map((attribute): Way => ({
    kind,
    attribute,
    without: attribute.startsWith("value") ? null : space,
  }))
);

/** The configuration of a value. */
function configOf({ attribute, without }: Way, value: string): ValueObject {
  return {
    ...without ?? { space: "acme/app", key: "KEY" },
    [attribute]: without === null ? value : { KEY: value },
    ...attribute.endsWith("_wo") && { [`${attribute}_version`]: value },
  };
}

/** A Space with what is configured before the key is. */
async function start({ kind, without }: Way): Promise<ResourceWorld> {
  const type = without === null ? `space_${kind}` : "space";
  const resource = resourceNamed(type);
  const world = new ResourceWorld(resource, undefined, { maxRetries: 2 });
  if (without === null) {
    await world.client.repos.create({ type: "space", id: "acme/app" }, space);
  } else await world.apply(without);
  return world;
}

/** Somebody else sets the key. */
async function setByOthers(
  { kind }: Way,
  world: ResourceWorld,
  value = "theirs",
) {
  world.sandbox.advance(1000);
  const { spaces } = world.client;
  const body = { key: "KEY", value };
  if (kind === "secret") await spaces.setSecret("acme/app", body);
  else await spaces.setVariable("acme/app", body);
}

/**
 * Whether a plan warns of the key, or shows it: as a variable before and after,
 * or as a resource that goes.
 */
function isTold(
  { kind, attribute }: Way,
  { state }: ResourceWorld,
  { diagnostics, plannedState }: Awaited<ReturnType<ResourceWorld["plan"]>>,
): boolean {
  const isNamed = diagnostics.items.some(({ summary }) => /KEY/.test(summary));
  const [before, after] = [state, plannedState].map((one) =>
    one && JSON.stringify(valueNamed(one, [attribute]))
  );
  return isNamed || after === null || kind === "variable" && before !== after;
}

/** Plans and applies a value; null: without the key. */
async function apply(
  way: Way,
  world: ResourceWorld,
  value: string | null,
  between?: () => Promise<void>,
) {
  const config = value === null ? way.without : configOf(way, value);
  const told = isTold(way, world, await world.plan(config));
  const { diagnostics } = await world.attempt(config, between);
  const sent = (world.commands.at(-1) ?? [])
    .map((one) => one.split(" ")[0])
    .filter((method) => method !== "GET");
  if (!diagnostics.hasErrors && world.state !== null) await world.refresh();
  return { told, refused: diagnostics.hasErrors, sent };
}

const refused = { told: true, refused: true, sent: [] };
const overwritten = { told: true, refused: false, sent: ["POST"] };
const deleted = { told: true, refused: false, sent: ["DELETE"] };
const left = { told: true, refused: false, sent: [] };

for (const way of ways) {
  const name = `${way.kind}, ${way.attribute}`;
  const id = way.without === null ? "acme/app/KEY" : "acme/app";
  const isMap = way.without !== null;

  Deno.test(`${name}: what is there already is not set, and the plan says so`, async () => {
    const world = await start(way);
    await setByOthers(way, world);
    if (isMap) await world.refresh();
    assertEquals(await apply(way, world, "ours"), refused);
    if (!isMap) return;
    assertEquals(await apply(way, world, null), { ...left, told: false });
  });

  Deno.test(`${name}: what an import found is overwritten and deleted by plans that say so`, async () => {
    const world = await start(way);
    await setByOthers(way, world);
    await world.import(id);
    assertEquals(await apply(way, world, "ours"), overwritten);
    assertEquals(await apply(way, world, null), deleted);
    await setByOthers(way, world);
    if (isMap) await world.refresh();
    assertEquals(await apply(way, world, "ours"), refused);
  });

  Deno.test(`${name}: what others have set again is overwritten by a plan that says so`, async () => {
    const world = await start(way);
    await apply(way, world, "ours");
    await setByOthers(way, world);
    await world.refresh();
    assertEquals(await apply(way, world, "ours"), overwritten);
    assertEquals(await apply(way, world, null), deleted);
  });

  Deno.test(`${name}: what others set while the list lags behind is not ours in silence`, async () => {
    const world = await start(way);
    const { answer } = world;
    let isSet = false;
    world.answer = async (request) => {
      const isLate = isSet && /\/(?:secrets|variables)$/.test(request.url);
      isSet ||= request.method === "POST";
      return isLate ? Response.json({}) : await answer(request);
    };
    await world.attempt(configOf(way, "ours"));
    world.answer = answer;
    await setByOthers(way, world, "ours");
    await world.refresh();
    const { said } = await world.planRefreshed(way.without);
    assert(JSON.stringify(said).includes("KEY"));
    assertEquals((await apply(way, world, null)).sent, isMap ? [] : ["DELETE"]);
  });

  Deno.test(`${name}: what others have set again as it was is known for theirs`, async () => {
    const world = await start(way);
    await apply(way, world, "ours");
    await setByOthers(way, world, "ours");
    await world.refresh();
    assertEquals(await apply(way, world, null), isMap ? left : deleted);
  });

  for (const [before, after] of [[null, "b"], ["a", "b"], ["a", null]]) {
    Deno.test(`${name}: what others set after a plan from ${before} to ${after} stays`, async () => {
      const world = await start(way);
      if (before) await apply(way, world, before);
      const between = () => setByOthers(way, world);
      const { sent } = await apply(way, world, after ?? null, between);
      assertEquals(sent, []);
    });
  }
}

for (const way of ways) {
  if (way.without === null) continue;
  Deno.test(`${way.kind}, ${way.attribute}: what others set again once a later key was refused is theirs`, async () => {
    const world = await start(way);
    const { answer } = world;
    world.answer = async (request) => {
      const isRefused = request.method === "POST" &&
        (await request.clone().text()).includes("LATER");
      return isRefused
        ? Response.json({ error: "No" }, { status: 403 })
        : await answer(request);
    };
    const both = { KEY: "ours", LATER: "a" };
    await world.attempt({ ...configOf(way, "ours"), [way.attribute]: both });
    world.answer = answer;
    await setByOthers(way, world, "ours");
    await world.refresh();
    const { diagnostics } = await world.plan(configOf(way, "other"));
    const isShown = way.kind === "variable";
    assert(isShown || JSON.stringify(diagnostics.items).includes("KEY"));
    await apply(way, world, null);
    const list = way.kind === "secret" ? "getSecrets" : "getVariables";
    assert("KEY" in await world.client.spaces[list]("acme/app"));
  });
}

for (const way of ways) {
  const { kind, attribute, without } = way;
  // Of write-only values, each update sends all.
  if (without === null || attribute.endsWith("_wo")) continue;
  Deno.test(`${kind}, ${attribute}: what others set again while another key is sent is theirs`, async () => {
    const world = await start(way);
    const both = (other: string) => (
      { ...without, [attribute]: { KEY: "ours", OTHER: other } }
    );
    await world.apply(both("a"));
    await world.refresh();
    const { answer } = world;
    world.answer = async (request) => {
      const response = await answer(request);
      if (request.method === "POST") await setByOthers(way, world, "ours");
      return response;
    };
    await world.apply(both("b"));
    world.answer = answer;
    await world.refresh();
    await apply(way, world, null);
    const list = kind === "secret" ? "getSecrets" : "getVariables";
    const left = await world.client.spaces[list]("acme/app");
    assertEquals(Object.keys(left), ["KEY"]);
  });
}

Deno.test("a variable that others have set again as it was is theirs after a change of another one, too", async () => {
  const [way] = ways.filter(({ attribute }) => attribute === "variables");
  const world = await start(way!);
  await apply(way!, world, "ours");
  await setByOthers(way!, world, "ours");
  await world.refresh();
  const both = { ...space, variables: { KEY: "ours", OTHER: "a" } };
  await world.apply(both);
  await world.refresh();
  assertEquals(await apply(way!, world, null), deleted);
  assertEquals(
    Object.keys(await world.client.spaces.getVariables("acme/app")),
    [
      "KEY",
    ],
  );
});

/** The same way for the other kind, with the attribute of the same form. */
const otherKind = { secret: "variable", variable: "secret" } as const;

for (const way of ways) {
  const name = `${way.kind}, ${way.attribute}`;
  const theirs = { ...way, kind: otherKind[way.kind] };
  Deno.test(`${name}: a key that others have set as a ${theirs.kind} is not set, and the plan says so`, async () => {
    const world = await start(way);
    await setByOthers(theirs, world);
    if (way.without !== null) await world.refresh();
    assertEquals(await apply(way, world, "ours"), refused);
  });

  Deno.test(`${name}: a key that others set as a ${theirs.kind} after the plan is not set`, async () => {
    const world = await start(way);
    const between = () => setByOthers(theirs, world);
    assertEquals((await apply(way, world, "ours", between)).sent, []);
  });

  if (way.without === null) continue;
  Deno.test(`${name}: a key that a rate limit refuses, and others set as a ${theirs.kind} then, is not set`, async () => {
    const world = await start(way);
    world.answer = loseWrite(world.answer, {
      reaches: false,
      status: 429,
      between: () => setByOthers(theirs, world),
    });
    const config = configOf(way, "ours");
    const { diagnostics, sent } = await world.attempt(config);
    assertEquals(sent.length, 1, "that of others");
    const said = JSON.stringify(diagnostics.items);
    assert(said.includes("was changed meanwhile"), said);
  });
}

for (const [from, to] of [["variables", "secrets"], ["secrets", "variables"]]) {
  Deno.test(`a key of ours moves from ${from} to ${to}, and waits for the rate limit`, async () => {
    const world = await ResourceWorld.start(
      ...[resourceNamed("space"), undefined, { maxRetries: 1 }] as const,
    );
    await world.apply({ ...space, [from!]: { KEY: "a" } });
    await world.refresh();
    const config = { ...space, [to!]: { KEY: "a" } };
    const { items } = (await world.plan(config)).diagnostics;
    assertEquals(items.length, from === "secrets" ? 1 : 0);
    world.answer = loseWrite(world.answer, { reaches: false, status: 429 });
    await world.apply(config);
    const { spaces } = world.client;
    const lists = [
      await spaces.getSecrets("acme/app"),
      await spaces.getVariables("acme/app"),
    ].map((list) => Object.keys(list));
    assertEquals(lists, to === "secrets" ? [["KEY"], []] : [[], ["KEY"]]);
  });
}
