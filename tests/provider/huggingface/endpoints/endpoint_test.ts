/**
 * Tests for endpoints alone, beside the walks over all resources.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Sandbox, type SandboxOptions } from "@hf-terraform/sandbox";
import type { ValueObject } from "../../../../provider/framework/mod.ts";
import { valueNamed } from "../../../../provider/framework/binding/table.ts";
import { endpoint } from "../../../../provider/huggingface/endpoints/endpoint.ts";
import {
  assertNoErrors,
  ResourceWorld,
} from "../../../support/resource_world.ts";

const model = { repository: "gpt2" };
const least = {
  name: "x",
  namespace: "acme",
  model,
  compute: { instance_type: "intel-spr" },
};

async function applyEndpoint(
  config: ValueObject,
  options: SandboxOptions = {},
): Promise<ResourceWorld> {
  const world = new ResourceWorld(
    endpoint,
    new Sandbox({ startupMs: 0, ...options }),
  );
  await world.apply(config);
  return world;
}

Deno.test("secrets that the service keeps are told", async () => {
  const secrets = { A: "1", B: "2" };
  const world = await applyEndpoint(
    { ...least, model: { ...model, secrets } },
    {
      secretsOnUpdate: "merge",
    },
  );
  const { diagnostics } = await world.attempt({
    ...least,
    model: { ...model, secrets: { A: "1" } },
  });
  assertNoErrors(diagnostics);
  const [said] = diagnostics.items;
  assertStringIncludes(said?.summary ?? "", "still has removed secrets");
  assertStringIncludes(said?.detail ?? "", "`B`");
});

Deno.test("an endpoint that was made again is another one", async () => {
  const world = await applyEndpoint(least);
  const { client: { endpoints } } = world;
  await endpoints.delete("acme/x");
  world.sandbox.advance(60_000);
  await new ResourceWorld(endpoint, world.sandbox).apply(least);
  const { newState, diagnostics } = await world.tryRead(world.state);
  assertEquals(newState, null);
  assertStringIncludes(
    diagnostics.items[0]?.summary ?? "",
    "was deleted and made again outside of Terraform",
  );
});

Deno.test("a pause before a change that fails is in the state", async () => {
  const world = await applyEndpoint(least);
  world.sandbox.addFault({ match: { method: "PUT" }, action: { status: 500 } });
  const { diagnostics } = await world.attempt({
    ...least,
    paused: true,
    type: "public",
  });
  assert(diagnostics.hasErrors);
  const { state } = world;
  assertEquals(
    [valueNamed(state, ["paused"]), valueNamed(state, ["type"])],
    [true, "authenticated"],
  );
});

Deno.test("an endpoint that nobody can look at after its create is in the state", async () => {
  const world = new ResourceWorld(endpoint);
  const { answer } = world;
  let isMade = false;
  world.answer = async (request) => {
    const isLook = request.method === "GET" && isMade;
    isMade ||= request.method === "POST";
    return isLook
      ? Response.json({ error: "Forbidden" }, { status: 403 })
      : await answer(request);
  };
  const { diagnostics } = await world.attempt(least);
  assertNoErrors(diagnostics);
  assertEquals(valueNamed(world.state, ["name"]), "x");
});
