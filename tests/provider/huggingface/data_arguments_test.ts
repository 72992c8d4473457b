/**
 * Data sources narrow and order what they read as their arguments and pages say.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { type JsonObject, Sandbox } from "@hf-terraform/sandbox";
import type { RepoType } from "@hf-terraform/client";
import { readDataSource } from "../../../provider/framework/engine/read.ts";
import {
  loadProvider,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import {
  isValueArray,
  type Value,
} from "../../../provider/framework/values/value.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import { accountOptions, makeAccount } from "../../support/account.ts";
import { commitFiles } from "../../support/resource_world.ts";
import { control } from "../../support/sandbox_server.ts";
import { cpuEndpoint } from "../../support/cpu_endpoint.ts";
import {
  call,
  plainClient,
  serverOf,
  whole,
} from "../framework/engine/support.ts";

const { dataSources } = await loadProvider(provider);
const { sandbox, client, provider: data } = await makeAccount(
  new Sandbox({
    ...accountOptions,
    users: [{ name: "ada" }, { name: "bob" }, { name: "eve" }],
    tokens: { hf_one: "eve:write", hf_two: "eve:read" },
    organizations: [{
      name: "acme",
      plan: "plus",
      members: { eve: "read" },
    }, { name: "abc" }],
  }),
);
await client.endpoints.create("acme/a", {
  ...cpuEndpoint,
  tags: ["night", "slow"],
});
const m = { type: "model", id: "acme/m" } as const;
await commitFiles(client.files, m, { "more.txt": "1" });
const [last, first] = (await client.refs.listCommits(m).toArray())
  .map(({ id }) => id);
await client.refs.createBranch(m, "old", { startingPoint: first ?? "" });

await client.repos.update({ type: "space", id: "acme/s" }, {
  visibility: "protected",
});
await client.accessRequests.grant(m, "eve");
const asked = { repo: m.id, user: "bob", fields: { Company: "Engines" } };
await control({ sandbox }, "access-requests", { body: asked });

/** A value of what was read. */
const one = (name: string) => (state: Value) => valueNamed(state, [name]);

const { resourceGroups } = client.organizations;
const { id: researchId } = await resourceGroups.create("acme", {
  name: "research",
  description: "New",
  users: [
    { user: "sandbox", role: "read" },
    { user: "eve", role: "write" },
  ],
});
await resourceGroups.update("acme", researchId, {
  spendLimits: { total: 500, jobs: 100 },
});
await client.repos.create({ type: "model", id: "acme/grouped" }, {
  visibility: "private",
  resourceGroupId: researchId,
});

const hardware = await client.jobs.listHardware().toArray();

for (const name of ["twice", "twice"]) {
  await resourceGroups.create("acme", { name });
}

/** The values of these names. */
const named = (...names: readonly string[]) => (state: Value) =>
  JSON.parse(
    JSON.stringify(names.map((name) => valueNamed(state, [name]))),
  );

/** The values of a name in a list of what was read. */
const each = (list: string, name: string) => (state: Value) => {
  const all = valueNamed(state, [list]);
  return isValueArray(all) ? all.map((one) => valueNamed(one, [name])) : all;
};

const isSorted = (list: string) => (state: Value) => {
  const prices = [each(list, "price_per_hour")(state)].flat().map(Number);
  return prices.length > 1 &&
    String(prices) === String(prices.toSorted((a, b) => a - b));
};

/** The values of a list, each of them once. */
const kinds = (list: string, name: string) => (state: Value) =>
  [...new Set([each(list, name)(state)].flat())].sort();

type Row = readonly [
  config: ValueObject,
  see: (state: Value) => unknown,
  expected: unknown,
  /** The answer of the service, in place of the sandbox's. */
  body?: JsonObject,
];

const rows: Readonly<Record<string, readonly Row[]>> = {
  endpoint: [[{ name: "e" }, named("id", "engine"), ["acme/e", "huggingface"]]],
  space: [[{ name: "s" }, named("visibility", "likes"), ["protected", 0]]],
  model: [
    [{ repository: "acme/m" }, one("likes"), 0],
    [
      { repository: "acme/m" },
      (state) => Number(one("used_storage")(state)) > 0,
      true,
    ],
  ],
  endpoints: [
    [{}, each("endpoints", "name"), ["a", "e"]],
    [{}, named("names"), [["a", "e"]]],
    [{ tags: ["night"] }, each("endpoints", "name"), ["a"]],
    [{ tags: ["night", "day"] }, each("endpoints", "name"), []],
    [{ search: "e" }, each("endpoints", "name"), ["e"]],
  ],
  endpoint_compute: [
    [{}, isSorted("instances"), true],
    [{ vendor: "gcp" }, kinds("instances", "vendor"), ["gcp"]],
    [{ region: "us-east4" }, kinds("instances", "region"), ["us-east4"]],
    [{ accelerator: "gpu" }, kinds("instances", "accelerator"), ["gpu"]],
    [{ status: "available" }, kinds("instances", "status"), ["available"]],
  ],
  namespace_hourly_cost: [
    [{ products: ["endpoint"] }, kinds("costs", "product"), ["endpoint"]],
    [{ products: ["space", "job"] }, kinds("costs", "product"), [
      "job",
      "space",
    ]],
  ],
  hourly_cost: [
    [
      { endpoints: { a: { instance_type: "nvidia-l4", min_replica: 2 } } },
      (state) => Number(one("least")(state)) <= Number(one("most")(state)),
      true,
    ],
  ],
  organization_members: [
    [{}, named("usernames"), [["eve", "sandbox"]]],
    [{ search: "ev" }, each("members", "username"), ["eve"]],
    [
      { search: "ev" },
      (state) => JSON.stringify(each("members", "resource_groups")(state)),
      JSON.stringify([[{ id: researchId, name: "research", role: "write" }]]),
    ],
  ],
  resource_group: [
    [{ name: "research" }, named("resource_group_id"), [researchId]],
    [
      { resource_group_id: researchId },
      named("name", "description", "spend_limits", "members", "resources"),
      [
        "research",
        "New",
        {
          ...{ total_cents: 500, inference_providers_cents: null },
          ...{ spaces_cents: null, jobs_cents: 100, endpoints_cents: null },
        },
        [
          { username: "eve", role: "write" },
          { username: "sandbox", role: "read" },
        ],
        [{ type: "model", name: "acme/grouped" }],
      ],
    ],
  ],
  repo_revision: [
    [{ repository: "acme/m" }, one("commit"), last],
    [
      { repository: "acme/m", revision: "old" },
      one("commit"),
      first,
    ],
  ],
  repo_scan: [[
    { repository: "acme/m" },
    one("clean"),
    false,
    { scansDone: false, filesWithIssues: [] },
  ], [
    { repository: "acme/m" },
    one("clean"),
    false,
    // A finding of another form is one too.
    { scansDone: true, filesWithIssues: [{ path: null, level: "unsafe" }] },
  ]],
  whoami: [[{}, each("organizations", "name"), ["abc", "acme"]]],
  space_hardware: [
    [{}, isSorted("hardware"), true],
    [{}, kinds("hardware", "accelerators"), [0, 1, 2, 4, 8]],
  ],
  job_hardware: [
    [{}, isSorted("hardware"), true],
    [
      {},
      (state) => [one("names")(state)].flat().length,
      hardware.length,
    ],
  ],
};

/** Reads a data source. */
async function read(name: string, config: ValueObject, from = data) {
  const typeName = `huggingface_${name}`;
  const found = dataSources.filter((one) => one.typeName === typeName);
  const server = serverOf({ dataSources: found }, { data: from });
  return await readDataSource(server, {
    typeName,
    config: whole(found[0]!.schema, config),
    providerMeta: null,
    clientCapabilities: plainClient,
  }, call);
}

for (const [name, all] of Object.entries(rows)) {
  for (const [config, see, expected, body] of all) {
    Deno.test(`huggingface_${name} with ${JSON.stringify(config)}`, async () => {
      if (body !== undefined) {
        sandbox.addFault({ action: { status: 200, body } });
      }
      const { state, diagnostics } = await read(name, config);
      assertEquals(diagnostics.items, []);
      assertEquals(see(state), expected);
    });
  }
}

Deno.test("a data source warns of a repository that has another owner by now", async () => {
  const { client: { repos }, provider } = await makeAccount();
  const kinds = { model: "m", dataset: "d", space: "s" } as const;
  for (const [type, name] of Object.entries(kinds)) {
    const [id, now] = [`acme/${name}`, `sandbox/${name}`];
    await repos.move({ type: type as RepoType, id }, now);
    const config = type === "space" ? { name } : { repository: id };
    const readers = type === "model" ? [type, "repo_revision"] : [type];
    for (const reader of readers) {
      const { diagnostics } = await read(reader, config, provider);
      assertEquals(diagnostics.items.map(({ summary }) => summary), [
        `${id} leads to ${now}, which had that name`,
      ]);
    }
  }
});

Deno.test("two resource groups of one name are told apart by their ids only", async () => {
  const { diagnostics } = await read("resource_group", { name: "twice" });
  const [{ summary = "" } = {}] = diagnostics.items;
  assertStringIncludes(summary, "several resource groups twice");
});

Deno.test("a fine-grained token shows what it may do anywhere, each once", async () => {
  const { sandbox, provider } = await makeAccount();
  const scoped = [["c", "a"], ["a", "b"]].map((permissions) => ({
    ...{ entity: { type: "org" }, permissions },
  }));
  const accessToken = { role: "fineGrained", fineGrained: { scoped } };
  sandbox.addFault({
    action: {
      status: 200,
      body: { type: "user", id: "1", name: "eve", auth: { accessToken } },
    },
  });
  const { state, diagnostics } = await read("whoami", {}, provider);
  assertEquals(diagnostics.items, []);
  assertEquals(one("token_permissions")(state), ["a", "b", "c"]);
});
