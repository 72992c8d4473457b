/**
 * An optional value that was sent and that an answer does not have is no proof
 * that an object is ours: after a lost create, one without it stays a
 * stranger's, and so does one of which no answer tells it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import type { Entry } from "../../../provider/framework/binding/mod.ts";
import {
  isJsonRecord,
  isLocal,
  isSame,
  jsonAt,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import { entriesOf, sampleOf, samplesOf } from "../../support/samples.ts";
import { resources, withValue } from "../../support/resource_world.ts";
import {
  adoptingTypes,
  comparingTypes,
  isWrite,
  loseWrite,
  resourcesWithMaker,
  seenBy,
  worldsOf,
} from "./lost_requests.ts";

/** Attributes that requests after the create send, which is equal without. */
const later: ReadonlySet<string> = new Set([
  "huggingface_collection.gating",
  "huggingface_collection.items",
  "huggingface_collection.position",
  "huggingface_collection.theme",
  "huggingface_collection.visibility",
  "huggingface_resource_group.auto_join",
  "huggingface_resource_group.spend_limits",
  "huggingface_webhook.enabled",
]);

/** The attributes that a stranger may leave out. */
function optionalOf(resource: Resource): readonly Entry[] {
  const { config } = sampleOf(resource);
  return entriesOf(resource).filter(
    ({ attribute, binding, names, path, isParent }) =>
      names.length === 1 && !isParent && !attribute.required &&
      !isLocal(binding) && !later.has(`${resource.typeName}.${path}`) &&
      !Object.hasOwn(config, path),
  );
}

/** The resources of which a create has to tell its own by what it sent. */
const walked = resources.filter(({ typeName }) =>
  ![adoptingTypes, comparingTypes, resourcesWithMaker].some((one) =>
    one.has(typeName)
  )
);

for (const resource of walked) {
  const { typeName } = resource;
  for (const entry of optionalOf(resource)) {
    const { config, values: [first, second], isNeeded } = samplesOf(
      typeName,
      entry,
    );
    if (isNeeded) continue;
    const { names, attribute, path } = entry;
    const of = (value: typeof first): ValueObject =>
      withValue(config, names, value);
    Deno.test(`${typeName} with ${path}: what a stranger made without it stays theirs`, async () => {
      for (const value of [first, second]) {
        const [ours, theirs] = await worldsOf(resource, false);
        let seen = "";
        let isEqual = false;
        ours.answer = loseWrite(ours.answer, {
          reaches: false,
          async between() {
            await theirs.apply(config);
            isEqual = isSame(
              valueNamed(theirs.state, names),
              value,
              attribute,
            );
            seen = await seenBy(theirs);
          },
        });
        const { diagnostics } = await ours.attempt(of(value));
        const text = JSON.stringify(diagnostics.items);
        if (isEqual) continue;
        assertEquals(ours.state, null, text);
        assert(diagnostics.hasErrors, text);
        assertEquals(await seenBy(theirs), seen);
        return;
      }
    });
  }
}

/** Takes a field out of all objects that have it; returns whether any had. */
function withhold(json: unknown, path: readonly string[]): boolean {
  if (Array.isArray(json)) {
    return json.filter((one) => withhold(one, path)).length > 0;
  }
  if (!isJsonRecord(json)) return false;
  const holder = jsonAt(json, path.slice(0, -1));
  const name = path.at(-1) ?? "";
  if (isJsonRecord(holder) && Object.hasOwn(holder, name)) {
    return Reflect.deleteProperty(holder, name);
  }
  return withhold(Object.values(json), path);
}

for (const resource of walked) {
  const { typeName } = resource;
  for (const entry of optionalOf(resource)) {
    const { config, values: [value], isNeeded } = samplesOf(typeName, entry);
    const { names, path, binding: { read = [] } } = entry;
    if (isNeeded || read.length === 0) continue;
    Deno.test(`${typeName} with ${path}: what no answer tells it of is no find`, async () => {
      const [ours] = await worldsOf(resource);
      const { answer } = ours;
      let isCreated = false;
      let isWithheld = false;
      const lose = loseWrite(answer, { reaches: true });
      ours.answer = async (request) => {
        const response = await lose(request).catch((error) => {
          isCreated = true;
          throw error;
        });
        if (!isCreated || isWrite(request)) return response;
        const { status, headers } = response;
        const json = await response.json();
        isWithheld = withhold(json, read) || isWithheld;
        return Response.json(json, { status, headers });
      };
      const { diagnostics } = await ours.attempt(
        withValue(config, names, value),
      );
      const text = JSON.stringify(diagnostics.items);
      if (isWithheld) assertEquals(ours.state, null, text);
    });
  }
}
