/**
 * One contract for every attribute that is bound to the API's JSON: what its
 * binding declares is what happens, through the engine and the sandbox.
 *
 * A new resource joins with a sample in `tests/support/samples.ts`.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import {
  isUnknown,
  p,
  type Resource,
  unknown,
  type Value,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import {
  type Entry,
  tableOf,
} from "../../../provider/framework/binding/mod.ts";
import {
  isLocal,
  jsonAt,
  valueNamed,
} from "../../../provider/framework/binding/table.ts";
import { objectType } from "../../../provider/framework/schema/schema.ts";
import { equalValues } from "../../../provider/framework/values/equal.ts";
import { isValueObject } from "../../../provider/framework/values/value.ts";
import {
  assertNoErrors,
  resourceNamed,
  resources,
  ResourceWorld,
  withValue,
} from "../../support/resource_world.ts";
import {
  allEntriesOf,
  type AttributeSample,
  kindsOf,
  samplesOf,
} from "../../support/samples.ts";

/** The configuration in which an attribute has one of its two values. */
function configOf(
  entry: Entry,
  sample: AttributeSample,
  which: 0 | 1,
): ValueObject {
  const { names, binding: { version } } = entry;
  const config = withValue(sample.config, names, sample.values[which]);
  return version === undefined
    ? config
    : withValue(config, [...names.slice(0, -1), version], `${which}`);
}

/** Whether JSON is what is expected, or has all its fields. */
function holds(json: unknown, expected: unknown): boolean {
  if (!isRecord(expected) || !isRecord(json)) {
    return JSON.stringify(sortArray(json)) ===
      JSON.stringify(sortArray(expected));
  }
  return Object.entries(expected).every(([name, part]) =>
    holds(json[name], part)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sortArray(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((part) => JSON.stringify(part)).sort()
    : value;
}

for (const resource of resources) {
  const { typeName, schema } = resource;
  const table = tableOf(schema.attributes);
  if (table.length === 0) continue;

  const versions = table.flatMap(({ names, binding: { version } }) =>
    version === undefined ? [] : [[...names.slice(0, -1), version].join(".")]
  );
  const walked = allEntriesOf(resource).filter(({ path, isParent }) =>
    !isParent && !versions.includes(path)
  );
  for (const entry of walked) {
    const path = entry.names.join(".");
    Deno.test(`${typeName}.${path} is as its binding says`, async () => {
      const sample = samplesOf(typeName, entry);
      const world = await ResourceWorld.start(resource);
      await checkLife(world, resource, entry, sample);
    });
  }
  const needed = walked.filter((entry) =>
    samplesOf(typeName, entry).isNeeded && entry.names.length === 1 &&
    !entry.attribute.sensitive && !entry.attribute.writeOnly
  );
  for (const entry of needed) {
    Deno.test(`${typeName}.${entry.path} is seen to go where another takes its place`, async () => {
      for (const other of needed) {
        if (other !== entry) await checkExchange(resource, entry, other);
      }
    });
  }
  for (const entry of kindsOf(walked)) {
    const path = entry.names.join(".");
    Deno.test(`${typeName}.${path} never changes in the state alone`, async () => {
      await Promise.all(
        chainsOf(typeName, entry).map((chain) =>
          checkChain(resource, entry, chain)
        ),
      );
    });
  }
}

/** Somebody gives an object another of the attributes that exclude each other. */
async function checkExchange(
  resource: Resource,
  entry: Entry,
  other: Entry,
): Promise<void> {
  const { typeName } = resource;
  const of = (entry: Entry) => configOf(entry, samplesOf(typeName, entry), 0);
  const ours = await ResourceWorld.start(resource);
  await ours.apply(of(entry));
  const theirs = new ResourceWorld(resource, ours.sandbox);
  await theirs.import(ours.importId);
  const { requiresReplace } = await theirs.plan(of(other));
  if (requiresReplace.length > 0) return;
  await theirs.apply(of(other));
  const seen = await ours.read(ours.state);
  assertEquals(valueNamed(seen, entry.names), null);
  assert(valueNamed(seen, other.names) !== null);
}

/** The origin of a state: it was applied, or imported. */
type Origin = "apply" | "import";

/** Changes of one attribute, of a state that comes from somewhere. */
interface Chain {
  readonly origin: Origin;
  readonly changes: readonly (readonly [from: Value, to: Value])[];
}

/** All changes that a configuration can make of an attribute. */
function chainsOf(typeName: string, entry: Entry): readonly Chain[] {
  const { attribute: { type, required } } = entry;
  const { values: [first, second], isNeeded } = samplesOf(typeName, entry);
  const kind = typeof type === "string" ? type : type[0];
  const isCollection = entry.binding.version === undefined &&
    ["list", "set", "map"].includes(kind);
  const empty: Value = kind === "map" ? {} : [];
  const change = [first, second] as const;
  // What is cleared may leave something, so that nothing comes after it.
  const chains = required || isNeeded ? [[change]] : [
    [
      ...isCollection ? [[null, empty], [empty, null]] as const : [],
      [null, first] as const,
      change,
    ],
    [[first, null] as const],
  ];
  return (["apply", "import"] as const).flatMap((origin) =>
    chains.map((changes) => ({ origin, changes }))
  );
}

/** Makes one change after the other, as far as they follow each other. */
async function checkChain(
  resource: Resource,
  entry: Entry,
  { origin, changes }: Chain,
): Promise<void> {
  let place: { world: ResourceWorld; value: Value } | undefined;
  for (const [from, to] of changes) {
    const isThere = place !== undefined &&
      JSON.stringify(place.value) === JSON.stringify(from);
    if (place === undefined || !isThere) {
      place = { world: await ResourceWorld.start(resource), value: from };
      await place.world.apply(configuredOf(place.world, entry, from));
      await place.world.refresh();
    }
    const isMade = await checkChange(place.world, entry, origin, from, to);
    if (isMade) place.value = to;
    else place = undefined;
  }
}

/** The configuration in which an attribute has any value, or none. */
function configuredOf(
  { typeName }: ResourceWorld,
  entry: Entry,
  value: Value,
): ValueObject {
  const { names } = entry;
  const config = withValue(samplesOf(typeName, entry).config, names, value);
  const version = versionOf(entry);
  const text = value === null ? null : JSON.stringify(value);
  return version === undefined ? config : withValue(config, version, text);
}

/** The path of the version of a write-only attribute. */
function versionOf({ names, binding: { version } }: Entry) {
  return version === undefined ? undefined : [...names.slice(0, -1), version];
}

/**
 * A request carries the change, the plan replaces, or it says no; or the state
 * takes over what nobody has seen, and the plan says so. Returns whether it was
 * made.
 */
async function checkChange(
  world: ResourceWorld,
  entry: Entry,
  origin: Origin,
  from: Value,
  to: Value,
): Promise<boolean> {
  const { names, attribute, binding } = entry;
  const what = `${names.join(".")}: ${JSON.stringify(from)} to ` +
    `${JSON.stringify(to)} after ${origin}`;
  const version = versionOf(entry);
  const config = configuredOf(world, entry, to);
  if (origin === "import") await world.import(world.importId);

  const planned = await world.plan(config);
  // Refused, or replaced.
  if (planned.diagnostics.hasErrors || planned.requiresReplace.length > 0) {
    const isEqual = isNothing(from) && isNothing(to);
    assert(!isEqual, `${what}: it is the same, and refused or replaced`);
    return false;
  }
  const at = version ?? names;
  const before = valueNamed(world.state, at);
  const after = valueNamed(planned.plannedState, at);
  const isSame = equalValues(before, after, attribute.type) ||
    isNothing(before) && isNothing(after);
  const { diagnostics, sent } = await world.attempt(
    config,
    undefined,
    planned,
  );
  // Refused as soon as the service was looked at.
  if (diagnostics.hasErrors && sent.length === 0) return false;
  assertNoErrors(diagnostics);
  if (isSame) {
    // Another attribute of the sample may have to be sent after an import.
    if (origin === "apply") {
      assertEquals(sent, [], `${what}: something is sent`);
    }
  } else if (!isLocal(binding) || version !== undefined) {
    const isTaken = origin !== "apply" && planned.diagnostics.items.some(
      ({ severity, path }) =>
        severity === "warning" && path?.toString() === at.join("."),
    );
    assert(sent.length > 0 || isTaken, `${what}: it is in the state alone`);
  }
  await world.refresh();
  const next = await world.plan(config);
  assertNoErrors(next.diagnostics);
  assertEquals(difference(next.plannedState, world.state), "", what);
  return true;
}

function isNothing(value: Value): boolean {
  return value === null ||
    typeof value === "object" && Object.keys(value).length === 0;
}

async function checkLife(
  world: ResourceWorld,
  { schema }: Resource,
  entry: Entry,
  sample: AttributeSample,
): Promise<void> {
  const { names, attribute, binding } = entry;
  const { write, change = "merge", clear = { send: null } } = binding;
  const isSent = write !== undefined && change !== "via";
  const json = (value: Value) =>
    binding.codec === undefined ? value : binding.codec.encode(value, null);
  const at = (body: unknown) => jsonAt(body, write ?? []);
  const first = configOf(entry, sample, 0);
  const second = configOf(entry, sample, 1);

  // Unknown: the plan neither fails nor pretends to know.
  const open = await world.plan(withValue(first, names, unknown));
  assertNoErrors(open.diagnostics);
  if (!attribute.writeOnly) {
    assert(
      isUnknown(valueNamed(open.plannedState, names)),
      "unknown in the configuration, but known in the plan",
    );
  }

  // Set at create: it is in a request, and the next plan is empty.
  const made = await world.apply(first);
  if (isSent) {
    const sent = made.some((body) => holds(at(body), json(sample.values[0])));
    assert(sent, `not in the body of the create: ${JSON.stringify(made)}`);
  }
  const unchanged = async (config: ValueObject, what: string) => {
    const { plannedState, diagnostics } = await world.plan(config);
    assertNoErrors(diagnostics);
    const isSame = equalValues(plannedState, world.state, objectType(schema));
    assert(
      isSame,
      `${difference(plannedState, world.state)}: the plan ${what} is not ` +
        `empty. A "" that means nothing needs \`decode\`; a value that is not ` +
        "told is not in the API's type, or not in the sandbox",
    );
  };
  await world.refresh();
  await unchanged(first, "after the create");
  const before = world.state;

  // Imported: an empty plan, but for what no answer shows.
  const id = world.importId;
  const isShown = sample.isShown &&
    (binding.read !== undefined || binding.computedFrom !== undefined);
  if (isShown) {
    await world.import(id);
    await unchanged(first, "after an import");
    world.state = before;
  }

  // Changed: in the update, or a replacement is planned.
  const update = await world.plan(second);
  const { requiresReplace, plannedState, diagnostics } = update;
  const isReplaced = change === "immutable";
  // A resource that holds data is not replaced.
  if (isReplaced && diagnostics.hasErrors) return;
  assertNoErrors(diagnostics);
  assertEquals(
    requiresReplace.length > 0,
    isReplaced,
    "whether it is replaced when changed",
  );
  if (isReplaced) return;
  assertEquals(
    findUndeclared(schema, entry, plannedState, world.state),
    [],
    "unknown in the plan without need: declare `p.computedFrom`",
  );
  const changed = await world.apply(second, update);
  if (isLocal(binding) && binding.version === undefined) {
    assertEquals(changed, [], "the API was sent a local attribute");
  } else if (isSent) {
    const sent = changed.some((body) =>
      holds(at(body), json(sample.values[1]))
    );
    assert(sent, `not in the body of the update: ${JSON.stringify(changed)}`);
  } else assert(changed.length > 0, "nothing was sent");
  await world.refresh();
  await unchanged(second, "after the update");

  // The old state sees what is done outside, unless no answer shows it.
  const assertSeen = async (what: string) => {
    if (!isShown) return;
    const seen = valueNamed(await world.read(before), names);
    const old = valueNamed(before, names);
    assert(!equalValues(seen, old, attribute.type), `${what} is not seen`);
  };
  await assertSeen("a change outside");

  // Removed: cleared as declared, or kept.
  if (attribute.required || attribute.mode === "defaulted") return;
  if (sample.isNeeded) return;
  const without = binding.version === undefined
    ? withValue(second, names, null)
    : withValue(
      withValue(second, names, null),
      [...names.slice(0, -1), binding.version],
      null,
    );
  if (attribute.computed) {
    const { plannedState, diagnostics } = await world.plan(without);
    const kept = valueNamed(plannedState, names);
    const isKept = equalValues(
      kept,
      valueNamed(world.state, names),
      attribute.type,
    );
    assert(isKept, "removed, it does not stay");
    // An object with an owner stays with it.
    if (names[0] === "namespace") return;
    const isSaid = diagnostics.items.some(({ summary }) =>
      summary.includes(`\`${names.join(".")}\``) &&
      / stays? as before$/.test(summary)
    );
    return assert(isSaid, "that it stays is not said");
  }
  const removal = await world.plan(without);
  if (clear === "refuse") {
    return assert(removal.diagnostics.hasErrors, "removal is not refused");
  }
  assertNoErrors(removal.diagnostics);
  const isLost = clear === "replace";
  assertEquals(
    removal.requiresReplace.length > 0,
    isLost,
    "whether it is replaced when removed",
  );
  if (isLost) return;
  if (binding.version !== undefined) {
    const isSaid = removal.diagnostics.items
      .some(({ summary }) => /deletes `|are deleted: /.test(summary));
    assert(isSaid, "that it is deleted, which no state shows, is not said");
  }
  const cleared = await world.apply(without, removal);
  if (isSent && typeof clear === "object" && "send" in clear) {
    const sent = cleared.some((body) => holds(at(body), clear.send));
    assert(sent, `the update does not clear it: ${JSON.stringify(cleared)}`);
  }
  await world.refresh();
  const left = valueNamed(world.state, names);
  assertEquals(
    left,
    null,
    `${names.join(".")} is ${JSON.stringify(left)} after an update without ` +
      'it: a "" that means nothing needs `decode`, else the sandbox keeps it',
  );
  await unchanged(without, "after it was removed");

  await assertSeen("what is cleared outside");
}

/**
 * Lists attributes that a plan leaves unknown although none of their sources
 * changes.
 */
function findUndeclared(
  { attributes }: Pick<Resource["schema"], "attributes">,
  changed: Entry,
  planned: Value,
  prior: Value,
): readonly string[] {
  const { version } = changed.binding;
  const holder = changed.names.slice(0, -1);
  const all = [changed.names, ...version ? [[...holder, version]] : []]
    .map((names) => names.join("/"));
  return tableOf(attributes).flatMap(({ names, attribute, isParent }) => {
    const { planModifiers } = attribute;
    const sources = planModifiers.flatMap(({ references = [] }) => references)
      .map((source) =>
        source.startsWith("/")
          ? source.slice(1)
          : [...names.slice(0, -1), source].join("/")
      );
    const isWithin = (inner: string, outer: string) =>
      `${inner}/`.startsWith(`${outer}/`);
    const isDeclared = planModifiers.includes(p.mayChangeOnUpdate()) ||
      all.some((at) =>
        [...sources, names.join("/")].some((name) =>
          isWithin(at, name) || isWithin(name, at)
        )
      );
    // An attribute that was absent or unknown may come with any change.
    const isNew = valueNamed(prior, names) === null;
    return isParent || isDeclared || isNew ||
        !isUnknown(valueNamed(planned, names))
      ? []
      : [names.join(".")];
  });
}

function difference(planned: Value, state: Value): string {
  if (!isValueObject(planned) || !isValueObject(state)) return "";
  const shown = (value: Value | undefined) =>
    JSON.stringify(
      value,
      (_, part) => isUnknown(part) ? "(known after apply)" : part,
    );
  return Object.keys(planned)
    .map((name) => [name, shown(state[name]), shown(planned[name])])
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => `${name}: ${before} -> ${after}`)
    .join(", ");
}

Deno.test("a dataset is a model by another name, which long walks take for both", () => {
  const [one, other] = ["model", "dataset"].map((name) =>
    JSON.stringify(
      resourceNamed(name),
      (key, part) =>
        key === "description"
          ? undefined
          : typeof part === "function"
          ? `${part}`
          : part,
    ).replaceAll(name, "")
  );
  assertEquals(one, other);
});
