import { assert, assertStringIncludes } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { costLines, picture, planLines } from "../../tools/picture.ts";
import { picturedPlan } from "../../tools/pictured_plan.ts";
import { acceptanceTest } from "../support/terraform_test.ts";

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
