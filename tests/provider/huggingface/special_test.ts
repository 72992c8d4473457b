/**
 * Tests for one resource alone, beside the walks over all of them.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { Sandbox } from "@hf-terraform/sandbox";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import { objectId } from "../../../client/sandbox/core/accounts.ts";
import { moveFrom, sources } from "../../disturbed/arrivals.ts";
import { withFormerNames } from "../../../provider/huggingface/repositories/collection_items.ts";
import { serverOf } from "../framework/engine/support.ts";
import { entriesOf, sampleOf, samplesOf } from "../../support/samples.ts";
import {
  assertNoErrors,
  assertUnchanged,
  commitFiles,
  errorsOf,
  people,
  resourceNamed,
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";

function applySample(type: string, more?: ValueObject) {
  return ResourceWorld.applied(resourceNamed(type), more);
}

const model = { type: "model", id: "acme/m" } as const;

Deno.test("another secret of a webhook leaves it with one, and none is lost after an import", async () => {
  const { world, config } = await applySample("webhook", { secret: "a" });
  const { plannedState } = await world.plan({ ...config, secret: "b" });
  assertEquals(valueNamed(plannedState, ["has_secret"]), true);
  await world.import(String(valueNamed(world.state, ["id"])));
  const { secret: _, ...without } = config;
  const lossy = await world.plan({ ...without, url: "https://example.com/b" });
  assertStringIncludes(`${errorsOf(lossy.diagnostics)}`, "has a secret");

  const { url: _url, ...watching } = without;
  const job = { flavor: "cpu-basic", image: "a", command: ["a"] };
  const ofJob = await applySample("webhook", {
    url: null,
    job: { ...job, secrets: { A: "a" } },
  });
  await ofJob.world.import(ofJob.world.importId);
  const other = { ...watching, job: { ...job, command: ["b"] } };
  assertStringIncludes(
    `${errorsOf((await ofJob.world.plan(other)).diagnostics)}`,
    "has secrets that are not configured",
  );
});

for (const resource of resources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: a secret may hold what steers a terminal`, async () => {
    for (const entry of entriesOf(resource)) {
      const { sensitive, writeOnly, mode } = entry.attribute;
      if (!sensitive || writeOnly || mode === "computed") continue;
      const { config, values: [value] } = samplesOf(typeName, entry);
      const odd = typeof value === "string" ? "a\u0001b" : { KEY: "a\u0001b" };
      const world = await ResourceWorld.start(resource);
      const given = withValue(config, entry.names, odd);
      if (!await world.isValid(given)) continue;
      await world.apply(given);
      assertEquals(valueNamed(world.state, entry.names), odd);
    }
  });
}

Deno.test("a webhook that the service suspended is switched on again", async () => {
  const { world, config } = await applySample("webhook");
  const { answer } = world;
  world.answer = async (request) =>
    new Response(
      (await (await answer(request)).text())
        .replaceAll(
          /"disabled":\s*false/g,
          '"disabled":"suspended-after-failure"',
        ),
    );
  await world.refresh();
  assertEquals(valueNamed(world.state, ["suspended"]), true);
  world.answer = answer;
  assertEquals((await world.apply(config)).length, 1);
});

for (const type of ["endpoint", "space"]) {
  Deno.test(`${type}: a create and an update wait, unless wait_for_ready is false`, async () => {
    const resource = resourceNamed(type);
    const sandbox = new Sandbox({ startupMs: 3_600_000 });
    const { config, within } = sampleOf(resource);
    const limits = { create: "2s", update: "2s", delete: null };
    const values = {
      ...config,
      ...within?.["wait_for_ready"],
      timeouts: limits,
    };
    for (const waits of [false, true]) {
      const world = new ResourceWorld(resource, sandbox);
      const name = `waits-${waits}`;
      const started = { ...values, name, wait_for_ready: waits };
      const { diagnostics } = await world.attempt(started);
      const said = diagnostics.items.map(({ summary }) => summary).join();
      const isWaited = /^Timed out waiting for /.test(said);
      assertEquals(isWaited, waits, said);
      const stopped = { ...started, wait_for_ready: false };
      assertNoErrors((await world.attempt(stopped)).diagnostics);
    }
  });
}

Deno.test("the health route is asked where it can be reached", async () => {
  const private_service = { account_id: "123456789012" };
  const ways: readonly (readonly [more: ValueObject, isAsked: boolean])[] = [
    [{}, true],
    [{ wait_for_health: false }, false],
    [{ type: "private", private_service }, false],
    [{ type: "private", private_service, wait_for_health: true }, true],
  ];
  for (const [more, isAsked] of ways) {
    const { world } = await applySample("endpoint", more);
    const asked = world.commands.flat().filter((one) => /\/health$/.test(one));
    assertEquals(asked.length > 0, isAsked, JSON.stringify(more));
  }
});

Deno.test("a plan that destroys the branch main is refused, unless it keeps it", async () => {
  const { world, config } = await applySample("repo_branch");
  await world.import("acme/m/branch/main");
  const { diagnostics } = await world.plan(null);
  assertStringIncludes(`${errorsOf(diagnostics)}`, "main cannot be deleted");
  await world.apply({ ...config, name: "main", on_destroy: "keep" });
  assertNoErrors((await world.plan(null)).diagnostics);
});

Deno.test("a plan warns of the role that a destroy leaves a member with", async () => {
  const { world } = await applySample("organization_member", {
    role_on_destroy: "no_access",
  });
  const { diagnostics } = await world.plan(null);
  const said = diagnostics.items.map(({ summary }) => summary).join();
  assertStringIncludes(said, "has another role in acme then");
});

Deno.test("what a first apply need not change is not sent", async () => {
  const named = resourceNamed("organization_network_security");
  const network = new ResourceWorld(named);
  assertEquals(await network.apply({}), []);
  const { diagnostics } = await network.plan({
    enforce_ip_restriction: true,
    ip_ranges: ["192.0.2.0/24"],
    caller_address: "exempt",
  });
  assertNoErrors(diagnostics);
  const { world, config } = await applySample("service_account_token");
  await world.import(world.importId);
  assertEquals(
    await world.apply({ ...config, rotation_keepers: { a: "1" } }),
    [],
  );
});

Deno.test("a bucket that holds files is not replaced, nor destroyed", async () => {
  const { world, config } = await applySample("bucket");
  await world.client.buckets.batch("acme/x", [{
    type: "addFile",
    path: "a.bin\n\nTo go on, run",
    xetHash: "a".repeat(64),
  }]);
  await world.refresh();
  const { diagnostics } = await world.plan({ ...config, region: "eu" });
  assertStringIncludes(`${errorsOf(diagnostics)}`, "1 file");
  const destroyed = await world.tryDestroy(world.state);
  // Its name is no paragraph of the message.
  const [{ detail } = { detail: "" }] = destroyed.diagnostics.items;
  assertStringIncludes(detail, '"a.bin To go on, run" and perhaps more');
  assertEquals((await world.client.buckets.get("acme/x")).totalFiles, 1);
});

Deno.test("a file that comes to more than 1,000 after the plan stops the destroy of their bucket", async () => {
  const { world } = await applySample("bucket", { on_destroy: "delete" });
  const add = (...paths: readonly string[]) =>
    world.client.buckets.batch(
      "acme/x",
      paths.map((path) => ({ type: "addFile", path, xetHash: "a".repeat(64) })),
    );
  await add(...Array.from({ length: 1001 }, (_, at) => `${at}.bin`));
  const planned = await world.plan(null);
  await add("new.bin");
  assert((await world.deletePlanned(planned)).hasErrors);
});

Deno.test("a tag that cannot be moved stays where it was", async () => {
  const { world, config } = await applySample("repo_tag");
  const { client, sandbox } = world;
  const tags = async () => (await client.refs.get(model)).tags;
  const before = await tags();
  await commitFiles(client.files, model, { a: "a" });
  const missing = await world.attempt({ ...config, revision: "nothing" });
  assert(missing.diagnostics.hasErrors);
  assert(sandbox.requests.every(({ method }) => method === "GET"));
  sandbox.addFault({
    match: { method: "POST", path: "**/tag/*" },
    action: { status: 403, body: { error: "No" } },
  });
  const refused = await world.attempt({ ...config, message: "Ours" });
  // The error says where it led.
  assertStringIncludes(
    `${errorsOf(refused.diagnostics)}`,
    `${before[0]?.targetCommit}`,
  );
  assertEquals(await tags(), before);
});

// Three attempts move it, the fourth is to put it back.
for (const times of [1, 4]) {
  Deno.test(`a tag whose new place is refused with 503 ${times === 1 ? "once moves" : "for good is put back"}`, async () => {
    const resource = resourceNamed("repo_tag");
    const more = { maxRetries: 2 };
    const world = await ResourceWorld.start(resource, undefined, more);
    const { config } = sampleOf(resource);
    await world.apply(config);
    const { client, sandbox } = world;
    const tags = async () => (await client.refs.get(model)).tags;
    const before = await tags();
    const { commitOid } = await commitFiles(client.files, model, { a: "a" });
    sandbox.addFault({
      match: { method: "POST", path: "**/tag/*" },
      action: { status: 503 },
      times,
    });
    const { diagnostics } = await world.attempt({
      ...config,
      revision: `${commitOid}`,
    });
    assertEquals(diagnostics.hasErrors, times !== 1);
    const moved = before.map((tag) => ({
      ...tag,
      targetCommit: `${commitOid}`,
    }));
    assertEquals(await tags(), times === 1 ? moved : before);
  });
}

Deno.test("a tag that an update has lost is made again, and a read says where it led", async () => {
  const { world, config } = await applySample("repo_tag");
  const { client: { refs }, sandbox } = world;
  const [before] = (await refs.get(model)).tags;
  sandbox.addFault({
    match: { method: "POST", path: "**/tag/*" },
    action: { status: 503 },
    times: 9,
  });
  await world.attempt({ ...config, message: "lost" });
  sandbox.clearFaults();
  const { diagnostics, newState } = await world.tryRead(world.state);
  assertEquals(newState, null);
  assert(
    diagnostics.items.some(({ detail }) =>
      detail.includes(`It led to ${before?.targetCommit}.`)
    ),
  );
  world.lose();
  await world.apply(config);
  assertEquals((await refs.get(model)).tags.length, 1);
});

Deno.test("a secret that was set elsewhere is set again", async () => {
  const { world, config } = await applySample("space_secret");
  const { client: { spaces }, sandbox } = world;
  const { key, space } = config;
  assertEquals(await world.apply(config), []);
  sandbox.advance(1000);
  await spaces.setSecret(`${space}`, { key: `${key}`, value: "theirs" });
  await world.refresh();
  assertEquals((await world.apply(config)).length, 1);
});

Deno.test("the sdk of a Space is by default that of its template", async () => {
  const world = new ResourceWorld(resourceNamed("space"));
  await world.apply({ name: "x", template: "SpacesExamples/jupyterlab" });
  assertEquals(valueNamed(world.state, ["sdk"]), "docker");
});

Deno.test("a README that is gone takes the card of a Space with it", async () => {
  const card = { title: "Ours", license: "mit", short_description: "Ours" };
  const { world, config } = await applySample("space", card);
  const read = async () => {
    world.state = await world.read(world.state);
    return Object.keys(card).map((name) => valueNamed(world.state, [name]));
  };
  assertEquals(await read(), Object.values(card));
  const { files } = world.client;
  const space = { type: "space", id: "acme/x" } as const;
  const commit = (readme: string | null) =>
    commitFiles(files, space, { "README.md": readme });
  await commit("No front matter");
  assertEquals(await read(), [null, null, null]);
  await commit("---\ntitle: Theirs\n---\n");
  assertEquals(await read(), ["Theirs", null, null]);
  await commit(null);
  assertEquals(await read(), [null, null, null]);
  await world.apply(config);
  assertEquals(await read(), Object.values(card));
  // What the Space cannot start without comes with it.
  const readme = await files.read(space, "README.md");
  assertStringIncludes(readme, `sdk: "${config["sdk"]}"`);
});

for (const type of ["model", "space"] as const) {
  Deno.test(`${type}: a README of which nothing is configured may go`, async () => {
    const { world, config } = await applySample(type);
    for (const readme of ["---\nlicense: mit\n---\n", null]) {
      const { files } = world.client;
      await commitFiles(files, { type, id: "acme/x" }, { "README.md": readme });
      await world.refresh();
    }
    const { plannedState, diagnostics } = await world.plan(config);
    assertEquals([plannedState, diagnostics.items], [world.state, []]);
  });
}

Deno.test("an item by the id that a repository had before it had a namespace plans empty", async () => {
  const { world, config } = await applySample("collection", {
    items: [{ type: "model", id: "gpt2", note: null }],
  });
  await assertUnchanged(world, config);
  const more = { type: "paper", id: "2307.09288", note: null };
  await world.apply({ ...config, items: [more, ...config["items"] as []] });
  const { items } = await world.client.collections.get(
    String(valueNamed(world.state, ["slug"])),
  );
  assertEquals(items?.map(({ id }) => id), [
    "2307.09288",
    "openai-community/gpt2",
  ]);
});

Deno.test("many items of a collection are called as configured without comparing each with each", async () => {
  const world = new ResourceWorld(resourceNamed("collection"));
  const items = Array.from({ length: 20_000 }, (_, at) => ({
    _id: `${at}`,
    type: "model",
    id: `acme/m-${at}`,
    note: null,
  }));
  const configured = items.map((item) => ({ ...item, id: item.id.slice(5) }));
  const signal = new AbortController().signal;
  const named = await withFormerNames(
    { items: items.map((item) => ({ ...item, slug: item.id, position: 0 })) },
    configured,
    world.client,
    signal,
  );
  assertEquals(
    named.items.map(({ id }) => id),
    configured.map(({ id }) => id),
  );
});

Deno.test("an address for requests for access is checked at plan", async () => {
  const { world, config } = await applySample("model");
  const isValid = (gated_notifications_email: string) =>
    world.isValid({ ...config, gated: "auto", gated_notifications_email });
  assertEquals([await isValid("a@b.example"), await isValid("nobody")], [
    true,
    false,
  ]);
});

Deno.test("a list of tags that is late is not believed at once", async () => {
  const { world } = await applySample("repo_tag");
  world.sandbox.addFault({
    match: { method: "GET", path: "/refs" },
    action: { status: 200, body: { branches: [], tags: [], converts: [] } },
  });
  assert(await world.read(world.state) !== null);
});

Deno.test("a tag that somebody moved is put back, if a commit says where", async () => {
  const { world } = await applySample("repo_tag");
  const { refs, files } = world.client;
  const { commitOid = "" } = await commitFiles(files, model, { "a.txt": "a" });
  const move = async (revision: string) => {
    await refs.deleteTag(model, "v1");
    await refs.createTag(model, "v1", { revision });
  };
  await move(commitOid);
  const seen = await world.tryRead(world.state);
  assertStringIncludes(JSON.stringify(seen.diagnostics.items), "was moved");
  await world.refresh();
  const pinned = { repository: "acme/m", name: "v1", revision: commitOid };
  await world.apply(pinned);
  await commitFiles(files, model, { "a.txt": "b" });
  await move("main");
  await world.refresh();
  await world.apply(pinned);
  const { tags } = await refs.get(model);
  assertEquals(tags.map(({ targetCommit }) => targetCommit), [commitOid]);
});

Deno.test("members and items that come after a plan stay, and the rest is done", async (t) => {
  await t.step("members of a group", async () => {
    const { world, config } = await applySample("resource_group_members");
    const group = objectId("resource group", "1");
    const { resourceGroups } = world.client.organizations;
    const { diagnostics } = await world.attempt(
      {
        ...config,
        members: [{ username: "alice", role: "write" }],
      },
      () =>
        resourceGroups.addUsers("acme", group, [{ user: "bob", role: "read" }]),
    );
    assertNoErrors(diagnostics);
    const all = (await people(world)).filter((one) => one.startsWith(group));
    assertEquals(all, [`${group}/alice/write`, `${group}/bob/read`]);
  });
  await t.step("who has another role when the others are removed", async () => {
    const { world } = await applySample("resource_group_members");
    const group = objectId("resource group", "1");
    const { resourceGroups } = world.client.organizations;
    await world.attempt(
      null,
      () => resourceGroups.setUserRole("acme", group, "alice", "admin"),
    );
    const all = (await people(world)).filter((one) => one.startsWith(group));
    assertEquals(all, [`${group}/alice/admin`]);
  });
  await t.step("items of a collection", async () => {
    const item = (name: string) => ({ type: "model", id: `acme/${name}` });
    const { world, config } = await applySample("collection", {
      items: [item("a")],
    });
    const slug = String(valueNamed(world.state, ["slug"]));
    const { diagnostics } = await world.attempt({
      ...config,
      theme: "green",
      items: [{ ...item("a"), note: "ours" }],
    }, () => world.client.collections.addItem(slug, item("b")));
    assertNoErrors(diagnostics);
    const { items } = await world.client.collections.get(slug);
    assertEquals(items?.map(({ id }) => id), ["acme/a", "acme/b"]);
  });
});

Deno.test("members in other letters are no other members", async () => {
  const { world } = await applySample("resource_group_members");
  const config = {
    ...sampleOf({ typeName: world.typeName }).config,
    members: [{ username: "Alice", role: "read" }],
  };
  const writes = () =>
    world.commands.at(-1)?.filter((request) => !request.startsWith("GET "));
  assertEquals(await world.apply(config), []);
  assertEquals(writes(), []);
  await world.refresh();
  const { plannedState } = await world.plan(config);
  assertEquals(
    valueNamed(plannedState, ["members"]),
    valueNamed(world.state, ["members"]),
  );
  const members = [{ username: "ALICE", role: "write" }];
  await world.apply({ ...config, members });
  const group = objectId("resource group", "1");
  assert((await people(world)).includes(`${group}/alice/write`));
});

/** Moves a state of another provider to a resource of ours. */
function move(resource: Resource, state: object) {
  const { typeName } = resource;
  const server = serverOf({ resources: [resource] });
  return moveFrom(sources[typeName]!, state, typeName, server);
}

Deno.test("the state of another provider's Space keeps who sees it and when it sleeps", async () => {
  const moved = async (more: ValueObject) => {
    const state = { id: "acme/x", ...more };
    const { targetState } = await move(resourceNamed("space"), state);
    return ["visibility", "sleep_time"].map((name) =>
      valueNamed(targetState, [name])
    );
  };
  assertEquals(await moved({ private: false, sleep_time: 0 }), [
    "public",
    null,
  ]);
  assertEquals(await moved({ private: true, sleep_time: 3600 }), [
    "private",
    3600,
  ]);
});

Deno.test("a moved state that lacks what leads to its object is refused with what to do", async () => {
  const moving = resources.filter(({ moveState }) => moveState !== undefined);
  assertEquals(
    moving.map(({ typeName }) => typeName).toSorted(),
    Object.keys(sources),
  );
  for (const resource of moving) {
    for (const id of [undefined, "", "no-owner"]) {
      const { diagnostics } = await move(resource, { id });
      assert(diagnostics.hasErrors);
      assertStringIncludes(JSON.stringify(diagnostics.items), "and import it");
    }
  }
});

Deno.test("a refused create says that the owner is the token's own account, unless one is named", async () => {
  for (const [block, isTold] of [[null, true], ["acme", false]] as const) {
    const world = new ResourceWorld(resourceNamed("bucket"));
    world.block = { namespace: block };
    world.sandbox.addFault({
      match: { method: "POST", path: "/api/" },
      action: {
        status: 403,
        body: { error: "missing permissions: repo.write" },
      },
    });
    const { diagnostics } = await world.attempt({ name: "b" });
    const [error = ""] = errorsOf(diagnostics);
    assertEquals(error.includes("No `namespace` is set"), isTold, error);
  }
});
