/**
 * Additions by somebody else after the plan of a destroy: the delete of that
 * plan leaves them, and the next plan says what goes.
 *
 * @module
 */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { Resource, ValueObject } from "../../../provider/framework/mod.ts";
import { dataAtRiskOf } from "../../../provider/framework/binding/mod.ts";
import {
  deletedConfigOf,
  endedConfigsOf,
  entriesOf,
  samplesOf,
} from "../../support/samples.ts";
import {
  assertNoErrors,
  resourceNamed,
  resources,
  ResourceWorld,
  testedResources,
  withValue,
} from "../../support/resource_world.ts";
import { additions, commits, keyOf } from "./additions.ts";
import { isWrite, loseWrite } from "./lost_requests.ts";

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

/** Notes the writes of a world that took effect. */
function watchWrites(world: ResourceWorld): readonly string[] {
  const done: string[] = [];
  const { answer } = world;
  world.answer = async (request) => {
    const response = await answer(request);
    if (isWrite(request) && response.ok) done.push(request.url);
    return response;
  };
  return done;
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

for (const [typeName, some] of Object.entries(additions)) {
  const resource = resourceNamed(typeName.replace("huggingface_", ""));
  for (const [nth, { add }] of some.entries()) {
    const name = `${typeName}, addition ${nth + 1}`;
    Deno.test(`${name}: a destroy that is planned with the last state says what has come since`, async () => {
      const world = await startWorld(resource);
      const before = await world.plan(null);
      await add(world.client, "theirs.bin");
      const { diagnostics } = await world.plan(null);
      assertNotEquals(diagnostics.items, before.diagnostics.items);
    });
    Deno.test(`${name}: a replacement that is planned with the last state says that what has come since goes`, async () => {
      const world = await startWorld(resource);
      await add(world.client, "theirs.bin");
      const config = configThatReplaces(resource) ?? deletedConfigOf(resource);
      const { requiresReplace, diagnostics } = await world.plan(config);
      if (requiresReplace.length > 0) assert(diagnostics.items.length > 0);
    });
    Deno.test(`${name}: a -replace is refused with the last state if it is with the newest`, async () => {
      const world = await startWorld(resource);
      await add(world.client, "theirs.bin");
      const isRefused = async () => {
        const config = deletedConfigOf(resource);
        return (await world.replace(config)).diagnostics.hasErrors;
      };
      const last = await isRefused();
      await world.refresh();
      assertEquals(last, await isRefused());
    });
  }
}

for (const resource of resources) {
  const { typeName } = resource;
  for (const [nth, { add }] of additions[typeName]?.entries() ?? []) {
    for (const config of endedConfigsOf(resource)) {
      const ending = "on_destroy" in config ? config["on_destroy"] : "delete";
      Deno.test(`${typeName}, addition ${nth + 1}: a ${ending} that is sent again leaves what came before it`, async () => {
        const world = await ResourceWorld.start(resource, undefined, {
          maxRetries: 2,
        });
        await world.apply(config);
        const planned = await world.plan(null);
        const sent = watchWrites(world);
        world.answer = loseWrite(world.answer, {
          reaches: false,
          between: () => add(world.client, "theirs.bin"),
        });
        const { hasErrors } = await world.deletePlanned(planned);
        // Another ending of it loses nothing.
        if (ending === "make_private") return;
        assert(hasErrors, "nothing was refused");
        assertEquals(sent.length, 0);
        await assertThere(world);
      });
    }
  }
}

/** Time in milliseconds after which a look is taken again. */
const LATE_MS = 1_200;

for (const [typeName, some] of Object.entries(additions)) {
  const resource = resourceNamed(typeName.replace("huggingface_", ""));
  for (const [nth, { add }] of some.entries()) {
    Deno.test(`${typeName}, addition ${nth + 1}: a destroy leaves what came while one of its requests waited`, async () => {
      /** Whether the destroy has a request of this number before its write. */
      const delay = async (at: number): Promise<boolean> => {
        const world = await startWorld(resource);
        const planned = await world.plan(null);
        const { answer } = world;
        let count = 0;
        let isWritten = false;
        let isLate = false;
        world.answer = async (request) => {
          isWritten ||= isWrite(request);
          if (isWritten || count++ !== at) return await answer(request);
          isLate = true;
          const response = await answer(request);
          await add(world.client, "theirs.bin");
          world.clockMs += LATE_MS;
          return response;
        };
        const { hasErrors } = await world.deletePlanned(planned);
        if (!isLate) return false;
        assert(hasErrors, `request ${at}: nothing was refused`);
        await assertThere(world);
        return true;
      };
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, at) => delay(at)),
      );
      assert(all.includes(true) && all.includes(false));
    });
  }
}

/** Answers that a look may get. */
const blind: Readonly<Record<string, number>> = {
  "is refused": 403,
  "finds nothing": 404,
  "is not answered": 503,
};

for (const [typeName, some] of Object.entries(additions)) {
  const resource = resourceNamed(typeName.replace("huggingface_", ""));
  /** Runs a planned destroy, where a look at some URLs gets another answer. */
  const tryBlind = async (
    world: ResourceWorld,
    planned: Parameters<ResourceWorld["deletePlanned"]>[0],
    status: number,
    isBlind: (url: string) => boolean,
  ) => {
    const { answer } = world;
    const writes: string[] = [];
    world.answer = async (request) => {
      if (isWrite(request)) writes.push(request.url);
      return !isWrite(request) && isBlind(request.url)
        ? Response.json({ error: "No" }, { status })
        : await answer(request);
    };
    const { hasErrors } = await world.deletePlanned(planned);
    world.answer = answer;
    return { hasErrors, writes };
  };
  for (const [nth, { add }] of some.entries()) {
    const name = `${typeName}, addition ${nth + 1}`;
    for (const [how, status] of Object.entries(blind)) {
      Deno.test(`${name}: a destroy whose look ${how} leaves what came after its plan`, async () => {
        const world = await startWorld(resource);
        const planned = await world.plan(null);
        await add(world.client, "theirs.bin");
        const done = new Set<string>();
        for (let url: string | undefined = ""; url !== undefined;) {
          done.add(url);
          const at = url;
          const { hasErrors, writes } = await tryBlind(
            world,
            planned,
            status,
            (url) => url === at,
          );
          assertEquals([at, writes], [at, []]);
          // Its own route may be all that shows it.
          assert(hasErrors || status === 404, at);
          url = world.commands.at(-1)
            ?.map((one) => one.replace(/^\w+ /, ""))
            .find((one) => !done.has(one));
        }
        await assertThere(world);
      });
    }
    if (nth > 0) continue;
    Deno.test(`${name}: a destroy of what is gone sends nothing`, async () => {
      const world = await startWorld(resource);
      const planned = await world.plan(null);
      const them = new ResourceWorld(resource, world.sandbox);
      them.state = world.state;
      await them.destroy();
      const found = await tryBlind(world, planned, 404, () => false);
      assertEquals(found, { hasErrors: false, writes: [] });
    });
    Deno.test(`${name}: a destroy of what is hidden is refused`, async () => {
      const world = await startWorld(resource);
      const planned = await world.plan(null);
      const { answer } = world;
      const hidden = Response.json({ error: "No" }, { status: 401 });
      world.answer = async (request) =>
        request.url.includes("whoami") ? hidden.clone() : await answer(request);
      const found = await tryBlind(
        world,
        planned,
        404,
        (url) => !url.includes("whoami"),
      );
      assertEquals(found, { hasErrors: true, writes: [] });
    });
  }
}

for (const type of ["bucket", "dataset", "model", "space"]) {
  Deno.test(`${type}: a destroy says nothing of another one of its name`, async () => {
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
  });
}

Deno.test("somebody adds something to all that holds something", () => {
  assertEquals(
    holders.map(({ typeName }) => typeName).toSorted(),
    Object.keys(additions)
      .filter((typeName) => !typeName.endsWith("_group")).toSorted(),
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

const grants = { type: "model", id: "acme/m" } as const;

/** The decision of a colleague about the user of the access grant. */
const decide = ({ client }: ResourceWorld, status: string) =>
  client.accessRequests.handle(grants, { user: "bob" }, { status });

for (const resource of testedResources) {
  Deno.test(`${resource.typeName}: a destroy changes nothing in place of what is gone`, async () => {
    const world = await startWorld(resource);
    const planned = await world.plan(null);
    if (world.typeName.endsWith("_grant")) await decide(world, "rejected");
    else await world.destroy();
    const done = watchWrites(world);
    assertNoErrors(await world.deletePlanned(planned));
    assertEquals(done, []);
  });
}

for (const isPlanned of [true, false]) {
  const when = isPlanned ? "before" : "after";
  Deno.test(`an access grant does not undo a rejection of ${when} its plan`, async () => {
    const world = await startWorld(resourceNamed("repo_access_grant"));
    const config = deletedConfigOf(world.resource);
    const { importId } = world;
    world.lose();
    await decide(world, isPlanned ? "rejected" : "reset");
    const planned = await world.plan(config);
    const { items } = planned.diagnostics;
    assertEquals(
      items.map(({ severity }) => severity),
      isPlanned ? ["warning"] : [],
    );
    if (!isPlanned) {
      await world.client.accessRequests.grant(grants, "bob");
      await decide(world, "rejected");
    }
    const { diagnostics, sent } = await world.attempt(
      config,
      undefined,
      planned,
    );
    assertEquals([diagnostics.hasErrors, sent, world.state], [true, [], null]);
    // As the error says.
    await decide(world, "accepted");
    await world.import(importId);
    assertEquals((await world.apply(config)).length, 0);
  });
}
