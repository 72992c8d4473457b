/**
 * References of a resource to objects that have to be on the Hub before it: a
 * plan asks once, and warns at the attribute.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { JsonObject } from "@hf-terraform/framework/testing";
import type { ValueObject } from "../../../provider/framework/mod.ts";
import {
  commitFiles,
  resourceNamed,
  ResourceWorld,
} from "../../support/resource_world.ts";
import { applyAll, Terraform } from "../../support/terraform.ts";

const named = (model: JsonObject) => ({
  namespace: "acme",
  name: "one",
  model,
  compute: { instance_type: "intel-spr" },
  cloud: { vendor: "aws", region: "us-east-1" },
});

const volume = (type: string, source: string) => ({
  volumes: [{ type, source, mount_path: "/data" }],
});

const job = { namespace: "acme", schedule: "@daily", flavor: "cpu-basic" };

/** Configurations that name what is not there: the words, and the request. */
const missing: (readonly [
  type: string,
  config: ValueObject,
  words: string,
  path: string,
  asked: string,
])[] = [
  [
    "collection",
    {
      ...{ namespace: "acme", title: "Ours" },
      items: [{ type: "dataset", id: "acme/nope" }],
    },
    "The dataset acme/nope is not there yet",
    "items[0].id",
    "datasets/acme/nope",
  ],
  [
    "endpoint",
    named({ repository: "acme/nope" }),
    "The model acme/nope is not there yet",
    "model.repository",
    "models/acme/nope",
  ],
  [
    "space",
    {
      ...{ namespace: "acme", name: "this", sdk: "gradio" },
      ...volume("dataset", "acme/rows"),
    },
    "The dataset acme/rows is not there yet",
    "volumes[0].source",
    "datasets/acme/rows",
  ],
  [
    "scheduled_job",
    { ...job, space: "acme/app", command: ["x"] },
    "The Space acme/app is not there yet",
    "space",
    "spaces/acme/app",
  ],
  [
    "scheduled_job",
    {
      ...{ ...job, image: "python:3.12", command: ["x"] },
      ...volume("bucket", "acme/runs"),
    },
    "The bucket acme/runs is not there yet",
    "volumes[0].source",
    "buckets/acme/runs",
  ],
  [
    "webhook",
    {
      watched: [{ type: "model", name: "acme/watched" }],
      domains: ["repo"],
      url: "https://example.com",
    },
    "The model acme/watched is not there yet",
    "watched",
    "models/acme/watched",
  ],
  [
    "webhook",
    {
      watched: [{ type: "org", name: "acme" }],
      domains: ["repo"],
      job: { flavor: "cpu-basic", space: "acme/judge", command: ["x"] },
    },
    "The Space acme/judge is not there yet",
    "job.space",
    "spaces/acme/judge",
  ],
];

for (
  const [type, attribute, more] of [
    ["repo_tag", "repository", { name: "v1" }],
    ["repo_branch", "repository", { name: "next" }],
    ["repo_file", "repository", { path: "a.txt", content: "a" }],
    ["repo_files", "repository", { files: { "a.txt": "a" } }],
    ["repo_access_grant", "repository", { user: "bob" }],
    ["space_variable", "space", { key: "KEY", value: "a" }],
    ["space_secret", "space", { key: "KEY", value: "a" }],
  ] as const
) {
  const [kind, routes] = attribute === "space"
    ? ["Space", "spaces"]
    : ["model", "models"];
  missing.push([
    type,
    { [attribute]: "acme/nope", ...more },
    `The ${kind} acme/nope is not there yet`,
    attribute,
    `${routes}/acme/nope`,
  ]);
}

/** The warnings of a plan about what its configuration names. */
async function warningsOf(world: ResourceWorld, config: ValueObject) {
  const { diagnostics } = await world.plan(config);
  return diagnostics.items.filter(({ summary }) =>
    /is not there yet|has no revision|is not open to/.test(summary)
  );
}

for (const [type, config, words, path, asked] of missing) {
  Deno.test(`${type}: ${words}, as a plan says at ${path}`, async () => {
    const world = new ResourceWorld(resourceNamed(type));
    const [warning, ...others] = await warningsOf(world, config);
    assertEquals(others, []);
    assertEquals(warning?.summary, words);
    assert(`${warning?.path}`.startsWith(path), `${warning?.path}`);
    assert(warning?.detail.includes("all is well"), warning?.detail);
    const url = `GET https://huggingface.co/api/${asked}`;
    const requests = world.commands.flat().filter((one) =>
      one === url || one.startsWith(`${url}?expand=sha`)
    );
    assertEquals(requests.length, 1);
  });
}

const group = { organization: "acme", resource_group_id: "0".repeat(24) };
const mallory = { username: "mallory", role: "read" };
const here = { username: "sandbox", role: "read" };
const model = { repository: "gpt2" };

for (
  const [type, config, words, path, known] of [
    [
      "organization_member",
      { organization: "acme", ...mallory },
      "Not in acme yet: mallory",
      "username",
      { organization: "acme", ...here },
    ],
    [
      "resource_group_member",
      { ...group, ...mallory },
      "Not in acme yet: mallory",
      "username",
      { ...group, ...here },
    ],
    [
      "resource_group_members",
      { ...group, members: [here, mallory] },
      "Not in acme yet: mallory",
      "members",
      { ...group, members: [here] },
    ],
    [
      "endpoint",
      { ...named(model), route: { domain: "no.example.com" } },
      "no.example.com is no domain of acme yet",
      "route.domain",
      { ...named(model), route: { domain: "own.example.com" } },
    ],
  ] as const
) {
  Deno.test(`${type}: ${words}, as a plan says`, async () => {
    const world = new ResourceWorld(resourceNamed(type));
    await world.client.endpoints.network
      .createDomain("acme", "own.example.com");
    const said = async (config: ValueObject) =>
      (await world.plan(config)).diagnostics.items
        .filter(({ summary }) => summary.includes(" yet"))
        .map(({ summary, path }) => [summary, `${path}`]);
    assertEquals(await said(config), [[words, path]]);
    assertEquals(await said(known), []);
  });
}

Deno.test("a plan warns of a revision that is not there", async () => {
  const world = new ResourceWorld(resourceNamed("endpoint"));
  const { repos, refs } = world.client;
  const model = { type: "model", id: "acme/m" } as const;
  await repos.create(model);
  const tagged = named({ repository: "acme/m", revision: "v9" });
  const [warning, ...others] = await warningsOf(world, tagged);
  assertEquals(others, []);
  assertEquals(warning?.summary, "The model acme/m has no revision v9 yet");
  assertEquals(`${warning?.path}`, "model.revision");
  await refs.createTag(model, "v9");
  assertEquals(await warningsOf(world, tagged), []);
  await world.apply(tagged);
  await world.refresh();
  await world.plan(tagged);
  assertEquals(
    world.commands.at(-1)?.filter((one) => one.includes("revision")),
    [],
    "what stays is not asked about again",
  );
});

Deno.test("what could not be asked once is asked again", async () => {
  const world = new ResourceWorld(resourceNamed("endpoint"));
  world.isOneProcess = true;
  const { answer } = world;
  world.answer = () => Promise.resolve(new Response(null, { status: 503 }));
  const config = named({ repository: "acme/nope" });
  assertEquals(await warningsOf(world, config), []);
  world.answer = answer;
  assertEquals((await warningsOf(world, config)).length, 1);
});

Deno.test("what the same run makes is no mistake", async () => {
  const { sandbox } = new ResourceWorld(resourceNamed("endpoint"));
  const of = async (type: string, values: JsonObject) => ({
    terraform: await Terraform.of(`huggingface_${type}`, sandbox),
    values,
  });
  const model = await of("model", { namespace: "acme", name: "new" });
  const tag = await of("repo_tag", { repository: "acme/new", name: "v1" });
  const served = named({ repository: "acme/new", revision: "v1" });
  const endpoint = await of("endpoint", served);
  const { ok, output } = await applyAll([model, tag, endpoint]);
  assert(ok && !/is not there yet|has no revision/.test(output), output);
  const again = await applyAll([
    model,
    { ...tag, values: { ...tag.values, name: "v2" } },
    {
      terraform: endpoint.terraform,
      values: named({ repository: "acme/new", revision: "v3" }),
    },
  ]);
  assert(again.output.includes("has no revision v3"), again.output);
});

Deno.test("what the same run renames is there, while a part of it is replaced", async () => {
  const { sandbox } = new ResourceWorld(resourceNamed("endpoint"));
  const types = ["model", "repo_tag", "endpoint"];
  const [model, tag, endpoint] = await Promise.all(
    types.map((type) => Terraform.of(`huggingface_${type}`, sandbox)),
  );
  assert(model && tag && endpoint);
  for (const name of ["a", "b"]) {
    const repository = `acme/${name}`;
    const { ok, output } = await applyAll([
      { terraform: model, values: { namespace: "acme", name } },
      { terraform: tag, values: { repository, name: `of-${name}` } },
      { terraform: endpoint, values: named({ repository }) },
    ]);
    assert(ok && !/is not there yet/.test(output), output);
  }
});

Deno.test("an endpoint follows a model that an apply renamed before it failed", async () => {
  const { sandbox, client } = new ResourceWorld(resourceNamed("endpoint"));
  const types = ["model", "endpoint"];
  const [model, endpoint] = await Promise.all(
    types.map((type) => Terraform.of(`huggingface_${type}`, sandbox)),
  );
  assert(model && endpoint);
  const both = (name: string, visibility: string) => [
    { terraform: model, values: { namespace: "acme", name, visibility } },
    { terraform: endpoint, values: named({ repository: `acme/${name}` }) },
  ];
  assert((await applyAll(both("a", "public"))).ok);
  const { revision } = Object(endpoint.stored?.value).model;
  await commitFiles(client.files, { type: "model", id: "acme/a" }, { a: "1" });
  sandbox.addFault({
    match: { path: "/settings" },
    action: { status: 403 },
    times: 1,
  });
  const failed = await applyAll(both("b", "private").slice(0, 1));
  assert(!failed.ok, failed.output);
  const { ok, output } = await applyAll(both("b", "private"));
  assert(ok, output);
  assertEquals(Object(endpoint.stored?.value).model.revision, revision);
});

for (const to of ["acme/b", "acme/A"]) {
  Deno.test(`an endpoint serves the same commit of a model that is called ${to} by now`, async () => {
    const { sandbox, client } = new ResourceWorld(resourceNamed("endpoint"));
    const [model, endpoint] = await Promise.all(
      ["model", "endpoint"].map((type) =>
        Terraform.of(`huggingface_${type}`, sandbox)
      ),
    );
    assert(model && endpoint);
    const apply = async (id: string) => {
      const [namespace = "", name = ""] = id.split("/");
      const { ok, output } = await applyAll([
        { terraform: model, values: { namespace, name } },
        { terraform: endpoint, values: named({ repository: id }) },
      ]);
      assert(ok, output);
      const { repository, revision, task } = Object(endpoint.stored?.value)
        .model;
      return { repository, revision, task };
    };
    const before = await apply("acme/a");
    await commitFiles(client.files, { type: "model", id: "acme/a" }, {
      a: "new",
    });
    assertEquals(await apply(to), { ...before, repository: to });
  });
}

for (
  const [status, words] of [
    [403, ["The model acme/nope is not open to the token"]],
    [401, []],
    [500, []],
  ] as const
) {
  Deno.test(`what may not be asked is told from what is not there: ${status}`, async () => {
    const world = new ResourceWorld(resourceNamed("endpoint"));
    const action = { status };
    world.sandbox.addFault({ match: { path: "/api/models/" }, action });
    const said = await warningsOf(world, named({ repository: "acme/nope" }));
    assertEquals(said.map(({ summary }) => summary), [...words]);
  });
}
