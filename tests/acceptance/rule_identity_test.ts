// The rule of identities: what has a stable id is never found, written, adopted
// or deleted by its name alone, and its former name leads to it.

import { assert, assertEquals } from "@std/assert";
import {
  assertActions,
  assertEmptyPlan,
  assertFailure,
  assertSuccess,
  assertWarning,
} from "@hf-terraform/framework/testing";
import type { HuggingFace } from "../../mod.ts";
import { loadProvider, type Resource } from "../../provider/framework/mod.ts";
import { tableOf } from "../../provider/framework/binding/mod.ts";
import { provider } from "../../provider/huggingface/provider.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { received } from "../support/sandbox_server.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const kinds = ["model", "dataset", "space", "bucket"] as const;
type Kind = (typeof kinds)[number];

const more: Readonly<Record<Kind, string>> = {
  model: 'on_destroy = "delete"',
  dataset: 'on_destroy = "delete"',
  space: 'sdk = "static"',
  bucket: 'on_destroy = "delete"',
};

const configuration = kinds.map((kind) => `
resource "huggingface_${kind}" "it" {
  namespace = "acme"
  name      = "mine"
  ${more[kind]}
}
`).join("");

const address = (kind: Kind) => `huggingface_${kind}.it`;

/** The stable id of what has a name; undefined: nothing, or it moved on. */
async function idOf(
  { repos, buckets }: HuggingFace,
  kind: Kind,
  name: string,
): Promise<string | undefined> {
  const id = `acme/${name}`;
  try {
    const found = kind === "bucket"
      ? await buckets.get(id)
      : await repos.get({ type: kind, id });
    return found.id === id ? found._id : undefined;
  } catch {
    return undefined;
  }
}

async function create({ repos, buckets }: HuggingFace, kind: Kind) {
  if (kind === "bucket") await buckets.create("acme/mine");
  else {
    const sdk = kind === "space" ? { sdk: "static" } : {};
    await repos.create({ type: kind, id: "acme/mine" }, { ...sdk });
  }
}

const move = ({ repos }: HuggingFace, kind: Kind) =>
  repos.move({ type: kind, id: "acme/mine" }, "acme/moved");

/** The world with one object of each kind, made by Terraform. */
async function applied(world: SpaceWorld) {
  await world.configure(configuration);
  assertSuccess(await world.workspace.apply());
  return Object.fromEntries(
    await Promise.all(
      kinds.map(async (kind) =>
        [kind, await idOf(world.client, kind, "mine")] as const
      ),
    ),
  );
}

Deno.test("every resource that can be renamed is tried", async () => {
  const { resources } = await loadProvider(provider);
  const isRenamed = ({ schema }: Resource) =>
    tableOf(schema.attributes).some(({ names, binding }) =>
      names.join(".") === "name" && binding.change === "via"
    );
  assertEquals(
    resources.filter(isRenamed).map(({ typeName }) => typeName).toSorted(),
    kinds.map((kind) => `huggingface_${kind}`).toSorted(),
  );
});

acceptanceTest("what is renamed outside is renamed back", async () => {
  await using world = await startSpaceWorld();
  const { client, workspace } = world;
  const ids = await applied(world);
  for (const kind of kinds) await move(client, kind);
  const plan = await workspace.planJson();
  for (const kind of kinds) assertActions(plan, address(kind), ["update"]);
  assertSuccess(await workspace.apply());
  for (const kind of kinds) {
    assertEquals(await idOf(client, kind, "mine"), ids[kind], kind);
  }
  await assertEmptyPlan(workspace);
  assertSuccess(await workspace.destroy());
});

acceptanceTest(
  "whoever takes the name of what was renamed is left alone",
  async () => {
    await using world = await startSpaceWorld();
    const { client, workspace } = world;
    const ids = await applied(world);
    for (const kind of kinds) {
      await move(client, kind);
      await create(client, kind);
    }
    const plan = await workspace.planJson();
    for (const kind of kinds) assertActions(plan, address(kind), ["update"]);
    const message = assertFailure(await workspace.apply(), "the name is taken");
    for (const kind of kinds) {
      assert(message.includes(`with ${address(kind)},`), `${kind}: ${message}`);
      assertEquals(await idOf(client, kind, "moved"), ids[kind], kind);
    }
    assertSuccess(await workspace.destroy());
    for (const kind of kinds) {
      assertEquals(await idOf(client, kind, "moved"), undefined, kind);
      assert(await idOf(client, kind, "mine") !== undefined, kind);
    }
  },
);

acceptanceTest(
  "what was deleted and made again is somebody else's",
  async () => {
    await using world = await startSpaceWorld();
    const { client, workspace } = world;
    await applied(world);
    for (const kind of kinds) {
      if (kind === "bucket") await client.buckets.delete("acme/mine");
      else await client.repos.delete({ type: kind, id: "acme/mine" });
      await create(client, kind);
    }
    const before = await workspace.read("terraform.tfstate");
    const plan = await workspace.planJson();
    for (const kind of kinds) assertActions(plan, address(kind), ["create"]);
    assertFailure(await workspace.apply(), "exists already");
    await workspace.write({ "terraform.tfstate": before });
    assertSuccess(await workspace.destroy({ args: ["-refresh=false"] }));
    for (const kind of kinds) {
      assert(await idOf(client, kind, "mine") !== undefined, kind);
    }
  },
);

acceptanceTest(
  "a former name leads to what is destroyed, and the destroy ends",
  async () => {
    await using world = await startSpaceWorld();
    const { client, workspace } = world;
    await applied(world);
    for (const kind of kinds) await move(client, kind);
    assertSuccess(await workspace.destroy({ args: ["-refresh=false"] }));
    for (const kind of kinds) {
      assertEquals(await idOf(client, kind, "moved"), undefined, kind);
    }
  },
);

acceptanceTest(
  "another name renames in place, also when its answer is lost",
  async () => {
    await using world = await startSpaceWorld();
    const { client, workspace, sandbox } = world;
    const ids = await applied(world);
    await client.buckets.batch("acme/mine", [{
      type: "addFile",
      path: "a.bin",
      xetHash: "a".repeat(64),
    }]);
    await world.configure(configuration.replaceAll('"mine"', '"second"'));
    const plan = await workspace.planJson();
    for (const kind of kinds) assertActions(plan, address(kind), ["update"]);
    sandbox.addFault({
      match: { method: "POST", path: "**/api/repos/move" },
      times: kinds.length,
      action: { close: "after" },
    });
    assertSuccess(await workspace.apply());
    for (const kind of kinds) {
      assertEquals(await idOf(client, kind, "second"), ids[kind], kind);
    }
    assertEquals((await client.buckets.get("acme/second")).totalFiles, 1);
    await assertEmptyPlan(workspace);
  },
);

/** A collection of Terraform's, and one of somebody else by the same title. */
async function withCollections(world: SpaceWorld) {
  const { client: { collections }, workspace } = world;
  await world.configure(`
resource "huggingface_collection" "it" {
  namespace = "acme"
  title     = "mine"
}
`);
  assertSuccess(await workspace.apply());
  const all = async () =>
    Object.fromEntries(
      (await collections.list({ owner: ["acme"] }).toArray())
        .map(({ slug, title }) => [slug.slice(-24), { slug, title }]),
    );
  const [id = ""] = Object.keys(await all());
  const { slug = "" } = (await all())[id] ?? {};
  const taken = async () =>
    (await collections.create("acme", { title: "mine" }))
      .slug.slice(-24);
  return { collections, workspace, all, id, slug, taken };
}

acceptanceTest(
  "a collection is followed by its id, whatever its title",
  async () => {
    await using world = await startSpaceWorld();
    const { collections, workspace, all, id, slug, taken } =
      await withCollections(world);
    await collections.update(slug, { title: "moved" });
    const theirs = await taken();
    const address = "huggingface_collection.it";
    assertActions(await workspace.planJson(), address, ["update"]);
    assertSuccess(await workspace.apply());
    assertEquals((await all())[id]?.title, "mine");
    await collections.update(slug, { title: "moved" });
    // By the slug of the state, which is a former one.
    assertSuccess(await workspace.destroy({ args: ["-refresh=false"] }));
    assertEquals(Object.keys(await all()), [theirs]);
  },
);

acceptanceTest(
  "a collection that was made again is somebody else's",
  async () => {
    await using world = await startSpaceWorld();
    const { collections, workspace, all, slug, taken } = await withCollections(
      world,
    );
    await collections.delete(slug);
    const theirs = await taken();
    const plan = await workspace.planJson();
    assertActions(plan, "huggingface_collection.it", ["create"]);
    assertSuccess(await workspace.destroy({ args: ["-refresh=false"] }));
    assertEquals(Object.keys(await all()), [theirs]);
  },
);

acceptanceTest(
  "an endpoint that was made again is another one, and is left alone",
  async () => {
    await using world = await startSpaceWorld({ deletionMs: 0 });
    const { workspace, client: { endpoints } } = world;
    await world.configure(`
resource "huggingface_endpoint" "it" {
  namespace = "acme"
  name      = "mine"
  model     = { repository = "gpt2" }
  compute   = { instance_type = "intel-spr" }
}
`);
    assertSuccess(await workspace.apply());
    assertSuccess(await workspace.run(["plan", "-destroy", "-out=before"]));
    await endpoints.delete("acme/mine");
    await endpoints.create("acme/mine", {
      type: "authenticated",
      provider: { vendor: "aws", region: "us-east-1" },
      compute: {
        accelerator: "cpu",
        instanceType: "intel-spr",
        instanceSize: "x1",
        scaling: { minReplica: 1, maxReplica: 1 },
      },
      model: {
        repository: "gpt2",
        framework: "pytorch",
        image: { huggingface: {} },
      },
    });
    assertFailure(
      await workspace.run(["apply", "before"]),
      "Endpoint acme/mine is another one than that of the plan",
    );
    assertWarning(
      await workspace.run(["plan"]),
      "Endpoint acme/mine was deleted and made again outside of Terraform",
    );
    assertFailure(
      await workspace.apply(),
      "Endpoint acme/mine exists already",
    );
    assertSuccess(await workspace.destroy());
    assertEquals((await endpoints.get("acme/mine")).name, "mine");
  },
);

acceptanceTest(
  "what others set again is destroyed, and the plan says so",
  async () => {
    await using world = await startSpaceWorld();
    const { workspace, client: { repos, spaces } } = world;
    await repos.create({ type: "space", id: "acme/app" }, { sdk: "docker" });
    await world.configure(`
resource "huggingface_space_secret" "it" {
  space = "acme/app"
  key   = "KEY"
  value = "ours"
}
`);
    assertSuccess(await workspace.apply());
    await spaces.setSecret("acme/app", { key: "KEY", value: "theirs" });
    assertWarning(
      await workspace.run(["plan", "-destroy"]),
      "Secret acme/app/KEY was set again outside of Terraform",
    );
    assertSuccess(await workspace.apply());
    assert(
      !(await workspace.run(["plan", "-destroy"])).stdout.includes("set again"),
    );
  },
);

acceptanceTest(
  "an interrupt while a model is created loses nothing",
  async () => {
    await using world = await startSpaceWorld({}, { launch: "started" });
    const { workspace, sandbox } = world;
    await world.configure(`
resource "huggingface_model" "it" {
  namespace = "acme"
  name      = "mine"
}
`);
    const path = "/api/repos/create";
    sandbox.addFault({
      match: { method: "POST", path },
      action: { close: "after", delay_ms: 700 },
    });
    const interrupt = new AbortController();
    const apply = workspace.apply({ signal: interrupt.signal });
    await received(sandbox, "POST", new RegExp(path));
    interrupt.abort();
    await apply;
    assertEquals(
      (await workspace.stateResources()).map(({ address }) => address),
      ["huggingface_model.it"],
    );
  },
);
