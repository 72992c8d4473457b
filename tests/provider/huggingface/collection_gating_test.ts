// The gating of a collection, which only holds what belongs to its owner.

import { assertEquals } from "@std/assert";
import type { ValueObject } from "../../../provider/framework/values/value.ts";
import {
  assertUnchanged,
  errorsOf,
  resourceNamed,
  ResourceWorld,
} from "../../support/resource_world.ts";

const collection = resourceNamed("collection");
const own = { type: "model", id: "acme/m", note: null };
const foreign = { type: "model", id: "openai-community/gpt2", note: null };
const gating = { mode: "auto", notifications: null };

Deno.test("gating comes after the items of others left, and goes before they come", async () => {
  const { world, config } = await ResourceWorld.applied(collection, {
    items: [own, foreign],
  });
  for (const more of [{ gating, items: [own] }, { items: [foreign, own] }]) {
    await world.apply({ ...config, ...more });
    await assertUnchanged(world, { ...config, ...more });
  }
});

const refused: Readonly<Record<string, readonly [ValueObject, string]>> = {
  "with the item of another": [{ items: [own, foreign] }, "cannot hold"],
  "of a user": [{ items: [], namespace: "sandbox" }, "Only collections"],
};

for (const [what, [more, says]] of Object.entries(refused)) {
  Deno.test(`a gated collection ${what} is refused at plan`, async () => {
    const world = await ResourceWorld.start(collection);
    const { diagnostics } = await world.plan({
      title: "x",
      namespace: "acme",
      gating,
      ...more,
    });
    assertEquals(errorsOf(diagnostics).length, 1);
    assertEquals(errorsOf(diagnostics)[0]?.includes(says), true);
  });
}
