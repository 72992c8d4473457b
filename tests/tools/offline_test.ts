import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { AssertionError, equal } from "../offline/assert.ts";
import * as standIn from "../offline/assert.ts";
import { exists } from "../../provider/framework/testing/system/files.ts";
import { inRoot } from "../../tools/paths.ts";
import { entries } from "../../tools/workspace.ts";

interface Imports {
  readonly imports: Readonly<Record<string, string>>;
}

async function imports(path: string): Promise<Imports["imports"]> {
  const config: Imports = JSON.parse(await Deno.readTextFile(inRoot(path)));
  return config.imports;
}

Deno.test("both ways to resolve imports agree on every npm package", async () => {
  const packages = async (path: string) =>
    Object.entries(await imports(path))
      .filter(([, target]) => target.startsWith("npm:"));
  assertEquals(
    await packages("tests/offline/import_map.json"),
    await packages("deno.json"),
  );
});

Deno.test("each stand-in replaces a package that deno.json takes from JSR", async () => {
  const declared = await imports("deno.json");
  const offline = await imports("tests/offline/import_map.json");
  for (const [name, target] of Object.entries(offline)) {
    if (!name.startsWith("@std/")) continue;
    const [, scoped = ""] = /^(@std\/[^/]+)/.exec(name) ?? [];
    assertNotEquals(declared[scoped], undefined, `${name} is not declared`);
    assertEquals(await exists(inRoot(`tests/offline/${target}`)), true, name);
  }
});

Deno.test("both ways name our own packages by their entries", async () => {
  const offline = await imports("tests/offline/import_map.json");
  for (const [name, file] of entries) {
    assertEquals(offline[name], `../../${file}`);
  }
});

const bare: Record<string, number> = Object.create(null);
bare.a = 1;

const equalPairs: [name: string, a: unknown, b: unknown][] = [
  ["NaN", NaN, NaN],
  ["nested arrays", [1, [2, { a: 3 }]], [1, [2, { a: 3 }]]],
  ["an object without prototype and a plain one", bare, { a: 1 }],
  ["keys in another order", { a: 1, b: 2 }, { b: 2, a: 1 }],
  ["maps with deep keys", new Map([[{ a: 1 }, 2]]), new Map([[{ a: 1 }, 2]])],
  ["sets in another order", new Set([1, 2]), new Set([2, 1])],
  ["bytes", new Uint8Array([1, 2]), new Uint8Array([1, 2])],
  ["dates", new Date(5), new Date(5)],
  ["errors", new TypeError("a"), new TypeError("a")],
  ["URLs", new URL("http://a/"), new URL("http://a/")],
  ["big integers", 12n, 12n],
];

for (const [name, a, b] of equalPairs) {
  Deno.test(`equal() takes as equal: ${name}`, () => {
    assertEquals(equal(a, b), true);
    assertEquals(equal(b, a), true);
  });
}

const unequalPairs: [name: string, a: unknown, b: unknown][] = [
  ["a number and its text", 1, "1"],
  ["null and undefined", null, undefined],
  ["a missing and an undefined property", {}, { a: undefined }],
  ["arrays of other length", [1], [1, 2]],
  ["an array and an object", [], {}],
  ["objects of other classes", new Date(5), { a: 1 }],
  ["other bytes", new Uint8Array([1, 2]), new Uint8Array([1, 3])],
  ["other dates", new Date(5), new Date(6)],
  ["other errors", new TypeError("a"), new TypeError("b")],
  ["other map values", new Map([[1, 2]]), new Map([[1, 3]])],
  ["other set members", new Set([1]), new Set([2])],
  ["other URLs", new URL("http://a/"), new URL("http://b/")],
  ["a number and a big integer", 1, 1n],
  ["errors of other causes", new Error("a"), new Error("a", { cause: 1 })],
  ["weak maps", new WeakMap(), new WeakMap()],
  [
    "data views of other bytes",
    new DataView(new Uint8Array([1]).buffer),
    new DataView(new Uint8Array([2]).buffer),
  ],
];

for (const [name, a, b] of unequalPairs) {
  Deno.test(`equal() tells apart: ${name}`, () => {
    assertEquals(equal(a, b), false);
    assertEquals(equal(b, a), false);
  });
}

const mustThrow: [name: string, run: () => void][] = [
  ["assert", () => standIn.assert(0)],
  ["assertEquals", () => standIn.assertEquals({ a: 1 }, { a: 2 })],
  ["assertNotEquals", () => standIn.assertNotEquals({ a: 1 }, { a: 1 })],
  ["assertStrictEquals", () => standIn.assertStrictEquals({}, {})],
  ["assertStringIncludes", () => standIn.assertStringIncludes("ab", "c")],
  ["assertMatch", () => standIn.assertMatch("ab", /c/)],
  ["assertNotMatch", () => standIn.assertNotMatch("ab", /b/)],
  ["assertObjectMatch", () => standIn.assertObjectMatch({ a: 1 }, { a: 2 })],
  ["assertInstanceOf", () => standIn.assertInstanceOf({}, Date)],
  ["assertThrows", () => void standIn.assertThrows(() => {})],
  [
    "assertThrows with a text",
    () => void standIn.assertThrows(refuse, Error, "other"),
  ],
];

for (const [name, run] of mustThrow) {
  Deno.test(`stand-in ${name}() can fail`, () => {
    assertThrows(run, AssertionError);
  });
}

function refuse(): never {
  throw new Error("the text");
}
