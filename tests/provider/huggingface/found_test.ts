/**
 * Findings that a plan reports: the changes of a create that adopts, what a
 * stranger has where a replacement is to be, and the people whom a destroy or a
 * replacement removes from an organization or a group.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import {
  isUnknown,
  unknown,
  type Value,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { objectId } from "../../../client/sandbox/core/accounts.ts";
import {
  dataAtRiskOf,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import {
  isLocal,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import { control } from "../../support/sandbox_server.ts";
import { entriesOf, sampleOf, samplesOf } from "../../support/samples.ts";
import {
  commitFiles,
  people,
  resourceNamed,
  resources,
  ResourceWorld,
  twoOrganizations,
  withValue,
} from "../../support/resource_world.ts";
import { adoptingTypes, comparingTypes } from "./lost_requests.ts";

type DiagnosticTexts = readonly Readonly<
  Record<"summary" | "detail", string>
>[];

/** Configurations with which a destroy changes an object and keeps it. */
const lasts: Readonly<Record<string, ValueObject>> = {
  huggingface_organization_member: { role_on_destroy: "no_access" },
};

/** Lists people who are in another place, or have another role, than before. */
async function findMissing(world: ResourceWorld, before: readonly string[]) {
  const after = await people(world);
  return before.filter((one) => !after.includes(one))
    .map((one) => one.split("/")[1] ?? "");
}

function assertNamed(
  gone: readonly string[],
  says: Readonly<Record<string, DiagnosticTexts>>,
): void {
  for (const [plan, said] of Object.entries(says)) {
    const text = said.map(({ summary, detail }) => summary + detail).join();
    const silent = gone.filter((user) => !text.includes(user));
    assertEquals(silent, [], `the plan of ${plan} does not name them`);
  }
}

/** Lets somebody join what was made, where nobody is in it yet. */
async function join(world: ResourceWorld): Promise<void> {
  const { resourceGroups } = world.client.organizations;
  if (world.typeName.endsWith("_resource_group")) {
    const [group] = await resourceGroups.list("acme").toArray();
    const users = [{ user: "alice", role: "write" }] as const;
    await resourceGroups.addUsers("acme", group?.id ?? "", users);
  }
  if (!world.typeName.endsWith("_invitation")) return;
  const user = valueNamed(world.state, ["username"]);
  const path = `organizations/acme/invitations/${user}/accept`;
  await control(world, path, { method: "POST" });
}

/** Two names of a kind, where any two would not do. */
const twoNames: Readonly<
  Record<string, Readonly<Record<string, readonly [Value, Value]>>>
> = {
  huggingface_repo_files: { branch: ["main", "dev"] },
  huggingface_repo_file: {
    branch: ["main", "dev"],
    path: ["one.txt", "two.txt"],
  },
  huggingface_resource_group_member: {
    username: ["alice", "bob"],
    resource_group_id: [
      objectId("resource group", "1"),
      objectId("resource group", "2"),
    ],
  },
  huggingface_service_account_token: {
    service_account_id: [
      objectId("service account", "1"),
      objectId("service account", "2"),
    ],
  },
};

/** Resources with what others add to, as collections have items. */
const shared = resources.flatMap((resource) =>
  tableOf(resource.schema.attributes)
    .filter(({ binding }) => binding.keepsOthers)
    .map((entry) => ({ resource, entry, name: entry.path }))
);
assert(shared.length > 1);

for (const { resource, entry, name } of shared) {
  Deno.test(`${resource.typeName}: a plan says that it cannot tell what goes of unknown ${name}`, async () => {
    const { values: [value] } = samplesOf(resource.typeName, entry);
    const { world, config } = await ResourceWorld.applied(resource, {
      [name]: sampleOf(resource).config[name] ?? value,
    });
    const said = async (values: ValueObject) =>
      (await world.plan({ ...config, ...values })).diagnostics.items
        .filter(({ path }) => path?.toString() === name).length;
    assertEquals(await said({ [name]: unknown }), 1);
    assertEquals(await said({ [name]: [] }), 0);
  });
}

/** The attributes that lead a replacement to a name that may be taken. */
const taken: Readonly<Record<string, readonly string[]>> = {
  huggingface_collection: ["namespace"],
  huggingface_endpoint: ["namespace", "name"],
  huggingface_repo_access_grant: ["user"],
  huggingface_repo_file: ["branch", "path"],
  huggingface_repo_files: ["branch"],
  huggingface_repo_tag: ["name"],
  huggingface_resource_group_member: ["resource_group_id", "username"],
  huggingface_scheduled_job: [
    "concurrency",
    "flavor",
    "image",
    "command",
    "arguments",
    "variables",
    "secrets",
    "timeout_seconds",
    "attempts",
    "arch",
    "volumes",
    "expose",
    "network",
  ],
  huggingface_service_account: ["name", "description"],
  huggingface_service_account_token: ["service_account_id"],
  huggingface_space_secret: ["space", "key"],
  huggingface_space_variable: ["space", "key"],
};

/** The attributes by whose change an object would get a name that is taken. */
const renaming: Readonly<Record<string, readonly string[]>> = {
  huggingface_bucket: ["name"],
  huggingface_dataset: ["namespace", "name"],
  huggingface_model: ["namespace", "name"],
  huggingface_space: ["namespace", "name"],
};

/** Creates whose refusal no plan can know. */
const unforeseen: Readonly<Record<string, string>> = {
  huggingface_organization_invitation: "the sandbox has one to invite only",
};

/** Reasons for which a plan sees nothing: provider blocks, and faults of looks. */
const blind = [
  ["the token is unknown", { token: unknown }],
  ...[400, 403, 404, 503].map((status) =>
    [`all looks are answered by ${status}`, {}, { status }] as const
  ),
] as const;

/** Makes the places of the second names. */
async function makePlaces({ client, typeName }: ResourceWorld): Promise<void> {
  if (typeName.startsWith("huggingface_repo_file")) {
    const repo = { type: "model", id: "acme/m" } as const;
    await client.refs.createBranch(repo, "dev");
  }
  if (typeName.endsWith("_account_token")) {
    await client.organizations.serviceAccounts.create("acme", { name: "two" });
  }
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  const table = tableOf(schema.attributes);
  const walked = entriesOf(resource).filter(({ names, binding }) =>
    names.length === 1 && !isLocal(binding) && binding.read !== undefined &&
    binding.change !== "immutable"
  );
  Deno.test(`${typeName}: a plan says what a create changes, or why it is refused`, async () => {
    const probe = await ResourceWorld.start(resource);
    const { config } = sampleOf(resource);
    const before = await probe.plan(config);
    await probe.apply(config);
    const first = probe.state;
    const id = probe.importId;
    probe.lose();
    const planned = await probe.plan(config);
    const { diagnostics, sent } = await probe.attempt(config);
    const [silent, said] = [before, planned].map(({ diagnostics }) =>
      diagnostics.items.length
    );
    assert(
      !diagnostics.hasErrors || said! > silent!,
      "no plan says that the create is refused: see `conflicts.find`",
    );
    if (!adoptingTypes.has(typeName) && !comparingTypes.has(typeName)) {
      const text = JSON.stringify(diagnostics.items);
      assertEquals([probe.state, sent], [null, []], text);
      assert(text.includes("import ADDRESS"), text);
    }
    const isAdopted = !diagnostics.hasErrors && probe.importId === id &&
      first !== null;
    const isAbout = /group_members|organization_member|security/;
    assert(isAdopted || !isAbout.test(typeName), "nothing is adopted");
    if (!isAdopted) return;
    const { hasErrors } = (await probe.replace(config)).diagnostics;
    assert(hasErrors, "it is replaced by itself");
    for (const entry of walked) {
      const sample = samplesOf(typeName, entry);
      const [one, other] = sample.values;
      const world = await ResourceWorld.start(resource);
      await world.apply(withValue(sample.config, entry.names, one));
      world.lose();
      const config = withValue(sample.config, entry.names, other);
      const planned = await world.plan(config);
      const open = withValue(config, entry.names, unknown);
      const unsure = (await world.plan(open)).diagnostics.items
        .filter(({ summary }) => /create changes `/.test(summary));
      assertEquals(unsure, [], "it may be what is there");
      const { diagnostics } = await world.attempt(config);
      // Refused, with what is there.
      if (diagnostics.hasErrors) continue;
      const said = planned.diagnostics.items.filter(({ path }) =>
        path?.toString() === entry.names.join(".")
      );
      assertEquals(said.length, 1, `${entry.path}: the plan is silent`);
      for (const [why, block, ...faults] of blind) {
        const { sandbox } = world;
        const unseeing = new ResourceWorld(resource, sandbox, { block });
        for (const action of faults) sandbox.addFault({ action, times: 99 });
        const { items } = (await unseeing.plan(config)).diagnostics;
        sandbox.clearFaults();
        assert(items.length > 0, `${entry.path}: silent, and ${why}`);
      }
    }
    for (const { names: [name = ""], binding } of table) {
      const isGiven = adoptingTypes.has(typeName) &&
        Object.hasOwn(config, name);
      if (!isGiven || binding.change !== "immutable") continue;
      const { diagnostics: { items } } = await probe.plan({
        ...config,
        [name]: unknown,
      });
      const at = items.filter(({ path }) => path?.toString() === name);
      assertEquals(at.length, 1, `unknown ${name}: the plan is silent`);
    }
  });

  Deno.test(`${typeName}: a plan names whom a destroy or a replacement removes`, async () => {
    const world = await ResourceWorld.start(resource, twoOrganizations());
    const least = { ...sampleOf(resource).config, ...lasts[typeName] };
    await world.apply(least);
    await join(world);
    await world.refresh();
    const before = await people(world);
    const says: Record<string, DiagnosticTexts> = {
      destroy: (await world.plan(null)).diagnostics.items,
    };
    for (const { names, attribute, binding } of table) {
      const isIn = names.length === 1 && attribute.mode !== "computed" &&
        (binding.change === "immutable");
      if (!isIn || !isValueObject(world.state)) continue;
      const [name = ""] = names;
      const text = world.state[name];
      if (typeof text !== "string" || isUnknown(text)) continue;
      const other = name === "username"
        ? "bob"
        : text.replace(/^./, (letter) => letter === "a" ? "b" : "a");
      const { diagnostics } = await world.plan({ ...least, [name]: other });
      says[name] = diagnostics.items;
    }
    const again = {
      "-replace": await world.planReplacement(least),
      taint: (await world.planTainted(least)).diagnostics.items,
    };
    if ((await world.attempt(null)).diagnostics.hasErrors) return;
    const isAbout = /group(?:_members?)?$|_invitation$|_member$/.test(
      typeName,
    );
    const gone = await findMissing(world, before);
    assert(gone.length > 0 || !isAbout, "nobody is removed");
    if (gone.length === 0) return;
    assertNamed(gone, says);
    await world.apply(least);
    assertNamed(await findMissing(world, before), again);
  });

  if (Object.hasOwn(unforeseen, typeName)) continue;
  Deno.test(`${typeName}: no plan replaces it by what a stranger has`, async () => {
    const found: string[] = [];
    for (const entry of table) {
      const { names: [name = ""], attribute } = entry;
      if (entry.names.length > 1 || attribute.mode === "computed") continue;
      const sample = samplesOf(typeName, entry);
      const [one, other] = twoNames[typeName]?.[name] ?? sample.values;
      const next = withValue(sample.config, [name], other);
      const world = await ResourceWorld.start(resource);
      await makePlaces(world);
      const config = withValue(sample.config, [name], one);
      if ((await world.plan(config)).diagnostics.hasErrors) continue;
      if ((await world.attempt(config)).diagnostics.hasErrors) continue;
      const replacement = await world.plan(next);
      if (replacement.requiresReplace.length === 0) continue;
      const elsewhere = () => new ResourceWorld(resource, world.sandbox);
      await elsewhere().attempt({ ...next, ...sampleOf(resource).theirs });
      const planned = await world.plan(next);
      await world.deletePlanned(replacement);
      const created = await elsewhere().attempt(next);
      const [isRefused, isTaken] = [planned, created]
        .map(({ diagnostics }) => diagnostics.hasErrors);
      assertEquals(
        isRefused,
        isTaken,
        `${name}: whether the plan refuses what the create does; ` +
          "`conflicts.find` says what is there already",
      );
      if (isTaken) found.push(name);
    }
    assertEquals(found, taken[typeName] ?? [], "the row of `taken`");
  });
}

for (const resource of resources) {
  const { typeName } = resource;
  Deno.test(`${typeName}: a plan says that what a change would take is a stranger's`, async () => {
    const found: string[] = [];
    for (const entry of tableOf(resource.schema.attributes)) {
      const { names, binding, attribute, path } = entry;
      const isUpdated = names.length === 1 && !isLocal(binding) &&
        attribute.mode !== "computed" && !attribute.writeOnly &&
        binding.change !== "immutable";
      if (!isUpdated) continue;
      const sample = samplesOf(typeName, entry);
      const [one, other] = twoNames[typeName]?.[path] ?? sample.values;
      const next = withValue(sample.config, names, other);
      const config = withValue(sample.config, names, one);
      const [alone, world] = [
        await ResourceWorld.start(resource),
        await ResourceWorld.start(resource),
      ];
      for (const one of [alone, world]) {
        await makePlaces(one);
        const planned = await one.plan(config);
        if (planned.diagnostics.hasErrors) continue;
        await one.attempt(config, undefined, planned);
        if (one.state !== null) await one.refresh();
      }
      if (world.state === null) continue;
      const free = await alone.plan(next);
      if (free.diagnostics.hasErrors) continue;
      const done = await alone.attempt(next, undefined, free);
      if (done.diagnostics.hasErrors) continue;
      const theirs = new ResourceWorld(resource, world.sandbox);
      if ((await theirs.plan(next)).diagnostics.hasErrors) continue;
      await theirs.attempt({ ...next, ...sampleOf(resource).theirs });
      const planned = await world.plan(next);
      if (planned.diagnostics.hasErrors) continue;
      const { diagnostics } = await world.attempt(next, undefined, planned);
      if (!diagnostics.hasErrors) continue;
      const [before, now] = [free, planned].map(({ diagnostics }) =>
        diagnostics.items.filter((one) => `${one.path}` === path).length
      );
      assert(now! > before!, `${path}: ${JSON.stringify(diagnostics.items)}`);
      found.push(path);
    }
    assertEquals(found, renaming[typeName] ?? [], "the row of `renaming`");
  });
}

const deleted = { on_destroy: "delete" };

/** The content of each that goes with it, and the words that name it. */
const filled: Readonly<
  Record<string, {
    readonly values?: ValueObject;
    fill?(world: ResourceWorld): Promise<unknown>;
    readonly says: RegExp;
  }>
> = {
  collection: {
    async fill({ client, state }) {
      await client.repos.create({ type: "model", id: "acme/held" });
      const slug = String(valueNamed(state, ["slug"]));
      await client.collections.addItem(slug, {
        type: "model",
        id: "acme/held",
      });
    },
    says: /its items \(1\)/,
  },
  bucket: {
    values: deleted,
    fill: ({ client }) =>
      client.buckets.batch(
        "acme/x",
        ["a.bin", "b.bin"].map((path) => ({
          type: "addFile" as const,
          path,
          xetHash: "a".repeat(64),
        })),
      ),
    says: /It holds 2 files \(2\.0 kB\)/,
  },
  dataset: { values: deleted, says: /It holds 1 file \(2\.2 kB\)/ },
  model: {
    values: deleted,
    fill: ({ client }) =>
      commitFiles(client.files, { type: "model", id: "acme/x" }, {
        "ours.txt": "ours",
      }),
    says: /It holds 2 files \(1\.\d kB\), in all 1\.\d kB; history, likes/,
  },
  repo_branch: {
    fill: ({ client }) =>
      client.files.commit({ type: "model", id: "acme/m" }, {
        summary: "Theirs",
        revision: "v1",
        operations: [{ path: "theirs.txt", content: "theirs" }],
      }),
    says: /the commits that it alone may have/,
  },
  service_account: {
    fill: ({ client, state }) =>
      client.organizations.serviceAccounts.createToken(
        "acme",
        String(valueNamed(state, ["service_account_id"])),
        { displayName: "held" },
      ),
    says: /"held".*its tokens/,
  },
  space: {
    fill: ({ client }) =>
      client.spaces.setSecret("acme/x", { key: "HELD", value: "a" }),
    says: /history, secrets and variables \(1\)/,
  },
};

Deno.test("every resource that holds something is filled", () => {
  assertEquals(
    resources.filter(dataAtRiskOf)
      .map(({ typeName }) => typeName.replace("huggingface_", "")).toSorted(),
    Object.keys(filled).toSorted(),
  );
});

for (const [typeName, { values, fill, says }] of Object.entries(filled)) {
  Deno.test(`${typeName}: a destroy and a replacement say what goes, however planned`, async () => {
    const resource = resourceNamed(typeName);
    const world = await ResourceWorld.start(resource);
    const least = { ...sampleOf(resource).config, ...values };
    await world.apply(least);
    await fill?.(world);
    const { items: stale } = (await world.plan(null)).diagnostics;
    await world.refresh();
    const taint = (await world.planTainted(least)).diagnostics.items;
    assert(taint.some(({ detail }) => detail.includes("untaint ADDRESS")));
    const said: Record<string, DiagnosticTexts> = {
      destroy: (await world.plan(null)).diagnostics.items,
      taint,
      // Where it is configured, `-replace` is the user's own word.
      ...values === undefined && {
        "-refresh=false": stale,
        "-replace": await world.planReplacement(least),
      },
    };
    const silent = Object.entries(said).filter(([, items]) =>
      !items.some(({ detail }) => says.test(detail))
    );
    assertEquals(silent, []);
  });
}

for (const resource of resources.filter(dataAtRiskOf)) {
  const { typeName, schema } = resource;
  if (schema.attributes["namespace"]?.mode === undefined) continue;
  Deno.test(`${typeName}: what is tainted is found where only the token names its owner`, async () => {
    const block = { namespace: null };
    const world = await ResourceWorld.start(resource, undefined, { block });
    const config = { ...sampleOf(resource).config, namespace: null };
    await world.apply(config);
    assertEquals(valueNamed(world.state, ["namespace"]), "sandbox");
    const { items } = (await world.planTainted(config)).diagnostics;
    const found = items.filter(({ detail }) =>
      detail.includes("untaint ADDRESS")
    );
    // What a destroy keeps is refused, too.
    const isKept = valueNamed(world.state, ["on_destroy"]) === "keep";
    assertEquals(found.length, isKept ? 2 : 1);
  });
}
