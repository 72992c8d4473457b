import { assertEquals } from "@std/assert";
import { withSection } from "../bench/sections.ts";
import { figures } from "../bench/table.ts";

const page = "# Benchmarks\n\nWords.\n\n## Start\n\nold\n\n## Calls\n\nkept\n";

Deno.test("a section takes the place of the one with its title", () => {
  assertEquals(
    withSection(page, "Start", "new\n"),
    "# Benchmarks\n\nWords.\n\n## Start\n\nnew\n\n## Calls\n\nkept\n",
  );
  assertEquals(
    withSection(page, "Calls", "new\n"),
    "# Benchmarks\n\nWords.\n\n## Start\n\nold\n\n## Calls\n\nnew\n",
  );
});

Deno.test("a section with a new title goes to the end", () => {
  assertEquals(withSection(page, "More", "new\n"), `${page}\n## More\n\nnew\n`);
});

Deno.test("figures are the least and the middle", () => {
  assertEquals(figures([5, 1, 3, 2, 4]), { least: 1, median: 3 });
  assertEquals(figures([]), { least: NaN, median: NaN });
});
