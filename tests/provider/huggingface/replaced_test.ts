/**
 * Changes that delete what is there, as a replacement or a move: a plan says of
 * it what the plan of a destroy says.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type {
  Diagnostic,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import { accessOf } from "../../../provider/huggingface/define/access.ts";
import {
  dataAtRiskOf,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import { HuggingFace } from "@hf-terraform/client";
import { Sandbox } from "@hf-terraform/sandbox";
import {
  commitFiles,
  distinctResources,
  errorsOf,
  resourceNamed,
  resources,
  ResourceWorld,
  testedResources,
  twoOrganizations,
  withValue,
} from "../../support/resource_world.ts";
import { valueNamed } from "../../../provider/framework/binding/table.ts";
import { deletedConfigOf, sampleOf, samplesOf } from "../../support/samples.ts";
import { makeAnew } from "./lost_requests.ts";

/** The attributes whose change deletes that of which a destroy warns. */
const warned: Readonly<Record<string, readonly string[]>> = {
  huggingface_model: ["region", "license", "license_name", "license_link"],
  huggingface_organization_network_security: ["organization"],
  huggingface_repo_access_grant: ["repository", "repository_type", "user"],
  huggingface_repo_file: ["repository", "repository_type", "branch", "path"],
  huggingface_repo_files: ["repository", "repository_type", "branch"],
  huggingface_repo_tag: ["repository", "repository_type", "name"],
  huggingface_resource_group: ["organization"],
  huggingface_resource_group_member: [
    "organization",
    "resource_group_id",
    "username",
  ],
  huggingface_resource_group_members: ["organization", "resource_group_id"],
  huggingface_service_account_token: ["organization", "service_account_id"],
  huggingface_space_secret: ["space", "key"],
  huggingface_space_variable: ["space", "key"],
};

/** Further content, of which a destroy warns. */
const contents: Readonly<
  Record<string, (world: ResourceWorld) => Promise<unknown>>
> = {
  huggingface_resource_group({ client, state }) {
    const { resource_group_id } = Object(state);
    const id = "acme/held";
    return client.repos.create({ type: "model", id }, {
      resourceGroupId: resource_group_id,
    });
  },
};

/** Another name, or another one of two values. */
function otherThan(value: Value, values: readonly Value[]): Value {
  const isTaken = values.every((one) => one !== value);
  return typeof value === "string" && isTaken
    ? value.replace(/^./, (letter) => letter === "a" ? "b" : "a")
    : values.find((one) => one !== value) ?? null;
}

/** Makes what another repository is to be. */
function makeParent({ client }: ResourceWorld, name: string) {
  return client.repos.create({
    type: name === "space" ? "space" : "model",
    id: "acme/new",
  }, { sdk: name === "space" ? "docker" : undefined });
}

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  Deno.test(`${typeName}: a change that deletes it says what a destroy says`, async () => {
    const found = new Set<string>();
    const isHeld = ({ summary }: Diagnostic) =>
      summary.endsWith("with all that it holds") &&
      dataAtRiskOf(resource) !== undefined;
    for (const entry of tableOf(schema.attributes)) {
      const { names: [name = "", ...rest], attribute, binding } = entry;
      if (rest.length > 0 || attribute.mode === "computed") continue;
      const { config, values } = samplesOf(typeName, entry);
      const least = { ...deletedConfigOf(resource), ...config };
      const isParent = `${name}_id` in schema.attributes;
      const befores = least[name] == null
        ? [least, withValue(least, [name], values[0])]
        : [least];
      // What is made anew is deleted by what deletes ours, or what is imported.
      let isEver = false;
      for (
        const { before, comes } of befores.flatMap((before) =>
          ["ours", "imported", "anew"].map((comes) => ({ before, comes }))
        )
      ) {
        if (comes === "anew" && !isEver) continue;
        const world = await ResourceWorld.start(resource, twoOrganizations());
        if (isParent) await makeParent(world, name);
        if (!await world.isValid(before)) continue;
        const created = await world.plan(before);
        if (created.diagnostics.hasErrors) continue;
        const { diagnostics } = await world.attempt(before, undefined, created);
        if (diagnostics.hasErrors) continue;
        await contents[typeName]?.(world);
        if (comes === "anew") await makeAnew(world, before);
        if (comes === "imported") await world.import(world.importId);
        await world.refresh();
        if (world.state === null) continue;
        const value = valueNamed(world.state, [name]);
        const other = isParent
          ? "acme/new"
          : name === "username"
          ? "bob"
          : otherThan(value, values);
        const planned = await world.plan(withValue(before, [name], other));
        const isDeleted = isParent || binding.makesAnew && value !== null ||
          planned.requiresReplace.length > 0;
        isEver ||= isDeleted;
        if (!isDeleted || planned.diagnostics.hasErrors) continue;
        const { items } = (await world.plan(null)).diagnostics;
        if (items.length > 0) found.add(name);
        const said = planned.diagnostics.items;
        const silent = items.filter((item) =>
          !said.some(({ summary, detail, path }) =>
            isHeld(item)
              ? `${path}` === name
              : summary === item.summary && detail === item.detail
          )
        );
        assertEquals(silent, [], `the plan of ${name} is silent`);
      }
    }
    assertEquals([...found], warned[typeName] ?? [], "the row of `warned`");
  });
}

for (const resource of testedResources) {
  const { typeName, schema: { attributes } } = resource;
  const owner = ["namespace", "organization"]
    .find((name) => attributes[name]?.optional && attributes[name].computed);
  if (owner === undefined) continue;
  Deno.test(`${typeName}: no replacement goes to an owner whom its configuration does not name`, async () => {
    const world = await ResourceWorld.start(resource);
    const { config } = sampleOf(resource);
    const { [owner]: _, ...unnamed } = {
      ...config,
      ...deletedConfigOf(resource),
    };
    await world.apply(unnamed);
    const refused = async (config: ValueObject) =>
      (await world.replace(config)).diagnostics.items
        .flatMap(({ summary }) => summary.match(/by one of .*/) ?? []);
    assertEquals(await refused(unnamed), []);
    world.block = { namespace: null };
    assertEquals(await refused(unnamed), ["by one of sandbox"]);
    assertEquals(await refused({ ...unnamed, [owner]: "acme" }), []);
    assertEquals(await refused({ ...unnamed, [owner]: "sandbox" }), []);
  });

  Deno.test(`${typeName}: nothing is replaced or moved to an owner who is not there or takes nothing`, async () => {
    const world = await ResourceWorld.start(resource);
    const config = {
      ...sampleOf(resource).config,
      ...deletedConfigOf(resource),
    };
    await world.apply(config);
    for (const name of ["acmee", "alice"]) {
      const { diagnostics } = await world.plan({ ...config, [owner]: name });
      const errors = diagnostics.items
        .filter(({ severity }) => severity === "error")
        .map(({ summary, detail }) => `${summary}: ${detail}`);
      assert(errors.some((one) => one.includes(` ${name}`)), `${errors}`);
    }
  });

  Deno.test(`${typeName}: nothing is replaced or moved to an organization where the token may write nothing`, async () => {
    const world = await ResourceWorld.start(resource, twoOrganizations());
    const config = {
      ...sampleOf(resource).config,
      ...deletedConfigOf(resource),
    };
    await world.apply({ ...config, [owner]: "acme" });
    const group = "0".repeat(24);
    const grouped = attributes["resource_group_id"]?.optional === true
      ? [[{ role: "no_access" }, { resource_group_id: group }, false] as const]
      : [];
    for (
      const [rights, more, isRefused] of [
        [{ role: "read" }, {}, true],
        [{ scopes: ["acme"] }, {}, true],
        [{ scopes: ["acme", "bcme"] }, {}, false],
        ...grouped,
      ] as const
    ) {
      world.answer = async (request) => {
        const response = await world.sandbox.fetch(request);
        return request.url.endsWith("/whoami-v2")
          ? Response.json(limit(await response.json(), rights))
          : response;
      };
      const planned = await world
        .plan({ ...config, ...more, [owner]: "bcme" });
      assertEquals(
        errorsOf(planned.diagnostics).some((one) =>
          one.includes("Nothing may be created for bcme")
        ),
        isRefused,
        JSON.stringify(rights),
      );
    }
  });
}

/** The answer of whoami, with a role in all organizations, or these scopes alone. */
function limit(
  user: {
    readonly orgs: readonly { readonly id: string; readonly name: string }[];
  },
  { role, scopes }: {
    readonly role?: string;
    readonly scopes?: readonly string[];
  },
): object {
  const permissions = resources.flatMap(({ schema }) =>
    accessOf(schema)?.permission ?? []
  );
  const orgs = user.orgs.map((one) => ({
    ...one,
    ...role !== undefined && { roleInOrg: role },
  }));
  // An account is told by its id or by its name.
  const scoped = user.orgs.filter(({ name }) => scopes?.includes(name))
    .flatMap(({ id }) =>
      permissions.map((one) => ({
        entity: { _id: id },
        permissions: [one],
      }))
    );
  const accessToken = { role: "fineGrained", fineGrained: { scoped } };
  return {
    ...user,
    orgs,
    ...scopes !== undefined && { auth: { accessToken } },
  };
}

const carols = [{ username: "carol", role: "read" }];

for (
  const [type, change, says] of [
    ["scheduled_job", { flavor: "t9" }, "There is no hardware t9 for jobs"],
    [
      "resource_group_member",
      { username: "carol" },
      "Not in acme yet: carol",
    ],
    ["organization_member", { username: "carol" }, "Not in acme yet: carol"],
    [
      "resource_group_members",
      { resource_group_id: "0".repeat(24), members: carols },
      "Not in acme yet: carol",
    ],
    ["repo_access_grant", { user: "nobody" }, "There is no user nobody"],
    [
      "service_account",
      { organization: "bcme" },
      "Cannot see whether the service account exists already",
    ],
  ] as const
) {
  Deno.test(`no ${type} is destroyed for ${JSON.stringify(change)}`, async () => {
    const organizations = [
      { name: "acme", plan: "plus" },
      { name: "bcme", plan: "team" },
    ] as const;
    const sandbox = new Sandbox({ startupMs: 0, organizations });
    const world = await ResourceWorld.start(resourceNamed(type), sandbox);
    const { config } = sampleOf(world);
    await world.apply(config);
    const { diagnostics } = await world.plan({ ...config, ...change });
    const [said = "", ...more] = errorsOf(diagnostics);
    assert(said.startsWith(says) && more.length === 0, `${said}${more}`);
  });
}

Deno.test("no endpoint is destroyed for a place that does not offer its machine", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("endpoint"),
  );
  const cloud = { vendor: "aws", region: "us-nowhere-1" };
  const { diagnostics } = await world.plan({ ...config, cloud });
  assertEquals(
    diagnostics.items.filter(({ severity }) => severity === "error")
      .map(({ summary }) => summary),
    ["intel-spr x1 is not offered in aws us-nowhere-1"],
  );
});

const gated = { type: "model", id: "alice/gated" } as const;
const ours = { type: "model", id: "acme/ours" } as const;
const token = "hf_alice00000000";
const domain = "x.example.com";
const aws = { vendor: "aws", region: "us-east-1" };
const volumes = [{ type: "model", source: gated.id, mount_path: "/m" }];

interface Missing {
  readonly type: string;
  readonly config: ValueObject;
  /** Takes away what the object needs. */
  take(
    world: ResourceWorld,
    alice: HuggingFace,
    sandbox: Sandbox,
  ): Promise<unknown>;
  /** A change that replaces it, besides `-replace`. */
  readonly change: ValueObject;
  readonly says: string;
  /** Something else may make it first, as a plan of the change says. */
  readonly isWarning?: true;
}

/** Has the service offer other hardware in place of one. */
function withoutHardware(name: string) {
  return (world: ResourceWorld, _: HuggingFace, sandbox: Sandbox) => {
    world.answer = async (request) => {
      const response = await sandbox.fetch(request);
      if (!/\/provider|\/hardware/.test(request.url)) return response;
      const text = await response.text();
      return new Response(text.replaceAll(`"${name}"`, '"gone"'), response);
    };
    return Promise.resolve();
  };
}

const missing: Readonly<Record<string, Missing>> = {
  "an endpoint for a domain that its namespace no longer has": {
    type: "endpoint",
    config: { route: { domain, path: "/x" } },
    take: ({ client }) => client.endpoints.network.deleteDomain("acme", domain),
    change: { name: "z" },
    says: `${domain} is no domain of acme yet`,
  },
  "an endpoint for a model that the token may not read": {
    type: "endpoint",
    config: { model: { repository: gated.id } },
    take: (_, alice) => alice.repos.update(gated, { gated: "manual" }),
    change: { name: "z" },
    says: "The model alice/gated is not open to the token",
  },
  "an endpoint for a model that is gone": {
    type: "endpoint",
    config: { model: { repository: ours.id } },
    take: ({ client }) => client.repos.delete(ours),
    change: { name: "z" },
    says: "The model acme/ours is not there yet",
    isWarning: true,
  },
  "an endpoint for a revision that is gone": {
    type: "endpoint",
    config: { model: { repository: ours.id, revision: "v1" } },
    take: ({ client }) => client.refs.deleteTag(ours, "v1"),
    change: { name: "z" },
    says: "The model acme/ours has no revision v1 yet",
    isWarning: true,
  },
  "an endpoint for a machine that is not offered": {
    type: "endpoint",
    config: { cloud: aws },
    take: withoutHardware("intel-spr"),
    change: { name: "z" },
    says: "intel-spr x1 is not offered anywhere",
  },
  "a paused endpoint for a machine that is not offered": {
    type: "endpoint",
    config: { cloud: aws, paused: true },
    take: withoutHardware("intel-spr"),
    change: { name: "z" },
    says: "intel-spr x1 is not offered anywhere",
  },
  "a paused endpoint into a full quota": {
    type: "endpoint",
    config: { cloud: aws, paused: true },
    take: ({ client }) =>
      client.endpoints.create("acme/other", {
        model: {
          repository: ours.id,
          framework: "pytorch",
          image: { huggingface: {} },
        },
        provider: aws,
        compute: {
          accelerator: "cpu",
          instanceType: "intel-spr",
          instanceSize: "x1",
          scaling: { minReplica: 1, maxReplica: 1 },
        },
        type: "protected",
      }),
    change: { name: "z" },
    says: "Quota of acme for intel-spr is too small",
  },
  "a job for hardware that is not there": {
    type: "scheduled_job",
    config: {},
    take: withoutHardware("cpu-basic"),
    change: { image: "z" },
    says: "There is no hardware cpu-basic for jobs",
  },
  "a job for a volume that the token may not read": {
    type: "scheduled_job",
    config: { volumes },
    take: (_, alice) => alice.repos.update(gated, { gated: "manual" }),
    change: { image: "z" },
    says: "The model alice/gated is not open to the token",
  },
};

for (const [what, row] of Object.entries(missing)) {
  Deno.test(`nothing destroys ${what} without a word`, async () => {
    const sandbox = new Sandbox({
      startupMs: 0,
      tokens: { [token]: "alice:write" },
      quotas: { "intel-spr": 1 },
    });
    const world = await ResourceWorld.start(resourceNamed(row.type), sandbox);
    const alice = new HuggingFace({
      token,
      fetch: (request) => sandbox.fetch(request),
    });
    await alice.repos.create(gated);
    await world.client.repos.create(ours);
    await world.client.refs.createTag(ours, "v1");
    await world.client.endpoints.network.createDomain("acme", domain);
    const config = { ...sampleOf(world).config, ...row.config };
    await world.apply(config);
    const errors = async (config: ValueObject) =>
      (await world.planReplacement(config)).filter(isError)
        .map(({ summary }) => summary);
    assertEquals(await errors(config), []);
    await row.take(world, alice, sandbox);
    assertEquals(await errors(config), [row.says]);
    const changed = { ...config, ...row.change };
    // Another provider block may make what is named newly.
    const model = { repository: "acme/other" };
    const other = { ...config, ...row.type === "endpoint" && { model } };
    const isNew = (one: string) => one.includes("acme/other");
    assertEquals((await errors(other)).filter(isNew), []);
    assertEquals(await errors(changed), row.isWarning ? [] : [row.says]);
    const { diagnostics } = await world.plan(changed);
    assert(diagnostics.items.some(({ summary }) => summary === row.says));
  });
}

for (
  const [type, change] of [
    ["repo_tag", { name: "v2", revision: "nope" }],
    ["repo_file", { branch: "nope" }],
    ["repo_files", { branch: "nope" }],
  ] as const
) {
  Deno.test(`a plan warns of a ${type} that is replaced by one of a branch that is not there`, async () => {
    const world = await ResourceWorld.start(resourceNamed(type));
    const { config } = sampleOf(world);
    await world.apply(config);
    const { diagnostics } = await world.plan({ ...config, ...change });
    assertEquals(diagnostics.hasErrors, false);
    assert(
      diagnostics.items.some(({ summary }) =>
        summary.endsWith("has no revision nope yet")
      ),
    );
  });
}

Deno.test("a webhook is replaced without what it watches", async () => {
  const watched = [{ type: ours.type, name: ours.id }];
  const { world, config } = await ResourceWorld
    .applied(resourceNamed("webhook"), { watched });
  const said = await world.planReplacement(config);
  assertEquals(said.filter(isError), []);
});

Deno.test("an endpoint is replaced for the model that was made anew", async () => {
  const world = await ResourceWorld.start(resourceNamed("endpoint"));
  const make = () => world.client.repos.create(ours);
  await make();
  const config = { ...sampleOf(world).config, model: { repository: ours.id } };
  await world.apply(config);
  await world.client.repos.delete(ours);
  await make();
  await commitFiles(world.client.files, ours, { a: "1" });
  for (const change of [{}, { name: "z" }]) {
    const said = await world.planReplacement({ ...config, ...change });
    assertEquals(said.filter(({ summary }) => / yet$/.test(summary)), []);
  }
});

const isError = ({ severity }: Diagnostic) => severity === "error";

Deno.test("a plan warns of an accelerator that the machine is not", async () => {
  const { world, config } = await ResourceWorld.applied(
    resourceNamed("endpoint"),
  );
  const compute = { ...Object(config["compute"]), accelerator: "gpu" };
  const { diagnostics } = await world.plan({ ...config, compute });
  assertEquals(diagnostics.items.map(({ summary }) => summary), [
    "intel-spr x1 is `cpu`, and not `gpu`",
  ]);
});
