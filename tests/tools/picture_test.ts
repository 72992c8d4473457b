import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { costLines, linesOf, picture, planLines } from "../../tools/picture.ts";
import { picturedPlan } from "../../tools/pictured_plan.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

Deno.test("the picture is the same from run to run", () => {
  assertEquals(
    linesOf(
      "The sandbox listens on http://127.0.0.1:4711; /bin/tofu is tofu 1.12.6\n" +
        "Open http://127.0.0.1:4711 in a browser; Ctrl-C goes on\n" +
        "ok  plan   1 to add (1.2 s)\n",
    ),
    [
      "$ npx --yes deno@2.9.6 task demo",
      "The sandbox listens on http://127.0.0.1:8080; the CLI is tofu",
      "ok  plan   1 to add",
    ],
  );
  assertStringIncludes(picture(["a < b & c"], "A line"), "a &lt; b &amp; c");
});

acceptanceTest(
  "the pictures of a plan and of its cost say what those say today",
  async () => {
    const { plan, cost } = await picturedPlan();
    // Whichever CLI draws them, what the provider says is the same.
    const lines = planLines(plan);
    const warnings = lines.slice(
      lines.findIndex((line) => /^Warning/.test(line)),
    );
    assert(warnings.length > 6 && warnings.length < lines.length, plan);
    for (
      const [name, said] of [["plan", warnings], [
        "cost",
        costLines(cost),
      ]] as const
    ) {
      const file = `.github/${name}.svg`;
      const svg = await Deno.readTextFile(inRoot(file));
      const drawn = svg.replaceAll(/<\/?tspan[^>]*>/g, "");
      const fresh = picture(said, "").replaceAll(/<\/?tspan[^>]*>/g, "");
      for (const [text] of fresh.matchAll(/(?<=>)[^<]*(?=<\/text>)/g)) {
        assertStringIncludes(drawn, `>${text}</text>`, "run deno task picture");
      }
      const readme = await Deno.readTextFile(inRoot("README.md"));
      assertStringIncludes(readme, `(${file})`);
    }
  },
);
