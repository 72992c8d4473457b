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

const path = "/api/repos/create";

for (const type of ["model", "dataset", "space"]) {
  Deno.test(`${type}: several that one apply creates are sent one after the other`, async () => {
    const sandbox = new Sandbox({ createMs: 5 });
    const world = new ResourceWorld(resourceNamed(type), sandbox);
    world.isOneProcess = true;
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
    const creates = sandbox.requests.filter((request) => request.path === path);
    assertEquals(creates.map(({ status }) => status), [200, 200, 200]);
  });
}
