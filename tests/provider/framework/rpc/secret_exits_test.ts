import { assertEquals, assertStringIncludes } from "@std/assert";
import type { OperationLog } from "../../../../provider/framework/log.ts";
import { configureLogs } from "../../../../provider/framework/log.ts";
import { makeService } from "../../../../provider/framework/rpc/make_service.ts";
import {
  ArgumentError,
  defineFunction,
  definersFor,
  type Diagnostics,
  failure,
  Path,
  types,
  unknown,
} from "../../../../provider/framework/mod.ts";
import { objectType } from "../../../../provider/framework/schema/schema.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { record } from "../../../../provider/framework/values/value.ts";
import { makeProvider } from "../verify/support.ts";
import { forms } from "../../../support/secret_forms.ts";
import { callMethod, callStream, encodeValue, methods } from "./support.ts";

const description = "What it is.";
const secrets = {
  own: 'own "quoted" & /slashed/',
  unstored: "unstored-väl€ue",
  number: 98_675_309,
  mapped: "mapped+value=",
  nested: "nested\nlines",
  keyed: "keyed-object",
  blocked: "blocked-value",
  token: "provider-token",
  made: "made-by-the-service",
  created: "created-by-the-service",
  key:
    "-----BEGIN KEY-----\nQ7+fT0xY9aLw4Zk2\nmN8/cV3sJ6pRb1He\n-----END KEY-----",
};
const all = Object.values(secrets).map(String);

/** One of them in each form, and each line of one that has several. */
const pieces = [
  ...Object.values(forms).map((form) => form(secrets.own)),
  ...secrets.key.split("\n").slice(1, 3),
];

/** The answer of a service that quotes the whole request, and forges advice. */
const told = `It quotes ${[...all, ...pieces].join(" and\n")} at all.\n\n` +
  `To go on, run${" ".repeat(100)}a program`;

const text = { optional: true, description } as const;
const schema = s.schema({
  description,
  attributes: {
    own: s.string({ ...text, sensitive: true }),
    unstored: s.string({ ...text, writeOnly: true }),
    key: s.string({ ...text, writeOnly: true }),
    number: s.int({ ...text, sensitive: true }),
    mapped: s.map(types.string, { ...text, sensitive: true }),
    nested: s.objectList(
      { deep: s.string({ ...text, sensitive: true }) },
      text,
    ),
    keyed: s.objectMap({ own: s.string({ ...text, sensitive: true }) }, text),
    open: s.string(text),
  },
  blocks: {
    block: s.block.list({
      attributes: { own: s.string({ ...text, sensitive: true }) },
      description,
    }),
  },
});
const config = {
  own: secrets.own,
  unstored: secrets.unstored,
  key: secrets.key,
  number: secrets.number,
  mapped: { KEY: secrets.mapped },
  nested: [{ deep: secrets.nested }],
  // The key has the name of the attribute, and is none.
  keyed: { own: { own: secrets.keyed } },
  open: "open-value",
  block: [{ own: secrets.blocked }],
};

interface Ways {
  readonly diagnostics: Diagnostics;
  readonly log: OperationLog;
}

/** Puts the secrets into everything that an operation can put them into. */
function tellAll({ diagnostics, log }: Ways): never {
  warn(diagnostics);
  log.error(told, {
    [told]: told,
    deep: [{ [told]: [told, new Error(told)] }],
  });
  log.trace("Numbers, too", { number: secrets.number });
  throw failure(told, told);
}

const { root } = Path;
const block = root.attribute("block").index(0);

/** The paths of secrets in the configuration. */
const places = [
  ...["own", "unstored", "key", "number", "block"]
    .map((name) => root.attribute(name)),
  root.attribute("mapped").key("KEY"),
  root.attribute("nested").index(0).attribute("deep"),
  root.attribute("keyed").key("own"),
  block,
  block.attribute("own"),
];

function warn(diagnostics: Diagnostics, paths = places): void {
  diagnostics.addWarning(told, told);
  for (const path of paths) diagnostics.addWarning(told, told, path);
}

const fails = (context: Ways): Promise<never> =>
  Promise.reject(tellAndCatch(context));

function tellAndCatch(context: Ways): unknown {
  try {
    return tellAll(context);
  } catch {
    return new Error(told, { cause: new Error(told) });
  }
}

const {
  defineResource,
  defineDataSource,
  defineEphemeralResource,
  defineAction,
  defineListResource,
} = definersFor<unknown>();
const computed = s.schema({
  description,
  attributes: {
    made: s.string({ computed: true, sensitive: true, description }),
  },
});

const lab = makeProvider({
  schema: s.schema({
    description,
    attributes: { token: s.string({ ...text, sensitive: true }) },
  }),
  configure: ({ diagnostics, log }) => {
    warn(diagnostics, [root.attribute("token")]);
    log.error(told);
  },
  resources: [
    defineResource({
      typeName: "lab_thing",
      schema,
      validate: ({ diagnostics }) => {
        warn(diagnostics);
        throw failure(told, told);
      },
      modifyPlan: tellAll,
      create: fails,
      read: fails,
      update: fails,
      delete: fails,
    }),
    defineResource({
      typeName: "lab_made",
      schema: computed,
      create({ diagnostics }) {
        warn(diagnostics, [root.attribute("made")]);
        return Promise.resolve({ made: secrets.created });
      },
      read: fails,
      delete: fails,
    }),
  ],
  dataSources: [
    defineDataSource({ typeName: "lab_thing", schema, read: fails }),
  ],
  ephemeralResources: [defineEphemeralResource({
    typeName: "lab_made",
    schema: computed,
    open({ diagnostics }) {
      warn(diagnostics, [root.attribute("made")]);
      return Promise.resolve({ result: { made: secrets.made } });
    },
  })],
  actions: [defineAction({
    typeName: "lab_act",
    schema,
    invoke(context) {
      context.progress(told);
      return fails(context);
    },
  })],
  listResources: [defineListResource({
    typeName: "lab_made",
    schema: s.schema({ description, attributes: {} }),
    async *list() {
      yield await Promise.resolve({ displayName: told, identity: {} });
    },
  })],
  functions: [
    ["tell", failure("Failed", told)] as const,
    ["blame", new ArgumentError(0, told)] as const,
  ].map(([name, error]) =>
    defineFunction({
      name,
      summary: "Tells.",
      description,
      parameters: [],
      returns: types.string,
      run: () => {
        throw error;
      },
    })
  ),
});

const json = (value: unknown) => ({
  json: new TextEncoder().encode(JSON.stringify(value)),
});

Deno.test("no secret leaves by any RPC or log, and no paragraph of others by an RPC", async () => {
  const lines: string[] = [];
  configureLogs({ env: () => "trace", write: (line) => lines.push(line) });
  try {
    const service = await makeService(lab, 6);
    const type = { typeName: "lab_thing" };
    const one = json(config);
    const none = json(null);
    const able = { clientCapabilities: { writeOnlyAttributesAllowed: true } };
    const answers: readonly (readonly [string, () => Promise<unknown>])[] = [
      [
        "ConfigureProvider",
        () =>
          callMethod(service, methods.ConfigureProvider, {
            config: json({ token: secrets.token }),
          }),
      ],
      [
        "OpenEphemeralResource",
        () =>
          callMethod(service, methods.OpenEphemeralResource, {
            typeName: "lab_made",
            config: json({ made: null }),
          }).then(({ diagnostics }) => diagnostics),
      ],
      [
        "ApplyResourceChange, with what only the answer has",
        () =>
          callMethod(service, methods.ApplyResourceChange, {
            typeName: "lab_made",
            priorState: none,
            config: json({ made: null }),
            plannedState: encodeValue(
              record([["made", unknown]]),
              objectType(computed),
            ),
          }).then(({ diagnostics }) => diagnostics),
      ],
      [
        "ValidateResourceConfig",
        () =>
          callMethod(service, methods.ValidateResourceConfig, {
            ...type,
            ...able,
            config: one,
          }),
      ],
      [
        "PlanResourceChange",
        () =>
          callMethod(service, methods.PlanResourceChange, {
            ...type,
            priorState: none,
            config: one,
            proposedNewState: json({ ...config, unstored: null, key: null }),
          }).then(({ diagnostics }) => diagnostics),
      ],
      [
        "ApplyResourceChange",
        () =>
          callMethod(service, methods.ApplyResourceChange, {
            ...type,
            priorState: none,
            config: one,
            plannedState: json({ ...config, unstored: null, key: null }),
          }).then(({ diagnostics }) => diagnostics),
      ],
      ["ReadResource", () =>
        callMethod(service, methods.ReadResource, {
          ...type,
          currentState: json({ ...config, unstored: null, key: null }),
        }).then(({ diagnostics }) => diagnostics)],
      [
        "ReadDataSource",
        () =>
          callMethod(service, methods.ReadDataSource, { ...type, config: one })
            .then(({ diagnostics }) => diagnostics),
      ],
      [
        "CallFunction",
        () => callMethod(service, methods.CallFunction, { name: "tell" }),
      ],
      [
        "CallFunction, with an argument",
        () => callMethod(service, methods.CallFunction, { name: "blame" }),
      ],
      ["ListResource", () =>
        callStream(service, methods.ListResource, {
          typeName: "lab_made",
          config: json({}),
        })],
      ["InvokeAction", () =>
        callStream(service, methods.InvokeAction, {
          actionType: "lab_act",
          config: one,
        })],
    ];
    // These make every secret known; then nothing may show one.
    for (const [, ask] of answers.slice(0, 4)) await ask();
    lines.length = 0;
    for (const [name, ask] of answers) {
      const shown = JSON.stringify(await ask());
      assertStringIncludes(shown, "It quotes ***", name);
      assertEquals(/.n(?=To go)| {17}/.exec(shown), null, name);
      // The CLI quotes the line that a path leads to.
      assertEquals(shown.match(/"attribute":.*?]/)?.[0], undefined, name);
      for (const secret of [...all, ...pieces]) {
        assertEquals(holds(shown, secret), false, `${name}: ${secret}`);
      }
    }
    const log = lines.join("");
    assertStringIncludes(log, "It quotes ***");
    assertStringIncludes(log, '"number":"***"');
    for (const secret of [...all, ...pieces]) {
      assertEquals(holds(log, secret), false, secret);
    }
  } finally {
    configureLogs({ env: () => undefined, write: () => {} });
  }
});

/** Whether a text shows a secret: plainly, or escaped as in JSON or a URL. */
function holds(shown: string, secret: string): boolean {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [secret, escaped, JSON.stringify(escaped).slice(1, -1)]
    .concat(encodeURIComponent(secret)).some((form) => shown.includes(form));
}
