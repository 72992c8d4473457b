import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Resource } from "../../../../provider/framework/define/resource.ts";
import type { ClientCapabilities } from "../../../../provider/framework/engine/contract.ts";
import { validateConfigOf } from "../../../../provider/framework/engine/validate_config.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { types } from "../../../../provider/framework/schema/type_expression.ts";
import type { Validator } from "../../../../provider/framework/schema/rules.ts";
import { Decimal } from "../../../../provider/framework/values/decimal.ts";
import { unknown } from "../../../../provider/framework/values/unknown.ts";
import type { Value } from "../../../../provider/framework/values/value.ts";
import {
  ableClient,
  call,
  details,
  lines,
  plainClient,
  resourceOf,
  serverOf,
  whole,
} from "./support.ts";

/** Refuses everything it is shown. */
function refuse<T>(): Validator<T> {
  return {
    description: "nothing",
    validate: (_, { path, diagnostics }) =>
      diagnostics.addError("Refused", "Refused.", path),
  };
}

const present: Validator<string> = {
  description: "present",
  onAbsent: true,
  validate(value, { path, diagnostics }) {
    if (value === undefined) diagnostics.addError("Absent", "Absent.", path);
  },
};

const row = {
  key: s.string({ required: true, description: "Key." }),
  count: s.int({ optional: true, description: "Count." }),
  uid: s.string({ computed: true, description: "Uid." }),
};

const schema = s.schema({
  description: "A thing.",
  attributes: {
    given: s.string({ computed: true, description: "Given." }),
    whole: s.int({ optional: true, description: "Int." }),
    real: s.float({ optional: true, description: "Float." }),
    exact: s.number({ optional: true, description: "Number." }),
    pin: s.int({ optional: true, sensitive: true, description: "Secret." }),
    numbers: s.list(types.int, { optional: true, description: "Ints." }),
    texts: s.map(types.string, { optional: true, description: "Texts." }),
    holes: s.list(types.nullable(types.string), {
      optional: true,
      description: "Nullable.",
    }),
    shape: s.value(
      types.object({ a: types.string, b: types.nullable(types.int) }),
      {
        optional: true,
        description: "Object.",
      },
    ),
    names: s.set(types.string, { optional: true, description: "Names." }),
    rows: s.objectList(row, { optional: true, description: "Rows." }),
    pool: s.objectSet(row, { optional: true, description: "Pool." }),
    named: s.objectMap(row, { optional: true, description: "Named." }),
    old: s.string({
      optional: true,
      deprecated: "Use new.",
      description: "Old.",
    }),
    secret: s.string({ optional: true, writeOnly: true, description: "W." }),
    refused: s.list(types.string, {
      optional: true,
      validators: [refuse()],
      description: "Refused.",
    }),
    refused_object: s.object({
      a: s.string({ optional: true, description: "A." }),
    }, { optional: true, validators: [refuse()], description: "Refused." }),
    timeouts: s.timeouts({ create: "1h" }),
  },
  blocks: {
    two: s.block.list({
      description: "Two.",
      attributes: row,
      minItems: 2,
      maxItems: 2,
    }),
    legacy: s.block.set({
      description: "Legacy.",
      attributes: row,
      deprecated: "Use rows.",
    }),
  },
});

const two = [{ key: "a" }, { key: "b" }];

const thing = (parts: Partial<Resource> = {}) => resourceOf(schema, parts);

async function validate(
  config: Readonly<Record<string, Value>>,
  resource: Resource = thing(),
  clientCapabilities: ClientCapabilities = ableClient,
) {
  const server = serverOf({ resources: [resource] });
  server.configureResult = undefined;
  const { diagnostics } = await validateConfigOf("resources")(server, {
    typeName: resource.typeName,
    config: whole(resource.schema, config),
    clientCapabilities,
  }, call);
  return diagnostics;
}

Deno.test("validators of floats are given doubles, everywhere", async () => {
  const seen: unknown[] = [];
  const see: Validator<unknown> = {
    description: "seen",
    validate(value, { holder, config }) {
      seen.push(value, holder["real"], config["real"]);
    },
  };
  const inner = {
    real: s.float({ optional: true, validators: [see], description: "Inner." }),
  };
  const floats = s.schema({
    description: "A thing.",
    attributes: {
      real: s.float({ optional: true, validators: [see], description: "R." }),
      box: s.object(inner, {
        optional: true,
        validators: [{
          description: "seen",
          validate: ({ real }) => seen.push(real),
        }],
        description: "Box.",
      }),
    },
    validators: [{
      description: "seen",
      validate: (config) => seen.push(config["real"]),
    }],
  });
  const third = new Decimal("0.33333333333333333333333333333333");
  const config = { real: third, box: { real: third } };
  assertEquals(lines(await validate(config, thing({ schema: floats }))), []);
  assertEquals(seen, Array.from({ length: 8 }, () => 1 / 3));
});

const cases: readonly {
  readonly title: string;
  readonly config: Readonly<Record<string, Value>>;
  readonly found: readonly string[];
}[] = [
  { title: "nothing configured", config: {}, found: [] },
  {
    title: "numbers that do not fit",
    config: {
      whole: 1.5,
      real: 10n ** 400n,
      numbers: [1, 9007199254740993n, 2.5],
    },
    found: [
      "error whole: Invalid attribute value",
      "error real: Invalid attribute value",
      "error numbers[1]: Invalid attribute value",
      "error numbers[2]: Invalid attribute value",
    ],
  },
  {
    title: "null inside of values",
    config: {
      texts: { a: "x", b: null },
      holes: ["a", null],
      shape: { a: null, b: null },
      names: ["a", null],
      rows: [null],
    },
    found: [
      'error texts["b"]: Invalid attribute value',
      "error shape.a: Invalid attribute value",
      "error names: Invalid attribute value",
      "error rows[0]: Invalid attribute value",
    ],
  },
  {
    title: "required attributes inside nested ones",
    config: {
      rows: [{ key: "a" }, { count: 1 }],
      pool: [{ count: 1 }],
      named: { x: { count: 1.5 } },
      two: [{ key: "a" }, {}],
    },
    found: [
      "error rows[1].key: Missing required attribute",
      "error pool.key: Missing required attribute",
      'error named["x"].key: Missing required attribute',
      'error named["x"].count: Invalid attribute value',
      "error two[1].key: Missing required attribute",
    ],
  },
  {
    title: "unknown values anywhere",
    config: {
      whole: unknown,
      numbers: [unknown],
      texts: unknown,
      rows: [unknown, { key: unknown, count: unknown }],
      named: unknown,
      old: unknown,
      refused: ["a", unknown],
      refused_object: unknown,
      timeouts: { create: unknown },
      two: unknown,
    },
    found: [],
  },
  {
    title: "what validators refuse, an object also with unknowns inside",
    config: { refused: ["a"], refused_object: { a: unknown } },
    found: ["error refused: Refused", "error refused_object: Refused"],
  },
  {
    title: "values that only the provider gives",
    config: { given: "x", rows: [{ key: "a", uid: "x" }] },
    found: [
      "error given: Read-only attribute",
      "error rows[0].uid: Read-only attribute",
    ],
  },
  {
    title: "unknown values that only the provider gives",
    config: { given: unknown, rows: [{ key: "a", uid: unknown }] },
    found: [
      "error given: Read-only attribute",
      "error rows[0].uid: Read-only attribute",
    ],
  },
  {
    title: "deprecated things",
    config: { old: "x", legacy: [{ key: "a" }] },
    found: [
      "warning old: Deprecated attribute",
      "warning legacy: Deprecated block",
    ],
  },
  {
    title: "too few blocks",
    config: { two: [{ key: "a" }] },
    found: ["error two: Too few blocks"],
  },
  {
    title: "too many blocks",
    config: { two: [...two, { key: "c" }] },
    found: ["error two: Too many blocks"],
  },
];

for (const { title, config, found } of cases) {
  Deno.test(`validate: ${title}`, async () => {
    assertEquals(lines(await validate({ two, ...config })), found);
  });
}

Deno.test("validate: a write-only value needs a client that keeps it out of the state", async () => {
  const config = { two, secret: unknown };
  assertEquals(lines(await validate(config)), []);
  assertEquals(lines(await validate(config, thing(), plainClient)), [
    "error secret: Write-only attribute not supported",
  ]);
  assertEquals(lines(await validate({ two }, thing(), plainClient)), []);
});

Deno.test("who lacks write-only arguments reads which Terraform and OpenTofu have them", async () => {
  const config = { two, secret: unknown };
  assertStringIncludes(
    details(await validate(config, thing(), plainClient)),
    "Terraform or OpenTofu from 1.11",
  );
});

Deno.test("validate: messages do not show a sensitive value", async () => {
  const shown = details(await validate({ two, whole: 123.5 }));
  assertStringIncludes(shown, "123.5");
  const hidden = details(await validate({ two, pin: 123.5 }));
  assertEquals(hidden.includes("123.5"), false);
});

Deno.test("validate: a validator may ask for absent values, at any depth", async () => {
  const asked = s.schema({
    description: "A thing.",
    attributes: {
      top: s.string({
        optional: true,
        validators: [present],
        description: "Top.",
      }),
      rows: s.objectList({
        inner: s.string({
          optional: true,
          validators: [present],
          description: "Inner.",
        }),
      }, { optional: true, description: "Rows." }),
    },
  });
  const resource = thing({ schema: asked });
  assertEquals(
    lines(await validate({ rows: [{}, { inner: "x" }] }, resource)),
    [
      "error top: Absent",
      "error rows[0].inner: Absent",
    ],
  );
});

Deno.test("validate: the whole-configuration checks run after the schema is obeyed", async () => {
  const ran: string[] = [];
  const checked = s.schema({
    description: "A thing.",
    deprecated: "Use another one.",
    attributes: { a: s.int({ optional: true, description: "A." }) },
    validators: [{
      description: "all is well",
      validate(_, diagnostics) {
        ran.push("schema");
        diagnostics.addError("Schema", "Schema.");
      },
    }],
  });
  const resource = thing({
    schema: checked,
    validate({ config, diagnostics }) {
      ran.push(`author ${config["a"]}`);
      diagnostics.addWarning("Author", "Author.");
    },
  });
  assertEquals(lines(await validate({ a: 1 }, resource)), [
    "warning: Deprecated test_thing",
    "error: Schema",
    "warning: Author",
  ]);
  assertEquals(ran, ["schema", "author 1"]);
  await validate({ a: 1.5 }, resource);
  assertEquals(ran, ["schema", "author 1"]);
});

Deno.test("validate: checks that throw do not keep others from running", async () => {
  const broken: Validator<number> = {
    description: "broken",
    validate: () => {
      throw new TypeError("oops");
    },
  };
  const checked = s.schema({
    description: "A thing.",
    attributes: {
      a: s.int({
        optional: true,
        validators: [broken, refuse()],
        description: "A.",
      }),
    },
    validators: [{
      description: "all is well",
      validate: () => {
        throw new Error("oops");
      },
    }],
  });
  const resource = thing({
    schema: checked,
    validate: () => Promise.reject(new Error("oops")),
  });
  assertEquals(lines(await validate({ a: 1 }, resource)), [
    "error: Failed to validate a",
    "error a: Refused",
    "error: Failed to check that all is well",
    "error: Failed to validate test_thing",
  ]);
});
