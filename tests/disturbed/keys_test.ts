// No answer has another object followed, or one replaced, by what tells which
// object it is.

import { assert, assertEquals } from "@std/assert";
import type { Json } from "@hf-terraform/framework/testing";
import { type Entry, tableOf } from "../../provider/framework/binding/mod.ts";
import { loadDefinition } from "../../provider/framework/define/lazy.ts";
import { isValueObject } from "../../provider/framework/values/value.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { apply, start } from "./life.ts";
import { type ResourceSample as Sample, samples } from "../support/samples.ts";
import type { Disturbance } from "./world.ts";

/** Required attributes that are not part of a resource's identity, by type. */
const others: Readonly<Record<string, readonly string[]>> = {
  huggingface_scheduled_job: ["flavor"],
};

async function entriesOf({ typeName }: Sample): Promise<readonly Entry[]> {
  const found = provider.resources.find((one) => one.typeName === typeName);
  assert(found !== undefined, typeName);
  const { schema } = await loadDefinition(found);
  return tableOf(schema.attributes).filter(({ names }) => names.length === 1);
}

/** Whether it tells which object it is, whatever its binding says of it. */
function isKey({ names: [name = ""], attribute, binding }: Entry): boolean {
  const isFixed = binding.change === "immutable" &&
    binding.read !== undefined && attribute.type === "string";
  const isOwner = ["namespace", "organization"].includes(name);
  return isFixed && (isOwner || attribute.required);
}

/** Answers with another text wherever the answer has this one. */
function lie(truth: string): Disturbance {
  const put = (json: Json): Json =>
    json === truth
      ? "stranger"
      : Array.isArray(json)
      ? json.map(put)
      : typeof json === "object" && json !== null
      ? Object.fromEntries(
        Object.entries(json).map(([name, one]) => [name, put(one)]),
      )
      : json;
  return {
    name: "another key",
    canLast: true,
    answer: async ({ serve }) => {
      const served = await serve();
      const type = served.headers.get("content-type") ?? "";
      if (!type.includes("json")) return served;
      const { status, headers } = served;
      const text = await served.text();
      const body = text === "" ? null : JSON.stringify(put(JSON.parse(text)));
      const left = new Headers(headers);
      left.delete("content-length");
      return new Response(body, { status, headers: left });
    },
  };
}

for (const sample of samples) {
  Deno.test(`${sample.typeName}: what tells which object it is follows no answer`, async (t) => {
    const entries = await entriesOf(sample);
    const keys = entries.filter(({ binding }) => binding.key !== undefined)
      .map(({ names: [name = ""] }) => name);
    const found = entries.filter(isKey).map(({ names: [name = ""] }) => name)
      .filter((name) => !others[sample.typeName]?.includes(name));
    assertEquals(found.filter((name) => !keys.includes(name)), []);
    for (const key of keys) {
      await t.step(key, async () => {
        const place = await start(sample);
        const { world, terraform } = place;
        const [config] = sample.steps;
        await apply(place, config);
        const valueOf = () =>
          isValueObject(terraform.shown) ? terraform.shown[key] : undefined;
        const truth = valueOf();
        if (typeof truth !== "string") return;
        const lies = { at: 1, disturbance: lie(truth), lasts: true };
        world.begin(lies);
        const { actions, output } = await terraform.plan(config);
        assert(!actions.includes("delete"), `A lie replaces it:\n${output}`);
        world.begin(lies);
        await terraform.apply(config);
        assert(valueOf() !== "stranger");
      });
    }
  });
}
