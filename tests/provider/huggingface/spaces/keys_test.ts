/**
 * Secrets and variables of a Space that somebody has set by hand, or that an
 * import has found.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ValueObject } from "../../../../provider/framework/mod.ts";
import { valueNamed } from "../../../../provider/framework/binding/table.ts";
import { space } from "../../../../provider/huggingface/spaces/space.ts";
import {
  assertUnchanged,
  ResourceWorld,
  textOf,
} from "../../../support/resource_world.ts";

const least = { name: "app", namespace: "acme", sdk: "docker" };

/** The writes of the last command. */
function writesOf({ commands }: ResourceWorld): readonly string[] {
  return (commands.at(-1) ?? []).filter((one) => !one.startsWith("GET "))
    .map((one) => one.replace("https://huggingface.co", ""));
}

async function variablesOf({ client }: ResourceWorld) {
  const all = await client.spaces.getVariables("acme/app");
  return Object.fromEntries(
    Object.entries(all).map(([key, { value }]) => [key, value]),
  );
}

Deno.test("what is set by hand is no map's to overwrite, but its own secret is set again", async () => {
  const world = new ResourceWorld(space);
  const { spaces } = world.client;
  const config = {
    ...least,
    variables: { MODE: "a" },
    secrets_wo: { TOKEN: "a" },
    secrets_wo_version: "1",
  };
  await world.apply(config);
  await spaces.setVariable("acme/app", { key: "HAND", value: "1" });
  for (const key of ["HAND2", "HAND3"]) {
    await spaces.setSecret("acme/app", { key, value: "1" });
  }
  await world.refresh();
  const refused = {
    "Variables of the Space acme/app are there already: HAND": {
      variables: { MODE: "a", HAND: "2" },
    },
    "Secrets of the Space acme/app are there already: HAND3": {
      secrets: { HAND3: "2" },
    },
    "Secrets of the Space acme/app are there already: HAND2": {
      secrets_wo: { TOKEN: "a", HAND2: "2" },
      secrets_wo_version: "2",
    },
  };
  for (const [words, more] of Object.entries(refused)) {
    const next = { ...config, ...more };
    const planned = await world.plan(next);
    const { diagnostics } = await world.attempt(next);
    const [map = ""] = Object.keys(more);
    // The plan says what the apply refuses.
    for (const said of [planned.diagnostics, diagnostics]) {
      assertStringIncludes(textOf(said), words);
      assertStringIncludes(textOf(said), `out of \`${map}\``);
    }
  }
  assertEquals(await variablesOf(world), { HAND: "1", MODE: "a" });
  await world.refresh();
  await world.apply(config);
  await assertUnchanged(world, config);

  world.sandbox.advance(1000);
  await spaces.setSecret("acme/app", { key: "TOKEN", value: "hand" });
  await world.refresh();
  assertEquals(valueNamed(world.state, ["secrets_wo_version"]), null);
  await world.apply(config);
  await assertUnchanged(world, config);

  await world.import("acme/app");
  const taken = { ...config, variables: { MODE: "a", HAND: "1" } };
  await world.apply(taken);
  assertEquals(writesOf(world), ["POST /api/spaces/acme/app/secrets"]);
  await assertUnchanged(world, taken);
});

for (const map of ["secrets", "secrets_wo"]) {
  Deno.test(`a plan names the keys that leave ${map} and are there`, async () => {
    const world = new ResourceWorld(space);
    const configOf = (secrets: ValueObject, version: string) => ({
      ...least,
      [map]: secrets,
      ...map === "secrets_wo" && { secrets_wo_version: version },
    });
    await world.apply(configOf({ A: "a", B: "b", C: "c" }, "1"));
    await world.client.spaces.deleteSecret("acme/app", "C");
    await world.refresh();
    const { diagnostics } = await world.plan(configOf({ A: "a" }, "2"));
    const words = "Secrets of the Space acme/app are deleted: B";
    assertEquals(diagnostics.items.map(({ summary }) => summary), [words]);
  });
}

Deno.test("an imported Space loses no variable that the configuration does not name", async () => {
  const world = new ResourceWorld(space);
  await world.client.repos.create({ type: "space", id: "acme/app" }, {
    sdk: "docker",
    visibility: "private",
    secrets: [{ key: "TOKEN", value: "t" }],
    variables: [{ key: "MODE", value: "fast" }, { key: "HAND", value: "x" }],
  });
  await world.import("acme/app");
  const all = { HAND: "x", MODE: "fast" };
  assertEquals({ ...Object(valueNamed(world.state, ["variables"])) }, all);
  assertStringIncludes(
    textOf((await world.plan(least)).diagnostics),
    "Variables of the Space acme/app stay there: MODE, HAND",
  );
  await world.apply(least);
  assertEquals(writesOf(world), []);
  assertEquals(await variablesOf(world), all);
  await assertUnchanged(world, least);

  // What an apply has set is deleted.
  await world.import("acme/app");
  const config = { ...least, variables: { HAND: "y" } };
  await world.apply(config);
  assertEquals(writesOf(world), ["POST /api/spaces/acme/app/variables"]);
  await assertUnchanged(world, config);
  await world.apply(least);
  assertEquals(await variablesOf(world), { MODE: "fast" });
  await assertUnchanged(world, least);
});

Deno.test("the description that somebody has given a key outlives its value", async () => {
  const world = new ResourceWorld(space);
  const { spaces } = world.client;
  const keys = (value: string) => ({
    ...least,
    variables: { MODE: value },
    secrets: { TOKEN: value },
  });
  await world.apply(keys("a"));
  const said = { value: "a", description: "theirs" };
  await spaces.setVariable("acme/app", { key: "MODE", ...said });
  await spaces.setSecret("acme/app", { key: "TOKEN", ...said });
  await world.refresh();
  await world.apply(keys("b"));
  const { MODE } = await spaces.getVariables("acme/app");
  const { TOKEN } = await spaces.getSecrets("acme/app");
  assertEquals(
    [MODE?.value, MODE?.description, TOKEN?.description],
    ["b", "theirs", "theirs"],
  );
});

for (
  const [map, others] of [["secrets", {}], ["secrets_wo", {
    OTHER: "a",
  }]] as const
) {
  for (const rest of [null, others]) {
    Deno.test(`a secret that others set again stays when ${map} has ${rest ? "only others" : "gone"}, and the plan says so`, async () => {
      const world = new ResourceWorld(space);
      const { spaces } = world.client;
      const version = map === "secrets_wo" && { secrets_wo_version: "1" };
      const next = rest ? { ...least, [map]: rest, ...version } : least;
      await world.apply({
        ...least,
        [map]: { TOKEN: "a", ...others },
        ...version,
      });
      world.sandbox.advance(1000);
      await spaces.setSecret("acme/app", { key: "TOKEN", value: "theirs" });
      await world.refresh();
      const { diagnostics } = await world.plan(next);
      assertStringIncludes(
        textOf(diagnostics),
        "Secrets of the Space acme/app stay there: TOKEN",
      );
      await world.apply(next);
      assert("TOKEN" in await spaces.getSecrets("acme/app"));
      const again = await world.planRefreshed(next);
      assertEquals(again.said, []);
    });
  }
}
