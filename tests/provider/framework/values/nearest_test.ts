import { assertEquals } from "@std/assert";
import { nearest } from "../../../../provider/framework/values/nearest.ts";
import { v } from "../../../../provider/framework/validators/v.ts";
import { check } from "../validators/support.ts";

const cases: [word: string, candidates: string[], found: string | undefined][] =
  [
    ["t4-smal", ["t4-small", "t4-medium"], "t4-small"],
    ["nvidia-14", ["nvidia-t4", "nvidia-l4"], "nvidia-l4"],
    ["PRIVATE", ["public", "private"], "private"],
    ["private", ["Private"], "Private"],
    ["tpu", ["nvidia-l4", "intel-spr"], undefined],
    ["gp", ["aws", "gcp"], "gcp"],
    ["organization", ["user", "org"], "org"],
    ["X", ["x", "y"], "x"],
    ["x", ["y"], undefined],
    ["", ["a"], undefined],
    ["anything", [], undefined],
  ];

for (const [word, candidates, found] of cases) {
  Deno.test(`nearest() of "${word}" among ${candidates} is ${found}`, () => {
    assertEquals(nearest(word, candidates), found);
  });
}

Deno.test("oneOf offers the nearest value, and never of a secret", () => {
  const validator = v.oneOf("public", "private");
  assertEquals(check(validator, "pubic"), [
    "a: `a` must be one of `public`, `private`, but it is " +
    '"pubic". Did you mean `public`?',
  ]);
  assertEquals(check(validator, "pubic", { sensitive: true }), [
    "a: `a` must be one of `public`, `private`.",
  ]);
});

Deno.test("knownValues warns of another value, and lets it through", () => {
  const validator = v.knownValues("docker", "static");
  assertEquals(check(validator, "docker"), []);
  assertEquals(check(validator, "dokcer"), [
    'a: This version of the provider does not know "dokcer" for `a`. Did you ' +
    "mean `docker`? Known values are `docker` and `static`. It is sent as " +
    "it is.",
  ]);
});
