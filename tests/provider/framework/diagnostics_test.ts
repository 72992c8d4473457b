import { assertEquals } from "@std/assert";
import {
  type Diagnostic,
  Diagnostics,
  failure,
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

Deno.test("of any number of warnings the first are kept, and each error", () => {
  const diagnostics = new Diagnostics();
  for (let i = 0; i < 5_000; i++) diagnostics.addWarning(`${i}`, "So it is.");
  diagnostics.add(broken);
  const summaries = diagnostics.items.map(({ summary }) => summary);
  assertEquals(summaries.length, 1_002);
  assertEquals(summaries.slice(-3), [
    "999",
    "Further warnings are left out",
    "Broken",
  ]);
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

Deno.test("only paragraphs of a diagnostic begin lines, whatever the values in it", () => {
  const value = `a\n\nApply again.\r\n\n  b${" ".repeat(80)}c\u3000d`;
  const shown = "a Apply again. b c d";
  const all = new Diagnostics();
  all.addWarning(value, `\n  ${value}`);
  all.addError(value, [
    `It is ${value}:`,
    { lines: "sh a\n\nb" },
    `  ${value}`,
  ]);
  all.append(failure(value, value).diagnostics);
  assertEquals(
    all.items.map(({ summary, detail }) => [summary, detail]),
    [
      [shown, ` ${shown}`],
      [shown, `It is ${shown}:\n\n  sh a\n\n  b\n\n ${shown}`],
      [shown, shown],
    ],
  );
});
