import { assertEquals, assertRejects } from "@std/assert";
import {
  type Collection,
  ConflictError,
  type CreateCollection,
  type HuggingFace,
  NotFoundError,
  PaymentRequiredError,
} from "../../mod.ts";
import type { SandboxOptions } from "../../client/sandbox/mod.ts";
import { refusal, startInSandbox } from "./in_sandbox.ts";

const start = (options: SandboxOptions = {}) =>
  startInSandbox({
    createMs: 0,
    tokens: { hf_read: "read", hf_repos: "repo.write", hf_stranger: "none" },
    ...options,
  });

const body: CreateCollection = {
  title: "Models we use",
  description: "All of them",
};

function ids({ items = [] }: Collection): readonly string[] {
  return items.map(({ position, id }) => `${position} ${id}`);
}

async function withItems(client: HuggingFace): Promise<Collection> {
  for (const name of ["a", "b", "c"]) {
    await client.repos.create({ type: "model", id: `acme/${name}` });
  }
  const { slug } = await client.collections.create("acme", body);
  await client.collections.addItem(slug, { type: "model", id: "acme/a" });
  await client.collections.addItem(
    slug,
    { type: "model", id: "acme/b", note: "<b> is best" },
  );
  return await client.collections.addItem(slug, {
    type: "paper",
    id: "2307.09288",
  });
}

Deno.test("a new title gives a new slug, and the old one still leads there", async () => {
  const { client } = start();
  const made = await client.collections.create("acme", body);
  assertEquals(made.slug.slice(0, -24), "acme/models-we-use-");
  const changed = await client.collections.update(made.slug, {
    title: "Others",
    theme: "green",
  });
  assertEquals(changed.slug, `acme/others-${made.slug.slice(-24)}`);
  assertEquals(changed.description, "All of them");
  assertEquals((await client.collections.get(made.slug)).theme, "green");
  const cleared = await client.collections.update(made.slug, {
    description: "",
  });
  assertEquals(cleared.description, undefined);
});

Deno.test("a title of the same owner is refused with the slug of the other", async () => {
  const { client } = start();
  const made = await client.collections.create("acme", body);
  const error = await assertRejects(
    () => client.collections.create("acme", body),
    ConflictError,
  );
  assertEquals(error.body, {
    error: "This collection already exists",
    slug: made.slug,
  });
  await client.collections.create("sandbox", body);
});

Deno.test("items keep the order they are put in", async () => {
  const { client } = start();
  const { slug, items = [] } = await withItems(client);
  assertEquals(items[1]?.note, {
    text: "<b> is best",
    html: "&#60;b&#62; is best",
  });
  await client.collections.updateItem(slug, items[2]?._id ?? "", {
    position: 0,
  });
  assertEquals(ids(await client.collections.get(slug)), [
    "0 2307.09288",
    "1 acme/a",
    "2 acme/b",
  ]);
  await client.collections.removeItem(slug, items[0]?._id ?? "");
  assertEquals(ids(await client.collections.get(slug)), [
    "0 2307.09288",
    "1 acme/b",
  ]);
  await assertRejects(
    () => client.collections.removeItem(slug, items[0]?._id ?? ""),
    NotFoundError,
  );
});

Deno.test("many items are moved and annotated in one request", async () => {
  const { client } = start();
  const { slug, items = [] } = await withItems(client);
  const [first, , last] = items.map(({ _id }) => _id);
  await client.collections.updateItems(slug, [
    { _id: last ?? "", position: 0 },
    { _id: first ?? "", note: "The second" },
  ]);
  const after = await client.collections.get(slug);
  assertEquals(ids(after), ["0 2307.09288", "1 acme/a", "2 acme/b"]);
  assertEquals(after.items?.[1]?.note?.text, "The second");
});

Deno.test("what is there already, or nowhere, cannot be added", async () => {
  const { client } = start();
  const { slug } = await withItems(client);
  const add = (type: string, id: string) =>
    refusal(() => client.collections.addItem(slug, { type, id }));
  assertEquals(await add("model", "acme/a"), 409);
  assertEquals(await add("model", "acme/nowhere"), 404);
  assertEquals(await add("dataset", "acme/a"), 404);
  assertEquals(await add("kernel", "acme/a"), 400);
  assertEquals(
    await refusal(() =>
      client.collections.addItem(slug, {
        type: "model",
        id: "acme/c",
        note: "x".repeat(501),
      })
    ),
    400,
  );
  const inner = await client.collections.create("acme", {
    ...body,
    title: "Inner",
  });
  const outer = await client.collections.addItem(slug, {
    type: "collection",
    id: inner.slug,
  });
  assertEquals(outer.items?.at(-1)?.slug, inner.slug);
});

Deno.test("gated collections take an organization's paid plan and its own content", async () => {
  const { client } = start({
    organizations: [{ name: "acme" }, { name: "free", plan: null }],
  });
  const gating = { mode: "auto" } as const;
  const { slug } = await withItems(client);
  assertEquals((await client.collections.update(slug, { gating })).gating, {
    mode: "auto",
  });
  const free = await client.collections.create("free", body);
  await assertRejects(
    () => client.collections.update(free.slug, { gating }),
    PaymentRequiredError,
  );
  await client.repos.create({ type: "model", id: "mine" });
  assertEquals(
    await refusal(() =>
      client.collections.addItem(slug, { type: "model", id: "sandbox/mine" })
    ),
    400,
  );
});

Deno.test("a collection is put into a resource group and out of it", async () => {
  const { client } = start({
    organizations: [{ name: "acme" }, { name: "free", plan: null }],
  });
  const { collections } = client;
  const { slug } = await collections.create("acme", body);
  const group = "a".repeat(24);
  await collections.setResourceGroup(slug, group);
  assertEquals((await collections.get(slug)).resourceGroup?.id, group);
  await collections.setResourceGroup(slug, null);
  assertEquals((await collections.get(slug)).resourceGroup, undefined);
  const free = await collections.create("free", body);
  await assertRejects(
    () => collections.setResourceGroup(free.slug, group),
    PaymentRequiredError,
  );
});

Deno.test("a private collection is hidden from those who may not see it", async () => {
  const { client, as } = start();
  const { slug } = await client.collections.create("acme", {
    ...body,
    private: true,
  });
  assertEquals((await as("hf_read").collections.get(slug)).private, true);
  for (const token of ["hf_repos", ""]) {
    const other = as(token).collections;
    assertEquals(await refusal(() => other.get(slug)), 404, token);
    assertEquals(await other.list().toArray(), [], token);
  }
  assertEquals(
    await refusal(() => as("hf_read").collections.delete(slug)),
    403,
  );
  await client.collections.delete(slug);
  assertEquals(await refusal(() => client.collections.get(slug)), 404);
});

Deno.test("a list finds by owner, item and words, page after page", async () => {
  const { sandbox, client } = start();
  const { slug } = await withItems(client);
  for (let n = 0; n < 24; n++) {
    await client.collections.create("sandbox", { title: `n ${n}` });
    if (n > 1) continue;
    await client.collections.addItem(slug, {
      type: "paper",
      id: `2307.0000${n}`,
    });
  }
  sandbox.clearRequests();
  const all = await client.collections.list().toArray();
  assertEquals(all.length, 25);
  assertEquals(sandbox.requests.length, 3);
  const find = async (
    options: Parameters<typeof client.collections.list>[0],
  ) => (await client.collections.list(options).toArray()).length;
  assertEquals(await find({ owner: ["acme"] }), 1);
  assertEquals(await find({ owner: ["acme", "sandbox"], limit: 12 }), 12);
  assertEquals(await find({ item: ["models/acme/a"] }), 1);
  assertEquals(await find({ item: ["models/acme/c"] }), 0);
  assertEquals(await find({ q: "models" }), 1);
  assertEquals(all[0]?.slug, slug);
  const { items } = await client.collections.get(slug);
  assertEquals([all[0]?.items?.length, items?.length], [4, 5]);
});
