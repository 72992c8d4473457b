import { assertEquals, assertObjectMatch, assertThrows } from "@std/assert";
import {
  p,
  replaceControlCharacters,
  s,
  types,
  unknown,
  type Value,
  type ValueObject,
} from "../../../../provider/framework/mod.ts";
import {
  bindingTo,
  bindingToResponse,
  computedAttributes,
  dataStateOf,
  tableOf,
} from "../../../../provider/framework/binding/mod.ts";
import {
  createBody,
  updateBody,
} from "../../../../provider/framework/binding/request.ts";
import { completePlan } from "../../../../provider/framework/binding/completed_plan.ts";
import { doubtOf } from "../../../../provider/framework/binding/doubt.ts";
import { checkKeys } from "../../../../provider/framework/binding/keys.ts";
import {
  isTold,
  readState,
} from "../../../../provider/framework/binding/state.ts";
import { attributeAt } from "../../../../provider/framework/binding/table.ts";
import { planOf } from "./support.ts";

interface Machine {
  readonly size: string;
  readonly region?: string;
  readonly scaling?: { readonly least: number; readonly most?: number };
}

interface Wire {
  readonly create: {
    readonly name: string;
    readonly machine: Machine;
    readonly image?: { readonly url: string; readonly port?: number } | null;
    readonly tags?: readonly string[];
    readonly route?: { readonly path?: string | null } | null;
    readonly task?: string;
    readonly secret?: string;
  };
  readonly update: Partial<Wire["create"]>;
  readonly response: Omit<Wire["create"], "secret"> & {
    readonly status: { readonly state: string };
  };
}

const b = bindingTo<Wire>();
const description = "As a test needs it.";

const { attributes } = s.schema({
  description,
  attributes: {
    id: b.local(s.string({
      computed: true,
      description,
      planModifiers: [p.computedFrom(["name"], (name) => `acme/${name}`)],
    })),
    name: b.field("name", types.string, {
      required: true,
      description,
      change: "immutable",
      key: true,
    }),
    machine: s.object({
      size: b.field("machine.size", types.string, {
        required: true,
        description,
      }),
      region: b.field("machine.region", types.string, {
        optional: true,
        computed: true,
        description,
        clear: "refuse",
      }),
      least: b.field("machine.scaling.least", types.int, {
        optional: true,
        description,
        clear: "replace",
      }),
    }, { required: true, description }),
    image: b.object("image", {
      url: b.field("image.url", types.string, {
        required: true,
        description,
        unit: "image",
      }),
      port: b.field("image.port", types.int, {
        optional: true,
        description,
        unit: "image",
        hasServiceDefault: true,
      }),
    }, {
      optional: true,
      description,
      unit: "image",
    }),
    route: b.object("route", {
      path: b.field("route.path", types.string, {
        optional: true,
        description,
      }),
    }, {
      optional: true,
      description,
    }),
    tags: b.field("tags", types.set(types.string), {
      optional: true,
      description,
      clear: { send: [] },
    }),
    task: b.field("task", types.string, {
      optional: true,
      computed: true,
      description,
      planModifiers: [p.computedFrom(["/machine/size"])],
      recompute: { send: "" },
    }),
    ...b.secret("secret", "secret", { description, clear: { send: "" } }),
    wait: b.local(s.bool({ optional: true, default: true, description })),
    status: b.computed("status.state", types.string, {
      description,
      planModifiers: [p.mayChangeOnUpdate()],
    }),
  },
});

const table = tableOf(attributes);

const answer = {
  name: "x",
  machine: { size: "small", region: "eu", scaling: { least: 1 } },
  image: { url: "docker.io/x", port: 80 },
  tags: ["b", "a"],
  route: null,
  status: { state: "running" },
};

const state: ValueObject = {
  id: "acme/x",
  name: "x",
  machine: { size: "small", region: "eu", least: 1 },
  image: { url: "docker.io/x", port: null },
  route: null,
  tags: ["a", "b"],
  task: null,
  secret: null,
  secret_wo: null,
  secret_wo_version: "1",
  wait: true,
  status: "running",
};

const config: ValueObject = {
  ...state,
  id: null,
  machine: { size: "small", region: null, least: 1 },
  secret_wo: "hidden",
  status: null,
};

function updateOf(more: ValueObject, configured: ValueObject = more) {
  const change = {
    prior: state,
    plan: { ...state, ...more },
    config: { ...config, ...configured },
  };
  return updateBody(table, change, false);
}

Deno.test("a create sends what is there, write-only values too", () => {
  const plan = {
    ...state,
    machine: { size: "small", region: unknown, least: 1 },
  };
  assertEquals(createBody(table, { plan, config }), {
    name: "x",
    machine: { size: "small", scaling: { least: 1 } },
    image: { url: "docker.io/x" },
    tags: ["a", "b"],
    secret: "hidden",
  });
});

const updates: Record<string, [ValueObject, unknown]> = {
  "nothing has changed": [{ tags: ["b", "a"], wait: false }, undefined],
  "one attribute is sent alone": [
    { machine: { size: "big", region: "eu", least: 1 } },
    { machine: { size: "big" } },
  ],
  "a unit is sent whole": [
    { image: { url: "docker.io/x", port: 8080 } },
    { image: { url: "docker.io/x", port: 8080 } },
  ],
  "an object is cleared with all that it held": [
    { image: null },
    { image: null },
  ],
  "an object that is new is sent whole": [
    { route: { path: "/x" } },
    { route: { path: "/x" } },
  ],
  "an attribute is cleared as declared": [{ tags: null }, { tags: [] }],
  "a value is to be found out again": [{ task: unknown }, { task: "" }],
  "a new version sends the write-only value": [
    { secret_wo_version: "2" },
    { secret: "hidden" },
  ],
  "a twin takes over from the other": [
    { secret: "plain", secret_wo_version: null, secret_wo: null },
    { secret: "plain" },
  ],
  "a secret that is gone is cleared": [
    { secret_wo_version: null, secret_wo: null },
    { secret: "" },
  ],
};

for (const [name, [change, body]] of Object.entries(updates)) {
  Deno.test(`update: ${name}`, () => assertEquals(updateOf(change), body));
}

Deno.test("an update of the whole object sends all that is configured", () => {
  const change = {
    prior: state,
    plan: { ...state, tags: null },
    config: { ...config, tags: null },
  };
  assertEquals(updateBody(table, change, true), {
    machine: { size: "small", region: "eu", scaling: { least: 1 } },
    image: { url: "docker.io/x" },
    tags: [],
    secret: "hidden",
  });
});

Deno.test("a state is the response, and what the service hides as it was", () => {
  assertEquals({ ...readState(attributes, answer, state) }, state);
  const imported = readState(attributes, answer, undefined);
  assertEquals({ ...imported }, {
    ...state,
    image: { url: "docker.io/x", port: 80 },
    tags: ["b", "a"],
    secret_wo_version: null,
  });
});

Deno.test("a number that an attribute cannot hold is not told, at any depth", () => {
  const description = "A number.";
  const b = bindingToResponse<Readonly<Record<string, number>>>();
  const numbers = types.list(types.object({ int: types.int }));
  const bound = {
    int: b.int("int", description),
    float: b.float("float", description),
    any: b.value(types.number, ({ int }) => int, description),
    deep: b.value(numbers, ({ int = 0 }) => [{ int }], description),
    object: s.object({ int: b.int("int", description) }, {
      computed: true,
      description,
    }),
  };
  const kept = {
    int: 1,
    float: 0.5,
    any: 2,
    deep: [{ int: 3 }],
    object: { int: 4 },
  };
  const cases: Readonly<Record<string, readonly string[]>> = {
    "7": [],
    "-0": [],
    "0.1": ["int", "deep", "object.int"],
    "0.1000000000000000055511151231257827": [
      "int",
      "deep",
      "object.int",
    ],
    "-1e308": ["int", "deep", "object.int"],
    "9007199254740993": ["int", "deep", "object.int"],
    "1e999": ["int", "float", "any", "deep", "object.int"],
  };
  for (const [text, untold] of Object.entries(cases)) {
    const number = JSON.parse(text);
    const told: string[] = [];
    const response = { int: number, float: number };
    const read = readState(
      bound,
      response,
      kept,
      { onMismatch: (names) => void told.push(names.join(".")) },
    );
    assertEquals(told, untold, text);
    const keeps = (name: string) => untold.includes(name);
    assertEquals({ ...read, object: { ...Object(read["object"]) } }, {
      int: keeps("int") ? 1 : number,
      float: keeps("float") ? 0.5 : number,
      any: keeps("any") ? 2 : number,
      deep: [{ int: keeps("deep") ? 3 : number }],
      object: { int: keeps("object.int") ? 4 : number },
    }, text);
  }
});

Deno.test("what a response lacks, or has of another type, stays as it was", () => {
  const told: string[] = [];
  const tell = {
    onMismatch: (names: readonly string[]) => void told.push(names.join(".")),
  };
  const odd = { ...answer, tags: [1] };
  assertEquals({ ...readState(attributes, odd, state, tell) }, state);
  assertEquals(told, ["tags"]);
  const { tags: _, ...lacking } = answer;
  assertEquals({ ...readState(attributes, lacking, state, tell) }, state);
  assertEquals(told, ["tags"]);
  const none = { ...readState(attributes, { ...answer, tags: null }, state) };
  assertEquals(none["tags"], []);
});

Deno.test("a response about another object is refused", () => {
  assertThrows(
    () => checkKeys(table, { ...answer, name: "../y" }, state),
    Error,
    "`x` was asked for",
  );
});

Deno.test("a plan keeps what stays, and replaces what cannot change", async () => {
  const { planned, replaced } = await planOf(attributes, {
    config: {
      ...config,
      name: "y",
      machine: { size: "big", region: null, least: null },
    },
    prior: state,
  });
  assertObjectMatch({ planned }, {
    planned: {
      id: "acme/y",
      machine: { size: "big", region: "eu", least: null },
      task: unknown,
      status: unknown,
    },
  });
  assertEquals(replaced, ["machine.least", "name"]);
});

Deno.test("a change that the service never hears of changes nothing else", async () => {
  const { planned, isUpdate } = await planOf(attributes, {
    config: { ...config, wait: false },
    prior: state,
  });
  assertObjectMatch({ planned }, {
    planned: { status: "running", id: "acme/x" },
  });
  assertEquals(isUpdate, false);
});

Deno.test("what the service changed is told, but no secret", () => {
  const { state: result, differences } = completePlan(
    attributes,
    { ...state, tags: ["a"], secret: "mine", status: unknown },
    { ...state, tags: ["z"], secret: "other" },
  );
  assertEquals([result.tags, result.status], [["a"], "running"]);
  assertEquals(differences, [
    { names: ["tags"], planned: ["a"], actual: ["z"] },
    { names: ["secret"], planned: undefined, actual: undefined },
  ]);
});

Deno.test("what a plan leaves open in a collection is as the response has it", () => {
  const disk = {
    key: s.string({ required: true, description }),
    id: s.string({ computed: true, description }),
  };
  const disks = { optional: true, description } as const;
  const of = (id: Value) => [{ key: "a", id }, { key: "b", id }];
  for (
    const [attribute, valueOf] of [
      [s.objectList(disk, disks), of],
      [s.objectSet(disk, disks), (id: Value) => of(id).toReversed()],
      [s.objectMap(disk, disks), (id: Value) => ({ one: { key: "a", id } })],
    ] as const
  ) {
    const plan = { disks: valueOf(unknown) };
    const actual = { disks: valueOf("1") };
    const { state, differences } = completePlan(
      { disks: attribute },
      plan,
      actual,
    );
    assertEquals([state.disks, differences], [actual.disks, []]);
  }
});

Deno.test("what somebody else may have made of a secret is told without it", () => {
  const attributes = {
    pin: b.field("task", types.string, {
      optional: true,
      sensitive: true,
      description,
      hasServiceDefault: true,
      clear: { send: "" },
    }),
  };
  const compare = (pin: Value) => {
    const kept = { pin };
    return { kept, ...completePlan(attributes, kept, kept) };
  };
  const look = { prior: compare(null), plan: compare("mine") };
  const doubt = doubtOf({ response: {}, told: { pin: "1234" }, ...look }, {
    written: tableOf(attributes),
    isLost: false,
  });
  assertEquals(
    doubt?.reason,
    "`pin` is another one now, neither as before nor as planned",
  );
});

Deno.test("attributes of a data source are of the type of what they show", () => {
  const part = { key: s.string({ required: true, description }) };
  const more = { ...part, note: s.string({ optional: true, description }) };
  const options = { optional: true, description } as const;
  for (
    const [all, shown] of [
      [s.object(more, options), s.object(part, options)],
      [s.objectList(more, options), s.objectList(part, options)],
      [s.objectSet(more, options), s.objectSet(part, options)],
      [s.objectMap(more, options), s.objectMap(part, options)],
    ] as const
  ) {
    const { x } = computedAttributes({ x: all }, ["x.key"]);
    assertEquals(x?.type, shown.type);
  }
});

Deno.test("a path of the API leads to the attribute", () => {
  assertEquals(
    String(attributeAt(table, "machine.scaling.least")),
    "machine.least",
  );
  assertEquals(String(attributeAt(table, "image.unheard")), "image");
  assertEquals(attributeAt(table, "nothing"), undefined);
});

Deno.test("a data source is the response, and what is configured besides", () => {
  const shown = bindingToResponse<{
    readonly owner?: string;
    readonly disks?: readonly Machine[];
  }>();
  const attributes = {
    owner: shown.attribute(
      s.string({ optional: true, computed: true, description }),
      "owner",
    ),
    search: s.string({ optional: true, description }),
    sizes: shown.strings(
      ({ disks = [] }) => disks.map(({ size }) => size),
      description,
    ),
    disks: shown.list("disks", (disk) => ({
      region: disk.string("region", description),
      least: disk.int("scaling.least", description),
    }), description),
  };
  const config = { owner: null, search: "a" };
  const disk = { size: "x1", scaling: { least: 1 } };
  const answer = { owner: "acme", disks: [disk] };
  assertEquals(dataStateOf(attributes, answer, config), {
    owner: "acme",
    search: "a",
    sizes: ["x1"],
    disks: [{ region: null, least: 1 }],
  });
  assertEquals(dataStateOf(attributes, {}, config), {
    owner: null,
    search: "a",
    sizes: [],
    disks: null,
  });
  const odd = { disks: [{ size: "x1", region: 1, scaling: { least: 2 } }] };
  const { disks } = dataStateOf(attributes, odd, config);
  assertEquals(disks, [{ region: null, least: 2 }]);
});

Deno.test("what stands for null is sent for it, and imported as it", () => {
  const { attributes } = s.schema({
    description,
    attributes: {
      image: b.object("image", {
        url: b.field("image.url", types.string, {
          optional: true,
          description,
          unit: "image",
        }),
      }, {
        optional: true,
        description,
        unit: "image",
        clear: "omit",
        absent: { url: "default" },
      }),
    },
  });
  const table = tableOf(attributes);
  const none = { image: null };
  const other = { image: { url: "other" } };
  const update = (prior: ValueObject, plan: ValueObject) =>
    updateBody(table, { plan, prior, config: plan }, false);
  const sent = { image: { url: "default" } };
  assertEquals(createBody(table, { plan: none, config: none }), sent);
  assertEquals(createBody(table, { plan: other, config: other }), other);
  assertEquals(update(other, none), sent);
  assertEquals(update(none, other), other);
  assertEquals(update(none, none), undefined);
  const read = (answer: unknown, kept?: ValueObject): unknown =>
    JSON.parse(JSON.stringify(readState(attributes, answer, kept)));
  assertEquals(read(sent), none);
  assertEquals(read({}), none);
  assertEquals(read(other), other);
  assertEquals(read(sent, none), none);
  assertEquals(read(other, none), other);
  // It is configured just so.
  assertEquals(read(sent, sent), sent);
});

const elements: Readonly<Record<string, (at: number) => Value>> = {
  words: (at) => `tag-${at}`,
  objects: (at) => ({ username: `user-${at}`, role: "read" }),
  escapes: (at) => `%41\\${at}`,
  "control characters": (at) => `\u0001 tag-${at}`,
  masks: (at) => `*** tag-${at}`,
  "escapes beside masks": (at) =>
    at < 100 ? `*** ${at}` : `%41\\u0041&#65; ${at}`,
};

for (const [what, element] of Object.entries(elements)) {
  Deno.test(`many ${what} are compared with those of the state without comparing each with each`, () => {
    const many = (from: number, form = (text: string) => text) =>
      Array.from({ length: 10_000 }, (_, at) => {
        const one = element(at + from);
        return typeof one === "string" ? form(one) : one;
      });
    const description = "Many.";
    const kept = many(0, replaceControlCharacters);
    for (const from of [0, 1]) {
      for (
        const attribute of [
          s.set(types.dynamic, { optional: true, description }),
          s.list(types.dynamic, { computed: true, description }),
        ]
      ) {
        assertEquals(isTold(kept, many(from), attribute), from === 0);
      }
    }
  });
}
