/**
 * Values that the service shows nobody cannot be compared: after a lost answer
 * an object that was made with one is kept only if the service says that the
 * token's user made it. A plan says of one that was set elsewhere that it ends.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  dataAtRiskOf,
  type Entry,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import type { Attribute } from "../../../provider/framework/schema/attribute.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import { entriesOf, sampleOf, samplesOf } from "../../support/samples.ts";
import {
  resourceNamed,
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import {
  colleague,
  loseWrite,
  resourcesWithMaker,
  seenBy,
  worldsOf,
} from "./lost_requests.ts";
import { HuggingFace } from "../../../mod.ts";

/** Whether an attribute has a value that no answer shows, or one inside it. */
function isHidden(attribute: Attribute): boolean {
  return attribute.sensitive === true || attribute.writeOnly === true ||
    Object.values(attribute.nested?.attributes ?? {}).some(isHidden);
}

/** The attributes with a value that the service is sent and does not show. */
function unseenOf(resource: Resource): readonly Entry[] {
  return entriesOf(resource).filter(({ attribute, binding, isParent }) =>
    !isParent && binding.write !== undefined &&
    (binding.read === undefined || isHidden(attribute))
  );
}

/** A configuration, and one that differs in nothing that a look shows. */
interface Pair {
  readonly path: string;
  readonly ours: ValueObject;
  readonly theirs: ValueObject;
  /** As ours, with a new version, so that a value is sent that no state has. */
  readonly again: ValueObject;
}

function pairOf({ typeName }: Resource, entry: Entry): Pair {
  const { config, values: [first, second] } = samplesOf(typeName, entry);
  const { names, binding: { version } } = entry;
  const versionAt = version && [...names.slice(0, -1), version];
  const of = (value: Value, number = "1") => {
    const values = withValue(config, names, value);
    return versionAt ? withValue(values, versionAt, number) : values;
  };
  const { type } = entry.attribute;
  const isMap = typeof type !== "string" && type[0] === "map";
  const theirs = isMap && isValueObject(first)
    ? Object.fromEntries(Object.keys(first).map((key) => [key, "theirs"]))
    : second;
  return {
    path: entry.path,
    ours: of(first),
    theirs: of(theirs),
    again: of(first, "2"),
  };
}

/** Does what an error says: imports what is there, and applies. */
async function takeOver(
  world: ResourceWorld,
  id: string,
  { ours, again }: Pair,
): Promise<void> {
  await world.import(id);
  await world.apply(ours);
  await world.apply(again);
  const { plannedState } = await world.plan(again);
  assertEquals(plannedState, world.state);
}

for (const resource of resources) {
  const { typeName } = resource;
  for (
    const pair of unseenOf(resource).map((entry) => pairOf(resource, entry))
  ) {
    const { path, ours: config, theirs: other } = pair;
    for (const isColleague of [true, false]) {
      const who = isColleague ? "a colleague" : "another run";
      if (!isColleague && resourcesWithMaker.has(typeName)) continue;
      Deno.test(`${typeName} with ${path}: what ${who} made while its create was lost stays theirs`, async () => {
        const [ours, theirs] = await worldsOf(resource, isColleague);
        let seen = "";
        ours.answer = loseWrite(ours.answer, {
          reaches: false,
          async between() {
            await theirs.apply(other);
            seen = await seenBy(theirs);
          },
        });
        const { diagnostics } = await ours.attempt(config);
        const text = JSON.stringify(diagnostics.items);
        assertEquals(ours.state, null, text);
        assert(
          text.includes("import ADDRESS") || text.includes("is not there"),
          text,
        );
        assertEquals(await seenBy(theirs), seen);
      });
    }
    Deno.test(`${typeName} with ${path}: a create whose answer was lost ends with the object or with its import`, async () => {
      const [ours] = await worldsOf(resource);
      const { answer } = ours;
      ours.answer = loseWrite(answer, { reaches: true });
      const { diagnostics } = await ours.attempt(config);
      const text = JSON.stringify(diagnostics.items);
      assertEquals(ours.state !== null, resourcesWithMaker.has(typeName), text);
      assertEquals(diagnostics.hasErrors, ours.state === null, text);
      ours.answer = answer;
      if (ours.state !== null) return;
      const id = /import ADDRESS (\S+?)\\n/.exec(text)?.[1];
      assert(id !== undefined, text);
      await takeOver(ours, id.replaceAll("'", ""), pair);
    });
  }
}

for (const resource of resources) {
  for (const entry of unseenOf(resource)) {
    const { path, ours } = pairOf(resource, entry);
    Deno.test(`${resource.typeName} with ${path}: no apply after an import makes it anew`, async () => {
      const world = await ResourceWorld.start(resource);
      await world.apply(ours);
      const them = new ResourceWorld(resource, world.sandbox);
      await them.import(world.importId);
      const planned = await them.plan(ours);
      assertEquals(planned.requiresReplace, []);
      if (planned.diagnostics.hasErrors) return;
      await them.apply(ours, planned);
      const sent = them.commands.at(-1) ?? [];
      assertEquals(sent.filter((one) => one.startsWith("DELETE")), []);
      assertEquals((await them.plan(ours)).plannedState, them.state);
    });
  }
}

for (const resource of resources) {
  for (const entry of unseenOf(resource)) {
    const { path, ours } = pairOf(resource, entry);
    if (!isHidden(entry.attribute)) continue;
    Deno.test(`${resource.typeName} with ${path}: nothing empty is sent for what \`ignore_changes\` keeps unseen`, async () => {
      const world = await ResourceWorld.start(resource);
      await world.apply(ours);
      await world.import(world.importId);
      // Terraform configures what the state has.
      const { names, binding: { version } } = entry;
      const all = [names, version ? [...names.slice(0, -1), version] : names];
      const kept = all.reduce(
        (values, names) =>
          withValue(values, names, valueNamed(world.state, names)),
        ours,
      );
      assertEquals((await world.plan(kept)).diagnostics.items, []);
      for (const { names, binding, ...other } of entriesOf(resource)) {
        const [name = ""] = names;
        const isWalked = names.length === 1 && !other.isParent &&
          !all.some(([first]) => first === name) && !isHidden(other.attribute);
        if (!isWalked || binding.change === "immutable") continue;
        const { values: [, value] } = samplesOf(resource.typeName, {
          ...other,
          names,
          binding,
        });
        const planned = await world.plan({ ...kept, [name]: value });
        if (planned.diagnostics.hasErrors) continue;
        const { state } = world;
        const { sent } = await world.attempt(kept, undefined, planned);
        assert(!JSON.stringify(sent).includes('""'), JSON.stringify(sent));
        world.state = state;
      }
    });
  }
}

/** The warnings and errors of a plan, by their titles. */
async function titlesOf(planned: ReturnType<ResourceWorld["plan"]>) {
  const { diagnostics, requiresReplace } = await planned;
  return {
    isReplaced: requiresReplace.length > 0,
    titles: diagnostics.items.map(({ summary }) => summary),
  };
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  const table = tableOf(schema.attributes);
  const { config } = sampleOf(resource);
  const shownOnce = table.filter(({ attribute, binding }) =>
    attribute.mode === "computed" && attribute.sensitive &&
    binding.write === undefined
  ).map(({ path }) => ({ path, ours: config }));
  const sent = unseenOf(resource)
    .filter(({ attribute }) => isHidden(attribute))
    .map((entry) => pairOf(resource, entry));
  for (const { path, ours } of [...sent, ...shownOnce]) {
    Deno.test(`${typeName} with ${path}: the plan of a destroy or a replacement says of an import that it is lost`, async () => {
      const world = await ResourceWorld.start(resource);
      await world.apply(ours);
      const them = new ResourceWorld(resource, world.sandbox);
      await them.import(world.importId);
      const changes = table.filter(({ binding, attribute, names }) =>
        binding.change === "immutable" && attribute.mode !== "computed" &&
        names.length === 1 && typeof ours[names[0] ?? ""] === "string"
      ).map(({ path }) => {
        const other = `${ours[path]}`.replace(
          /^./,
          (a) => a === "a" ? "b" : "a",
        );
        return { ...ours, [path]: other };
      });
      for (const next of [null, ...changes]) {
        const [own, theirs] = [
          await titlesOf(world.plan(next)),
          await titlesOf(them.plan(next)),
        ];
        if (next !== null && !theirs.isReplaced) continue;
        const isHeld = dataAtRiskOf(resource) !== undefined;
        const more = theirs.titles.filter((one) => !own.titles.includes(one));
        assert(isHeld || more.length > 0, JSON.stringify([next, theirs]));
      }
    });
  }
}

const base = { name: "x", namespace: "acme", sdk: "docker" };

/** A Space with secrets, in the state or only in the configuration. */
const spaces: Readonly<
  Record<string, (secrets: ValueObject, version: string) => ValueObject>
> = {
  secrets: (secrets) => ({ ...base, secrets }),
  secrets_wo: (secrets_wo, secrets_wo_version) => ({
    ...base,
    secrets_wo,
    secrets_wo_version,
  }),
};

for (const [name, of] of Object.entries(spaces)) {
  for (const before of [{ B: "1" }, { A: "1", B: "1" }]) {
    const isNew = !Object.hasOwn(before, "A");
    for (const reaches of [false, true]) {
      const what = `a ${isNew ? "new" : "changed"} key of ${name}`;
      const fate = reaches
        ? "whose answer was lost"
        : "that was lost while a colleague set it";
      Deno.test(`${what} ${fate} stays planned`, async () => {
        const resource = resourceNamed("space");
        const [ours] = await worldsOf(resource);
        const { answer, sandbox } = ours;
        const theirs = new HuggingFace({
          token: colleague,
          fetch: (request) => sandbox.fetch(request),
        });
        const config = of({ A: "2", B: "1" }, "2");
        await ours.apply(of(before, "1"));
        ours.answer = loseWrite(answer, {
          route: "POST /api/spaces/acme/x/secrets",
          reaches,
          async between() {
            if (reaches) return;
            await theirs.spaces.setSecret("acme/x", {
              key: "A",
              value: "theirs",
            });
          },
        });
        const { diagnostics } = await ours.attempt(config);
        const text = JSON.stringify(diagnostics.items);
        assertEquals(diagnostics.hasErrors, false, text);
        assert(text.includes("was lost"), text);
        ours.answer = answer;
        const seen = await ours.read(ours.state);
        assert(JSON.stringify(seen) !== JSON.stringify(ours.state));
        ours.state = seen;
        const sent = await ours.apply(config);
        assert(
          sent.some((body) => JSON.stringify(body).includes('"key":"A"')),
          JSON.stringify(sent),
        );
        await ours.refresh();
        const { plannedState } = await ours.plan(config);
        assertEquals(plannedState, ours.state);
      });
    }
  }
}
