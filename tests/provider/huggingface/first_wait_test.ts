// Who turns the wait on waits with the apply that does so, though nothing else
// has changed: what depends on the object takes it for ready from then on.

import { assert, assertEquals } from "@std/assert";
import { Sandbox } from "../../../client/sandbox/mod.ts";
import { resourceNamed, ResourceWorld } from "../../support/resource_world.ts";
import { sampleOf } from "../../support/samples.ts";

for (
  const [name, more, shown] of [
    ["endpoint", {}, { status: "running" }],
    ["space", { files: { Dockerfile: "FROM a" } }, {
      stage: "RUNNING",
    }],
  ] as const
) {
  Deno.test(`${name}: the apply that turns wait_for_ready on waits`, async () => {
    const resource = resourceNamed(name);
    const sandbox = new Sandbox({ startupMs: 300 });
    const world = await ResourceWorld.start(resource, sandbox);
    const config = { ...sampleOf(resource).config, ...more };
    await world.apply({ ...config, wait_for_ready: false });
    const stateNow = () => {
      const state: object = Object(world.state);
      return Object.fromEntries(
        Object.keys(shown).map((key) => [key, Reflect.get(state, key)]),
      );
    };
    assert(JSON.stringify(stateNow()) !== JSON.stringify(shown));
    await world.apply({ ...config, wait_for_ready: true });
    assertEquals(stateNow(), shown);
  });
}
