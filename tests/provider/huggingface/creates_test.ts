/**
 * Creates of one apply, which the Hub takes one at a time of each user.
 *
 * @module
 */
import { Sandbox } from "@hf-terraform/sandbox";
import { assertEquals } from "@std/assert";
import {
  assertNoErrors,
  resourceNamed,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { sampleOf } from "../../support/samples.ts";

const path = "/api/repos/create";

for (const type of ["model", "dataset", "space"]) {
  Deno.test(`${type}: several that one apply creates are sent one after the other`, async () => {
    const sandbox = new Sandbox({ createMs: 5 });
    const world = new ResourceWorld(resourceNamed(type), sandbox);
    world.isOneProcess = true;
    const { answer } = world;
    const statuses: number[] = [];
    world.answer = async (request) => {
      const response = await answer(request);
      if (request.url.endsWith(path)) statuses.push(response.status);
      return response;
    };
    const applied = ["a", "b", "c"].map((name) =>
      world.attempt({
        name,
        namespace: "acme",
        ...type === "space" && { sdk: "static" },
      })
    );
    for (const { diagnostics } of await Promise.all(applied)) {
      assertNoErrors(diagnostics);
    }
    assertEquals(statuses, [200, 200, 200]);
  });
  Deno.test(`${type}: a create that waits for another one when Terraform stops was not sent`, async () => {
    const sandbox = new Sandbox();
    const world = new ResourceWorld(resourceNamed(type), sandbox);
    world.isOneProcess = true;
    const { answer } = world;
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    world.answer = async (request) => {
      if (request.url.endsWith(path)) {
        begun.resolve();
        await stopped.promise;
      }
      return await answer(request);
    };
    const create = (name: string) =>
      world.attempt({
        name,
        namespace: "acme",
        ...type === "space" && { sdk: "static" },
      });
    const first = create("a");
    await begun.promise;
    const second = create("b");
    // Somebody else makes it meanwhile.
    const { repos } = new ResourceWorld(resourceNamed(type), sandbox).client;
    const kind = type === "model" || type === "dataset" ? type : "space";
    await repos.create({ type: kind, id: "acme/b" }, {
      ...kind === "space" && { sdk: "static" },
    });
    world.stop();
    stopped.resolve();
    const [, { diagnostics }] = await Promise.all([first, second]);
    assertEquals(diagnostics.hasErrors, true);
    const said = diagnostics.items.map(({ detail }) => detail).join();
    assertEquals(/late|lost/.test(said), false, said);
  });
}

Deno.test("an endpoint that cannot be paused yet is paused also when Terraform stops", async () => {
  const resource = resourceNamed("endpoint");
  const world = await ResourceWorld.start(resource);
  const { answer } = world;
  let pauses = 0;
  world.answer = (request) => {
    if (!request.url.endsWith("/pause") || pauses++ > 0) return answer(request);
    world.stop();
    const refusal = Response.json({ error: "not yet" }, { status: 400 });
    return Promise.resolve(refusal);
  };
  await world.apply({ ...sampleOf(resource).config, paused: true });
  assertEquals(Object(world.state).status, "paused");
});
