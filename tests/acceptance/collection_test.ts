import { assert, assertEquals } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import { startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const address = "huggingface_collection.this";

/** A configuration of one collection; `items` are in HCL. */
function collection(title: string, items: string, more = ""): string {
  return `
resource "huggingface_collection" "this" {
  namespace = "acme"
  title     = "${title}"
  ${items === "" ? "" : `items = [${items}]`}
  ${more}
}
`;
}

const model = (name: string, note?: string) =>
  `{ type = "model", id = "acme/${name}"${
    note === undefined ? "" : `, note = "${note}"`
  } }`;

acceptanceTest("a collection from create to destroy", async (t) => {
  await using world = await startSpaceWorld();
  const { workspace, client } = world;
  for (const name of ["a", "b", "c"]) {
    await client.repos.create({ type: "model", id: `acme/${name}` });
  }
  const only = async () => {
    const found = [];
    for await (const one of client.collections.list({ owner: ["acme"] })) {
      found.push(one);
    }
    assertEquals(found.length, 1);
    const all = await client.collections.get(found[0]?.slug ?? "");
    world.requests();
    return all;
  };
  const items = async () =>
    (await only()).items?.map(({ id, note }) => [id, note?.text ?? null]);

  await t.step("created with its items, in order", async () => {
    await world.configure(collection(
      "Ours",
      `${model("a", "the first")}, ${model("b")}`,
      `theme = "green"\ndescription = "What we use"\nvisibility = "private"`,
    ));
    assertSuccess(await workspace.apply());
    const { theme, description, private: isPrivate } = await only();
    assertEquals([theme, description, isPrivate], [
      "green",
      "What we use",
      true,
    ]);
    assertEquals(await items(), [["acme/a", "the first"], ["acme/b", null]]);
    await assertEmptyPlan(workspace);
  });

  await t.step("changed: only what differs is sent", async () => {
    const { slug } = await only();
    await world.configure(collection(
      "Ours",
      `${model("c")}, ${model("a", "still the first")}`,
      `theme = "green"\nvisibility = "private"`,
    ));
    assertSuccess(await workspace.apply());
    const writes = world.writes().map((write) =>
      write.replace(`/api/collections/${slug}`, "").replace(
        /[0-9a-f]{24}/,
        "ID",
      )
    );
    assertEquals(writes, [
      "PATCH ",
      "DELETE /items/ID",
      "POST /items",
      "PATCH /items/ID",
      "PATCH /items/ID",
    ]);
    assertEquals(await items(), [["acme/c", null], [
      "acme/a",
      "still the first",
    ]]);
    assertEquals((await only()).description ?? "", "");
    await assertEmptyPlan(workspace);
  });

  await t.step("a new title keeps the id", async () => {
    const before = await only();
    await world.configure(collection("Theirs", `${model("c")}`));
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.applyPlan());
    const after = await only();
    assert(after.slug !== before.slug);
    assertEquals(after.slug.slice(-24), before.slug.slice(-24));
    // What is not configured any longer stays.
    assertEquals([after.theme, after.private], ["green", true]);
    await assertEmptyPlan(workspace);
  });

  await t.step("an item that was added outside is removed", async () => {
    const { slug } = await only();
    await client.collections.addItem(slug, { type: "model", id: "acme/b" });
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.applyPlan());
    assertEquals(await items(), [["acme/c", null]]);
  });

  await t.step("one that comes after the plan stays until a plan", async () => {
    const { slug } = await only();
    await world.configure(collection("Theirs", `${model("a")}`));
    assertActions(await workspace.planJson(), address, ["update"]);
    await client.collections.addItem(slug, { type: "model", id: "acme/b" });
    assertWarning(
      await workspace.applyPlan(),
      "The API returned a different value for items",
    );
    assertEquals(await items(), [["acme/a", null], ["acme/b", null]]);
    await world.configure(collection("Theirs", `${model("c")}`));
    assertSuccess(await workspace.apply());
    assertEquals(await items(), [["acme/c", null]]);
    await assertEmptyPlan(workspace);
  });

  await t.step(
    "imported by slug or address, with items or without",
    async () => {
      const { slug } = await only();
      const url = `https://huggingface.co/collections/${slug}`;
      for (const [id, listed] of [[slug, model("c")], [url, ""]] as const) {
        assertSuccess(await workspace.run(["state", "rm", address]));
        await world.configure(collection("Theirs", listed));
        assertSuccess(
          await workspace.run(["import", "-input=false", address, id]),
        );
        await assertEmptyPlan(workspace);
      }
      await client.collections.addItem(slug, { type: "model", id: "acme/b" });
      await assertEmptyPlan(workspace);
    },
  );

  await t.step(
    "imported by an address with letters of any script",
    async () => {
      const { slug } = await client.collections.create("acme", {
        title: "漢字 Überblick",
      });
      const url = `https://huggingface.co/collections/${encodeURI(slug)}`;
      for (const id of [slug, url]) {
        assertSuccess(await workspace.run(["state", "rm", address]));
        await world.configure(collection("漢字 Überblick", ""));
        assertSuccess(
          await workspace.run(["import", "-input=false", address, id]),
        );
        await assertEmptyPlan(workspace);
      }
      await client.collections.delete(slug);
      await world.configure(collection("Theirs", ""));
      const { slug: before } = await only();
      assertSuccess(await workspace.run(["state", "rm", address]));
      assertSuccess(
        await workspace.run(["import", "-input=false", address, before]),
      );
    },
  );

  await t.step("a title that is taken shows how to import", async () => {
    const { slug } = await only();
    await world.configure(
      collection("Theirs", "") +
        collection("Theirs", "").replace('"this"', '"other"'),
    );
    const message = assertFailure(await workspace.apply(), "exists already");
    assert(message.includes(`terraform import ADDRESS ${slug}`), message);
  });

  await t.step("deleted outside: planned anew; then destroyed", async () => {
    await world.configure(collection("Theirs", ""));
    await client.collections.delete((await only()).slug);
    assertActions(await workspace.planJson(), address, ["create"]);
    assertSuccess(await workspace.apply());
    await only();
    assertSuccess(await workspace.destroy());
    for await (const one of client.collections.list({ owner: ["acme"] })) {
      throw new Error(`${one.slug} is still there`);
    }
    assertFailure(
      await workspace.run(["import", "-input=false", address, "acme/ours"]),
      "is not the slug of a collection",
    );
  });
});
