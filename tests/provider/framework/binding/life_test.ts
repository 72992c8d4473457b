import { assertEquals, assertThrows } from "@std/assert";
import {
  type Json,
  p,
  s,
  types,
  unknown,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import {
  bindingTo,
  tableOf,
} from "../../../../provider/framework/binding/mod.ts";
import type { DataAtRisk } from "../../../../provider/framework/binding/life.ts";
import {
  type Outcome,
  outcomeOf,
} from "../../../../provider/framework/binding/outcome.ts";
import {
  forgetUnsent,
  isMasked,
  isSeen,
  noteCreated,
  noteMasked,
  noteUnsent,
  noteUpdated,
  withoutUnsent,
} from "../../../../provider/framework/binding/notes.ts";
import { assertSendable } from "../../../../provider/framework/binding/sendable.ts";
import { updateBody } from "../../../../provider/framework/binding/request.ts";
import { PrivateData } from "../../../../provider/framework/engine/private_state.ts";
import { empty } from "../engine/support.ts";
import { planOf } from "./support.ts";

interface Disk {
  readonly note?: string | null;
  readonly region?: string;
  readonly zone?: string;
  readonly key?: string | null;
  readonly labels?: Readonly<Record<string, string>> | null;
}

const b = bindingTo<{ create: Disk; update: Disk; response: Disk }>();
const description = "As a test needs it.";
const optional = { optional: true, description } as const;
const hidden = { ...optional, response: "hidden" } as const;

const { attributes } = s.schema({
  description,
  attributes: {
    note: b.field("note", types.string, hidden),
    region: b.field("region", types.string, { ...hidden, change: "immutable" }),
    zone: b.field("zone", types.string, { ...optional, change: "immutable" }),
    labels: b.field("labels", types.map(types.string), optional),
    ...b.secret("key", "key", { description, change: "immutable" }),
  },
});
const table = tableOf(attributes);
const none: ValueObject = Object.fromEntries(
  Object.keys(attributes).map((name) => [name, null]),
);

/** Private state in memory. */
function privateState() {
  const values = new Map<string, Json>();
  return {
    isLost: false,
    get: (key: string) => values.get(key),
    set: (key: string, value: Json) => void values.set(key, value),
    delete: (key: string) => void values.delete(key),
  };
}

/** A private state of something that was created here. */
function privateStateOf() {
  const kept = privateState();
  noteCreated(kept);
  return kept;
}

const outcomes: [
  name: string,
  from: Value,
  to: Value,
  created: Outcome | undefined,
  elsewhere: Outcome | undefined,
][] = [
  ["note", null, "a", "sent", "sent"],
  ["note", "a", null, "sent", "sent"],
  ["note", null, null, undefined, undefined],
  ["region", null, "eu", "replaced", "adopted"],
  ["region", "us", "eu", "replaced", "replaced"],
  ["region", "us", null, "replaced", "replaced"],
  ["zone", null, "a", "replaced", "replaced"],
  ["labels", null, {}, undefined, undefined],
  ["labels", {}, null, undefined, undefined],
  ["labels", null, { A: "1" }, "sent", "sent"],
  ["key_wo_version", null, "1", "replaced", "adopted"],
  ["key_wo_version", "1", "2", "replaced", "replaced"],
];

for (const [name, from, to, here, elsewhere] of outcomes) {
  const change = `${name} from ${JSON.stringify(from)} to ${
    JSON.stringify(to)
  }`;
  Deno.test(`${change}: created here, and elsewhere`, () => {
    const prior = { ...none, [name]: from };
    const transition = { prior, plan: { ...none, [name]: to } };
    const written = name === "key_wo_version" ? "key_wo" : name;
    const entry = table.find(({ names }) => names[0] === written);
    if (entry === undefined) throw new Error(`No attribute ${written}`);
    const outcome = (kept: ReturnType<typeof privateState>) =>
      outcomeOf(entry, transition, { table, privateState: kept });
    assertEquals([outcome(privateStateOf()), outcome(privateState())], [
      here,
      elsewhere,
    ]);
  });
}

Deno.test("what was not seen is known once it was applied", () => {
  const kept = privateState();
  const plan = { ...none, region: "eu" };
  noteUpdated(table, { prior: none, plan }, kept);
  const seen = (prior: ValueObject) =>
    table.filter((one) => isSeen(one, prior, kept)).map(({ names }) =>
      names[0]
    );
  assertEquals(seen(plan).includes("region"), true);
  assertEquals(seen(plan).includes("note"), false);
  assertEquals(seen({ ...plan, region: null }).includes("region"), true);
});

Deno.test("what was planned and not sent is planned again", () => {
  const kept = privateStateOf();
  noteUnsent(table, { note: "a", key: "secret" }, kept);
  const state: ValueObject = {
    ...none,
    note: "a",
    zone: "z",
    key_wo_version: "1",
  };
  for (let time = 0; time < 2; time++) {
    const read = withoutUnsent(state, kept);
    assertEquals({ ...read }, { ...none, zone: "z" });
  }
  assertEquals([forgetUnsent(kept), forgetUnsent(kept)], [true, false]);
  assertEquals({ ...withoutUnsent(state, kept) }, state);
});

const files = { description: "3 files", mayBeLost: false };

Deno.test("what holds data is not replaced, unless that is said", async () => {
  const planned = async (to: ValueObject, dataAtRisk?: DataAtRisk) => {
    const config = { ...none, ...to };
    const change = { config, prior: none, dataAtRisk };
    const { replaced, said } = await planOf(attributes, change);
    return [replaced, said];
  };
  const change = { zone: "a" };
  assertEquals(await planned(change), [["zone"], []]);
  assertEquals(await planned(change, files), [[], ["error zone"]]);
  const lost = await planned(change, { ...files, mayBeLost: true });
  assertEquals(lost, [["zone"], ["warning zone"]]);
  // A value that only the apply knows is refused there.
  assertEquals(await planned({ zone: unknown }, files), [[], []]);
  const rules = { label: () => "the disk x", dataAtRisk: () => files };
  const about = { table, privateState: privateStateOf() };
  const plan = { ...none, ...change };
  assertThrows(
    () => assertSendable(about, rules, { prior: none, plan }),
    Error,
    "zone of the disk x cannot be changed",
  );
});

Deno.test("data are kept from whatever else replaces what holds them", async () => {
  const text = s.string({ ...optional, planModifiers: [p.requiresReplace()] });
  const of = (note: string): ValueObject => ({
    ...none,
    note,
    parts: [{ text: note }],
  });
  const prior = of("a");
  for (
    const [name, change, more] of [
      ["note", { note: "b" }, { note: b.field("note", text) }],
      ["parts", { parts: [{ text: "b" }] }, {
        parts: b.mapped("note", s.objectList({ text }, optional), {
          encode: () => undefined,
          decode: () => undefined,
        }),
      }],
      ["labels", { labels: { a: "1" } }, {}],
    ] as const
  ) {
    const parts = b.local(s.objectList({ text: s.string(optional) }, optional));
    const all = { ...attributes, parts, ...more };
    const planned = async (config: ValueObject) => {
      const replaces = name === "labels" ? name : undefined;
      const rules = { dataAtRisk: files, ...replaces && { replaces } };
      return (await planOf(all, { config, prior, ...rules })).said;
    };
    const place = name === "parts" ? "parts[0].text" : name;
    assertEquals(await planned({ ...prior, ...change }), [`error ${place}`]);
    assertEquals(await planned(prior), []);
  }
});

Deno.test("what is taken out of the configuration stays, unless all is replaced", async () => {
  const all = {
    ...attributes,
    size: b.field("note", types.string, { ...optional, computed: true }),
  };
  const prior = { ...none, zone: "a", size: "1" };
  const config = { ...prior, size: null };
  assertEquals((await planOf(all, { config, prior })).said, []);
  const { privateState } = await planOf(all, { config: prior, prior });
  const saidOf = async (zone: string) => {
    const config = { ...prior, zone, size: null };
    return (await planOf(all, { config, prior, privateState })).said;
  };
  assertEquals(await saidOf("a"), ["warning undefined"]);
  assertEquals(await saidOf("b"), []);
});

Deno.test("what no update can do is said only where the object is not replaced", async () => {
  const all = {
    ...attributes,
    size: b.field("note", types.string, { ...optional, clear: "refuse" }),
  };
  const prior = { ...none, zone: "a", size: "1" };
  const saidOf = async (zone: string) => {
    const config = { ...prior, zone, size: null, region: "eu" };
    return (await planOf(all, { config, prior, isImported: true })).said;
  };
  assertEquals(await saidOf("a"), ["warning region", "error size"]);
  assertEquals(await saidOf("b"), []);
});

Deno.test("of what is new nothing is said", async () => {
  assertEquals(
    (await planOf(attributes, { config: none, prior: null })).said,
    [],
  );
});

Deno.test("what is taken as it is configured is no update of the service", async () => {
  const config = { ...none, region: "eu" };
  const { replaced, said, isUpdate } = await planOf(attributes, {
    config,
    prior: none,
    isImported: true,
  });
  assertEquals([replaced, said, isUpdate], [[], ["warning region"], false]);
  const plan = { ...config, labels: {} };
  const change = { prior: none, plan, config: plan };
  assertEquals(updateBody(table, change, false), undefined);
});

Deno.test("a text that a mask left is one in a longer text, too, and not beside other words", () => {
  const privateState = new PrivateData(empty);
  noteMasked(new Set(["login with *** please\nand go", "***"]), privateState);
  for (const text of ["first\nlogin with *** please\nand stay", "***"]) {
    assertEquals(isMasked(text, privateState), true);
  }
  for (const text of ["a ***bold*** word", "one\n\n***\n\ntwo", "a ***"]) {
    assertEquals(isMasked(text, privateState), false);
  }
});

Deno.test("a text that a mask left stays one, however many others there are", () => {
  const privateState = new PrivateData(empty);
  noteMasked(new Set(["a ***"]), privateState);
  const others = Array.from({ length: 2_000 }, (_, i) => `${i} ***`);
  assertEquals(isMasked("b ***", privateState), false);
  noteMasked(new Set(others), privateState);
  noteMasked(new Set(), privateState);
  for (const text of ["a ***", "1999 ***"]) {
    assertEquals(isMasked({ of: [text] }, privateState), true);
  }
  assertEquals(isMasked("a", privateState), false);
});
