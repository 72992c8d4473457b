/**
 * An import asks nothing twice, and neither does an update before it sends
 * something: what was looked at is what is changed.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Resource, Value } from "../../../provider/framework/mod.ts";
import type { Entry } from "../../../provider/framework/binding/mod.ts";
import { isLocal } from "../../../provider/framework/binding/table.ts";
import { entriesOf, sampleOf, samplesOf } from "../../support/samples.ts";
import {
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";

/** Values of what no configuration is without, and of names. */
const more: Readonly<Record<string, readonly [Value, Value]>> = {
  "huggingface_organization_member.role": ["write", "read"],
  "huggingface_repo_file.content": ["a", "b"],
  "huggingface_repo_files.files": [{ "a.txt": "a" }, { "a.txt": "b" }],
  "huggingface_space_secret.value": ["a", "b"],
  "huggingface_space_variable.value": ["a", "b"],
};

function repeatedIn(requests: readonly string[] = []): readonly string[] {
  return requests.filter((one, at) => requests.indexOf(one) !== at);
}

/** The questions before the first request that is not one. */
function firstQuestions(requests: readonly string[] = []): readonly string[] {
  const end = requests.findIndex((one) => !one.startsWith("GET "));
  return end < 0 ? [] : requests.slice(0, end);
}

/** The attributes whose change is an update. */
function changedOf(resource: Resource): readonly Entry[] {
  return entriesOf(resource).filter(({ binding, attribute, isParent }) =>
    !attribute.writeOnly && !isParent && !isLocal(binding) &&
    binding.change !== "immutable"
  );
}

/** A world in which the resource is made with the first value. */
async function worldOf(resource: Resource, entry?: Entry) {
  const { typeName } = resource;
  const world = await ResourceWorld.start(resource);
  const path = entry && `${typeName}.${entry.path}`;
  const { config, values } = entry === undefined
    ? { config: sampleOf(resource).config, values: undefined }
    : samplesOf(typeName, entry);
  const [first, second] = (path && more[path]) || values || [];
  const configOf = (value: Value | undefined) =>
    entry === undefined || value === undefined
      ? config
      : withValue(config, entry.names, value);
  await world.apply(configOf(first));
  return { world, next: configOf(second) };
}

for (const resource of resources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: an import asks nothing twice`, async () => {
    const { world } = await worldOf(resource);
    const at = world.commands.length;
    await world.import(world.importId);
    assertEquals(repeatedIn(world.commands[at]), []);
  });

  Deno.test(`${typeName}: an import that no list shows asks nothing twice`, async () => {
    const { world } = await worldOf(resource);
    const id = world.importId;
    const at = world.commands.length;
    world.answer = async (request) => {
      const answer = await world.sandbox.fetch(request);
      const isList = answer.ok &&
        Array.isArray(await answer.clone().json().catch(() => undefined));
      return isList ? Response.json([]) : answer;
    };
    const isImported = await world.import(id).then(() => true, () => false);
    if (isImported) assertEquals(repeatedIn(world.commands[at]), []);
  });

  Deno.test(`${typeName}: an update looks once before it sends`, async () => {
    for (const entry of changedOf(resource)) {
      const { world, next } = await worldOf(resource, entry);
      await world.attempt(next);
      const questions = firstQuestions(world.commands.at(-1));
      assertEquals(repeatedIn(questions), [], entry.path);
    }
  });
}
