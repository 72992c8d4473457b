/**
 * States of other providers, which know less than ours: nothing that came with
 * one is deleted or overwritten without the words that an import would have.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { Resource } from "../../../provider/framework/mod.ts";
import { type Arrival, arrivalsOf } from "../../disturbed/arrivals.ts";
import {
  resourceNamed,
  resources,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { sampleOf, samplesOf } from "../../support/samples.ts";
import { Terraform } from "../../support/terraform.ts";
import { isWrite } from "./lost_requests.ts";
import {
  type AttributeChange,
  changesOf,
  configsOf,
} from "./update_changes.ts";

/** Makes an object and lets its state come; undefined: it cannot be. */
async function takeOver(
  resource: Resource,
  config: JsonObject,
  { come }: Arrival,
) {
  const { sandbox, client } = await ResourceWorld.start(resource);
  const [theirs, ours] = await Promise.all(
    [1, 2].map(() => Terraform.of(resource.typeName, sandbox)),
  );
  await theirs?.apply(config);
  if (!ours || !theirs?.stored) return undefined;
  const arrived = await come(ours, theirs.stored);
  assert(arrived.ok, arrived.output);
  return { ours, sandbox, client };
}

/** Takes an object over and changes an attribute of it. */
async function outcomeOf(
  resource: Resource,
  change: AttributeChange,
  arrival: Arrival,
) {
  const [before, after] = configsOf(resource, [change]);
  const taken = await takeOver(resource, before as JsonObject, arrival);
  if (taken === undefined) return { said: [], writes: [] };
  const { ours, sandbox } = taken;
  const { output } = await ours.plan(after as JsonObject);
  sandbox.clearRequests();
  await ours.apply(after as JsonObject);
  return {
    said: output.split("\n").filter((line) =>
      /^(?:warning|error): /.test(line)
    ),
    writes: sandbox.requests
      .filter(({ method, path }) =>
        isWrite({ method, url: `https://hub${path}` })
      )
      .map(({ method, path, body }) =>
        `${method} ${path} ${JSON.stringify(body)}`
      ),
  };
}

for (const resource of resources) {
  if (resource.moveState === undefined) continue;
  const { typeName } = resource;
  Deno.test(`${typeName}: what another provider's state held counts as after an import`, async () => {
    const arrivals = arrivalsOf(typeName);
    assertEquals(arrivals.length, 2, "tests/disturbed/arrivals.ts has none");
    const found: string[] = [];
    // A change stands for its way back.
    const all = changesOf(resource).filter(({ entry, from, to }, at, all) =>
      all[at - 1]?.entry !== entry || all[at - 1]?.from !== to ||
      all[at - 1]?.to !== from
    ).flatMap((change) => {
      const { entry, from } = change;
      const { isNeeded } = samplesOf(typeName, entry);
      return isNeeded || entry.attribute.required || from === null
        ? [change]
        : [change, { ...change, to: null }];
    });
    for (const change of all) {
      const [imported, moved] = await Promise.all(
        arrivals.map((arrival) => outcomeOf(resource, change, arrival)),
      );
      assert(imported && moved);
      const isBoth = moved.writes.some((one) => imported.writes.includes(one));
      const more = moved.writes.filter((one) =>
        one.startsWith("DELETE") && !imported.writes.includes(one)
      );
      const less = imported.said.filter((one) =>
        isBoth && !moved.said.includes(one)
      );
      const { entry, from, to } = change;
      const what = `${entry.path}, ${JSON.stringify([from, to])}: `;
      found.push(...more.map((one) => what + one));
      found.push(...less.map((one) => `${what}is silent: ${one}`));
    }
    assertEquals(found, []);
  });
}

Deno.test("space: a secret that another provider's state held is left alone until an apply sets it", async () => {
  const resource = resourceNamed("space");
  const { config } = sampleOf(resource);
  const withSecrets = (secrets: JsonObject) => ({ ...config, secrets });
  const [, takeover] = arrivalsOf(resource.typeName);
  assert(takeover);
  const first = withSecrets({ A: "1", B: "1" });
  const taken = await takeOver(resource, first, takeover);
  assert(taken);
  const { ours, client } = taken;
  assertEquals((await ours.plan(first)).actions, []);
  const second = withSecrets({ A: "1", B: "2" });
  assertEquals((await ours.apply(second)).ok, true);
  assertEquals((await ours.plan(second)).actions, []);
  const { output } = await ours.apply(config);
  assertStringIncludes(output, "stay there: A");
  assertEquals(Object.keys(await client.spaces.getSecrets("acme/x")), ["A"]);
  assertEquals((await ours.plan(config)).output, "");
});
