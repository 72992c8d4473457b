// A collection that is empty, or names a thing twice, is refused, or is no
// change any more once it is applied, wherever it stands.

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

/** Empties each collection in a value, one at a time, or repeats what it names. */
function makeOdd(type: Type, value: Value): readonly Value[] {
  if (typeof type === "string") return [];
  const [kind, inner] = type;
  if (kind === "tuple") return [];
  if (isValueObject(value)) {
    const odd = Object.entries(value).flatMap(([name, part]) => {
      const type = kind === "object" ? inner[name] ?? "dynamic" : inner as Type;
      return makeOdd(type, part).map((one) => ({ ...value, [name]: one }));
    });
    return kind === "map" ? [{}, ...odd] : odd;
  }
  if (!isValueArray(value)) return kind === "object" ? [] : [[]];
  const [first = null, ...rest] = value;
  const named = isValueObject(first) ? first : {};
  // The Hub minds no letter case of names.
  const again = Object.entries(named).flatMap(([name, text]) => [
    { ...named, [name]: null },
    ...["id", "name", "username"].includes(name)
      ? [{ ...named, [name]: `${text}`.toUpperCase() }]
      : [],
  ]);
  return [
    [],
    ...makeOdd(inner as Type, first).map((one) => [one, ...rest]),
    ...again.map((one) => [...value, one]),
  ];
}

for (const resource of testedResources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: an odd collection is refused, or is no change once it is applied`, async () => {
    for (const entry of allEntriesOf(resource)) {
      const { path, names, attribute, isParent } = entry;
      if (isParent) continue;
      const { config, values: [value] } = samplesOf(typeName, entry);
      for (const one of makeOdd(attribute.type, value)) {
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
