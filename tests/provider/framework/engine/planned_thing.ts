/**
 * A resource whose attributes have plan modifiers, for the tests of plans.
 *
 * @module
 */

import type { Resource } from "../../../../provider/framework/define/resource.ts";
import {
  requiresReplace,
  useStateForUnknown,
} from "../../../../provider/framework/plan/p.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import { plan, resourceOf, whole } from "./support.ts";

const row = {
  key: s.string({
    required: true,
    planModifiers: [requiresReplace()],
    description: "Replaces.",
  }),
};

/** Its schema. */
export const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({
      computed: true,
      planModifiers: [useStateForUnknown()],
      description: "Stays.",
    }),
    name: s.string({
      required: true,
      planModifiers: [requiresReplace()],
      description: "Replaces.",
    }),
    size: s.string({ optional: true, description: "In place." }),
    updated: s.string({ computed: true, description: "Changes." }),
    secret: s.string({
      optional: true,
      writeOnly: true,
      planModifiers: [requiresReplace()],
      description: "Write-only.",
    }),
    cloud: s.object({
      vendor: s.string({
        required: true,
        planModifiers: [requiresReplace()],
        description: "Replaces.",
      }),
    }, { optional: true, description: "Cloud." }),
    rows: s.objectList(row, { optional: true, description: "Rows." }),
    pool: s.objectSet(row, { optional: true, description: "Pool." }),
    named: s.objectMap(row, { optional: true, description: "Named." }),
  },
});

/** The resource, with some parts of its own. */
export function makeThing(parts: Partial<Resource> = {}): Resource {
  return resourceOf(schema, parts);
}

/** The stored values of a thing. */
export const storedThing = {
  id: "1",
  name: "a",
  updated: "now",
  cloud: { vendor: "x" },
};
/** The configuration of what is stored. */
export const storedConfig = { name: "a", cloud: { vendor: "x" } };

/** Plans it with a configuration, from what is stored. */
export function planStored(
  config: Readonly<Record<string, Value>>,
  resource: Resource = makeThing(),
  prior: Readonly<Record<string, Value>> | null = storedThing,
) {
  return plan(resource, {
    priorState: prior === null ? null : whole(schema, prior),
    config: whole(schema, config),
  });
}
