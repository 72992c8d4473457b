// Where one attribute excludes another, as a webhook's `url` excludes its `job`,
// each can take the other's place: what a plan changes in place, the service
// takes.

import { assertEquals } from "@std/assert";
import type { ValueObject } from "../../../provider/framework/mod.ts";
import {
  ResourceWorld,
  testedResources,
  withValue,
} from "../../support/resource_world.ts";
import { allEntriesOf, sampleOf, samplesOf } from "../../support/samples.ts";

for (const resource of testedResources) {
  const { typeName } = resource;
  const { config, needed = [], within = {} } = sampleOf(resource);
  const kinds = new Map<string, ValueObject>([["the sample", config]]);
  for (const entry of allEntriesOf(resource)) {
    const { path, names } = entry;
    const one = samplesOf(typeName, entry);
    if (needed.includes(path)) {
      kinds.set(path, withValue(one.config, names, one.values[0]));
    } else if (Object.hasOwn(within, path)) kinds.set(path, one.config);
  }
  if (kinds.size === 1) continue;

  Deno.test(`${typeName}: each of its kinds takes the place of each other one`, async () => {
    const refused: string[] = [];
    for (const [from, before] of kinds) {
      for (const [to, after] of kinds) {
        const world = await ResourceWorld.start(resource);
        const isValid = await world.isValid(before) &&
          await world.isValid(after);
        if (from === to || !isValid) continue;
        await world.apply(before);
        const planned = await world.plan(after);
        const { diagnostics: { hasErrors }, requiresReplace } = planned;
        if (hasErrors || requiresReplace.length > 0) continue;
        const { diagnostics } = await world.attempt(after, undefined, planned);
        if (diagnostics.hasErrors) refused.push(`${from} to ${to}`);
      }
    }
    assertEquals(refused, []);
  });
}
