/**
 * Code that must not compile: a validator of one type on an attribute of
 * another.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { p, s, types, v } from "../../../../provider/framework/mod.ts";

const optional = true;
const description = "What it is.";

Deno.test("validators fit the attributes they are for", () => {
  const good = {
    a: s.string({ optional, description, validators: [v.oneOf("x"), v.url()] }),
    b: s.int({ optional, description, validators: [v.between(1, 2)] }),
    c: s.number({ optional, description, validators: [v.atLeast(10n ** 30n)] }),
    d: s.list(types.string, {
      optional,
      description,
      validators: [v.uniqueValues(), v.each(v.lengthAtLeast(1))],
    }),
    e: s.map(types.int, {
      optional,
      description,
      validators: [v.keys(v.matches(/^a/)), v.each(v.atMost(1))],
    }),
    f: s.bool({ optional, description, validators: [v.conflictsWith("a")] }),
    g: s.object({ h: s.bool({ optional, description }) }, {
      optional,
      description,
      validators: [v.requiredWith("a")],
    }),
    h: s.objectList({ i: s.bool({ optional, description }) }, {
      optional,
      description,
      validators: [v.sizeAtMost(3), v.uniqueValues()],
      planModifiers: [p.requiresReplace()],
    }),
  };
  assertEquals(Object.keys(good).length, 8);
});

Deno.test("validators that do not fit are refused by the compiler", () => {
  const bad = [
    // @ts-expect-error a length is for texts
    s.int({ optional, description, validators: [v.lengthAtLeast(1)] }),
    // @ts-expect-error a range is for numbers
    s.string({ optional, description, validators: [v.between(1, 2)] }),
    // @ts-expect-error a size is for collections
    s.int({ optional, description, validators: [v.sizeAtLeast(1)] }),
    // @ts-expect-error the elements are numbers
    s.list(types.int, { optional, description, validators: [v.each(v.url())] }),
    // @ts-expect-error only maps have keys
    s.string({ optional, description, validators: [v.keys(v.url())] }),
    // @ts-expect-error a bool has no list of values
    s.bool({ optional, description, validators: [v.oneOf("true")] }),
  ];
  assertEquals(bad.length, 6);
});
