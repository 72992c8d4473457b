/**
 * Changes that somebody else makes after a plan: no update of that plan removes
 * or overwrites them.
 *
 * @module
 */
import { setTimeout } from "node:timers/promises";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type {
  Resource,
  Value,
  ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  type Entry,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import {
  isLocal,
  isSame,
  jsonAt,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import {
  isValueObject,
  mapParts,
} from "../../../provider/framework/values/value.ts";
import { changesOf, configsOf } from "./update_changes.ts";
import { isWrite, loseWrite } from "./lost_requests.ts";
import { control } from "../../support/sandbox_server.ts";
import { kindsOf, sampleOf, samplesOf } from "../../support/samples.ts";
import {
  commitFiles,
  distinctResources,
  people,
  resourceNamed,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";

/** The values of an attribute: at first, as planned, and as others set it. */
interface Values {
  readonly first?: Value;
  readonly planned?: Value;
  readonly theirs: Value;
}

const role = (username: string, role: string) => ({ username, role });

/** Attributes that no configuration is without, or of which less is shown. */
const others: Readonly<Record<string, Values>> = {
  "huggingface_repo_file.content": { first: "a", planned: "b", theirs: "c" },
  "huggingface_repo_files.files": {
    first: { "a.txt": "a" },
    planned: { "a.txt": "b" },
    theirs: { "a.txt": "c" },
  },
  "huggingface_resource_group_members.members": {
    first: [role("alice", "read")],
    planned: [role("alice", "write")],
    theirs: [role("alice", "read"), role("bob", "read")],
  },
  "huggingface_space.files": {
    first: { Dockerfile: "FROM a", "a.txt": "a" },
    planned: { Dockerfile: "FROM b", "a.txt": "a" },
    theirs: { Dockerfile: "FROM c", "a.txt": "a" },
  },
  "huggingface_space.secrets": {
    first: { KEY: "a", OTHER: "a" },
    planned: { KEY: "b" },
    theirs: { KEY: "c", OTHER: "c" },
  },
  "huggingface_space_secret.value": { first: "a", planned: "b", theirs: "c" },
  "huggingface_webhook.domains": {
    first: ["repo"],
    planned: ["discussion"],
    theirs: ["repo", "discussion"],
  },
};

/** The values of an attribute; undefined: it is not walked. */
function valuesOf({ typeName }: Resource, entry: Entry): Values | undefined {
  const { binding, attribute, isParent, names } = entry;
  const path = names.join(".");
  const known = others[`${typeName}.${path}`];
  if (known !== undefined) return known;
  const { values: [one, other], isNeeded, isShown } = samplesOf(
    typeName,
    entry,
  );
  const isWalked = attribute.mode !== "computed" && !isLocal(binding) &&
    binding.read !== undefined && binding.change !== "immutable" &&
    isShown && !isParent && !isNeeded && !attribute.required &&
    sampleOf({ typeName }).excluded?.[path] === undefined;
  if (!isWalked) return undefined;
  // A default of the service shows a change only where it was configured.
  return binding.hasServiceDefault
    ? { first: one, theirs: other }
    : { planned: one, theirs: other };
}

/** As {@linkcode valuesOf}, where we plan to remove the first value. */
function removalOf(resource: Resource, entry: Entry): Values | undefined {
  const { planned, theirs, first = planned } = valuesOf(resource, entry) ?? {};
  return first === undefined || theirs === undefined
    ? undefined
    : { first, theirs };
}

/** As {@linkcode valuesOf}, of a default that nobody configured before. */
function overDefault(resource: Resource, entry: Entry): Values | undefined {
  const { first = null, theirs = null } = valuesOf(resource, entry) ?? {};
  return { planned: first, theirs };
}

/** The part of a value that is not in another one. */
function subtract(value: Value, other: Value): Value {
  const text = (one: unknown) => JSON.stringify(one);
  if (Array.isArray(value)) {
    const all = Array.isArray(other) ? other.map(text) : [];
    return value.filter((one) => !all.includes(text(one)));
  }
  if (!isValueObject(value)) return text(value) === text(other) ? null : value;
  const all = isValueObject(other) ? other : {};
  const left = Object.entries(value)
    .filter(([key, one]) => text(all[key]) !== text(one));
  return left.length === 0 ? null : Object.fromEntries(left);
}

/** Whether nothing is left. */
function isNone(value: Value): boolean {
  return value === null || Array.isArray(value) && value.length === 0;
}

/** Collections that others add to, as planned, too, and otherwise. */
const additions: Readonly<Record<string, Required<Values>>> = {
  "huggingface_collection.items": {
    first: [{ type: "model", id: "acme/b", note: null }],
    planned: [
      { type: "model", id: "acme/b", note: null },
      { type: "model", id: "acme/a", note: "ours" },
    ],
    theirs: [
      { type: "model", id: "acme/b", note: null },
      { type: "model", id: "acme/a", note: "theirs" },
    ],
  },
  "huggingface_resource_group_members.members": {
    first: [role("bob", "read")],
    planned: [role("bob", "read"), role("alice", "read")],
    theirs: [role("bob", "read"), role("alice", "admin")],
  },
};

/** The attributes that we plan to change, and that others change meanwhile. */
interface Case {
  readonly ours: Entry;
  readonly theirs: Entry;
}

/** The next plan has what others have made of something that is configured. */
async function assertInPlan(
  us: ResourceWorld,
  config: ValueObject,
  { names, attribute, path }: Entry,
  now: Value,
): Promise<void> {
  const configured = valueNamed(config, names);
  if (isSame(now, configured, attribute)) return;
  await us.refresh();
  const { plannedState } = await us.plan(config);
  const [from, to] = [us.state, plannedState]
    .map((state) => valueNamed(state, names));
  assert(
    !isSame(from ?? null, to ?? null, attribute),
    `no plan shows that ${path} is ${JSON.stringify(now)}`,
  );
}

/**
 * Has others change something between a plan and its apply, or while the apply
 * waits until the endpoint can be paused.
 *
 * @returns Whether what they made of it could be told from what was planned.
 */
async function race(
  resource: Resource,
  { ours, theirs }: Case,
  valuesOf: (resource: Resource, entry: Entry) => Values | undefined,
  waits = false,
) {
  const { typeName } = resource;
  const { config } = samplesOf(typeName, ours);
  const change = (entry: Entry, which: keyof Values, values: ValueObject) => {
    const value = valuesOf(resource, entry)?.[which];
    return value === undefined ? values : withValue(values, entry.names, value);
  };
  const first = change(theirs, "first", change(ours, "first", config));
  const us = await ResourceWorld.start(resource);
  await us.apply(first);
  const { names, attribute } = theirs;
  const before = valueNamed(us.state, names);
  const them = new ResourceWorld(resource, us.sandbox);
  await them.import(us.importId);
  const seen = async () => valueNamed(await them.read(them.state), names);
  const rest = ours === theirs ? config : change(theirs, "first", config);
  const planned = {
    ...change(ours, "planned", rest),
    ...waits && { paused: true },
  };
  let now: Value = null;
  const between = async () => {
    const { theirs: made = null, planned = made } =
      valuesOf(resource, theirs) ?? {};
    const isFree = ours !== theirs && !isSame(planned, before, attribute);
    const value = isFree ? planned : made;
    // What an import takes no files of has them from somebody else.
    const overwrites = resource.schema.attributes["overwrite"] !== undefined;
    await them.attempt({
      ...withValue(first, names, value),
      ...overwrites && { overwrite: true },
    });
    now = await seen();
  };
  const { answer } = us;
  const { diagnostics } = await us.attempt(planned, () => {
    if (!waits) return between();
    us.answer = loseWrite(answer, { reaches: false, status: 400, between });
    return Promise.resolve();
  });
  us.answer = answer;
  const isTold = !isSame(now, before, attribute) &&
    !(ours === theirs && isSame(now, valueNamed(planned, names), attribute));
  if (!isTold) return false;
  const after = await seen();
  const lost = subtract(
    subtract(now, diagnostics.hasErrors ? null : before),
    after,
  );
  const told = [before, now, after].map((one) => JSON.stringify(one));
  assert(isNone(lost), `${theirs.path} was ${told.join(", then ")}`);
  const isConfigured = valueNamed(planned, names) !== null;
  if (isConfigured && !attribute.sensitive) {
    await assertInPlan(us, planned, theirs, after);
  }
  return true;
}

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  const walked = kindsOf(tableOf(schema.attributes))
    .filter((entry) => valuesOf(resource, entry) !== undefined);
  for (const [i, entry] of walked.entries()) {
    const { config } = samplesOf(typeName, entry);
    const next = [...walked.slice(i + 1), ...walked]
      .find((other) =>
        other !== entry && samplesOf(typeName, other).config === config
      );
    Deno.test(`${typeName}.${entry.path}: what others write after a plan stays`, async () => {
      // Of two values, the other one is what was planned.
      const both = { ours: entry, theirs: entry };
      await race(resource, both, valuesOf);
      await race(resource, both, removalOf);
      const { hasServiceDefault, unit } = entry.binding;
      if (typeName === "huggingface_endpoint" && !unit) {
        await race(resource, both, valuesOf, true);
      }
      if (hasServiceDefault) await race(resource, both, overDefault);
      const isTold = next === undefined ||
        await race(resource, { ours: entry, theirs: next }, valuesOf);
      assert(isTold, `nobody can change ${next?.path}`);
      const files = walked.find(({ path }) => path === "files");
      if (files === undefined || files === entry) return;
      await race(resource, { ours: entry, theirs: files }, valuesOf);
    });
  }
}

/** Has others change something while our apply goes on, and plans anew. */
async function raceOn(resource: Resource, entry: Entry, isNew: boolean) {
  const { names } = entry;
  const { config } = samplesOf(resource.typeName, entry);
  const { theirs, planned = theirs, first } = valuesOf(resource, entry) ?? {};
  const configOf = (value: Value | undefined) =>
    value === undefined ? config : withValue(config, names, value);
  const ours = isNew ? configOf(first ?? planned) : configOf(planned);
  const us = await ResourceWorld.start(resource);
  if (!isNew) await us.apply(configOf(first));
  const same = await ResourceWorld.start(resource);
  await same.apply(isNew ? ours : configOf(first));
  const them = new ResourceWorld(resource, us.sandbox);
  const { answer } = us;
  let isDone = false;
  us.answer = async (request) => {
    const response = await answer(request);
    if (!isWrite(request) || isDone) return response;
    isDone = true;
    us.sandbox.advance(1000);
    await them.import(same.importId);
    const overwrites = resource.schema.attributes["overwrite"] !== undefined;
    await them.attempt({
      ...configOf(theirs),
      ...overwrites && { overwrite: true },
    });
    return response;
  };
  await us.attempt(ours);
  us.answer = answer;
  if (us.state === null || !isDone) return;
  const now = valueNamed(await them.read(them.state), names);
  await assertInPlan(us, ours, entry, now);
}

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  for (const entry of kindsOf(tableOf(schema.attributes))) {
    // What others set of a secret right then, no answer shows.
    const { sensitive } = entry.attribute;
    if (valuesOf(resource, entry) === undefined || sensitive) continue;
    Deno.test(`${typeName}.${entry.path}: what others write while an apply goes on is in the next plan`, async () => {
      await raceOn(resource, entry, true);
      await raceOn(resource, entry, false);
    });
  }
}

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  for (const { names: [name = ""], binding } of tableOf(schema.attributes)) {
    if (binding.keepsOthers === undefined) continue;
    const { first, planned, theirs } = additions[`${typeName}.${name}`] ?? {};
    assert(first && planned && theirs, `${typeName}.${name}`);
    const { config } = sampleOf(resource);
    for (const isEqual of [true, false]) {
      const then = isEqual ? "is there already" : "stays theirs";
      Deno.test(`${typeName}.${name}: what others add after a plan ${then}`, async () => {
        const us = await ResourceWorld.start(resource);
        await us.apply({ ...config, [name]: first });
        const them = new ResourceWorld(resource, us.sandbox);
        await them.import(us.importId);
        const added = isEqual ? planned : theirs;
        const { diagnostics } = await us.attempt(
          { ...config, [name]: planned },
          () => them.apply({ ...config, [name]: added }),
        );
        assertEquals(diagnostics.hasErrors, !isEqual);
        const now = valueNamed(await them.read(them.state), [name]);
        assertEquals(now, valueNamed(them.state, [name]));
      });
    }
  }
}

/** The value with a character that steers a terminal in each of its texts. */
function steering(value: Value): Value {
  return typeof value === "string"
    ? `${value}\x1b[0m`
    : mapParts(value, steering);
}

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  for (const entry of kindsOf(tableOf(schema.attributes))) {
    const values = valuesOf(resource, entry);
    if (values === undefined) continue;
    const { config } = samplesOf(typeName, entry);
    const configured = (value: Value) => withValue(config, entry.names, value);
    const { theirs, first = theirs } = values;
    const steered = steering(theirs);
    if (isSame(steered, theirs, entry.attribute)) continue;
    Deno.test(`${typeName}.${entry.path}: a control character stops no update`, async () => {
      const us = await ResourceWorld.start(resource);
      await us.apply(configured(first));
      const them = new ResourceWorld(resource, us.sandbox);
      await them.import(us.importId);
      const { diagnostics } = await them.plan(configured(steered));
      if (diagnostics.hasErrors) return;
      await them.attempt(configured(steered));
      await us.refresh();
      await us.apply(configured(first));
      await us.refresh();
      const now = JSON.stringify(valueNamed(us.state, entry.names));
      assert(!now.includes("\ufffd"), now);
    });
  }
}

Deno.test("space: the sleep time that others set after a plan of other hardware stays", async () => {
  const us = new ResourceWorld(resourceNamed("space"));
  const { spaces } = us.client;
  const { config } = sampleOf(us.resource);
  const files = { Dockerfile: "FROM a" };
  const configOf = (hardware: string) => (
    { ...config, hardware, files, sleep_time: 3600 }
  );
  await us.apply(configOf("t4-small"));
  await us.refresh();
  const { diagnostics } = await us.attempt(
    configOf("t4-medium"),
    () => spaces.setSleepTime("acme/x", 7200),
  );
  assert(diagnostics.hasErrors);
  const { gcTimeout } = await spaces.getRuntime("acme/x");
  assertEquals(gcTimeout, 7200);
});

for (const resource of distinctResources) {
  const { typeName, schema } = resource;
  for (const entry of tableOf(schema.attributes)) {
    const { names, path, binding, attribute } = entry;
    if (binding.recompute === undefined) continue;
    const outer = names.slice(0, -1);
    const [from = ""] = attribute.planModifiers?.flatMap((one) =>
      one.references ?? []
    ) ?? [];
    Deno.test(`${typeName}.${path}: the configured value is sent again with what the service made of it`, async () => {
      const us = await ResourceWorld.start(resource);
      const { config, values: [value] } = samplesOf(typeName, entry);
      const before = withValue(config, names, value);
      await us.apply(before);
      await us.refresh();
      const other = withValue(before, [...outer, from], "acme/other");
      const { sent: [body] } = await us.attempt(other);
      assertEquals(jsonAt(body, binding.write ?? []), value);
    });

    Deno.test(`${typeName}.${path}: what others set after a plan that computes it anew stays`, async () => {
      const us = await ResourceWorld.start(resource);
      const { config, values: [first, theirs] } = samplesOf(typeName, entry);
      const before = withValue(config, names, first);
      await us.apply(before);
      await us.refresh();
      const them = new ResourceWorld(resource, us.sandbox);
      await them.import(us.importId);
      const ours = withValue(config, [...outer, from], "acme/other");
      const { diagnostics } = await us.attempt(
        ours,
        () => them.attempt(withValue(config, names, theirs)),
      );
      assert(diagnostics.hasErrors);
      const set = valueNamed(them.state, names);
      assertEquals(valueNamed(await them.read(them.state), names), set);
    });
  }
}

const model = { type: "model", id: "acme/m" } as const;

/** Somebody commits a file. */
async function commit(
  { client }: ResourceWorld,
  content: string,
): Promise<void> {
  await commitFiles(client.files, model, { "a.txt": content });
}

const fileOf = (content: string) => ({ path: "a.txt", content });
const filesOf = (content: string) => ({
  files: { "a.txt": content, "b.txt": "b" },
});

for (
  const { type, does, first, planned, becomes } of [
    { type: "repo_file", does: "change", first: fileOf, planned: fileOf("b") },
    { type: "repo_file", does: "destroy", first: fileOf, planned: null },
    {
      type: "repo_files",
      does: "change",
      first: filesOf,
      planned: filesOf("b"),
    },
    {
      type: "repo_files",
      does: "giving up",
      first: filesOf,
      planned: { files: { "b.txt": "b" } },
    },
    { type: "repo_files", does: "destroy", first: filesOf, planned: null },
  ].map((row) => ({ ...row, becomes: row.does === "change" ? "b" : null }))
) {
  for (const overwrite of [false, true]) {
    const isOverwritten = overwrite && does === "change";
    const keeps = isOverwritten
      ? "asks nobody"
      : "leaves what no plan has shown";
    Deno.test(`${type}: the ${does} of a file with \`overwrite = ${overwrite}\` ${keeps}`, async () => {
      const world = new ResourceWorld(resourceNamed(type));
      await world.client.repos.create(model);
      const place = { repository: "acme/m", overwrite };
      const content = () =>
        world.client.files.read(model, "a.txt").catch(() => null);
      const config = planned && { ...place, ...planned };
      await world.apply({ ...place, ...first("a") });
      const { diagnostics } = await world.attempt(
        config,
        () => commit(world, "theirs"),
      );
      assertEquals(diagnostics.hasErrors, !isOverwritten);
      assertEquals(await content(), isOverwritten ? becomes : "theirs");
      if (isOverwritten) return;
      // The next plan shows it.
      await world.refresh();
      const again = await world.attempt(config);
      assertEquals(again.diagnostics.hasErrors, false);
      assertEquals(await content(), becomes);
    });
  }
}

for (
  const { type, files } of [
    { type: "repo_file", files: fileOf("a") },
    { type: "repo_files", files: filesOf("a") },
  ]
) {
  Deno.test(`${type}: the plan of a destroy says what others made of a file`, async () => {
    const world = new ResourceWorld(resourceNamed(type));
    await world.client.repos.create(model);
    await world.apply({ repository: "acme/m", ...files });
    const warnings = async () => {
      await world.refresh();
      const { diagnostics } = await world.plan(null);
      // Terraform shows one of those that have the same summary.
      return diagnostics.items.map(({ summary }) => summary);
    };
    assertEquals(await warnings(), []);
    await commit(world, "theirs");
    const [said, ...more] = await warnings();
    assert(said?.includes("a.txt"), said);
    assertEquals(more, []);
    // Also in a later run, which has the text in its state.
    assertEquals(await warnings(), [said]);
  });
}

/** Somebody accepts the invitation. */
async function accept(world: ResourceWorld): Promise<void> {
  const user = valueNamed(world.state, ["username"]);
  const path = `organizations/acme/invitations/${user}/accept`;
  await control(world, path, { method: "POST" });
}

/** Somebody gives the member another role. */
async function promote(
  { client: { organizations }, state }: ResourceWorld,
): Promise<void> {
  const user = String(valueNamed(state, ["username"]));
  const role = { role: "admin", resourceGroups: [] } as const;
  await organizations.setMemberRole("acme", user, role);
}

/** Somebody joins the only group. */
async function join(
  { client: { organizations } }: ResourceWorld,
): Promise<void> {
  const { resourceGroups } = organizations;
  const [group] = await resourceGroups.list("acme").toArray();
  const users = [{ user: "alice", role: "write" }] as const;
  await resourceGroups.addUsers("acme", group?.id ?? "", users);
}

for (
  const { type, does, before: first, arrive, change } of [
    { type: "organization_invitation", does: "destroy", arrive: accept },
    {
      type: "organization_invitation",
      does: "destroy after a promotion",
      before: accept,
      arrive: promote,
    },
    {
      type: "organization_invitation",
      does: "destroy after an import",
      async before(world: ResourceWorld) {
        await accept(world);
        await world.import(world.importId);
      },
      arrive: promote,
    },
    {
      type: "organization_invitation",
      does: "replacement",
      arrive: accept,
      change: { email: "other@example.com" },
    },
    { type: "resource_group", does: "destroy", arrive: join },
  ]
) {
  Deno.test(`${type}: a ${does} removes nobody of whom no plan has said so`, async () => {
    const resource = resourceNamed(type);
    const world = new ResourceWorld(resource);
    const { config } = sampleOf(resource);
    await world.apply(config);
    await first?.(world);
    const planned = await world.plan(
      change ? { ...config, ...change } : null,
    );
    await arrive(world);
    const before = await people(world);
    const refused = await world.deletePlanned(planned);
    assert(refused.hasErrors);
    assertEquals(await people(world), before);
    await world.refresh();
    const again = await world.attempt(null);
    assertEquals(again.diagnostics.items, []);
    assert((await people(world)).length < before.length);
  });
}

for (const name of ["users", "resources"]) {
  Deno.test(`a plan that is not told the ${name} of a group says so of its destroy`, async () => {
    const world = new ResourceWorld(resourceNamed("resource_group"));
    await world.apply(sampleOf(world.resource).config);
    const { answer } = world;
    world.answer = async (request) => {
      const text = await (await answer(request)).text();
      return new Response(text.replaceAll(`"${name}":`, '"other":'));
    };
    const { items: [said] } = (await world.plan(null)).diagnostics;
    assertMatch(`${said?.detail}`, /which the token is not shown/);
  });
}

Deno.test("a group whose members cannot be read is not destroyed", async () => {
  const world = new ResourceWorld(resourceNamed("resource_group"));
  await world.apply(sampleOf(world.resource).config);
  const planned = await world.plan(null);
  await join(world);
  world.sandbox.addFault({
    match: { method: "GET", path: "/resource-groups" },
    action: { status: 403, body: { error: "No" } },
  });
  const refused = await world.deletePlanned(planned);
  assert(refused.hasErrors);
  assert(world.commands.at(-1)?.every((one) => !one.startsWith("DELETE")));
});

Deno.test("no update of a Space starts what somebody has paused since its plan", async () => {
  const resource = resourceNamed("space");
  const files = { Dockerfile: "FROM a" };
  const started: string[] = [];
  for (const change of changesOf(resource)) {
    const [first, next] = configsOf(resource, [change])
      .map((config): ValueObject => ({ files, ...config }));
    const us = await ResourceWorld.start(resource);
    if (!first || !next || !await us.isValid(first)) continue;
    if (!await us.isValid(next)) continue;
    await us.apply(first);
    await us.refresh();
    const planned = await us.plan(next);
    if (planned.diagnostics.hasErrors) continue;
    const { spaces } = us.client;
    const id = String(valueNamed(us.state, ["id"]));
    const pause = () => spaces.pause(id);
    await us.attempt(next, pause, planned);
    const name = String(valueNamed(us.state, ["id"]));
    const { stage } = await spaces.getRuntime(name);
    if (stage !== "PAUSED") started.push(change.entry.path);
  }
  // What is paused no longer is to run, as its plan says.
  assertEquals([...new Set(started)], ["paused"]);
});

for (
  const { type, first, second, fewer } of [
    { type: "repo_file", first: fileOf("a"), second: fileOf("b") },
    {
      type: "repo_files",
      first: filesOf("a"),
      second: filesOf("b"),
      fewer: { files: { "b.txt": "b" } },
    },
  ]
) {
  const id = "acme/app";
  const place = { repository: id, repository_type: "space" };
  const start = async (options = {}) => {
    const world = new ResourceWorld(resourceNamed(type), undefined, options);
    const { repos, spaces } = world.client;
    await repos.create({ type: "space", id }, { sdk: "docker" });
    return { world, spaces };
  };
  const commits = [second, fewer ?? null, null].map((of) =>
    of && { ...place, ...of }
  );

  for (const when of ["before", "after"] as const) {
    Deno.test(`${type}: a Space that was paused ${when} the plan of a commit stays paused`, async () => {
      const { world, spaces } = await start();
      for (const config of [{ ...place, ...first }, ...commits]) {
        await spaces.restart(id);
        const pause = async () => void await spaces.pause(id);
        if (when === "before") await pause();
        if (world.state !== null) await world.refresh();
        const between = when === "after" ? pause : undefined;
        const { diagnostics } = await world.attempt(config, between);
        assertEquals(diagnostics.items, []);
        assertEquals((await spaces.getRuntime(id)).stage, "PAUSED");
        if (config === null) {
          return;
        }
      }
    });
  }

  for (const status of [500, 503]) {
    Deno.test(`${type}: a Space is paused again though the first answer to that is ${status}`, async () => {
      const { world, spaces } = await start({ maxRetries: 1 });
      await spaces.pause(id);
      world.sandbox.addFault({
        match: { method: "POST", path: `/api/spaces/${id}/pause` },
        times: 1,
        action: { status, body: { error: "No" } },
      });
      const { diagnostics } = await world.attempt({ ...place, ...first });
      assertEquals(diagnostics.items, []);
      assertEquals((await spaces.getRuntime(id)).stage, "PAUSED");
    });
  }

  Deno.test(`${type}: a Space is paused again after a commit that is answered long after Terraform stops`, async () => {
    const { world, spaces } = await start();
    await spaces.pause(id);
    const { answer } = world;
    world.answer = async (request) => {
      const response = await answer(request);
      if (request.url.includes("/commit/")) {
        world.stop();
        await setTimeout(2500);
      }
      return response;
    };
    await world.attempt({ ...place, ...first });
    assertEquals((await spaces.getRuntime(id)).stage, "PAUSED");
  });

  for (
    const [how, action] of Object.entries({
      "is refused": { status: 403, body: { error: "No" } },
      "does nothing": { status: 200, body: { stage: "RUNNING" } },
    })
  ) {
    Deno.test(`${type}: a commit to a paused Space warns where the pause after it ${how}`, async () => {
      const { world, spaces } = await start();
      await spaces.pause(id);
      world.sandbox.addFault({
        match: { method: "POST", path: `/api/spaces/${id}/pause` },
        action,
      });
      const { diagnostics } = await world.attempt({ ...place, ...first });
      assertEquals(
        diagnostics.items.map(({ severity, summary }) => [
          severity,
          summary,
        ]),
        [["warning", `The Space ${id} may run by now`]],
      );
      assert(world.state !== null);
    });
  }
}
