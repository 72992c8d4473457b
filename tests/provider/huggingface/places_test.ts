/**
 * A refusal stands at the attribute that its text names: the field, in the form
 * of either service, or the name that a resource was given.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type {
  Diagnostic,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  type Entry,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import { allEntriesOf, sampleOf, samplesOf } from "../../support/samples.ts";
import {
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";

/** The service's refusal of a request; undefined: it is not refused. */
type Refuse = (request: Request) => string | undefined;

function isWrite({ method, url }: Request): boolean {
  return method !== "GET" && method !== "HEAD" &&
    !/\/(?:paths-info|preupload|validate-yaml)\b/.test(url);
}

/** The refusal of a field, as the service that is asked says it. */
function ofField(field: string): Refuse {
  return ({ url }) =>
    new URL(url).pathname.startsWith("/v2/")
      ? `${field}: is not valid`
      : JSON.stringify({
        error: `✖ Invalid input: expected another\n  → at ${field}`,
      });
}

/** Returns the diagnostics of an apply whose writes are refused. */
async function saidOf(
  world: ResourceWorld,
  config: ValueObject,
  status: number,
  refuse: Refuse,
): Promise<readonly Diagnostic[] | undefined> {
  const planned = await world.plan(config);
  if (planned.diagnostics.hasErrors || planned.requiresReplace.length > 0) {
    return undefined;
  }
  let isRefused = false;
  world.answer = async (request) => {
    const text = isWrite(request) ? refuse(request) : undefined;
    if (text === undefined) return await world.sandbox.fetch(request);
    isRefused = true;
    return new Response(text, { status });
  };
  const { diagnostics } = await world.attempt(config);
  world.answer = (request) => world.sandbox.fetch(request);
  if (!isRefused) return undefined;
  return diagnostics.items.filter(({ detail }) => detail.includes(`${status}`));
}

/** Checks that each message stands at the attribute, or at what it is in. */
function assertPlaced(said: readonly Diagnostic[], entry: Entry): void {
  assert(said.length > 0, "nothing was said");
  for (const { path, summary, detail } of said) {
    assertEquals(`${path ?? "none"}`, entry.path, `${summary}: ${detail}`);
  }
}

/** Attributes that name the object, its owner, or what else has to be there. */
const naming = new Set([
  "namespace",
  "organization",
  "repository",
  "space",
  "branch",
  "name",
  "key",
  "path",
  "user",
  "username",
  "resource_group_id",
  "service_account_id",
]);

for (const resource of resources) {
  const { typeName, schema } = resource;
  const table = tableOf(schema.attributes);
  const whole = table.filter(({ isParent }) => isParent)
    .map(({ binding: { write } }) => `${write}`);
  const sent = allEntriesOf(resource).filter(({ binding, isParent }) =>
    !isParent && binding.write !== undefined &&
    // A field that is sent beside others has no place of its own.
    !whole.includes(`${binding.write}`)
  );
  for (const entry of sent) {
    Deno.test(`a refusal of ${typeName}.${entry.path} stands there`, async () => {
      const { config, values: [first, second] } = samplesOf(typeName, entry);
      const refuse = ofField(entry.binding.write?.join(".") ?? "");
      const version = entry.binding.version;
      const configOf = (value: Value) => {
        const all = withValue(config, entry.names, value);
        const names = [...entry.names.slice(0, -1), version ?? ""];
        return version === undefined
          ? all
          : withValue(all, names, JSON.stringify(value));
      };
      const world = await ResourceWorld.start(resource);
      const created = await saidOf(world, configOf(first), 400, refuse);
      if (created !== undefined) assertPlaced(created, entry);
      // An update goes the same way: one of a resource shows it.
      if (created !== undefined && entry !== sent.at(-1)) return;
      const other = await ResourceWorld.start(resource);
      await other.apply(configOf(first));
      const changed = await saidOf(other, configOf(second), 400, refuse);
      if (changed !== undefined) assertPlaced(changed, entry);
      assert(created ?? changed, "neither was refused");
    });
  }

  Deno.test(`a refusal that has a name of ${typeName} stands there`, async () => {
    const { config } = sampleOf(resource);
    for (const entry of table) {
      const value = valueNamed(config, entry.names);
      if (!naming.has(entry.path) || `${value ?? ""}`.length < 3) continue;
      for (const status of [400, 403, 404]) {
        const world = await ResourceWorld.start(resource);
        const error = `The ${value} is not what it has to be`;
        const said = await saidOf(
          world,
          config,
          status,
          () => JSON.stringify({ error }),
        );
        if (said !== undefined) assertPlaced(said, entry);
      }
    }
    const owner = table.find(({ path }) => path === "organization");
    if (owner === undefined) return;
    const error = "This organization does not exist";
    const said = await saidOf(
      await ResourceWorld.start(resource),
      { ...config, organization: "acme" },
      404,
      () => JSON.stringify({ error }),
    );
    if (said !== undefined) assertPlaced(said, owner);
  });
}
