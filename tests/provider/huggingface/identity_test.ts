/**
 * An object with a stable id is never written to, adopted or deleted by its
 * name alone, and its former name leads to it.
 *
 * @module
 */
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import type { RepoRef } from "../../../mod.ts";
import type {
  Diagnostics,
  Resource,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import { tableOf } from "../../../provider/framework/binding/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import {
  assertNoErrors,
  commitFiles,
  distinctResources,
  resourceNamed,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import { ownerIn } from "../../../provider/huggingface/object/owner.ts";
import { sampleOf } from "../../support/samples.ts";
import { loseWrite } from "./lost_requests.ts";

type Kind = "model" | "dataset" | "space" | "bucket";

const renamed = distinctResources.filter(({ schema }) =>
  tableOf(schema.attributes).some(({ names, binding }) =>
    names.join(".") === "name" && binding.change === "via"
  )
);

const textOf = ({ items }: Diagnostics) => JSON.stringify(items);

for (const resource of renamed) {
  const { typeName, schema } = resource;
  const kind = typeName.replace("huggingface_", "") as Kind;
  const ending: ValueObject = "on_destroy" in schema.attributes
    ? { on_destroy: "delete" }
    : {};
  const find = async (
    { client }: ResourceWorld,
    name: string,
    owner = "acme",
  ) =>
    kind === "bucket"
      ? await client.buckets.get(`${owner}/${name}`)
      : await client.repos.get({ type: kind, id: `${owner}/${name}` });
  const isThere = async (world: ResourceWorld, name: string) =>
    await find(world, name).then(
      ({ id }) => id === `acme/${name}`,
      () => false,
    );

  Deno.test(`${typeName}: whoever takes the name of what was renamed is left alone`, async () => {
    const { world, config } = await ResourceWorld.applied(resource, ending);
    const { client: { repos, buckets, files } } = world;
    const destroyed = async () => textOf((await world.plan(null)).diagnostics);
    const said = await destroyed();
    await repos.move({ type: kind, id: "acme/x" }, "acme/moved");
    await (kind === "bucket"
      ? buckets.create("acme/x", { visibility: "private" })
      : repos.create({ type: kind, id: "acme/x" }, {
        visibility: "private",
        ...kind === "space" && { sdk: "docker" },
      }));
    if (kind !== "bucket") {
      const theirs = { type: kind, id: "acme/x" };
      await commitFiles(files, theirs, { "theirs.txt": "theirs" });
    }
    assertEquals(await destroyed(), said);
    const { diagnostics } = await world.attempt({
      ...config,
      visibility: "public",
    });
    const theirs = await find(world, "x");
    assertEquals(theirs.private, true, textOf(diagnostics));
    await world.destroy();
    assertEquals(
      [await isThere(world, "x"), await isThere(world, "moved")],
      [true, false],
    );
  });

  /** Has somebody move it to another owner, and give its name to another one. */
  const moveAway = async ({ client: { repos, buckets } }: ResourceWorld) => {
    await repos.move({ type: kind, id: "acme/x" }, "sandbox/x");
    await (kind === "bucket"
      ? buckets.create("acme/x")
      : repos.create({ type: kind, id: "acme/x" }, {
        ...kind === "space" && { sdk: "docker" },
      }));
  };

  Deno.test(`${typeName}: a list that is not found proves nothing of what was moved`, async () => {
    const { world } = await ResourceWorld.applied(resource, ending);
    await moveAway(world);
    const { answer } = world;
    world.answer = async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const isList = pathname.endsWith(`${kind}s/sandbox`) ||
        searchParams.get("author") === "sandbox";
      return isList
        ? Response.json({ error: "Not found" }, { status: 404 })
        : await answer(request);
    };
    const { newState, diagnostics } = await world.tryRead(world.state);
    assertEquals([newState !== null, diagnostics.hasErrors], [true, true]);
  });

  Deno.test(`${typeName}: what was moved to another owner is followed though its name is taken`, async () => {
    const { world } = await ResourceWorld.applied(resource, ending);
    await moveAway(world);
    await world.refresh();
    assertEquals(Object(world.state).id, "sandbox/x");
    await world.destroy();
    assertEquals(await isThere(world, "x"), true);
    await assertRejects(() => find(world, "x", "sandbox"));
  });

  for (const isGone of [false, true]) {
    for (const maxRetries of [0, 2]) {
      const name = isGone
        ? "its old name leads nowhere"
        : "the state lacks its id";
      Deno.test(`${typeName}: a rename whose answer is lost is found with ${maxRetries} retries where ${name}`, async () => {
        const { sandbox, state } = (await ResourceWorld
          .applied(resource, ending)).world;
        const config = { ...sampleOf(resource).config, ...ending };
        const world = new ResourceWorld(resource, sandbox, { maxRetries });
        const stableId = ["repository_id", "space_id", "bucket_id"]
          .find((name) => name in schema.attributes) ?? "";
        world.state = isGone
          ? state
          : withValue(state as ValueObject, [stableId], null);
        let isMoved = false;
        const send = loseWrite(world.answer, {
          route: "POST /api/repos/move",
          reaches: true,
          between: () => Promise.resolve(isMoved = true),
        });
        world.answer = async (request) =>
          isGone && isMoved && /\/acme\/x(?:\?|$)/.test(request.url)
            ? Response.json({ error: "Not found" }, { status: 404 })
            : await send(request);
        const { diagnostics } = await world.attempt({
          ...config,
          name: "second",
        });
        assertNoErrors(diagnostics);
        assertEquals(await isThere(world, "second"), true);
      });
    }
  }
}

/** The attribute of the repository that a resource is a part of. */
const ownerOf = ({ schema: { attributes } }: Resource) =>
  ["repository", "space"].find((name) =>
    name in attributes && `${name}_id` in attributes
  );

for (const resource of distinctResources) {
  const owner = ownerOf(resource);
  if (owner === undefined) continue;
  for (const isTaken of [false, true]) {
    const what = isTaken ? "belongs to another one" : "is free";
    Deno.test(`${resource.typeName}: follows a repository whose former name ${what}`, async () => {
      const { world, config } = await ResourceWorld.applied(resource);
      const { repos } = world.client;
      const { [owner]: id, repository_type = "space" } = Object(world.state);
      const repo: RepoRef = { type: repository_type, id };
      await repos.move(repo, "acme/moved");
      const sdk = owner === "space" ? "docker" : undefined;
      if (isTaken) await repos.create(repo, { sdk });
      const renamed = { ...config, [owner]: "acme/moved" };
      const { requiresReplace } = await world.planRefreshed(renamed);
      assertEquals(requiresReplace, []);
      world.commands.length = 0;
      const { steps = [] } = sampleOf(resource);
      for (const step of [...steps, null]) {
        const values = step && { ...config, ...step };
        const { said, requiresReplace } = await world.planRefreshed(values);
        const warnings = said
          .filter(({ summary }) => summary.startsWith(`${id} is another`));
        assertEquals(warnings.length, isTaken ? 1 : 0);
        if (requiresReplace.length > 0) {
          // What is created anew is where its name leads.
          world.commands.pop();
          continue;
        }
        await world.refresh();
        assertNoErrors((await world.attempt(values)).diagnostics);
      }
      // Whose name it is may be asked, and nothing else.
      const sent = world.commands.flat();
      assertEquals(sent.filter((one) => one.includes(`${id}/`)), []);
      assert(sent.some((one) => one.includes("acme/moved/")));
    });
  }
}

for (const resource of distinctResources) {
  const { typeName } = resource;
  const owner = ownerOf(resource);
  if (owner === undefined) continue;
  // Its commits would be gone.
  const isRefused = typeName === "huggingface_repo_branch";
  const become = isRefused ? "refused" : "replaced";
  Deno.test(`${typeName}: is ${become} when another repository is to have it, as the plan says`, async () => {
    const { world, config } = await ResourceWorld.applied(resource);
    const next = { ...config, [owner]: "acme/new" };
    const make = () =>
      world.client.repos.create({
        type: owner === "space" ? "space" : "model",
        id: "acme/new",
      }, { sdk: owner === "space" ? "docker" : undefined });
    // Of what is made after the plan, only the apply can tell.
    const late = await world.attempt(next, make);
    assertStringIncludes(textOf(late.diagnostics), "leads to another");
    const { requiresReplace, diagnostics } = await world.plan(next);
    assertEquals(diagnostics.hasErrors, isRefused);
    const paths = requiresReplace.map(String);
    assertEquals(paths, isRefused ? [] : [owner]);
  });
}

Deno.test("a Space that is waited for is not told from what has its name by then", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("space"),
    { files: { Dockerfile: "FROM a" } },
  );
  const { answer, client } = world;
  let isTaken = false;
  world.answer = async (request) => {
    if (!request.url.endsWith("/runtime")) return await answer(request);
    if (!isTaken) {
      isTaken = true;
      const id = "acme/x";
      await client.repos.move({ type: "space", id }, "acme/moved");
      await client.repos.create({ type: "space", id }, { sdk: "docker" });
    }
    const theirs = { stage: "BUILD_ERROR", errorMessage: "theirs" };
    return Response.json(theirs);
  };
  const files = { Dockerfile: "FROM b" };
  const { diagnostics } = await world.attempt({ ...config, files });
  assert(isTaken);
  const text = textOf(diagnostics);
  assert(!text.includes("theirs"), text);
  assertStringIncludes(text, "another one by now");
});

Deno.test("a collection is imported by letters of any script", async () => {
  const { world } = await ResourceWorld.applied(resourceNamed("collection"));
  const { slug } = await world.client.collections.create("acme", {
    title: "漢字 Überblick",
  });
  for (
    const address of [
      slug,
      `https://huggingface.co/collections/${encodeURI(slug)}`,
    ]
  ) {
    await world.import(address);
    assertEquals(valueNamed(world.state, ["slug"]), slug);
  }
});

for (const resource of distinctResources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: an import ID with dots for a name is told what it must be`, async () => {
    const { world } = await ResourceWorld.applied(resource);
    const state = Object(world.state);
    const parts = `${sampleOf(resource).importId?.(state) ?? state.id}`
      .split("/");
    for (const at of parts.keys()) {
      const dots = parts[at]?.replace(/^.*?(?=(-[0-9a-f]{24})?$)/, "..") ?? "";
      const id = parts.with(at, dots).join("/");
      const { message } = await assertRejects(() => world.import(id), Error);
      assert(!message.includes("request path"), `${id}: ${message}`);
    }
  });
}

Deno.test("no apply ends a token's value that somebody has got since the plan", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("service_account_token"),
    { rotation_keepers: { month: "1" } },
  );
  const { serviceAccounts } = world.client.organizations;
  const [account, id] = ["service_account_id", "token_id"]
    .map((name) => `${valueNamed(world.state, [name])}`);
  const next = { ...config, rotation_keepers: { month: "2" } };
  const { state } = world;
  let theirs = "";
  for (const values of [next, { ...next, name: "other" }, null]) {
    world.state = state;
    const { diagnostics, sent } = await world.attempt(values, async () => {
      world.sandbox.advance(60_000);
      ({ token: theirs } = await serviceAccounts
        .rotateToken("acme", account!, id!));
    });
    assertStringIncludes(textOf(diagnostics), "is another one than that");
    assertEquals(sent, []);
  }
  world.state = state;
  await world.refresh();
  const { items } = (await world.plan(null)).diagnostics;
  assertStringIncludes(JSON.stringify(items), "may be somebody else's");
  await world.apply(next);
  assert(valueNamed(world.state, ["token"]) !== theirs);
});

const kinds: readonly Kind[] = ["model", "dataset", "space", "bucket"];

for (const resource of distinctResources) {
  const { config, steps = [] } = sampleOf(resource);
  Deno.test(`${resource.typeName}: a new name of what it names is no change`, async () => {
    const world = await ResourceWorld.start(resource);
    const { repos, buckets } = world.client;
    const lists = kinds.map(async (kind) => {
      const author = "acme";
      const found = await (kind === "bucket"
        ? buckets.list(author)
        : repos.list(kind, { author })).toArray();
      return found.map(({ id }) => ({ type: kind, id }));
    });
    const all = (await Promise.all(lists)).flat();
    const namedIn = (values: ValueObject) =>
      all.filter(({ id }) => JSON.stringify(values).includes(`"${id}"`));
    for (const step of [{}, ...steps]) {
      const values = { ...config, ...step };
      const named = namedIn(values);
      if (named.length === 0) continue;
      await world.apply(values);
      for (const repo of named) await repos.move(repo, `${repo.id}-moved`);
      await world.refresh();
      const planned = await world.plan(values);
      assertNoErrors(planned.diagnostics);
      assertEquals(planned.plannedState, world.state);
      return;
    }
  });
}

for (const resource of distinctResources) {
  const owner = ownerIn(resource.schema);
  if (!owner || !resource.schema.attributes[owner]?.computed) continue;
  Deno.test(`${resource.typeName}: a state that lacks its owner is not taken for that of the token's user`, async () => {
    const { sandbox, state } = (await ResourceWorld.applied(resource)).world;
    const stateOf = async (namespace: string | null) => {
      const world = new ResourceWorld(resource, sandbox, {
        block: { namespace },
      });
      world.state = withValue(state as ValueObject, [owner], null);
      const { diagnostics, newState } = await world.tryRead(world.state);
      sandbox.clearRequests();
      const destroyed = await world.tryDestroy(world.state);
      assertEquals(destroyed.diagnostics.hasErrors, namespace === null);
      return [diagnostics.hasErrors, valueNamed(newState, [owner])];
    };
    assertEquals(await stateOf(null), [true, null]);
    assertEquals(sandbox.requests, []);
    assertEquals(await stateOf("acme"), [false, "acme"]);
  });
}

for (const resource of distinctResources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: no part of an identity leads to another object`, async () => {
    const { world } = await ResourceWorld.applied(resource);
    const { identity } = await world.tryRead(world.state);
    const parts = isValueObject(identity) ? identity : {};
    const taken: string[] = [];
    for (const [name, value] of Object.entries(parts)) {
      for (const more of ["/../x", "/.", "/x"]) {
        const changed = { ...parts, [name]: `${value}${more}` };
        const other = new ResourceWorld(resource, world.sandbox);
        await other.import(changed).then(
          () => taken.push(`${name}: ${JSON.stringify(changed)}`),
          () => {},
        );
      }
    }
    assertEquals(taken, []);
    // An identity of files names no paths, without which none are imported.
    const isWhole = typeName !== "huggingface_repo_files";
    if (isWhole) await world.import(parts);
  });
}

for (const type of ["scheduled_job", "webhook", "resource_group"]) {
  Deno.test(`${type}: an id that ends a line enters no state`, async () => {
    const resource = resourceNamed(type);
    const world = await ResourceWorld.start(resource);
    const { answer } = world;
    world.answer = async (request) => {
      const response = await answer(request);
      const text = await response.text();
      const forged = text.replaceAll(
        /"(_?id)":"([0-9a-f]{24})"/g,
        '"$1":"$2\\n\\nError: No"',
      );
      return new Response(forged, response);
    };
    const { diagnostics } = await world.attempt(sampleOf(resource).config);
    assertEquals([diagnostics.hasErrors, world.state], [true, null]);
  });
}
