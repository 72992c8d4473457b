/**
 * The life of every resource on the real CLI, all of them in one configuration:
 * made of values that no plan knows, changed step by step, destroyed. After
 * each step the plan is empty. The steps are those of the walk that disturbs
 * them.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  assertSuccess,
  type Json,
  type JsonObject,
  takeSteps,
} from "@hf-terraform/framework/testing";
import { objectId } from "../../client/sandbox/core/accounts.ts";
import { isTested, samples as all } from "../support/samples.ts";
import { type Ask, makeStrangers } from "../disturbed/world.ts";
import { type SpaceWorld, startSpaceWorld } from "../support/space_world.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

const samples = all.filter(isTested);

/** Values that keep a second resource from managing the object of the first. */
const apart: Readonly<Record<string, JsonObject>> = {
  huggingface_repo_file: { path: "one.txt" },
  huggingface_resource_group_members: {
    resource_group_id: objectId("resource group", "2"),
  },
};

type Configs = Readonly<Record<string, JsonObject>>;

/** The configuration of each type in a step of its life, or the last one. */
function configsAt(step: number): Configs {
  return Object.fromEntries(
    samples.map(({ typeName, steps }) => {
      const { key, ...config } = steps[step] ?? steps.at(-1) ?? {};
      // A Space has one value for a key, a secret or a variable.
      const own = key === undefined ? {} : { key: `${key}_${typeName.length}` };
      return [typeName, { ...config, ...own, ...apart[typeName] }];
    }),
  );
}

/** References to all texts, numbers and bools of a value. */
function references(value: Json, at: string): Json {
  if (Array.isArray(value)) {
    return value.map((one, i) => references(one, `${at}[${i}]`));
  }
  if (typeof value !== "object" || value === null) return `\${${at}}`;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      references(inner, `${at}[${JSON.stringify(name)}]`),
    ]),
  );
}

/** The same configurations, of which no plan knows a value. */
function later(configs: Configs): JsonObject {
  const at = "terraform_data.later.output";
  return {
    terraform_data: { later: { input: configs } },
    ...resourcesOf(
      Object.fromEntries(
        Object.entries(configs).map(([type, config]) => [
          type,
          Object(references(config, `${at}.${type}`)),
        ]),
      ),
    ),
  };
}

function resourcesOf(configs: Configs): JsonObject {
  return Object.fromEntries(
    Object.entries(configs).map(([type, mine]) => [type, { mine }]),
  );
}

function configuration(resource: JsonObject) {
  const provider = { huggingface: { namespace: "acme" } };
  return {
    config: { "main.tf.json": JSON.stringify({ provider, resource }) },
    state: Object.fromEntries(
      samples.map(({ typeName }) => [`${typeName}.mine`, {}]),
    ),
  };
}

async function start(): Promise<SpaceWorld> {
  const world = await startSpaceWorld({
    users: [{ name: "alice" }, { name: "bob" }],
    createMs: 0,
  });
  const { sandbox, client } = world;
  const ask: Ask = (method, url, body) => {
    const headers = {
      authorization: `Bearer ${sandbox.token}`,
      "content-type": "application/json",
    };
    const text = body === undefined ? null : JSON.stringify(body);
    return sandbox.fetch(new Request(url, { method, headers, body: text }));
  };
  await makeStrangers(ask);
  await client.organizations.resourceGroups.create("acme", { name: "second" });
  return world;
}

acceptanceTest("every resource lives on the real CLI", async () => {
  await using world = await start();
  const { workspace } = world;
  const count = Math.max(...samples.map(({ steps }) => steps.length));
  await takeSteps(workspace, [
    { ...configuration(later(configsAt(0))), name: "of what no plan knows" },
    ...Array.from({ length: count }, (_, step) => ({
      ...configuration(resourcesOf(configsAt(step))),
      name: `step ${step + 1} of each`,
    })),
    {
      ...configuration(later(configsAt(0))),
      name: "of what no plan knows, again",
    },
  ]);
  assertSuccess(await workspace.destroy());
  assertEquals(await workspace.stateResources(), []);
});
