// Faults of jobs, webhooks, collections and actions, by their numbers.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertFailure, assertSuccess } from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

function collection(more: string): string {
  return `
resource "huggingface_collection" "this" {
  namespace = "acme"
  title     = "Ours"
  ${more}
}
`;
}

acceptanceTest(
  "an item that does not exist is refused before the collection is made, and in an update",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client } = world;
    const lists = async () =>
      (await client.collections.list({ owner: ["acme"] }).toArray())
        .length;
    const mistyped =
      'items = [{ type = "model", id = "openai-community/gpt3" }]';
    await world.configure(collection(mistyped));
    for (let i = 0; i < 2; i++) {
      const message = assertFailure(await workspace.apply(), "gpt3");
      assertStringIncludes(message, "Nothing was created");
      assertStringIncludes(message, "items = [");
      assertEquals(await lists(), 0);
    }
    await world.configure(collection("items = []"));
    assertSuccess(await workspace.apply());
    await world.configure(collection(mistyped));
    for (let i = 0; i < 2; i++) {
      assertStringIncludes(
        assertFailure(await workspace.apply(), "gpt3"),
        "Cannot add the model openai-community/gpt3 to the collection",
      );
    }
    assertEquals(await lists(), 1);
  },
);
