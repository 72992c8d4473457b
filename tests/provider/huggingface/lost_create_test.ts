/**
 * An object whose create was not answered is not lost when the looks for it fail
 * or are stopped: it is in the state, or the error says how to import it.
 *
 * @module
 */
import { assert } from "@std/assert";
import type { Resource } from "../../../provider/framework/mod.ts";
import { deletedConfigOf } from "../../support/samples.ts";
import { resources, ResourceWorld } from "../../support/resource_world.ts";
import { isWrite } from "./lost_requests.ts";

/**
 * Creates an object, and loses the answer.
 *
 * @param look What happens at each request after it, the first of which is 0; a
 * response is that of the service.
 */
async function loseCreate(
  resource: Resource,
  look: (at: number, world: ResourceWorld) => Response | void,
) {
  const world = await ResourceWorld.start(resource);
  const { answer } = world;
  let looks: number | undefined;
  world.answer = async (request) => {
    const instead = looks !== undefined && look(looks++, world);
    if (instead) return instead;
    const response = await answer(request);
    if (looks !== undefined || !isWrite(request)) return response;
    looks = 0;
    throw new TypeError("connection reset");
  };
  const { diagnostics } = await world.attempt(deletedConfigOf(resource));
  world.answer = answer;
  return {
    world,
    said: diagnostics.items.map(({ detail }) => detail).join("\n"),
  };
}

/** Checks that what is not in the state is adopted by the next apply. */
async function assertAdopted(
  { world, said }: Awaited<ReturnType<typeof loseCreate>>,
): Promise<void> {
  const { diagnostics } = await world.attempt(deletedConfigOf(world.resource));
  assert(!diagnostics.hasErrors, said);
}

for (const resource of resources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: what is not answered and then refused is told`, async () => {
    let isRefused = true;
    for (let looks = 0; isRefused; looks++) {
      isRefused = false;
      const lost = await loseCreate(resource, (at) => {
        if (at < looks) return;
        isRefused = true;
        return Response.json({ error: "Refused" }, { status: 403 });
      });
      const isTold = lost.said.includes("terraform import ADDRESS ");
      if (lost.world.state === null && !isTold) await assertAdopted(lost);
    }
  });
  Deno.test(`${typeName}: a Stop takes nothing from the look for what is not answered`, async () => {
    const { world: { state } } = await loseCreate(resource, () => {});
    if (state === null) return;
    // What the first look survives, later ones do.
    const lost = await loseCreate(resource, (at, world) => {
      if (at === 0) world.stop();
    });
    if (lost.world.state === null) await assertAdopted(lost);
  });
}
