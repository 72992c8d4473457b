/**
 * A text of the service that a state has only with `***`, since it holds a
 * secret of the run, is not exported.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Resource } from "../../../provider/framework/mod.ts";
import type { Entry } from "../../../provider/framework/binding/mod.ts";
import { loadLists } from "../../../provider/huggingface/areas.ts";
import { exportNamespace } from "../../../provider/huggingface/export/export.ts";
import { kindOf } from "../../../provider/huggingface/export/export_files.ts";
import { HuggingFaceProvider } from "../../../provider/huggingface/provider_data.ts";
import { maskToken } from "../../../provider/huggingface/token.ts";
import { entriesOf, samplesOf } from "../../support/samples.ts";
import { ResourceWorld, withValue } from "../../support/resource_world.ts";

const token = "hf_0aTokenOfTheProvider0";
maskToken(token);

/** The texts of a value, those of its keys too. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return [...keys, ...Object.values(value).flatMap(textsOf)];
}

/** Puts the token into a text, wherever an answer has it. */
async function withToken(response: Response, text: string): Promise<Response> {
  const told = await response.clone().text();
  if (!/^[{[]/.test(told)) return response;
  const all = told.replaceAll(
    JSON.stringify(text),
    JSON.stringify(`${text}${token}`),
  );
  return new Response(all, response);
}

/** Applies an attribute, and has the service tell its texts with the token. */
async function* worldsOf(resource: Resource, entry: Entry) {
  const { config, values: [value] } = samplesOf(resource.typeName, entry);
  for (const text of new Set(textsOf(value))) {
    const world = await ResourceWorld.start(resource);
    await world.apply(withValue(config, entry.names, value));
    const { answer } = world;
    world.answer = async (request) =>
      await withToken(await answer(request), text);
    yield { world, text };
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
        const provider = new HuggingFaceProvider({
          token: world.sandbox.token,
          namespace: "acme",
        }, {
          env: {},
          userAgent: "test",
          fetch: (request) => world.answer(request),
          gatherMs: 0,
        });
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
