/**
 * Settings inside an object that nobody configures and that somebody else has
 * made what they are: an update of another one keeps each, or its plan says
 * what becomes of it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  isSame,
  isWithin,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import { entriesOf, sampleOf, samplesOf } from "../../support/samples.ts";
import {
  resourceNamed,
  ResourceWorld,
  testedResources,
  withValue,
} from "../../support/resource_world.ts";
import { type AttributeChange, changesOf } from "./update_changes.ts";

/** An attribute that somebody else sets, and the change of ours after that. */
interface Case {
  readonly theirs: AttributeChange["entry"];
  readonly values: readonly Value[];
  readonly ours: AttributeChange;
  readonly before: ValueObject;
}

/**
 * The cases of a resource: each attribute inside an object meets a change of each
 * other one there, and of one of each object within.
 */
function casesOf(resource: Resource): readonly Case[] {
  const { typeName } = resource;
  // One change of each stands for the way back.
  const changes = changesOf(resource).filter(({ entry }, at, all) =>
    all.findIndex((one) => one.entry === entry) === at
  );
  return entriesOf(resource).flatMap((theirs) => {
    const { names, attribute, binding } = theirs;
    const { config, values, isShown } = samplesOf(typeName, theirs);
    const isOpen = names.length > 1 && isShown && !attribute.required &&
      binding.read !== undefined && binding.write !== undefined &&
      binding.change !== "immutable" && valueNamed(config, names) === null;
    const outer = names.slice(0, -1);
    const beside = changes.filter(({ entry }) =>
      isOpen && isWithin(entry.names, outer) && !isWithin(entry.names, names)
    );
    // Of an object within, one stands for all: they are written together.
    const seen = new Set<string>();
    return beside.flatMap((ours) => {
      const { names, binding } = ours.entry;
      const inner = [...names.slice(0, -1), binding.change].join();
      const isKnown = names.length > theirs.names.length && seen.has(inner);
      seen.add(inner);
      const before = withValue(config, names, ours.from);
      return isKnown ? [] : [{ theirs, values, ours, before }];
    });
  });
}

/** The same, with the changes of ours that replace the object. */
function replacementsOf(resource: Resource): readonly Case[] {
  const { typeName } = resource;
  const entries = entriesOf(resource);
  return entries.flatMap((theirs) => {
    const { names, attribute, binding } = theirs;
    const { config, values, isShown } = samplesOf(typeName, theirs);
    const isOpen = isShown && !attribute.required &&
      binding.read !== undefined && binding.write !== undefined &&
      binding.change !== "immutable" && valueNamed(config, names) === null;
    const entry = entries.find(({ binding, names: [name = ""], path }) =>
      binding.change === "immutable" && name !== names[0] &&
      typeof samplesOf(typeName, theirs).config[path] === "string"
    );
    if (!isOpen || entry === undefined) return [];
    const { values: [from, other] } = samplesOf(typeName, entry);
    const before = withValue(config, entry.names, from);
    return [{ theirs, values, ours: { entry, from, to: other }, before }];
  });
}

/** The complaint about a case; undefined: there is none. */
async function complaintOf(
  resource: Resource,
  { theirs: { names, path, attribute }, values, ours: { entry, to }, before }:
    Case,
): Promise<string | undefined> {
  const us = await ResourceWorld.start(resource);
  if (!await us.isValid(before)) return undefined;
  const first = await us.plan(before);
  if (first.diagnostics.hasErrors) return undefined;
  await us.attempt(before, undefined, first);
  if (us.state === null) return undefined;
  await us.refresh();
  const them = new ResourceWorld(resource, us.sandbox);
  await them.import(us.importId);
  const value =
    values.find((one) =>
      !isSame(one, valueNamed(them.state, names), attribute)
    ) ?? null;
  const theirs = withValue(before, names, value);
  if (!await them.isValid(theirs)) return undefined;
  const made = await them.plan(theirs);
  if (made.diagnostics.hasErrors) return undefined;
  await them.attempt(theirs, undefined, made);
  const seen = async () => valueNamed(await them.read(them.state), names);
  const was = await seen();
  await us.refresh();
  const config = withValue(before, entry.names, to);
  const planned = await us.plan(config);
  const isReplaced = planned.requiresReplace.length > 0;
  const { diagnostics } = planned;
  // Terraform shows what it plans without a state.
  const { plannedState } = isReplaced ? await us.replace(config) : planned;
  const isSaid = diagnostics.items.length > 0 ||
    !isSame(
      valueNamed(us.state, names),
      valueNamed(plannedState, names),
      attribute,
    );
  if (isSaid) return undefined;
  if (isReplaced) {
    return isSame(was, null, attribute)
      ? undefined
      : `a replacement loses ${path}: ${JSON.stringify(was)}`;
  }
  await us.attempt(config, undefined, planned);
  const is = await seen();
  return isSame(was, is, attribute)
    ? undefined
    : `${entry.path} changes ${path}: ${JSON.stringify([was, is])}`;
}

const walks = {
  "an update keeps what others have set beside it, or says so": casesOf,
  "the plan of a replacement says what others have set that nobody configures":
    replacementsOf,
};

for (const resource of testedResources) {
  for (const [rule, casesIn] of Object.entries(walks)) {
    const cases = casesIn(resource);
    if (cases.length === 0) continue;
    Deno.test(`${resource.typeName}: ${rule}`, async () => {
      const found: string[] = [];
      for (const one of cases) {
        const complaint = await complaintOf(resource, one);
        if (complaint !== undefined) found.push(complaint);
      }
      assertEquals(found, []);
    });
  }
}

Deno.test("endpoint: neither a setting that is removed stays, nor one of another engine", async () => {
  const world = new ResourceWorld(resourceNamed("endpoint"));
  const configOf = (image: ValueObject) => {
    const { config } = sampleOf(world.resource);
    return withValue(config, ["model", "image"], image);
  };
  const images = async () =>
    (await world.client.endpoints.get("acme/x")).model.image;
  const vLLM = { url: "vllm/x:1", port: 8000, healthRoute: "/health" };
  const { url } = vLLM;
  await world.apply(configOf({ vllm: { url, max_num_seqs: 7 } }));
  await world.apply(configOf({ vllm: { url } }));
  assertEquals(await images(), { vLLM });
  await world.client.endpoints.update("acme/x", {
    model: { image: { vLLM: { ...vLLM, kvCacheDtype: "fp8" } } },
  });
  await world.refresh();
  await world.apply(configOf({ vllm_omni: { url: "vllm/x:1" } }));
  assertEquals(await images(), { vLLMOmni: vLLM });
});
