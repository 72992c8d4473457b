/**
 * Values that are not known yet. An element, a key or a size that is wrong is
 * refused by the plan, whatever else in the collection is not known: found out
 * half-way through an apply, it would leave things half-made. What needs a token
 * that is not known waits, where it may.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { configureProvider } from "../../../provider/framework/engine/configure_provider.ts";
import { planResourceChange } from "../../../provider/framework/engine/plan_resource_change.ts";
import {
  readDataSource,
  readResource,
} from "../../../provider/framework/engine/read.ts";
import { ProviderServer } from "../../../provider/framework/engine/server.ts";
import { validateConfigOf } from "../../../provider/framework/engine/validate_config.ts";
import {
  type Attributes,
  isUnknown,
  loadProvider,
  type Schema,
  unknown,
  type Value,
  type ValueObject,
} from "../../../provider/framework/mod.ts";
import { provider as lazy } from "../../../provider/huggingface/provider.ts";
import { withValue } from "../../support/resource_world.ts";
import { allEntriesOf, samplesOf } from "../../support/samples.ts";
import {
  ableClient,
  call,
  plainClient,
  serverOf,
  whole,
} from "../framework/engine/support.ts";

type Kind = "resources" | "dataSources" | "ephemeralResources" | "actions";

const provider = await loadProvider(lazy);
const server = serverOf(provider);
const blocks = (
  ["resources", "dataSources", "ephemeralResources", "actions"] as const
).flatMap((kind) =>
  provider[kind].map(({ typeName, schema }) => ({ kind, typeName, schema }))
);

/** Texts that one or another attribute refuses. */
const bad = [
  "",
  " ",
  "../x",
  ".git/x",
  "a b",
  "-",
  "é",
  "a/b/c",
  "1.2.3.4/99",
  "x".repeat(5000),
  "__proto__",
];
/** More elements than any attribute takes, all different. */
const many = Array.from({ length: 2000 }, (_, i) => `K${i}`);

interface Collection {
  readonly kind: Kind;
  readonly typeName: string;
  readonly schema: Schema;
  readonly name: string;
  readonly type: "list" | "set" | "map";
  /** The configuration that has a value in this attribute. */
  within(value: Value): ValueObject;
}

function collectionsIn(
  attributes: Attributes,
  block: Pick<Collection, "kind" | "typeName" | "schema">,
  within: (object: ValueObject) => ValueObject = (object) => object,
): Collection[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { type, nested, optional, required } = attribute;
    if (!optional && !required) return [];
    const own = (value: Value) => within({ [name]: value });
    if (nested !== undefined) {
      return collectionsIn(nested.attributes, block, (object) =>
        own(
          nested.nesting === "single"
            ? object
            : nested.nesting === "map"
            ? { k: object }
            : [object],
        ));
    }
    const [kind, element] = typeof type === "string" ? [] : type;
    if (element !== "string") return [];
    if (kind !== "list" && kind !== "set" && kind !== "map") return [];
    return [{ ...block, name, type: kind, within: own }];
  });
}

/** A wrong collection, and the same one with an element that is unknown. */
function pairsOf(type: Collection["type"]): (readonly [Value, Value])[] {
  if (type !== "map") {
    return [...bad.map((text) => [text]), many, ["a", "a"]]
      .map((list) => [list, [...list, unknown]] as const);
  }
  const maps = [
    ...bad.map((key): [string, Value][] => [[key, "x"]]),
    ...bad.map((value): [string, Value][] => [["A", value]]),
    many.map((key): [string, Value] => [key, "x"]),
  ];
  return maps.map((entries) =>
    [
      Object.fromEntries(entries),
      Object.fromEntries([...entries, ["B", unknown]]),
    ] as const
  );
}

/** The errors at the attribute, without the numbers of sizes. */
async function errorsOf(
  { kind, typeName, schema, name, within }: Collection,
  value: Value,
): Promise<readonly string[]> {
  const { diagnostics } = await validateConfigOf(kind)(server, {
    typeName,
    config: whole(schema, within(value)),
    clientCapabilities: ableClient,
  }, call);
  return [...diagnostics]
    .filter(({ severity, path }) =>
      severity === "error" && path?.toString().includes(name)
    )
    .map(({ detail }) => detail.replaceAll(/\d+/g, "0"));
}

Deno.test("every object: what is wrong in a collection is refused beside what is unknown", async () => {
  const all = blocks.flatMap((block) =>
    collectionsIn({ ...block.schema.attributes }, block)
  );
  const silent: string[] = [];
  const refused = new Set<string>();
  for (const one of all) {
    for (const [known, partly] of pairsOf(one.type)) {
      const wanted = await errorsOf(one, known);
      if (wanted.length === 0) continue;
      refused.add(`${one.typeName}.${one.name}`);
      const found = await errorsOf(one, partly);
      const lacking = wanted.filter((error) => !found.includes(error));
      silent.push(
        ...lacking.map((error) => `${one.typeName}: ${error.slice(0, 150)}`),
      );
    }
  }
  assertEquals(silent, []);
  assert(refused.size > 25, `only ${refused.size} attributes refuse anything`);
});

Deno.test("every resource: nothing is said of what is unknown that is not so of each value", async () => {
  const wrong = new Set<string>();
  for (const { typeName, schema } of provider.resources) {
    const entries = allEntriesOf({ typeName, schema });
    const saidOf = async (config: ValueObject) => {
      const { diagnostics } = await validateConfigOf("resources")(server, {
        typeName,
        config: whole(schema, config),
        clientCapabilities: ableClient,
      }, call);
      return [...diagnostics].map(({ severity, path, summary }) =>
        `${severity} at ${path}: ${summary}`
      );
    };
    for (
      const held of entries.map((entry) => {
        const { config, values: [value] } = samplesOf(typeName, entry);
        return withValue(config, entry.names, value);
      })
    ) {
      for (const open of entries) {
        const said = await saidOf(withValue(held, open.names, unknown));
        const values = [null, ...samplesOf(typeName, open).values];
        for (const each of said.length === 0 ? [] : values) {
          const known = await saidOf(withValue(held, open.names, each));
          if (known.some((line) => line.startsWith("error"))) continue;
          for (const line of said) {
            if (!known.includes(line)) wrong.add(`${typeName}: ${line}`);
          }
        }
      }
    }
  }
  assertEquals([...wrong], []);
});

/** The rest of a request about a state that has nothing beside it. */
const besideState = {
  privateState: new Uint8Array(),
  providerMeta: null,
  identity: undefined,
  clientCapabilities: ableClient,
};

/** Configures the provider by these arguments, as a version of Terraform does. */
async function start(values: ValueObject, terraformVersion = "1.16.4") {
  const server = new ProviderServer(provider);
  const { diagnostics } = await configureProvider(server, {
    terraformVersion,
    config: whole(provider.schema, values),
    clientCapabilities: ableClient,
  }, call);
  return { server, diagnostics };
}

Deno.test("data sources wait for a token that is not known yet, where they may", async () => {
  const { server, diagnostics } = await start({ token: unknown }, "1.15.9");
  assertEquals(diagnostics.items, []);
  const filled: Readonly<Record<string, Record<string, string>>> = {
    huggingface_endpoint: { name: "a", namespace: "acme" },
    huggingface_space: { id: "acme/a" },
  };
  for (const { typeName, schema } of provider.dataSources) {
    const config = whole(schema, filled[typeName] ?? {});
    const read = (clientCapabilities: typeof ableClient) =>
      readDataSource(
        server,
        { typeName, config, providerMeta: null, clientCapabilities },
        call,
      );
    const { deferred, state, diagnostics } = await read(ableClient);
    assertEquals(deferred, "provider_config_unknown", typeName);
    assertEquals(isUnknown(state), true, typeName);
    assertEquals(diagnostics.items, [], typeName);
    const refused = await read(plainClient);
    assertEquals(
      refused.diagnostics.items.map(({ summary }) => summary),
      ["Provider attribute token is not known yet"],
      typeName,
    );
  }
});

Deno.test("a read of what a deferred import left unknown is deferred too", async () => {
  const { server } = await start({ token: unknown });
  for (const { typeName } of provider.resources) {
    const { deferred, diagnostics } = await readResource(server, {
      typeName,
      currentState: unknown,
      ...besideState,
    }, call);
    assertEquals(diagnostics.items, [], typeName);
    assertEquals(deferred, "absent_prerequisite", typeName);
  }
});

Deno.test("so is its plan, of which Terraform makes an object of unknowns", async () => {
  const { server } = await start({});
  for (const { typeName, schema } of provider.resources) {
    const config = whole(schema, {});
    const { deferred, diagnostics } = await planResourceChange(server, {
      typeName,
      config,
      priorState: Object.fromEntries(
        Object.keys(config).map((name) => [name, unknown]),
      ),
      ...besideState,
    }, call);
    assertEquals(diagnostics.items, [], typeName);
    assertEquals(deferred, "absent_prerequisite", typeName);
  }
});
