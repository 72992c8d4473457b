import { assertEquals, assertStringIncludes } from "@std/assert";
import { maskSecret } from "../../../../provider/framework/secrets.ts";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/mod.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import {
  member,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import {
  applyChange,
  details,
  idIdentity,
  lines,
  plain,
  plan,
  read,
  resourceOf,
  whole,
} from "./support.ts";
import { decodeText, encodeText } from "../../../support/text.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description: "The id." }),
    document: s.string({
      optional: true,
      semanticEquals: (a, b) => a.toLowerCase() === b.toLowerCase(),
      description: "Case does not matter.",
    }),
    secret: s.string({ optional: true, writeOnly: true, description: "W." }),
  },
  blocks: {
    rows: s.block.list({ description: "Rows.", attributes: {} }),
  },
});

const thing = (parts: Partial<Resource> = {}) =>
  resourceOf(schema, { identity: idIdentity, ...parts });

const stored = whole(schema, { id: "1", document: "Text" });
const storedIdentity = { id: "1" };

function readStored(resource: Resource, identity?: Value) {
  const privateState = encodeText('{"k":1}');
  return read(resource, { currentState: stored, privateState, identity });
}

Deno.test("read: undefined means gone", async () => {
  const response = await readStored(
    thing({ read: () => Promise.resolve(undefined) }),
  );
  assertEquals(lines(response.diagnostics), []);
  assertEquals(response.newState, null);
  assertEquals(decodeText(response.privateState), "");
});

Deno.test("read: text that means the same, write-only values and null blocks are put right", async () => {
  const resource = thing({
    read: () =>
      Promise.resolve({
        id: "1",
        document: "TEXT",
        secret: "leaked",
        rows: null,
      }),
  });
  const response = await readStored(resource);
  assertEquals(lines(response.diagnostics), []);
  assertEquals(plain(response.newState), plain(stored));
});

Deno.test("a computed text holds no secret, nor one that an earlier run masked", async () => {
  const key = "-----BEGIN KEY-----\nQ7+fT0xY9aLw4Zk2\n-----END KEY-----";
  const told = `refused: ${key} is no key`;
  const readTold = (id: string, said: string) =>
    read(thing({ read: () => Promise.resolve(whole(schema, { id: said })) }), {
      currentState: whole(schema, { id }),
    });
  // In a process that has not seen the configuration.
  const later = await readTold("refused: *** is no key", told);
  assertEquals(
    plain(later.newState),
    plain(whole(schema, { id: "refused: *** is no key" })),
  );
  assertEquals(lines(later.diagnostics), []);
  const other = await readTold("refused: *** is no key", "accepted: all");
  assertEquals(
    plain(other.newState),
    plain(whole(schema, { id: "accepted: all" })),
  );
  // What is too short for what may have stood there is another value.
  const places = [["***", "us-east-1"], ["at ***", "at a"], ["a***/b", "a/b"]];
  for (const [masked = "", value = ""] of places) {
    const healed = await readTold(masked, value);
    assertEquals(plain(healed.newState), plain(whole(schema, { id: value })));
  }
  const token = await readTold("***", "hf_aTokenOf0123456789");
  assertEquals(plain(token.newState), plain(whole(schema, { id: "***" })));
  maskSecret(key);
  const known = await readTold("1", told.replaceAll("\n", " "));
  assertEquals(
    plain(known.newState),
    plain(whole(schema, { id: "refused: *** is no key" })),
  );
});

Deno.test("three asterisks of a configured text hide no change of it", async () => {
  const attributes = {
    note: s.string({ optional: true, description: "A note." }),
    kept: s.string({ optional: true, computed: true, description: "A text." }),
    map: s.map(types.string, { optional: true, description: "A map." }),
    one: s.object({
      note: s.string({ required: true, description: "A note." }),
    }, { optional: true, description: "An object." }),
  };
  const stateOf = (text: string) => ({
    note: text,
    kept: text,
    map: { a: text },
    one: { note: text },
  });
  const told = stateOf("intro an inserted text the rest");
  const resource = resourceOf(
    s.schema({ description: "A thing.", attributes }),
    { read: () => Promise.resolve(told) },
  );
  const { newState } = await read(resource, {
    currentState: stateOf("intro *** the rest"),
  });
  assertEquals(plain(newState), told);
});

Deno.test("what a sensitive attribute has as well is masked in another one, unless that has it in the state", async () => {
  const token = "hf_alsoConfigured0123456789";
  maskSecret(token, { isToken: true });
  const description = "A text.";
  const both = s.schema({
    description: "A thing.",
    attributes: {
      key: s.string({ optional: true, sensitive: true, description }),
      keys: s.objectMap({
        value: s.string({ required: true, sensitive: true, description }),
      }, { optional: true, description }),
      text: s.string({ computed: true, description }),
    },
  });
  const keys = { a: { value: token } };
  for (const [stored, expected] of [["", "***"], [token, token]] as const) {
    const { newState } = await read(
      resourceOf(both, {
        read: ({ state }) => Promise.resolve({ ...state, text: token }),
      }),
      { currentState: { key: token, keys, text: stored } },
    );
    assertEquals(plain(newState), { key: token, keys, text: expected });
  }
});

Deno.test("a key of a map is masked as its value is, unless the state has it", async () => {
  const token = "hf_keyOfAMap0123456789";
  maskSecret(token, { isToken: true });
  const mapped = s.schema({
    description: "A thing.",
    attributes: {
      map: s.map(types.string, { computed: true, description: "A map." }),
    },
  });
  const resource = resourceOf(mapped, {
    read: () => Promise.resolve({ map: told }),
  });
  let told: Record<string, string> = { [token]: token, "a\u001b[1m": "b" };
  const readKeys = async (map: Record<string, string> | null) => {
    const { newState } = await read(resource, { currentState: { map } });
    return plain(newState);
  };
  assertEquals(await readKeys(null), {
    map: { "***": "***", "a\ufffd[1m": "b" },
  });
  assertEquals(await readKeys({ [token]: token, a: "" }), {
    map: { [token]: token, "a\ufffd[1m": "b" },
  });
  // To look through the state for each would take minutes.
  const many = (char: string) =>
    Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`${at}${char}`, char]),
    );
  told = many("\u0001");
  assertEquals(await readKeys(many("?")), { map: many("\ufffd") });
});

Deno.test("read: what steers a terminal enters no state but from the state itself, hides no difference, and is told", async () => {
  const own = "\u001b[1mown";
  const resource = thing({
    read: ({ state }) =>
      Promise.resolve(whole(schema, {
        id: `1\u001b[2J\n\tb\r\nc\r\u202e \u200fש\u200d`,
        document: member(state, "document") ?? null,
      })),
  });
  const response = await read(resource, {
    currentState: whole(schema, { id: "1", document: own }),
  });
  assertEquals(lines(response.diagnostics), [
    "warning id: Characters cannot be shown",
  ]);
  const id = "1\ufffd[2J\ufffd\tb\ufffdc\ufffd\ufffd \u200fש\u200d";
  assertEquals(
    plain(response.newState),
    plain(whole(schema, { id, document: own })),
  );
});

const description = "The name.";

for (
  const name of [
    s.string({ computed: true, description }),
    s.string({ optional: true, computed: true, description }),
    s.string({ required: true, description }),
  ]
) {
  Deno.test(`read: a name that a service gives ends no line, and begins no command: ${name.mode}`, async () => {
    const schema = s.schema({ description, attributes: { name } });
    const resource = resourceOf(schema, {
      read: () => Promise.resolve(whole(schema, { name: "a\r\nb\nc\r##[d]" })),
    });
    const { newState } = await read(resource, {
      currentState: whole(schema, { name: "a" }),
    });
    assertEquals(
      plain(newState),
      plain(whole(schema, { name: "a\ufffdb\ufffdc\ufffd\ufffd#[d]" })),
    );
  });
}

const failures: readonly {
  readonly title: string;
  readonly read: Resource["read"];
  readonly error: string;
}[] = [
  {
    title: "what is thrown",
    read: () => Promise.reject(new Error("HTTP 403")),
    error: "error: Failed to read test_thing",
  },
  {
    title: "an error diagnostic besides undefined",
    read({ diagnostics }) {
      diagnostics.addError("Forbidden", "Ask.");
      return Promise.resolve(undefined);
    },
    error: "error: Forbidden",
  },
  {
    title: "an unknown value",
    read: () => Promise.resolve({ ...stored, document: unknown }),
    error:
      "error document: Provider produced an invalid result: read test_thing",
  },
  {
    title: "another identity",
    read: () => Promise.resolve({ ...stored, id: "2" }),
    error: "error: The identity of test_thing changed",
  },
];

for (const { title, read: reader, error } of failures) {
  Deno.test(`read: ${title} leaves the state as it was`, async () => {
    const response = await readStored(thing({ read: reader }), storedIdentity);
    assertEquals(lines(response.diagnostics), [error]);
    assertEquals(plain(response.newState), plain(stored));
    assertEquals(plain(response.identity ?? null), storedIdentity);
    assertEquals(decodeText(response.privateState), '{"k":1}');
  });
}

Deno.test("identity: parts that an import left null are filled in by read", async () => {
  const response = await readStored(
    thing({ read: () => Promise.resolve(stored) }),
    { id: null },
  );
  assertEquals(lines(response.diagnostics), []);
  assertEquals(plain(response.identity ?? null), { id: "1" });
});

Deno.test("identity: made by a create, kept by the plan of an update, open when replaced", async () => {
  const resource = thing({ create: () => Promise.resolve(stored) });
  const created = await applyChange(resource, { planned: stored });
  assertEquals(plain(created.identity ?? null), { id: "1" });
  const config = whole(schema, { document: "other" });
  const update = await plan(resource, {
    priorState: stored,
    config,
    identity: storedIdentity,
  });
  assertEquals(plain(update.identity ?? null), { id: "1" });
  const { update: _, ...fixed } = resource;
  const replaced = await plan(fixed, {
    priorState: stored,
    config,
    identity: storedIdentity,
  });
  assertEquals(replaced.identity, undefined);
});

Deno.test("identity: an update that changes it is reported and saved", async () => {
  const next = whole(schema, { id: "2", document: "Text" });
  const resource = thing({ update: () => Promise.resolve(next) });
  const planned = whole(schema, { id: unknown, document: "Text" });
  const response = await applyChange(resource, {
    prior: stored,
    planned,
    identity: storedIdentity,
  });
  assertEquals(lines(response.diagnostics), [
    "error: The identity of test_thing changed",
  ]);
  assertEquals(plain(response.newState), plain(next));
});

Deno.test("identity: one that can't be made of a whole state is the author's fault", async () => {
  const broken = thing({
    read: () => Promise.resolve(stored),
    identity: { ...idIdentity, of: () => ({ id: unknown }) },
  });
  const response = await readStored(broken);
  assertStringIncludes(details(response.diagnostics), "unknown value");
  assertStringIncludes(details(response.diagnostics), "report it");
});

Deno.test("read: a fault inside a set is reported at the set", async () => {
  const pooled = s.schema({
    description: "A thing.",
    attributes: {
      pool: s.objectSet({
        key: s.string({ computed: true, description: "Key." }),
      }, { computed: true, description: "Pool." }),
    },
  });
  const { identity: _, ...resource } = thing({
    schema: pooled,
    read: () => Promise.resolve({ pool: [{ key: unknown }] }),
  });
  const { diagnostics } = await readStored(resource);
  assertEquals(diagnostics.items.map((item) => String(item.path)), ["pool"]);
  assertStringIncludes(details(diagnostics), "pool.key");
});
