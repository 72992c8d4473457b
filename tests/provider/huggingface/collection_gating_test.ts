// The gating of a collection, which only holds what belongs to its owner.

import { assertEquals } from "@std/assert";
import type { ValueObject } from "../../../provider/framework/values/value.ts";
import {
  assertUnchanged,
  errorsOf,
  resourceNamed,
  ResourceWorld,
  twoOrganizations,
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

Deno.test("a gated collection holds what came to its owner from another, and Spaces of others", async () => {
  const world = await ResourceWorld.start(collection, twoOrganizations());
  const { repos } = world.client;
  await repos.create({ type: "model", id: "bcme/late" });
  await repos.move({ type: "model", id: "bcme/late" }, "acme/late");
  await repos.create({ type: "space", id: "bcme/app" }, { sdk: "static" });
  const items = [
    { type: "model", id: "bcme/late", note: null },
    { type: "space", id: "bcme/app", note: null },
  ];
  const config = { title: "x", namespace: "acme", items };
  await world.apply(config);
  await world.apply({ ...config, gating });
  await assertUnchanged(world, { ...config, gating });
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
