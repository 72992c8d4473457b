import { assertEquals } from "@std/assert";
import {
  type Diagnostic,
  Diagnostics,
  Path,
} from "../../../provider/framework/mod.ts";

const path = Path.root.attribute("a");
const broken: Diagnostic = {
  severity: "error",
  summary: "Broken",
  detail: "Mend it.",
};

Deno.test("a diagnostic is looked at once, however many there are", () => {
  let looks = 0;
  const diagnostics = new Diagnostics();
  for (let i = 0; i < 1_000; i++) {
    diagnostics.add({
      ...broken,
      detail: `${i}`,
      get summary() {
        looks++;
        return "Broken";
      },
    });
  }
  assertEquals([diagnostics.items.length, looks], [1_000, 1_000]);
});

Deno.test("equal diagnostics are kept once", () => {
  const diagnostics = new Diagnostics([broken]);
  diagnostics.addError("Broken", "Mend it.");
  assertEquals(diagnostics.items, [broken]);
  diagnostics.addError("Broken", "Mend it.", path);
  diagnostics.addError("Broken", "Mend it.", Path.root.attribute("a"));
  diagnostics.addWarning("Broken", "Mend it.");
  diagnostics.addError("Broken", "Replace it.");
  assertEquals(
    diagnostics.items.map(({ severity, detail, path }) =>
      `${severity} ${path ?? ""} ${detail}`
    ),
    [
      "error  Mend it.",
      "error a Mend it.",
      "warning  Mend it.",
      "error  Replace it.",
    ],
  );
});
