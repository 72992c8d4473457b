/**
 * Names that the service compares without case: a configuration that writes
 * one in other letters changes nothing, and never removes what has the name.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { Attribute, Value } from "../../../provider/framework/mod.ts";
import {
  isValueArray,
  isValueObject,
} from "../../../provider/framework/values/value.ts";
import { sampleOf } from "../../support/samples.ts";
import {
  assertNoErrors,
  resources,
  ResourceWorld,
} from "../../support/resource_world.ts";

/**
 * Tests for an attribute that names a user, an organization or a repository.
 */
const isName = ({ validators, description }: Attribute) =>
  [{ description }, ...validators].some(({ description }) =>
    /name of a user or organization|namespace\/name/.test(description)
  );

/** Names that are sent as they are written, so that one can be mended. */
const sent: readonly string[] = [
  "huggingface_collection.items.id",
  "huggingface_organization_network_security.allowed_contents.scope",
  "huggingface_organization_network_security.blocked_contents.scope",
  "huggingface_webhook.watched.name",
];

/** Names of what an object runs, mounts or loads: another text is another one. */
const ofWhatRuns =
  /^huggingface_(?:endpoint\.model\.|space\.(?:template|volumes)|scheduled_job\.(?:space|volumes)|webhook\.job\.)/;

/** The attributes with a name, by the names that lead to them. */
function namesIn(
  attributes: Readonly<Record<string, Attribute>>,
  at: readonly string[] = [],
): (readonly string[])[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = [...at, name];
    if (attribute.mode === "computed") return [];
    return [
      ...isName(attribute) ? [path] : [],
      ...namesIn(attribute.nested?.attributes ?? {}, path),
    ];
  });
}

/** The value with the text at a path in capital letters, in all elements. */
function capital(value: Value, [name, ...rest]: readonly string[]): Value {
  if (isValueArray(value)) {
    return value.map((one) => capital(one, [name ?? "", ...rest]));
  }
  if (name === undefined) {
    return typeof value === "string" ? value.toUpperCase() : value;
  }
  if (!isValueObject(value)) return value;
  return { ...value, [name]: capital(value[name] ?? null, rest) };
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  for (const names of namesIn(schema.attributes)) {
    const path = names.join(".");
    if (ofWhatRuns.test(`${typeName}.${path}`)) continue;
    Deno.test(`${typeName}.${path} in other letters is no other name`, async () => {
      const { config, values = {} } = sampleOf(resource);
      const [top = ""] = names;
      const given = values[top]?.[0] ?? config[top] ?? "acme";
      const before = { ...config, [top]: given };
      const after = capital(before, names);
      assert(JSON.stringify(before) !== JSON.stringify(after), "a sample");
      const world = await ResourceWorld.start(resource);
      await world.apply(before);
      await world.refresh();
      const { requests } = world.sandbox;
      const now = isValueObject(after) ? after : {};
      const planned = await world.plan(now);
      assertNoErrors(planned.diagnostics);
      assertEquals(
        planned.requiresReplace.map(String),
        [],
        "a name needs `semanticEquals: sameName`",
      );
      if (sent.includes(`${typeName}.${path}`)) await world.apply(now);
      else assertEquals(planned.plannedState, world.state);
      const removed = requests.filter(({ method }) => method === "DELETE");
      assertEquals(removed, []);
    });
  }
}
