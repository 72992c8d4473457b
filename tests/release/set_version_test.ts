import { assertEquals, assertThrows } from "@std/assert";
import { withRelease, withVersion } from "../../tools/set_version.ts";

Deno.test("a version is replaced where it stands", () => {
  assertEquals(
    withVersion('const version = "0.1.0";', { from: "0.1.0", to: "0.2.0" }),
    'const version = "0.2.0";',
  );
});

Deno.test("a file that does not hold the version once is not changed", () => {
  for (const text of ["", '"0.1.0" "0.1.0"']) {
    assertThrows(
      () => withVersion(text, { from: "0.1.0", to: "0.2.0" }),
      Error,
      "times",
    );
  }
});

Deno.test("what was unreleased comes under the version", () => {
  assertEquals(
    withRelease("# Log\n\n## Unreleased\n\n- New.\n", "0.2.0", "2030-01-02"),
    "# Log\n\n## Unreleased\n\n## 0.2.0 - 2030-01-02\n\n- New.\n",
  );
});

Deno.test("a release that the changelog says nothing of is refused", () => {
  assertThrows(
    () => withRelease("## Unreleased\n\n## 0.1.0 - 2030-01-01\n", "0.2.0", "x"),
    Error,
    "nothing",
  );
});
