/**
 * Rules of the parts of repositories and of collections alone, beside the walks
 * over all resources.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Sandbox } from "@hf-terraform/sandbox";
import type { ValueObject } from "../../../provider/framework/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import { sampleOf } from "../../support/samples.ts";
import {
  assertNoErrors,
  assertUnchanged,
  commitFiles,
  resourceNamed,
  ResourceWorld,
  textOf,
} from "../../support/resource_world.ts";
import { applyAll, Terraform } from "../../support/terraform.ts";

const model = { type: "model", id: "acme/m" } as const;

/** Makes a commit on the branch main, and tells its hash. */
async function commit({ client }: ResourceWorld, content: string) {
  const { commitOid = "" } = await commitFiles(client.files, model, {
    "file.txt": content,
  });
  return commitOid;
}

Deno.test("a tag of a commit is known at plan, and moved by the configuration", async () => {
  const world = await ResourceWorld.start(resourceNamed("repo_tag"));
  const tagged = { repository: "acme/m", name: "v1" };
  const [first, second] = [
    await commit(world, "one"),
    await commit(world, "two"),
  ];
  const { plannedState } = await world.plan({ ...tagged, revision: first });
  assertEquals(
    ["id", "commit"].map((name) => valueNamed(plannedState, [name])),
    ["acme/m/tag/v1", first],
  );
  const nowhere = await world.attempt({ ...tagged, revision: "nothing" });
  assertEquals(
    nowhere.diagnostics.items.map(({ path }) => String(path)),
    ["revision"],
  );
  await world.apply({ ...tagged, revision: first });
  const moved = { ...tagged, revision: second, message: "out" };
  assertEquals((await world.plan(moved)).requiresReplace, []);
  await world.apply(moved);
  const { tags } = await world.client.refs.get(model);
  assertEquals(tags.map(({ targetCommit }) => targetCommit), [second]);
  // What nobody can know after an import replaces nothing.
  for (const revision of [second, "main", first]) {
    await world.import("acme/m/tag/v1");
    const planned = await world.plan({ ...moved, revision });
    assertNoErrors(planned.diagnostics);
    assertEquals(planned.requiresReplace, []);
  }
});

Deno.test("a tag stays where it is when its default revision is written out", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("repo_tag"),
  );
  const operations = [{ path: "b.txt", content: "b" }];
  await world.client.files.commit(
    { type: "model", id: "acme/m" },
    { summary: "Later", operations },
  );
  assertEquals(await world.apply({ ...config, revision: "main" }), []);
});

Deno.test("a plan says that a tag with a message that nobody knows is moved", async () => {
  const world = await ResourceWorld.start(resourceNamed("repo_tag"));
  await world.client.refs.createTag(model, "v1", { message: "theirs" });
  const revision = await commit(world, "ours");
  await world.import("acme/m/tag/v1");
  const tagged = { repository: "acme/m", name: "v1", message: "ours" };
  const titles = async (config: ValueObject | null) =>
    (await world.plan(config)).diagnostics.items.map(({ summary }) => summary);
  assertEquals(await titles(tagged), [
    "message of the tag acme/m/tag/v1 is taken as it is configured",
  ]);
  await world.apply(tagged);
  await world.refresh();
  const said = ["Tag acme/m/tag/v1 may be somebody else's"];
  for (const next of [{ ...tagged, revision }, null]) {
    assertEquals(await titles(next), said);
  }
  await world.apply({ ...tagged, revision });
  await world.refresh();
  assertEquals(await titles(null), []);
});

Deno.test("the names of branches and tags are those that Git allows", async () => {
  const names = [
    ...["a b", "a..b", "/a", "a/", "-a", "a.lock", "refs/tags/v1", "HEAD"],
    "0123456789abcdef0123456789abcdef01234567",
  ];
  for (const type of ["repo_branch", "repo_tag"]) {
    const world = new ResourceWorld(resourceNamed(type));
    const isValid = (name: string) =>
      world.isValid({ repository: "acme/m", name });
    assert(await isValid("a/b"));
    for (const name of names) assertEquals(await isValid(name), false, name);
  }
});

Deno.test("the grants of a repository are read once", async () => {
  const sandbox = new Sandbox();
  const seen: string[] = [];
  const options = {
    token: sandbox.token,
    send: (request: Request) => {
      seen.push(`${request.method} ${new URL(request.url).pathname}`);
      return sandbox.fetch(request);
    },
  };
  const type = "huggingface_repo_access_grant";
  const { client } = await ResourceWorld.start(
    resourceNamed("repo_access_grant"),
    sandbox,
  );
  const all = [];
  for (const user of ["alice", "bob", "sandbox"]) {
    const terraform = await Terraform.of(type, options);
    all.push({ terraform, values: { repository: model.id, user } });
  }
  assert((await applyAll(all)).ok);
  assertEquals(
    (await client.accessRequests.list(model, { status: "accepted" }).toArray())
      .length,
    3,
  );
  seen.length = 0;
  assertEquals((await applyAll(all)).actions, []);
  assertEquals(seen.toSorted(), [
    "GET /api/models/acme/m",
    "GET /api/models/acme/m/user-access-request/accepted",
  ]);
});

Deno.test("a grant among very many who have access is kept", async () => {
  const { world } = await ResourceWorld.applied(
    resourceNamed("repo_access_grant"),
  );
  const path = "/api/models/acme/m/user-access-request/accepted";
  // A list that goes on and on, of users who hide their names.
  let pages = 0;
  world.answer = async (request) => {
    if (!request.url.includes(path)) return await world.sandbox.fetch(request);
    const others = Array.from({ length: 1000 }, () => ({ status: "accepted" }));
    const link = `<https://huggingface.co${path}?after=${++pages}>; rel="next"`;
    return Response.json(others, { headers: { link } });
  };
  const { newState, diagnostics } = await world.tryRead(world.state);
  assertEquals(newState, world.state);
  assertStringIncludes(
    textOf(diagnostics),
    "is not among those with a name of the first 20000",
  );
  assertEquals(pages, 20);
});

Deno.test("a grant whose name is hidden is not taken for gone", async () => {
  const { world } = await ResourceWorld.applied(
    resourceNamed("repo_access_grant"),
  );
  const { answer } = world;
  world.answer = async (request) => {
    // By a name it finds none whose name is hidden.
    if (request.method === "POST") {
      return Response.json({ error: "Not found" }, { status: 404 });
    }
    const response = await answer(request);
    return request.url.includes("user-access-request")
      ? Response.json([{ status: "accepted" }])
      : response;
  };
  assertEquals((await world.tryRead(world.state)).newState, world.state);
  assertEquals((await world.tryDestroy(world.state)).newState, world.state);
});

Deno.test("a grant of what is not gated any more is destroyed", async () => {
  const { world } = await ResourceWorld.applied(
    resourceNamed("repo_access_grant"),
  );
  await world.client.repos.update(model, { gated: false });
  const { newState, diagnostics } = await world.tryDestroy(world.state);
  assertNoErrors(diagnostics);
  assertEquals(newState, null);
  assertStringIncludes(
    textOf(diagnostics),
    "The access of bob to acme/m was not taken back",
  );
});

Deno.test("what a list still shows of a collection that is gone hides none that is there", async () => {
  const resource = resourceNamed("collection");
  const world = await ResourceWorld.start(resource);
  const { client: { collections } } = world;
  const title = "Ours";
  const gone = await collections.create("acme", { title });
  await collections.delete(gone.slug);
  await collections.create("acme", { title });
  const { answer } = world;
  world.answer = async (request) => {
    const response = await answer(request);
    const { pathname } = new URL(request.url);
    return pathname === "/api/collections"
      ? Response.json([gone, ...await response.json()])
      : response;
  };
  const { diagnostics } = await world.plan({ title, namespace: "acme" });
  assertStringIncludes(textOf(diagnostics), "exists already");
});

Deno.test("an item that is not there is refused before its collection is made, and in an update", async () => {
  const resource = resourceNamed("collection");
  const world = await ResourceWorld.start(resource);
  const { config } = sampleOf(resource);
  const id = "openai-community/gpt3";
  const mistyped = { ...config, items: [{ type: "model", id, note: null }] };
  const lists = async () =>
    (await world.client.collections.list({ owner: ["acme"] }).toArray()).length;
  for (let i = 0; i < 2; i++) {
    const { diagnostics } = await world.attempt(mistyped);
    assertStringIncludes(textOf(diagnostics), "Nothing was created");
    const [{ path } = {}] = diagnostics.items;
    assertEquals(`${path}`.slice(0, 5), "items");
    assertEquals(await lists(), 0);
  }
  await world.apply({ ...config, items: [] });
  for (let i = 0; i < 2; i++) {
    const { diagnostics } = await world.attempt(mistyped);
    assertStringIncludes(
      textOf(diagnostics),
      `Cannot add the model ${id} to the collection`,
    );
  }
  assertEquals(await lists(), 1);
});

Deno.test("an item of a collection that was renamed stays, by either name", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("collection"),
  );
  const { client } = world;
  const { id, ...items } = { id: "acme/m", note: "ours", type: "model" };
  const withItem = (id: string, more = {}) => ({
    ...config,
    items: [{ ...items, id }],
    ...more,
  });
  await world.apply(withItem(id));
  const held = async () => {
    const slug = `${valueNamed(world.state, ["slug"])}`;
    const { items = [] } = await client.collections.get(slug);
    return items.map(({ _id, id }) => ({ _id, id }));
  };
  const [{ _id = "" } = {}] = await held();
  await client.repos.move(model, "acme/new");
  const kept = [{ _id, id: "acme/new" }];
  await world.refresh();
  await world.apply(withItem(id, { description: "more" }));
  assertEquals(await held(), kept);
  const other = { type: "model", id: "acme/a", note: null };
  const two = { ...config, items: [other, { ...items, id }] };
  await world.apply(two);
  assertEquals((await held()).at(1), kept[0]);
  await assertUnchanged(world, two);
  await world.apply(withItem("acme/new"));
  assertEquals(await held(), kept);
  await world.apply(withItem(id));
  assertEquals(await held(), kept);
  // What is given up goes, whatever it is called.
  for (const more of [{}, { description: "" }]) {
    await world.apply({ ...two, ...more });
    await world.apply({ ...config, items: [other] });
    assertEquals((await held()).map(({ id }) => id), [other.id]);
  }
  await world.apply(withItem(id));
  // Whoever takes the name is another one, as the plan shows.
  await client.repos.create(model);
  await world.refresh();
  assertEquals(
    JSON.stringify(valueNamed(world.state, ["items"])).includes("acme/new"),
    true,
  );
});
