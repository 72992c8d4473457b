import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  definersFor,
  identity,
  type PrivateState,
  types,
  unknown,
  v,
} from "../../../../provider/framework/mod.ts";
import { makeService } from "../../../../provider/framework/rpc/make_service.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { forms } from "../../../support/secret_forms.ts";
import { makeProvider } from "../verify/support.ts";
import { callMethod, callStream, encodeValue, methods } from "./support.ts";
import { configureLogs } from "../../../../provider/framework/log.ts";

const description = "What it is.";
const computed = { computed: true, description } as const;
const secrets = {
  one: 'Lm3"q/8&x <Z>+=ä',
  lines: "kd93hf83hf7sk2\njf8s7dh3b5n1m0",
  token: "hf_aT\u00f6kenOf0123456789",
};

/** An answer that repeats the secrets: a text, and a name that it gives. */
const told = Object.values(secrets)
  .flatMap((secret) => Object.values(forms).map((form) => form(secret)))
  .concat(secrets.lines.split("\n"));
const said = `\u001b[1mIt has ${told.join(" and ")} and ${
  decompose(secrets.one)
} at all.`;
const saidOfToken = `It has ${
  [...Object.values(forms), decompose].map((form) => form(secrets.token))
    .join(" and ")
} at all.`;

/** The text of which Terraform makes the secret. */
function decompose(secret: string): string {
  return secret.normalize("NFD");
}

const schema = s.schema({
  description,
  attributes: {
    id: s.string(computed),
    said: s.string(computed),
    by_name: s.map(types.string, computed),
  },
});
const type = objectType(schema);
const tokenSchema = s.schema({
  description,
  attributes: { token: s.string({ ...computed, sensitive: true }) },
});
const given = { id: "a", said, by_name: { [said]: said } };
const tell = ({ privateState, setIdentity }: Partial<Told> = {}) => {
  privateState?.set("noted", { [saidOfToken]: [saidOfToken] });
  setIdentity?.({ id: said });
  return Promise.resolve(given);
};

interface Told {
  readonly privateState: PrivateState;
  setIdentity(identity: { readonly id: string }): void;
}

const { defineEphemeralResource, defineListResource, defineResource } =
  definersFor<unknown>();
const typeName = "lab_thing";

const lab = makeProvider({
  schema: s.schema({
    description,
    attributes: {
      secrets: s.map(types.string, {
        optional: true,
        sensitive: true,
        description,
      }),
    },
  }),
  resources: [defineResource({
    typeName,
    schema,
    identity: {
      schema: {
        attributes: {
          id: identity.string({ description, requiredForImport: true }),
        },
      },
      of: ({ id }) => ({ id: id ?? "" }),
    },
    modifyPlan: async ({ planned, ...ways }) =>
      planned === null ? {} : { planned: await tell(ways) },
    create: tell,
    read: tell,
    update: tell,
    delete: () => Promise.resolve(),
    importState: tell,
  })],
  ephemeralResources: [defineEphemeralResource({
    typeName,
    schema: tokenSchema,
    open: () => Promise.resolve({ result: { token: secrets.token } }),
  })],
  listResources: [defineListResource({
    typeName,
    schema: s.schema({ description, attributes: {} }),
    async *list() {
      const resource = await tell();
      yield { identity: { id: "a" }, displayName: said, resource };
    },
  })],
});

const none = encodeValue(null, type);
const empty = encodeValue(
  record([["id", null], ["said", null], ["by_name", null]]),
  type,
);
const open = encodeValue(
  record([["id", unknown], ["said", unknown], ["by_name", unknown]]),
  type,
);

Deno.test("no value, key or name that a service gives shows a secret in any form, in plans, states and lists", async () => {
  const service = await makeService(lab, 6);
  await callMethod(service, methods.ConfigureProvider, {
    config: { json: new TextEncoder().encode(JSON.stringify({ secrets })) },
  });
  await callMethod(service, methods.OpenEphemeralResource, {
    typeName,
    config: encodeValue(
      record([["token", null]]),
      objectType(tokenSchema),
    ),
  });
  const one = { typeName };
  const planned = await callMethod(service, methods.PlanResourceChange, {
    ...one,
    priorState: none,
    config: empty,
    proposedNewState: open,
  });
  const made = await callMethod(service, methods.ApplyResourceChange, {
    ...one,
    priorState: none,
    config: empty,
    plannedState: open,
  });
  const read = await callMethod(service, methods.ReadResource, {
    ...one,
    currentState: empty,
  });
  const { importedResources: [imported] } = await callMethod(
    service,
    methods.ImportResourceState,
    { ...one, id: "a" },
  );
  const [found] = await callStream(service, methods.ListResource, {
    ...one,
    includeResourceObject: true,
    config: { json: new TextEncoder().encode("{}") },
  });
  const exits = {
    plan: planned.plannedState?.msgpack,
    state: made.newState?.msgpack,
    refresh: read.newState?.msgpack,
    import: imported?.state?.msgpack,
    list: found?.resourceObject?.msgpack,
    name: new TextEncoder().encode(found?.displayName),
    "identity of a state": made.newIdentity?.identityData?.msgpack,
    "identity of a refresh": read.newIdentity?.identityData?.msgpack,
    "identity of an import": imported?.identity?.identityData?.msgpack,
    "private data of a plan": planned.plannedPrivate,
    "private data of a state": made.private,
    "private data of a refresh": read.private,
    "private data of an import": imported?.private,
  };
  for (const [name, bytes] of Object.entries(exits)) {
    const shown = new TextDecoder().decode(bytes).normalize();
    assertStringIncludes(shown, "It has *** and ***", name);
    assert(!shown.includes("\u001b"), `${name}: ${shown}`);
    for (const form of told) assert(!shown.includes(form), `${name}: ${form}`);
  }
});

/** Words of which messages, schemas and values consist. */
const common = [
  "about after again also another apply argument attribute attributes be",
  " because been before begin between both bug can cannot character change",
  " characters changed code compute configuration could created default",
  " delete developers does each element elements empty error every expected",
  " failed field file first from given has have import instead invalid its",
  " known least list long longer message missing more most must name names",
  " needs never nor number object old only operation other part",
  " password place plan please produced provider read report required",
  " resource result returned same schema secret service set should some",
  " state string test text than that the them then there these they this",
  " times to token type unknown update value values whole with without",
].join("").split(" ");

const own = { optional: true, description } as const;

const resource = defineResource({
  typeName: "lab_thing",
  schema: s.schema({
    description,
    attributes: {
      password: s.string({ required: true, sensitive: true, description }),
      old_password: s.string({
        ...own,
        validators: [v.lengthAtLeast(40), v.conflictsWith("password")],
      }),
      type: s.string({ ...own, validators: [v.oneOf("public", "secret")] }),
      count: s.int({ ...own, validators: [v.between(1, 3)] }),
      made: s.string({ computed: true, description }),
    },
  }),
  create: () => Promise.reject(new TypeError("gone")),
  // A missing attribute is reported, and one of another type.
  read: () => Promise.resolve(JSON.parse('{"made":1,"count":"x"}')),
  update: () => Promise.reject(new TypeError("gone")),
  delete: () => Promise.reject(new TypeError("gone")),
});

const wordy = makeProvider({
  schema: s.schema({
    description,
    attributes: {
      words: s.map(types.string, { ...own, sensitive: true }),
    },
  }),
  resources: [resource],
});

const json = (value: unknown) => ({
  json: new TextEncoder().encode(JSON.stringify(value)),
});

Deno.test("a hundred secrets that are common words leave messages and logs as they are, and quoted values are masked", async () => {
  assert(common.length >= 100);
  const service = await makeService(wordy, 6);
  const thing = { typeName: "lab_thing" };
  const config = {
    password: null,
    old_password: "pineapple",
    type: "pubic",
    count: 7,
    made: "x",
  };
  const lines: string[] = [];
  await callMethod(service, methods.ConfigureProvider, { config: json({}) });
  const told = async () => {
    lines.length = 0;
    const answers = [
      await callMethod(service, methods.ValidateResourceConfig, {
        ...thing,
        config: json(config),
      }),
      await callMethod(service, methods.ReadResource, {
        ...thing,
        currentState: json({ ...config, password: "x", made: null }),
      }),
      await callMethod(service, methods.ReadResource, { typeName: "lab_thin" }),
      await callMethod(service, methods.ImportResourceState, {
        ...thing,
        id: "a",
      }),
      await callMethod(service, methods.MoveResourceState, {
        targetTypeName: "lab_thing",
        sourceTypeName: "other_thing",
      }),
      await callMethod(service, methods.CallFunction, { name: "none" }),
    ];
    const messages = lines.map((line) => JSON.parse(line)["@message"]);
    return JSON.stringify([answers.map((one) => ({ ...one })), messages]);
  };
  configureLogs({ env: () => "trace", write: (line) => lines.push(line) });
  try {
    const before = await told();
    assertStringIncludes(before, "old_password");
    assertStringIncludes(before, "invalid result");
    const words = Object.fromEntries(common.map((word, i) => [`w${i}`, word]));
    await callMethod(service, methods.ConfigureProvider, {
      config: json({ words }),
    });
    assertEquals(await told(), before);
    await callMethod(service, methods.ConfigureProvider, {
      config: json({ words: { one: "pubic" } }),
    });
    const after = await told();
    assert(!after.includes("pubic"), after);
    assertEquals(after.replaceAll('\\"***\\"', '\\"pubic\\"'), before);
  } finally {
    configureLogs({ env: () => undefined, write: () => {} });
  }
});
