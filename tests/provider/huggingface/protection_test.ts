/**
 * An object that `on_destroy` protects is not replaced, whether the state or
 * the configuration says so, and however the replacement comes about.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { isApiError } from "@hf-terraform/client";
import { tableOf } from "../../../provider/framework/binding/mod.ts";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { endings, sampleOf } from "../../support/samples.ts";
import { resources, ResourceWorld } from "../../support/resource_world.ts";

const ending = resources.filter(({ schema }) =>
  schema.attributes["on_destroy"] !== undefined
);

/** The values that change what only a replacement can. */
function valuesThatReplace(resource: Resource): readonly ValueObject[] {
  return tableOf(resource.schema.attributes).flatMap(
    ({ names: [name = ""], binding }) => {
      const [, after] = sampleOf(resource).values?.[name] ?? [];
      return binding.change !== "immutable" || after === undefined
        ? []
        : [{ [name]: after }];
    },
  );
}

Deno.test("every resource that can be left by a destroy is walked", () => {
  assertEquals(
    ending.map(({ typeName }) => typeName).toSorted(),
    Object.keys(endings).toSorted(),
  );
});

/** The visibility of an object that was public, or that it is gone. */
async function leftOf({ typeName, client }: ResourceWorld): Promise<string> {
  const id = "acme/x";
  const type = typeName === "huggingface_dataset" ? "dataset" : "model";
  try {
    if (typeName === "huggingface_repo_branch") {
      const { branches } = await client.refs.get({ type, id: "acme/m" });
      return branches.some(({ name }) => name === "v1") ? "public" : "gone";
    }
    const seen = typeName === "huggingface_bucket"
      ? await client.buckets.get(id)
      : await client.repos.get({ type, id });
    return seen.private ? "private" : "public";
  } catch (error) {
    if (isApiError(error, 404)) return "gone";
    throw error;
  }
}

const left: Readonly<Record<string, string>> = {
  keep: "public",
  make_private: "private",
  delete_if_empty: "gone",
  delete: "gone",
};

for (const resource of ending) {
  const { typeName } = resource;
  const all = endings[typeName] ?? [];
  for (const before of all) {
    Deno.test(`${typeName}: a destroy with \`${before}\` leaves what its page says`, async () => {
      const { world } = await ResourceWorld.applied(resource, {
        on_destroy: before,
        ..."visibility" in resource.schema.attributes &&
          { visibility: "public" },
      });
      assertEquals(await leftOf(world), "public");
      await world.destroy();
      assertEquals(await leftOf(world), left[before]);
    });

    Deno.test(`${typeName}: what \`${before}\` or the configuration protects is not replaced`, async () => {
      const { world } = await ResourceWorld.applied(resource, {
        on_destroy: before,
      });
      const { config: least } = sampleOf(resource);
      const refused: Record<string, readonly string[]> = {};
      const expected: Record<string, readonly string[]> = {};
      for (const after of all) {
        const values = { ...least, on_destroy: after };
        const isProtected = /^(?:keep|make_private)$/.test(before) ||
          after !== "delete" && after !== before;
        const tainted = (await world.planTainted(values)).diagnostics.items;
        const ways = [
          ["-replace", await world.planReplacement(values)] as const,
          ["tainted", tainted] as const,
          ...await Promise.all(
            valuesThatReplace(resource).map(async (change) =>
              [
                Object.keys(change).join(),
                await world.planReplacement({ ...values, ...change }),
              ] as const
            ),
          ),
        ];
        // Terraform reads and plans what is configured before a destroy, too.
        const silent = tainted.filter((one) =>
          one.severity === "error" && !one.detail.includes("-refresh=false")
        );
        assertEquals(silent, [], "a refusal says how to destroy all the same");
        refused[after] = ways.filter(([, items]) =>
          items.some(({ severity }) => severity === "error")
        ).map(([way]) => way);
        const asked = ["-replace", "tainted"];
        expected[after] = isProtected
          ? ways.map(([way]) => way)
          : refused[after].filter((way) => !asked.includes(way));
      }
      assertEquals(refused, expected);
    });
  }
}
