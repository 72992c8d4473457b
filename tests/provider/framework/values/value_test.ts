import { assert, assertEquals } from "@std/assert";
import { validateValue } from "../../../../provider/framework/values/conform.ts";
import { Decimal } from "../../../../provider/framework/values/decimal.ts";
import { equalValues } from "../../../../provider/framework/values/equal.ts";
import {
  decodeJson,
  valueFromJson,
} from "../../../../provider/framework/values/json.ts";
import { parseJson } from "../../../../provider/framework/values/json_parser.ts";
import { decodeMsgpack } from "../../../../provider/framework/values/msgpack_decode.ts";
import { encodeMsgpack } from "../../../../provider/framework/values/msgpack_encode.ts";
import { Path } from "../../../../provider/framework/values/path.ts";
import {
  compareText,
  parseType,
  type Type,
} from "../../../../provider/framework/values/type.ts";
import {
  Unknown,
  unknown,
} from "../../../../provider/framework/values/unknown.ts";
import {
  Dynamic,
  record,
  type Value,
} from "../../../../provider/framework/values/value.ts";
import { normalText } from "../../../../provider/framework/normal_text.ts";
import { valueAt } from "../../../../provider/framework/values/walk.ts";

const tags: Type = ["set", "string"];
const model: Type = ["object", {
  name: "string",
  images: ["list", ["object", { port: "number", any: "dynamic" }]],
  env: ["map", "string"],
  tags,
}];
const example: Value = {
  name: "a",
  images: [{ port: 80, any: new Dynamic(["list", "bool"], [true, unknown]) }],
  env: { "A.B": "x" },
  tags: ["t", unknown],
};

const equalities: readonly [string, Value, Value, Type, boolean][] = [
  ["sets in any order", ["a", "b"], ["b", "a"], tags, true],
  ["sets with duplicates", ["a", "b", "a"], ["b", "a"], tags, true],
  ["sets of different size", ["a"], ["a", "b"], tags, false],
  ["sets with an unknown", ["a", unknown], [unknown, "a"], tags, true],
  ["sets with one unknown and two", [unknown], [unknown, unknown], tags, false],
  ["sets of sets", [["a", "b"]], [["b", "a"]], ["set", tags], true],
  ["lists in another order", ["a", "b"], ["b", "a"], ["list", "string"], false],
  ["null and empty", null, [], tags, false],
  ["null and unknown", null, unknown, "string", false],
  [
    "unknowns with different refinements",
    unknown,
    new Unknown({ prefix: "a" }),
    "string",
    true,
  ],
  ["texts in two normal forms", "é", "e\u0301", "string", true],
  ["a fraction in two forms", 1.5, new Decimal("1.50"), "number", true],
  ["a bool and a text", true, "true", "string", false],
  ["null and an empty text", null, "", "string", false],
  ["null and zero", null, 0, "number", false],
  ["maps of different keys", { a: "1" }, { b: "1" }, ["map", "string"], false],
  ["maps in another order", { a: "1", b: "2" }, { b: "2", a: "1" }, [
    "map",
    "string",
  ], true],
  [
    "dynamic values of two types",
    new Dynamic("string", null),
    new Dynamic("bool", null),
    "dynamic",
    false,
  ],
  [
    "equal dynamic values",
    new Dynamic(tags, ["a", "b"]),
    new Dynamic(["set", "string"], ["b", "a"]),
    "dynamic",
    true,
  ],
  ["objects", example, { ...example }, model, true],
];

for (const [what, a, b, type, expected] of equalities) {
  Deno.test(`${what} are ${expected ? "equal" : "not equal"}`, () => {
    assertEquals(equalValues(a, b, type), expected);
    assertEquals(equalValues(b, a, type), expected);
  });
}

Deno.test("a path reads like an expression", () => {
  const path = Path.root.attribute("model").attribute("image").index(0)
    .attribute("env").key('a"b');
  assertEquals(path.toString(), 'model.image[0].env["a\\"b"]');
  assertEquals(Path.root.toString(), "");
  assertEquals(Path.root.index(1).toString(), "[1]");
  assert(Path.of(path.steps).equals(path));
  assertEquals(path.parent.parent.toString(), "model.image[0]");
  assert(Path.root.parent.isRoot);
});

Deno.test("a value validateValue, or the fault is named with its path", () => {
  assertEquals(validateValue(example, model), undefined);
  const faults: readonly [unknown, string][] = [
    [
      { ...example, name: undefined },
      "name: A string is required, not undefined",
    ],
    [
      { ...example, images: [{ port: "80", any: null }] },
      "images[0].port: A number is required, not a string",
    ],
    [
      { ...example, env: { "A.B": 1 } },
      'env["A.B"]: A string is required, not a number',
    ],
    [
      new Date(0),
      'The attribute "env" is missing; set it to null if it has no value',
    ],
    [() => 1, "An object is required, not a function"],
    [
      {
        ...example,
        images: [{ port: 1, any: new Dynamic(["tuple", ["bool"]], ["x"]) }],
      },
      "images[0].any[0]: A bool is required, not a string",
    ],
  ];
  for (const [value, message] of faults) {
    assertEquals(validateValue(value, model)?.message, message);
  }
});

Deno.test("names of the prototype are names like any other", () => {
  const type: Type = [
    "object",
    JSON.parse('{"__proto__":"bool","toString":"string"}'),
  ];
  const json = '{"__proto__":true,"toString":"x"}';
  const value = decodeJson(json, type);
  assertEquals(valueAt(value, Path.root.attribute("__proto__")), true);
  assertEquals(valueAt(value, Path.root.attribute("constructor")), undefined);
  const again = decodeMsgpack(encodeMsgpack(value, type), type);
  assert(equalValues(again, value, type));
  assertEquals(Object.getPrototypeOf(again), null);
  const map = record([["__proto__", "x"], ["constructor", "y"]]);
  const decoded = decodeMsgpack(
    encodeMsgpack(map, ["map", "string"]),
    ["map", "string"],
  );
  assert(equalValues(decoded, map, ["map", "string"]));
  assertEquals(Object.keys(Object.prototype).length, 0);
});

Deno.test("an attribute that an object only inherits is missing", () => {
  assertEquals(
    validateValue({}, parseType('["object",{"toString":"string"}]'))?.problem,
    'The attribute "toString" is missing; set it to null if it has no value',
  );
});

Deno.test("texts sort by their UTF-8 bytes", () => {
  const sorted = [
    "",
    "10",
    "9",
    "Z",
    "a",
    "aa",
    "ä",
    "é",
    "\uffff",
    "🦊",
    "🦊a",
  ];
  assertEquals(sorted.toReversed().sort(compareText), sorted);
});

Deno.test("JSON of a stored state may lack attributes and hold old ones", () => {
  const json = '{"name":7,"gone":1,"images":[{"port":"80","old":true}]}';
  const value = valueFromJson(parseJson(json), model, {
    ignoreUnknownNames: true,
  });
  const expected: Value = {
    name: "7",
    images: [{ port: 80, any: null }],
    env: null,
    tags: null,
  };
  assert(equalValues(value, expected, model));
});

Deno.test("a megabyte of state goes through the codecs whole", () => {
  const type: Type = ["list", model];
  const one: Value = {
    ...toObject(example),
    name: "n".repeat(60),
    env: { A: "ü".repeat(20), B: "b".repeat(300) },
  };
  const value: Value = Array.from({ length: 2500 }, () => one);
  const bytes = encodeMsgpack(value, type);
  assert(bytes.length > 1_000_000, `${bytes.length}`);
  assert(equalValues(decodeMsgpack(bytes, type), value, type));
});

function toObject(value: Value): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(value !== null && typeof value === "object" ? value : {}),
  );
}

const graveBelow = "\u0316";

for (
  const [what, text, expected] of [
    ["30 marks", `a${graveBelow.repeat(30)}`, `a${graveBelow.repeat(30)}`],
    [
      "31 marks",
      `a${graveBelow.repeat(31)}`,
      `a${graveBelow.repeat(30)}\u034f${graveBelow}`,
    ],
    [
      "marks out of order",
      `a${"\u0315\u0316".repeat(16)}`,
      `a${"\u0316".repeat(15)}${"\u0315".repeat(15)}\u034f\u0316\u0315`,
    ],
  ] as const
) {
  Deno.test(`a text with ${what} is what Go makes of it`, () => {
    assertEquals(normalText(text), expected);
  });
}

Deno.test("marks out of order are put in order a few at a time", () => {
  // At once, it would take minutes.
  const text = normalText(`a${"\u0315\u0316".repeat(250_000)}`);
  assertEquals(text.length, 1 + 500_000 + Math.floor(499_999 / 30));
});
