/**
 * A text of the service that a state has only with `***`, since it holds a
 * secret of the run, is neither exported nor sent in place of the text.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  maskSecret,
  type Resource,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import type { Entry } from "../../../provider/framework/binding/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import { loadLists } from "../../../provider/huggingface/areas.ts";
import { exportNamespace } from "../../../provider/huggingface/export/export.ts";
import { kindOf } from "../../../provider/huggingface/export/export_files.ts";
import { maskToken } from "../../../provider/huggingface/token.ts";
import { providerOf } from "../../support/account.ts";
import { entriesOf, samplesOf } from "../../support/samples.ts";
import {
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import { isWrite } from "./lost_requests.ts";

const token = "hf_aTokenOfTheProviderAsTheHubMakesThem";
maskToken(token);

/** The texts of a value, those of its keys too. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return [...keys, ...Object.values(value).flatMap(textsOf)];
}

/** Adds to a text, wherever an answer has it. */
async function withMore(
  response: Response,
  text: string,
  more: string,
): Promise<Response> {
  const told = await response.clone().text();
  if (!/^[{[]/.test(told)) return response;
  const all = told.replaceAll(
    JSON.stringify(text),
    JSON.stringify(`${text}${more}`),
  );
  return new Response(all, response);
}

/** Applies an attribute, and has the service tell its texts with a secret. */
async function* worldsOf(
  resource: Resource,
  entry: Entry,
  secret: string = token,
) {
  const { config, values: [value] } = samplesOf(resource.typeName, entry);
  for (const text of new Set(textsOf(value))) {
    const world = await ResourceWorld.start(resource);
    const given = withValue(config, entry.names, value);
    await world.apply(given);
    const { answer } = world;
    world.answer = async (request) =>
      await withMore(await answer(request), text, secret);
    yield { world, config: given, text };
  }
}

const lists = await loadLists();

for (const list of lists) {
  const { resource } = list;
  Deno.test(`an export of ${list.plural} writes no masked text`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "export_" });
    const masked: string[] = [];
    for (const entry of entriesOf(resource)) {
      if (entry.isParent || entry.attribute.writeOnly) continue;
      for await (const { world, text } of worldsOf(resource, entry)) {
        const provider = providerOf(
          world.sandbox,
          (request) => world.answer(request),
        );
        const out = await Deno.makeTempDir({ dir: folder });
        await exportNamespace(provider, {
          kinds: [kindOf(list)],
          match: "*",
          folder: out,
          progress() {},
        }).catch(() => {});
        for (const { name } of Deno.readDirSync(out)) {
          const written = await Deno.readTextFile(`${out}/${name}`);
          if (written.includes("***")) masked.push(`${entry.path} ${text}`);
        }
      }
    }
    await Deno.remove(folder, { recursive: true });
    assertEquals(masked, []);
  });
}

const melting = "hf_anotherTokenOfLettersOnlyWhichMelts";
maskToken(melting);

for (const resource of resources) {
  Deno.test(`${resource.typeName}: a mark that melts with the last letter of a token hides none from a state`, async () => {
    const shown: string[] = [];
    const entries = entriesOf(resource)
      .filter(({ isParent, attribute }) => !isParent && !attribute.writeOnly);
    for (const entry of entries.slice(0, 3)) {
      for await (
        const { world } of worldsOf(resource, entry, `${melting}\u0301`)
      ) {
        const { newState } = await world.tryRead(world.state);
        const isShown = JSON.stringify(newState).includes(melting.slice(0, -1));
        if (isShown) shown.push(entry.path);
      }
    }
    assertEquals(shown, []);
  });
}

/** Configurations of which an update sends an attribute with what changes. */
function changesOf(
  resource: Resource,
  entry: Entry,
  given: ValueObject,
): readonly ValueObject[] {
  const { names, binding: { unit } } = entry;
  const table = entriesOf(resource);
  const isWhole = table.some(({ binding }) => binding.isWhole);
  const others = table.filter((other) =>
    other.path !== entry.path && !other.isParent &&
    !other.attribute.writeOnly &&
    (isWhole || unit !== undefined && `${other.binding.unit}` === `${unit}`)
  );
  const value = valueNamed(given, names);
  return [
    ...isValueObject(value)
      ? [withValue(given, names, { ...value, X: "1" })]
      : [],
    ...others.slice(0, 3).map((other) => {
      const { values: [, second] } = samplesOf(resource.typeName, other);
      return withValue(given, other.names, second);
    }),
  ];
}

maskSecret("postgres");

for (const resource of resources) {
  Deno.test(`${resource.typeName}: what can be configured is in the state as the service tells it, with words that are secrets`, async () => {
    const masked: string[] = [];
    for (const entry of entriesOf(resource)) {
      if (entry.isParent || entry.attribute.writeOnly) continue;
      for await (
        const { world, text } of worldsOf(resource, entry, " to postgres")
      ) {
        const own = new ResourceWorld(resource, world.sandbox);
        own.answer = world.answer;
        await own.import(world.importId).catch(() => {});
        const value = JSON.stringify(valueNamed(own.state, entry.names));
        if (value.includes("***")) masked.push(`${entry.path} ${text}`);
      }
    }
    assertEquals(masked, []);
  });

  Deno.test(`${resource.typeName}: no request sends a masked text, that of a replacement included`, async () => {
    const masked: string[] = [];
    for (const entry of entriesOf(resource)) {
      if (entry.isParent || entry.attribute.writeOnly) continue;
      for await (const { world, config, text } of worldsOf(resource, entry)) {
        const own = new ResourceWorld(resource, world.sandbox);
        own.answer = async (request) => {
          const body = await request.clone().text();
          if (isWrite(request) && body.includes("***")) {
            masked.push(`${entry.path} ${text}`);
          }
          return await world.answer(request);
        };
        const said = await own.import(world.importId).catch(() => undefined);
        const value = valueNamed(own.state, entry.names);
        if (!said || !JSON.stringify(value).includes("***")) continue;
        const isSaid = said.items
          .some(({ summary }) => summary.includes("does not show all"));
        if (!isSaid) masked.push(`nothing said of ${entry.path} ${text}`);
        const given = withValue(config, entry.names, value);
        for (const changed of changesOf(resource, entry, given)) {
          const { requiresReplace } = await own.plan(changed);
          if (requiresReplace.length > 0) continue;
          await own.attempt(changed).catch(() => {});
        }
        // It is what the mask left, also when the service shows another one.
        const { answer } = world;
        world.answer = (request) => world.sandbox.fetch(request);
        await own.refresh();
        await own.attempt(given).catch(() => {});
        world.answer = answer;
        await own.refresh();
        const planned = await own.replace(given);
        if (planned.diagnostics.hasErrors) continue;
        masked.push(`the plan of a replacement: ${entry.path} ${text}`);
      }
    }
    assertEquals(new Set(masked), new Set());
  });
}
