// Text in Terraform's language, read back by the real CLI.

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { hclText, s, types, type Value } from "@hf-terraform/framework";
import {
  importAndResource,
  secretVariable,
} from "@hf-terraform/framework/command";
import { tryFindCli, Workspace } from "@hf-terraform/framework/testing";
import { oddText } from "../support/odd_texts.ts";
import { testIf } from "../support/skip.ts";

const cli = await tryFindCli();
const skipped = "reason" in cli ? cli.reason : undefined;

/** A text as the CLI reads it: NFC. */
const text = oddText.map((text) => text.normalize("NFC"));

/** V8 takes the key "\\f" for an earlier one, "\\\\", when it parses JSON. */
const key = text.filter((text) => !/^[\p{Cc}"\\]$/u.test(text));

const { value } = fc.letrec<{ readonly value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: false }),
  ),
}));

testIf({
  name: "the CLI reads each value that is written for it as the value it is",
  skipped,
  fn: async () => {
    const values = [
      { for: 1, null: 2, true: 3, "": 4, "a b": 5, "${x}": 6 },
      "\u{e0041}\u202e\ud800".toWellFormed(),
      ...fc.sample(value, { numRuns: 600, seed: 37 }),
    ];
    await using workspace = await Workspace.create({
      files: {
        "main.tf": values.map((value, at) =>
          `output "v${at}" {\n  value = jsonencode([${hclText(value)}, ${
            hclText(value, "  ")
          }])\n}\n`
        ).join(""),
      },
    });
    const plan = await workspace.planJson();
    for (const [at, value] of values.entries()) {
      const read = JSON.parse(String(plan.output_changes?.[`v${at}`]?.after));
      const same = JSON.parse(JSON.stringify(value));
      assertEquals(read, [same, same], hclText(value));
    }
  },
});

testIf({
  name:
    "the CLI reads whole blocks that are written for it as what they are of",
  skipped,
  fn: async () => {
    const description = "An attribute.";
    const optional = { optional: true, description } as const;
    const schema = s.schema({
      description: "A thing.",
      attributes: {
        input: s.object({
          for: s.string(optional),
          tags: s.map(types.string, optional),
          parts: s.objectMap({ for: s.string(optional) }, optional),
        }, optional),
      },
    });
    const things = fc.sample(
      fc.record({
        id: text.filter((id) => id.trim() !== ""),
        input: fc.record({
          for: text,
          tags: fc.dictionary(key, text, { minKeys: 1 }),
          parts: fc.dictionary(key, fc.record({ for: text }), { minKeys: 1 }),
        }),
        keys: fc.array(text, { minLength: 1 }),
      }),
      { numRuns: 60, seed: 37 },
    );
    await using workspace = await Workspace.create({
      files: {
        "main.tf": things.map(({ id, input, keys }, at) =>
          importAndResource({
            typeName: "terraform_data",
            name: `n${at}`,
            schema,
            state: { input },
            id,
          }) + secretVariable({ name: `v${at}`, description: id, keys })
        ).join("\n"),
      },
    });
    const plan = await workspace.planJson();
    const read = plan.resource_changes?.map(({ address, change }) =>
      [address, [change.importing?.id, change.after?.["input"]]] as const
    );
    const found = new Map(read);
    for (const [at, { id, input }] of things.entries()) {
      assertEquals(
        found.get(`terraform_data.n${at}`),
        [id, JSON.parse(JSON.stringify(input))],
      );
    }
  },
});
