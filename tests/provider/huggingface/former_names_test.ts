/**
 * Names that lead to what had them before: a plan that gives one to another
 * object says whose old address ends with it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { ValueObject } from "../../../provider/framework/mod.ts";
import { sampleOf } from "../../support/samples.ts";
import {
  ResourceWorld,
  testedResources,
} from "../../support/resource_world.ts";

for (const resource of testedResources) {
  const { typeName, schema: { attributes } } = resource;
  const { config, setUp } = sampleOf(resource);
  // What a new name replaces has none that leads on.
  const isNamed = ["name", "namespace", "id"]
    .every((name) => attributes[name] !== undefined) &&
    typeName !== "huggingface_endpoint";
  if (!isNamed) continue;
  Deno.test({
    name:
      `${typeName}: a plan that takes a former name says whose address ends`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const them = new ResourceWorld(resource);
      await setUp?.(them.client);
      const named = (name: string): ValueObject => ({ ...config, name });
      await them.apply(named("former"));
      await them.apply(named("theirs"));
      const us = new ResourceWorld(resource, them.sandbox);
      const said = async (world: ResourceWorld, name: string) =>
        (await world.plan(named(name))).diagnostics.items
          .filter(({ summary, severity }) =>
            severity === "warning" &&
            summary === "acme/former leads to acme/theirs, which had that name"
          ).length;
      assertEquals(await said(us, "former"), 1, "a create");
      assertEquals(await said(us, "other"), 0, "another name");
      await us.apply(named("ours"));
      assertEquals(await said(us, "former"), 1, "a rename");
      // Back to its own name.
      assertEquals(await said(them, "former"), 0, "its own name");
    },
  });
}
