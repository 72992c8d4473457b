// A collection that is configured and empty stays empty wherever it stands: it
// is refused, or the plan after its apply changes nothing.

import { assertEquals } from "@std/assert";
import type { Type, Value } from "../../../provider/framework/mod.ts";
import {
  isValueArray,
  isValueObject,
} from "../../../provider/framework/values/value.ts";
import {
  ResourceWorld,
  testedResources,
  withValue,
} from "../../support/resource_world.ts";
import { allEntriesOf, samplesOf } from "../../support/samples.ts";

/** Empties each collection in a value, one at a time. */
function emptied(type: Type, value: Value): readonly Value[] {
  if (typeof type === "string") return [];
  const [kind, inner] = type;
  if (kind === "object") {
    if (!isValueObject(value)) return [];
    return Object.entries(inner).flatMap(([name, type]) =>
      emptied(type, value[name] ?? null).map((one) => ({
        ...value,
        [name]: one,
      }))
    );
  }
  if (kind === "map") {
    const entries = isValueObject(value) ? Object.entries(value) : [];
    const [[key, first] = []] = entries;
    return [
      {},
      ...key === undefined ? [] : emptied(inner, first ?? null).map((one) => ({
        ...Object(value),
        [key]: one,
      })),
    ];
  }
  if (kind === "tuple") return [];
  const [first, ...rest] = isValueArray(value) ? value : [];
  return [
    [],
    ...first === undefined
      ? []
      : emptied(inner, first).map((one) => [one, ...rest]),
  ];
}

for (const resource of testedResources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: an empty collection is refused, or is no change once it is applied`, async () => {
    for (const entry of allEntriesOf(resource)) {
      const { path, names, attribute } = entry;
      const { config, values: [value] } = samplesOf(typeName, entry);
      for (const one of emptied(attribute.type, value)) {
        const world = await ResourceWorld.start(resource);
        const values = withValue(config, names, one);
        if (!await world.isValid(values)) continue;
        const planned = await world.plan(values);
        if (planned.diagnostics.hasErrors) continue;
        await world.apply(values, planned);
        await world.refresh();
        const { plannedState } = await world.plan(values);
        assertEquals(plannedState, world.state, path);
      }
    }
  });
}
