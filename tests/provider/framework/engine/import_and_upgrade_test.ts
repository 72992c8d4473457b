import { assertEquals, assertStringIncludes } from "@std/assert";
import { identity } from "../../../../provider/framework/define/identity.ts";
import { passthrough } from "../../../../provider/framework/define/passthrough.ts";
import { definersFor } from "../../../../provider/framework/define/definers.ts";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import {
  moveFrom,
  upgradeFrom,
} from "../../../../provider/framework/define/stored_state.ts";
import type { RawState } from "../../../../provider/framework/engine/contract.ts";
import { generateResourceConfig } from "../../../../provider/framework/engine/generate_resource_config.ts";
import { importResourceState } from "../../../../provider/framework/engine/import_resource_state.ts";
import {
  moveResourceState,
  upgradeResourceIdentity,
  upgradeResourceState,
} from "../../../../provider/framework/engine/upgrade.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import {
  call,
  details,
  failIfCalled,
  idIdentity,
  lines,
  plain,
  plainClient,
  resourceOf,
  serverOf,
  whole,
} from "./support.ts";
import { decodeText, encodeText } from "../../../support/text.ts";

const { defineResource } = definersFor<unknown>();

const schema = s.schema({
  version: 2,
  description: "A thing.",
  attributes: {
    id: s.string({ computed: true, description: "The id." }),
    size: s.int({ optional: true, default: 1, description: "Size." }),
    region: s.string({ optional: true, computed: true, description: "R." }),
    old: s.string({ optional: true, deprecated: "No.", description: "Old." }),
    secret: s.string({ optional: true, writeOnly: true, description: "W." }),
    model: s.object({
      name: s.string({ required: true, description: "Name." }),
      sha: s.string({ computed: true, description: "Sha." }),
    }, { optional: true, description: "Model." }),
  },
  blocks: {
    rows: s.block.list({
      description: "Rows.",
      attributes: { key: s.string({ optional: true, description: "Key." }) },
    }),
  },
});

const state = whole(schema, { id: "1", size: 1 });

const thing = (parts: Partial<Resource> = {}) =>
  resourceOf(schema, {
    identity: {
      ...idIdentity,
      schema: { ...idIdentity.schema, version: 1 },
      upgrade: { 0: (raw) => ({ id: String(raw["old_id"]) }) },
    },
    ...parts,
  });

function importOne(resource: Resource, id: string, by?: Value) {
  return importResourceState(serverOf({ resources: [resource] }), {
    typeName: "test_thing",
    id,
    identity: by,
    clientCapabilities: plainClient,
  }, call);
}

Deno.test("import: by id, with private data and identity", async () => {
  const resource = thing({
    importState({ id, identity, privateState }) {
      assertEquals(identity, undefined);
      privateState.set("imported", true);
      return Promise.resolve({ ...state, id: id ?? "" });
    },
  });
  const { importedResources, diagnostics } = await importOne(resource, "7");
  assertEquals(lines(diagnostics), []);
  const [imported] = importedResources;
  assertEquals(importedResources.length, 1);
  assertEquals(imported?.typeName, "test_thing");
  assertEquals(plain(imported?.state ?? null), plain({ ...state, id: "7" }));
  assertEquals(plain(imported?.identity ?? null), { id: "7" });
  assertEquals(
    decodeText(imported?.privateState ?? encodeText("")),
    '{"imported":true}',
  );
});

Deno.test("import: what leads to the object is enough, by an id or an identity", async () => {
  const resource = {
    ...thing(),
    ...definersFor<unknown>().defineResource({
      typeName: "test_thing",
      schema,
      create: failIfCalled,
      read: failIfCalled,
      delete: failIfCalled,
      importState: passthrough("id"),
    }),
  };
  for (const [id, by] of [["7", undefined], ["", { id: "7" }]] as const) {
    const { importedResources, diagnostics } = await importOne(
      resource,
      id,
      by,
    );
    assertEquals(lines(diagnostics), []);
    assertEquals(
      plain(importedResources[0]?.state ?? null),
      plain(whole(schema, { id: "7" })),
    );
  }
});

const importFailures: readonly {
  readonly title: string;
  readonly resource: Resource;
  readonly id?: string;
  readonly error: string;
}[] = [
  {
    title: "what does not exist",
    resource: thing({ importState: () => Promise.resolve(undefined) }),
    error: "error: Cannot import non-existent remote object",
  },
  {
    title: "a type that can't be imported",
    resource: thing(),
    error: "error: Can't import test_thing",
  },
  {
    title: "an empty id",
    resource: thing({ importState: () => Promise.resolve(state) }),
    id: "",
    error: "error: Can't import test_thing",
  },
  {
    title: "a failure",
    resource: thing({ importState: () => Promise.reject(new Error("no")) }),
    error: "error: Failed to import test_thing",
  },
  {
    title: "an unknown value in the state",
    resource: thing({
      importState: () => Promise.resolve({ ...state, size: unknown }),
    }),
    error: "error size: Provider produced an invalid result: import test_thing",
  },
];

for (const { title, resource, id = "x/y", error } of importFailures) {
  Deno.test(`import: ${title} is an error`, async () => {
    const { importedResources, diagnostics } = await importOne(resource, id);
    assertEquals(importedResources, []);
    assertEquals(lines(diagnostics), [error]);
  });
}

Deno.test("import: the error of what does not exist names the id", async () => {
  const resource = thing({ importState: () => Promise.resolve(undefined) });
  const { diagnostics } = await importOne(resource, "x/y");
  assertStringIncludes(details(diagnostics), '"x/y"');
});

function upgrade(resource: Resource, version: number, rawState: RawState) {
  const server = serverOf({ resources: [resource] });
  return upgradeResourceState(
    server,
    { typeName: "test_thing", version, rawState },
    call,
  );
}

function json(value: unknown): RawState {
  return { kind: "json", text: JSON.stringify(value) };
}

Deno.test("upgrade: the same version tolerates missing and unknown names", async () => {
  const { upgradedState, diagnostics } = await upgrade(
    thing(),
    2,
    json({ id: "1", size: 1, dropped: true, secret: "x", rows: null }),
  );
  assertEquals(lines(diagnostics), []);
  assertEquals(plain(upgradedState), plain(state));
});

Deno.test("upgrade: only an older version needs a configured provider", async () => {
  const resource = thing({ upgradeState: { 0: () => state } });
  const server = serverOf({ resources: [resource] });
  server.configureResult = undefined;
  const ask = (version: number) =>
    upgradeResourceState(server, {
      typeName: "test_thing",
      version,
      rawState: json({ id: "1", size: 1 }),
    }, call);
  assertEquals(lines((await ask(2)).diagnostics), []);
  assertEquals(lines((await ask(0)).diagnostics), [
    "error: The provider is not configured",
  ]);
});

const upgradeFailures: readonly {
  readonly title: string;
  readonly version: number;
  readonly raw: RawState;
  readonly says: string;
}[] = [
  {
    title: "no upgrader",
    version: 1,
    raw: json({}),
    says:
      "schema version 1, this version of the provider has 2 and upgrades only from 0",
  },
  {
    title: "a newer version",
    version: 3,
    raw: json({}),
    says: "newer version",
  },
  {
    title: "Terraform 0.11",
    version: 2,
    raw: { kind: "flatmap" },
    says: "0.11",
  },
  {
    title: "nothing",
    version: 2,
    raw: { kind: "absent" },
    says: "no stored data",
  },
  {
    title: "broken JSON",
    version: 2,
    raw: { kind: "json", text: "{" },
    says: "not valid",
  },
  {
    title: "JSON that is no object",
    version: 2,
    raw: json([]),
    says: "no JSON object",
  },
  {
    title: "a value of another type",
    version: 2,
    raw: json({ size: [1] }),
    says: "size",
  },
  {
    title: "an upgrader that leaves something out",
    version: 0,
    raw: json({}),
    says: "It is missing",
  },
];

for (const { title, version, raw, says } of upgradeFailures) {
  Deno.test(`upgrade: ${title} is an error`, async () => {
    const resource = thing();
    Object.assign(resource, { upgradeState: { 0: () => ({ id: "1" }) } });
    const { upgradedState, diagnostics } = await upgrade(
      resource,
      version,
      raw,
    );
    assertEquals(upgradedState, null);
    assertEquals(diagnostics.hasErrors, true);
    assertStringIncludes(details(diagnostics), says);
  });
}

function move(
  resource: Resource,
  sourceTypeName: string,
  sourceState: object = { name: "n" },
) {
  const server = serverOf({ resources: [resource] });
  // A mover runs before the provider is configured.
  server.configureResult = undefined;
  return moveResourceState(server, {
    sourceProviderAddress: "registry.terraform.io/a/b",
    sourceTypeName,
    sourceSchemaVersion: 3,
    sourceState: json(sourceState),
    sourcePrivate: encodeText("raw"),
    sourceIdentity: json({ key: "k" }),
    sourceIdentitySchemaVersion: 4,
    targetTypeName: "test_thing",
  }, call);
}

Deno.test("move: the first mover that answers decides", async () => {
  const resource = thing({
    moveState: [
      () => undefined,
      ({ sourceTypeName, sourceState, sourcePrivate, privateState }) => {
        if (sourceTypeName !== "b_old") return undefined;
        privateState.set("from", decodeText(sourcePrivate));
        return { ...state, id: String(sourceState["name"]) };
      },
      failIfCalled,
    ],
  });
  const moved = await move(resource, "b_old");
  assertEquals(lines(moved.diagnostics), []);
  assertEquals(plain(moved.targetState), plain({ ...state, id: "n" }));
  assertEquals(plain(moved.targetIdentity ?? null), { id: "n" });
  assertEquals(decodeText(moved.targetPrivate), '{"from":"raw"}');
});

Deno.test("a mover sees the identity of the source, and may tell the new one", async () => {
  const seen: unknown[] = [];
  const moved = await move(
    thing({
      moveState: [
        ({ sourceIdentity, sourceIdentitySchemaVersion, setIdentity }) => {
          seen.push(sourceIdentity?.["key"], sourceIdentitySchemaVersion);
          setIdentity({ id: "told" });
          return state;
        },
      ],
    }),
    "b_old",
  );
  assertEquals(lines(moved.diagnostics), []);
  assertEquals(seen, ["k", 4]);
  assertEquals(plain(moved.targetIdentity ?? null), { id: "told" });
});

const oldSchema = s.schema({
  description: "A record of the old version.",
  attributes: {
    name: s.string({ required: true, description: "Name." }),
    bytes: s.int64({ optional: true, description: "Bytes." }),
  },
});

Deno.test("an upgrader and a mover are given states typed by their schemas", async () => {
  const { defineResource } = definersFor<{ readonly zone: string }>();
  const resource: Resource = defineResource({
    typeName: "test_thing",
    schema: s.schema({
      version: 1,
      description: "A thing.",
      attributes: {
        id: s.string({ required: true, description: "Id." }),
        size: s.string({ optional: true, description: "Size." }),
      },
    }),
    create: failIfCalled,
    read: failIfCalled,
    delete: failIfCalled,
    upgradeState: {
      0: upgradeFrom(oldSchema, ({ name, bytes }, { provider }) => ({
        id: `${provider.zone}/${name}`,
        size: bytes === null ? null : `${bytes + 1n}`,
      })),
    },
    moveState: [
      moveFrom(
        { typeName: "b_old", version: 2, schema: oldSchema },
        failIfCalled,
      ),
      moveFrom(
        { typeName: "b_old", provider: "a/b", version: 3, schema: oldSchema },
        ({ name }) => ({ id: name, size: null }),
      ),
    ],
  });
  const server = serverOf({ resources: [resource] }, { data: { zone: "z" } });
  const { upgradedState, diagnostics } = await upgradeResourceState(server, {
    typeName: "test_thing",
    version: 0,
    rawState: json({ name: "n", bytes: 9, gone: true }),
  }, call);
  assertEquals(lines(diagnostics), []);
  assertEquals(plain(upgradedState), { id: "z/n", size: "10" });
  const nameless = await upgradeResourceState(server, {
    typeName: "test_thing",
    version: 0,
    rawState: json({ bytes: 9 }),
  }, call);
  assertEquals(lines(nameless.diagnostics), [
    "error name: Bad state",
  ]);
  const moved = await move(resource, "b_old");
  assertEquals(plain(moved.targetState), { id: "n", size: null });
  assertEquals((await move(resource, "b_other")).targetState, null);
});

Deno.test("move: a required write-only attribute is in no stored state", async () => {
  const { defineResource } = definersFor<void>();
  const schema = s.schema({
    description: "A thing.",
    attributes: {
      id: s.string({ required: true, description: "Id." }),
      secret: s.string({
        required: true,
        writeOnly: true,
        description: "A secret.",
      }),
    },
  });
  const resource: Resource = defineResource({
    typeName: "test_thing",
    schema,
    create: failIfCalled,
    read: failIfCalled,
    delete: failIfCalled,
    moveState: [
      moveFrom({ typeName: "b_old", schema }, () => ({
        id: "1",
        secret: null,
      })),
    ],
  });
  const stored = { id: "1", secret: null };
  const moved = await move(resource, "b_old", stored);
  assertEquals(lines(moved.diagnostics), []);
  assertEquals(plain(moved.targetState), { id: "1", secret: null });
});

Deno.test("move: what no mover knows is an error", async () => {
  const moved = await move(thing(), "b_other");
  assertEquals(lines(moved.diagnostics), [
    "error: Can't move b_other to test_thing",
  ]);
  assertEquals(moved.targetState, null);
});

for (
  const [version, raw, expected] of [
    [1, { id: "1", dropped: 1 }, { id: "1" }],
    [0, { old_id: "1" }, { id: "1" }],
    [2, { id: "1" }, undefined],
  ] as const
) {
  Deno.test(`identity: an upgrade from version ${version}`, async () => {
    const server = serverOf({ resources: [thing()] });
    const { upgradedIdentity, diagnostics } = await upgradeResourceIdentity(
      server,
      { typeName: "test_thing", version, rawIdentity: json(raw) },
      call,
    );
    assertEquals(diagnostics.hasErrors, expected === undefined);
    assertEquals(
      upgradedIdentity === undefined ? undefined : plain(upgradedIdentity),
      expected,
    );
  });
}

Deno.test("import: what was given of an identity stays until a state tells it", async () => {
  const text = s.string({ required: true, description: "Part." });
  const part = (requiredForImport: boolean) =>
    identity.string({ description: "Part.", requiredForImport });
  const resource = defineResource({
    typeName: "test_thing",
    schema: s.schema({
      description: "A thing.",
      attributes: { id: text, zone: text },
    }),
    identity: {
      schema: { attributes: { id: part(true), zone: part(false) } },
      of: ({ id, zone }) => ({ id, zone }),
    },
    create: failIfCalled,
    read: failIfCalled,
    delete: failIfCalled,
    importState: passthrough("id"),
  });
  const server = serverOf({ resources: [resource] });
  for (const given of [{ id: "1", zone: "eu" }, { id: "1", zone: null }]) {
    const { diagnostics, importedResources } = await importResourceState(
      server,
      { typeName: "test_thing", id: "", identity: given },
      call,
    );
    assertEquals(lines(diagnostics), []);
    assertEquals(plain(importedResources[0]?.identity ?? null), given);
  }
});

Deno.test("generated configuration leaves out what is computed, deprecated, write-only or a default", async () => {
  const server = serverOf({ resources: [thing()] });
  const { config } = await generateResourceConfig(server, {
    typeName: "test_thing",
    state: whole(schema, {
      id: "1",
      size: 1,
      region: "eu",
      old: "x",
      model: { name: "m", sha: "abc" },
      rows: [{ key: "k" }],
    }),
  }, call);
  assertEquals(
    plain(config),
    plain(whole(schema, {
      region: "eu",
      model: { name: "m" },
      rows: [{ key: "k" }],
    })),
  );
});

Deno.test("generated configuration has what is required, deprecated or not", async () => {
  const deprecated = "Use another one.";
  const attributes = {
    name: s.string({ required: true, description: "Name.", deprecated }),
  };
  const one = { description: "One.", attributes, deprecated };
  const many = s.schema({
    description: "Many.",
    attributes,
    blocks: {
      must: s.block.list({ ...one, minItems: 1 }),
      may: s.block.list(one),
    },
  });
  const server = serverOf({ resources: [{ ...thing(), schema: many }] });
  const state = { name: "a", must: [{ name: "b" }], may: [{ name: "c" }] };
  const { config } = await generateResourceConfig(server, {
    typeName: "test_thing",
    state,
  }, call);
  assertEquals(plain(config), { ...state, may: [] });
});
