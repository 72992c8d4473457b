/**
 * Names that lead to what had them before: a plan that gives one to another
 * object says whose old address ends with it.
 *
 * @module
 */
import { assert, assertEquals, assertThrows } from "@std/assert";
import type { RepoType } from "../../../mod.ts";
import type {
  Diagnostics,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import { refuseOtherOwner } from "../../../provider/huggingface/service_urls.ts";
import { sampleOf } from "../../support/samples.ts";
import {
  ResourceWorld,
  testedResources,
} from "../../support/resource_world.ts";

for (
  const base of [
    "https://huggingface.co",
    "https://a.example/artifactory/api/huggingfaceml/hf",
    "https://a.example/v2/models/hf",
  ]
) {
  Deno.test(`no write is sent on to another owner below ${base}`, () => {
    const at = (id: string) => `${base}/api/spaces/${id}/secrets`;
    const send = (method: string, from: string, to: string) => () =>
      refuseOtherOwner({ method, status: 307, from, to }, [
        "https://a.example",
        base,
      ]);
    const other = at("other/a");
    assertThrows(send("POST", at("acme/a"), other), Error, "another owner");
    assertThrows(
      send("POST", at("acme/a"), "https://b.example/"),
      Error,
      "another owner",
    );
    const masked = at("***/a");
    assertThrows(send("POST", masked, masked), Error, "another owner");
    send("POST", at("acme/a"), at("Acme/b"))();
    send("GET", at("acme/a"), other)();
  });
}

for (const resource of testedResources) {
  const { typeName, schema: { attributes } } = resource;
  const { config, setUp } = sampleOf(resource);
  // What a new name replaces has none that leads on.
  const isNamed = ["name", "namespace", "id"]
    .every((name) => attributes[name] !== undefined) &&
    typeName !== "huggingface_endpoint";
  if (!isNamed) continue;
  Deno.test(`${typeName}: a plan that takes a former name says whose address ends`, async () => {
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
  });
}

/** Sees to it that a plan or apply has ended with the error of a former name. */
function assertRefused(
  { items }: Diagnostics,
  to: string,
): void {
  const told = items.filter(({ severity }) => severity === "error")
    .map(({ summary }) => summary);
  assertEquals(told, [`acme/old leads to ${to}, which had that name`]);
}

for (const resource of testedResources) {
  const { typeName, schema: { attributes } } = resource;
  const name = ["repository", "space"].find((name) =>
    attributes[name] && attributes[`${name}_id`]
  );
  if (name === undefined) continue;
  const type = name === "space" ? "space" : "model";
  for (const to of ["acme/new", "sandbox/old"]) {
    Deno.test(`${typeName}: nothing is created in what is ${to} by now and was acme/old`, async () => {
      const us = new ResourceWorld(resource);
      const { repos } = us.client;
      const old = { type, id: "acme/old" } as const;
      await repos.create(old, { sdk: "static" });
      if (type === "model") await repos.update(old, { gated: "manual" });
      const of = (id: string) => ({
        ...sampleOf(resource).config,
        [name]: id,
      });
      const move = () => repos.move(old, to);
      const saved = await us.attempt(
        of("acme/old"),
        async () => await move(),
      );
      assertRefused(saved.diagnostics, to);
      const sent = us.commands.at(-1)?.filter((one) =>
        !/^GET|paths-info|preupload|move/.test(one)
      );
      assertEquals(sent, []);
      assertRefused((await us.plan(of("acme/old"))).diagnostics, to);
      const { diagnostics } = await us.attempt(of(to));
      assert(!diagnostics.hasErrors, JSON.stringify(diagnostics.items));
      // What is there follows its id, by each name that its owner gives it.
      const after = await us.planRefreshed(of("acme/old"));
      const errors = after.said
        .filter(({ severity }) => severity === "error");
      assertEquals(errors.length, to === "acme/new" ? 0 : 1);
    });
  }
}

for (const resource of testedResources) {
  const { typeName, schema: { attributes } } = resource;
  const stableId = ["repository_id", "space_id", "bucket_id"]
    .find((name) => name in attributes);
  if (stableId === undefined) continue;
  const parent = ["repository", "space"].find((name) => name in attributes);
  const kind = typeName.replace("huggingface_", "") as RepoType;

  const isWrite = (request: string) =>
    !/^GET|paths-info|preupload|move/.test(request);

  /** Does each step while the name goes to another owner; what was sent there. */
  const moved = async (
    attempt: (
      world: ResourceWorld,
      values: ValueObject | null,
      move: () => Promise<unknown>,
    ) => Promise<Diagnostics | undefined>,
  ) => {
    const ending = "on_destroy" in attributes ? { on_destroy: "delete" } : {};
    const { steps = [] } = sampleOf(resource);
    for (const step of [...steps, ...parent === undefined ? [null] : []]) {
      const { world, config } = await ResourceWorld.applied(resource, ending);
      const values = step && { ...config, ...step };
      const { state } = world;
      const { requiresReplace, plannedState } = await world.plan(values);
      if (requiresReplace.length > 0) continue;
      if (JSON.stringify(plannedState) === JSON.stringify(state)) continue;
      const { id, [parent ?? "id"]: name, repository_type } = Object(
        world.state,
      );
      const type = repository_type ?? (parent === "space" ? parent : kind);
      const to = name.replace("acme/", "sandbox/");
      const move = async () => {
        const { repos } = world.client;
        // A step may have renamed it by then.
        const now = await repos.get({ type, id: name });
        await repos.move({ type, id: now.id }, to);
      };
      const diagnostics = await attempt(world, values, move);
      if (diagnostics === undefined) continue;
      assert(diagnostics.hasErrors, id);
      const sent = world.commands.at(-1)?.filter(isWrite);
      assertEquals(sent?.filter((one) => one.includes(to)), []);
      const { said } = await world.planRefreshed(values);
      assert(said.some(({ summary }) => summary.includes("sandbox/")));
    }
  };

  Deno.test(`${typeName}: nothing is sent to another owner that no plan has named`, async () => {
    await moved(async (world, values, move) => {
      const { diagnostics } = await world.attempt(values, move);
      assertEquals(world.commands.at(-1)?.filter(isWrite), []);
      return diagnostics;
    });
  });

  Deno.test(`${typeName}: nothing is sent to another owner, who comes during an apply`, async () => {
    await moved(async (world, values, move) => {
      let isMoved = false;
      world.answer = async (request) => {
        if (isWrite(`${request.method} ${request.url}`) && !isMoved) {
          isMoved = true;
          await move();
        }
        return await world.sandbox.fetch(request);
      };
      const { diagnostics } = await world.attempt(values);
      // A new name alone is another request.
      return isMoved ? diagnostics : undefined;
    });
  });
}
