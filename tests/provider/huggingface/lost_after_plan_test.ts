/**
 * Additions by somebody else after the plan of a destroy: the delete of that
 * plan leaves them, and the next plan says what goes.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { HuggingFace } from "../../../mod.ts";
import { objectId } from "../../../client/sandbox/core/accounts.ts";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { dataAtRiskOf } from "../../../provider/framework/binding/mod.ts";
import type { RepoKind } from "../../../provider/huggingface/schema/ids.ts";
import {
  deletedConfigOf,
  entriesOf,
  samplesOf,
} from "../../support/samples.ts";
import {
  assertNoErrors,
  resourceNamed,
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";

/** An addition by somebody else to an object of one type. */
interface Addition {
  /** Adds something of a name. */
  add(client: HuggingFace, name: string): Promise<unknown>;
  /** Takes it away, where that leaves no trace. */
  remove?(client: HuggingFace, name: string): Promise<unknown>;
}

const account = objectId("service account", "1");

function commits(type: RepoKind, id: string, revision = "main"): Addition {
  return {
    add: (client, path) =>
      client.files.commit({ type, id }, {
        summary: "Theirs",
        revision,
        operations: [{ path, content: "theirs" }],
      }),
  };
}

async function slugIn({ collections }: HuggingFace): Promise<string> {
  const [found] = await collections.list({ owner: ["acme"] }).toArray();
  return found?.slug ?? "";
}

/** A key as somebody sets it, over another value of it if there is one. */
const keyOf = (name: string) => ({
  key: name.replace(/\W/g, "_"),
  value: crypto.randomUUID(),
});

const additions: Readonly<Record<string, readonly Addition[]>> = {
  huggingface_model: [commits("model", "acme/x")],
  huggingface_dataset: [commits("dataset", "acme/x")],
  huggingface_space: [commits("space", "acme/x"), {
    add: ({ spaces }, name) => spaces.setSecret("acme/x", keyOf(name)),
    remove: ({ spaces }, name) =>
      spaces.deleteSecret("acme/x", keyOf(name).key),
  }, {
    add: ({ spaces }, name) => spaces.setVariable("acme/x", keyOf(name)),
    remove: ({ spaces }, name) =>
      spaces.deleteVariable("acme/x", keyOf(name).key),
  }],
  huggingface_repo_branch: [commits("model", "acme/m", "v1")],
  huggingface_bucket: [{
    add: ({ buckets }, path) =>
      buckets.batch("acme/x", [
        { type: "addFile", path, xetHash: "a".repeat(64) },
      ]),
    remove: ({ buckets }, path) =>
      buckets.batch("acme/x", [{ type: "deleteFile", path }]),
  }],
  huggingface_collection: [{
    async add(client, name) {
      const id = `acme/${name}`;
      await client.repos.create({ type: "model", id });
      await client.collections.addItem(await slugIn(client), {
        type: "model",
        id,
      });
    },
    async remove(client, name) {
      const slug = await slugIn(client);
      const { items = [] } = await client.collections.get(slug);
      const item = items.find(({ id }) => id === `acme/${name}`);
      await client.collections.removeItem(slug, item?._id ?? "");
    },
  }],
  huggingface_service_account: [{
    add: ({ organizations: { serviceAccounts } }, displayName) =>
      serviceAccounts.createToken("acme", account, { displayName }),
    async remove({ organizations: { serviceAccounts } }, name) {
      const { accessTokens = [] } = await serviceAccounts.get("acme", account);
      const token = accessTokens.find(({ displayName }) =>
        displayName === name
      );
      await serviceAccounts.deleteToken("acme", account, token?._id ?? "");
    },
  }],
};

const holders = resources.filter(dataAtRiskOf);

/** The configuration with another value of what no update can change. */
function configThatReplaces(resource: Resource): ValueObject | undefined {
  const config = deletedConfigOf(resource);
  const entry = entriesOf(resource).find(({ binding, names, path }) =>
    binding.change === "immutable" && names.length === 1 &&
    config[path] === undefined
  );
  return entry && withValue(
    config,
    entry.names,
    samplesOf(resource.typeName, entry).values[0],
  );
}

type Plan = (
  world: ResourceWorld,
  resource: Resource,
) => ReturnType<ResourceWorld["plan"]>;

/** The plans that destroy. */
const plans: Readonly<Record<string, Plan>> = {
  destroy: (world) => world.plan(null),
  "-replace": (world, resource) => world.replace(deletedConfigOf(resource)),
  "replacement of what is tainted": (world, resource) =>
    world.planTainted(deletedConfigOf(resource)),
  replacement: (world, resource) =>
    world.plan(configThatReplaces(resource) ?? deletedConfigOf(resource)),
};

/** The plans that may be refused for what would be lost. */
const refusable = ["-replace", "replacement"];

async function startWorld(resource: Resource): Promise<ResourceWorld> {
  const world = await ResourceWorld.start(resource);
  await world.apply(deletedConfigOf(resource));
  return world;
}

async function assertThere(world: ResourceWorld): Promise<void> {
  assert(await world.read(world.state) !== null, "it was deleted");
}

for (const resource of holders) {
  const { typeName } = resource;
  const [{ add } = commits("model", "acme/x")] = additions[typeName] ?? [];
  for (const [nth, { add, remove }] of additions[typeName]?.entries() ?? []) {
    const name = `${typeName}, addition ${nth + 1}`;
    for (const [does, plan] of Object.entries(plans)) {
      Deno.test(`${name}: a ${does} leaves what came after its plan`, async () => {
        const world = await startWorld(resource);
        const planned = await plan(world, resource);
        const isReplaced = does !== "replacement" ||
          planned.requiresReplace.length > 0;
        // A plan that fails, or destroys nothing, can lose nothing.
        const { hasErrors } = planned.diagnostics;
        if (hasErrors) assert(refusable.includes(does));
        if (hasErrors || !isReplaced) return;
        await add(world.client, "theirs.bin");
        const refused = await world.deletePlanned(planned);
        assert(refused.hasErrors, "nothing was refused");
        await assertThere(world);
        await world.refresh();
        const again = await world.attempt(null);
        assertNoErrors(again.diagnostics);
        assertEquals(world.state, null);
      });
    }
    if (remove === undefined) continue;
    Deno.test(`${name}: a destroy does not mind what has gone after its plan`, async () => {
      const world = await startWorld(resource);
      for (const name of ["a.bin", "b.bin"]) await add(world.client, name);
      await world.refresh();
      const { diagnostics } = await world.attempt(
        null,
        () => remove(world.client, "a.bin"),
      );
      assertNoErrors(diagnostics);
    });
  }
  Deno.test(`${typeName}: a destroy that nobody planned deletes`, async () => {
    const world = await startWorld(resource);
    await add(world.client, "theirs.bin");
    await world.destroy();
  });
  Deno.test(`${typeName}: a plan that cannot look says so, and its apply deletes`, async () => {
    const world = await startWorld(resource);
    const { answer } = world;
    world.answer = () => Promise.resolve(new Response(null, { status: 500 }));
    const planned = await world.plan(null);
    world.answer = answer;
    const { items } = planned.diagnostics;
    assert(items.some(({ detail }) => detail.includes("until then goes")));
    await add(world.client, "theirs.bin");
    assertNoErrors(await world.deletePlanned(planned));
  });
}

for (const type of ["bucket", "dataset", "model", "space"]) {
  Deno.test({
    name: `${type}: a destroy says nothing of another one of its name`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const resource = resourceNamed(type);
      const world = await startWorld(resource);
      const other = new ResourceWorld(resource, world.sandbox);
      await other.import(world.importId);
      await other.apply(deletedConfigOf(resource));
      await other.destroy();
      other.lose();
      await other.apply(deletedConfigOf(resource));
      const [addition] = additions[resource.typeName] ?? [];
      await addition?.add(other.client, "theirs.bin");
      const { diagnostics } = await world.plan(null);
      const said = JSON.stringify(diagnostics.items);
      assert(!said.includes("all that it holds"), said);
    },
  });
}

Deno.test("somebody adds something to all that holds something", () => {
  assertEquals(
    holders.map(({ typeName }) => typeName).toSorted(),
    Object.keys(additions).toSorted(),
  );
});

for (
  const [type, config] of Object.entries({
    organization_member: { role_on_destroy: "no_access" },
    resource_group_member: {},
  })
) {
  Deno.test(`huggingface_${type}: a destroy leaves whose role changed after its plan`, async () => {
    const resource = resourceNamed(type);
    const world = await ResourceWorld.start(resource);
    const first = { ...deletedConfigOf(resource), ...config };
    await world.apply({ ...first, role: "write" });
    const them = new ResourceWorld(resource, world.sandbox);
    await them.import(world.importId);
    let now: unknown;
    const { diagnostics } = await world.attempt(null, async () => {
      await them.apply({ ...first, role: "admin" });
      now = await them.read(them.state);
    });
    assert(diagnostics.hasErrors && now !== null);
    assertEquals(await them.read(them.state), now);
    // The next plan has seen it.
    world.state = await world.read(world.state);
    assertNoErrors((await world.attempt(null)).diagnostics);
  });
}

for (const kind of ["Secret", "Variable"] as const) {
  Deno.test(`huggingface_space: a destroy leaves a ${kind} that was set again after its plan`, async () => {
    const world = await startWorld(resourceNamed("space"));
    const set = () =>
      world.client.spaces[`set${kind}`]("acme/x", keyOf("theirs"));
    await set();
    const planned = await world.plan(null);
    await set();
    assert((await world.deletePlanned(planned)).hasErrors);
    await assertThere(world);
  });
}
