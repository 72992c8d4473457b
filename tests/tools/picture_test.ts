import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { inRoot } from "../../tools/paths.ts";
import { linesOf, picture } from "../../tools/picture.ts";
import { demoSteps } from "../../tools/demo_steps.ts";

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
  assertStringIncludes(picture(["a < b & c"]), "a &lt; b &amp; c");
});

Deno.test("the picture in README shows every step of the demo", async () => {
  const svg = await Deno.readTextFile(inRoot(".github/demo.svg"));
  for (const { name } of demoSteps) assertStringIncludes(svg, name);
  const readme = await Deno.readTextFile(inRoot("README.md"));
  assertStringIncludes(readme, "(.github/demo.svg)");
  assertStringIncludes(readme, "(.github/sandbox.png)");
  const { size } = await Deno.stat(inRoot(".github/sandbox.png"));
  assert(size < 200_000, `sandbox.png has ${size} bytes`);
});
