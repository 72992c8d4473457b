import { assertStrictEquals } from "@std/assert";

import { memberValue } from "../../../../provider/framework/values/walk.ts";
import { same } from "../../../../provider/framework/plan/same.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import {
  Unknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import { testPlans } from "./plan_cases.ts";
import { plan, resourceOf, whole } from "./support.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description: "The id." }),
    name: s.string({ required: true, description: "The name." }),
    size: s.string({ optional: true, description: "Optional." }),
    kind: s.string({
      optional: true,
      default: "small",
      description: "Has a default.",
    }),
    region: s.string({
      optional: true,
      computed: true,
      description: "Given or chosen.",
    }),
    secret: s.string({
      optional: true,
      writeOnly: true,
      description: "Write-only.",
    }),
    document: s.string({
      optional: true,
      semanticEquals: (a, b) => a.toLowerCase() === b.toLowerCase(),
      description: "Case does not matter.",
    }),
    tags: s.set(types.string, { optional: true, description: "A set." }),
    hosts: s.set(types.text(same.normalize((text) => text.toLowerCase())), {
      optional: true,
      description: "A set in which case does not matter.",
    }),
    scaling: s.object({
      min: s.int({ optional: true, default: 1, description: "Default 1." }),
      max: s.int({ optional: true, description: "Optional." }),
      measure: s.string({
        optional: true,
        computed: true,
        description: "Computed.",
      }),
    }, { optional: true, default: {}, description: "A partial default." }),
  },
});

const thing = resourceOf(schema);

const stored = {
  id: "1",
  name: "a",
  kind: "small",
  region: "eu",
  scaling: { min: 1, max: null, measure: "cpu" },
};

testPlans(thing, [
  {
    title: "a create fills in defaults and leaves computed values unknown",
    config: { name: "a" },
    planned: {
      id: unknown,
      name: "a",
      kind: "small",
      region: unknown,
      scaling: { min: 1, max: null, measure: unknown },
    },
  },
  {
    title: "an unchanged configuration plans the state as it is",
    prior: stored,
    config: { name: "a" },
    planned: stored,
  },
  {
    title: "a change makes all unconfigured computed values unknown",
    prior: stored,
    config: { name: "b" },
    planned: {
      ...stored,
      id: unknown,
      name: "b",
      region: unknown,
      scaling: { min: 1, max: null, measure: unknown },
    },
  },
  {
    title: "a configured value wins over default and computed",
    prior: stored,
    config: { name: "a", kind: "big", region: "us", scaling: { min: 2 } },
    planned: {
      id: unknown,
      name: "a",
      kind: "big",
      region: "us",
      scaling: { min: 2, max: null, measure: unknown },
    },
  },
  {
    title: "a value removed from the configuration becomes its default",
    prior: { ...stored, kind: "big" },
    config: { name: "a" },
    planned: {
      ...stored,
      id: unknown,
      region: unknown,
      scaling: { min: 1, max: null, measure: unknown },
    },
  },
  {
    title: "a write-only value is planned null and is no change by itself",
    prior: stored,
    config: { name: "a", secret: "s3cret" },
    planned: stored,
  },
  {
    title: "a text that means the same keeps the prior text and is no change",
    prior: { ...stored, document: "Text" },
    config: { name: "a", document: "tEXT" },
    planned: { ...stored, document: "Text" },
  },
  {
    title: "a set in another order is no change",
    prior: { ...stored, tags: ["x", "y"] },
    config: { name: "a", tags: ["y", "x"] },
    planned: { ...stored, tags: ["y", "x"] },
  },
  {
    title: "elements of a set that mean the same are no change",
    prior: { ...stored, hosts: ["a.example", "b.example", "c"] },
    config: { name: "a", hosts: ["A.EXAMPLE", "c", "B.example"] },
    planned: { ...stored, hosts: ["a.example", "b.example", "c"] },
  },
  {
    title: "an unknown configured value stays unknown, default or not",
    prior: stored,
    config: { name: "a", kind: unknown, size: unknown, scaling: unknown },
    planned: {
      id: unknown,
      name: "a",
      kind: unknown,
      size: unknown,
      region: unknown,
      scaling: unknown,
    },
  },
]);

Deno.test("plan: what is known of an unknown stays only where the provider has no say", async () => {
  const begins = new Unknown({ nullness: false, prefix: "a-" });
  const response = await plan(thing, {
    config: whole(schema, { name: begins, region: begins }),
  });
  assertStrictEquals(memberValue(response.plannedState, "name"), begins);
  assertStrictEquals(memberValue(response.plannedState, "region"), unknown);
});
