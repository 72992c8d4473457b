import { assertEquals } from "@std/assert";
import { s } from "../../../../provider/framework/mod.ts";
import { registerSecrets } from "../../../../provider/framework/schema/sensitive.ts";
import { withoutTokens } from "../../../../provider/framework/secrets.ts";

const schema = s.schema({
  description: "A thing.",
  attributes: {
    key_wo: s.string({
      optional: true,
      writeOnly: true,
      description: "A key.",
    }),
  },
});

for (
  const [what, isToken, values] of [
    ["a name or an address", false, [
      "chat-model-production",
      "sandbox/protojproject-model",
      "https://huggingface.co/spaces/sandbox/othername",
      "meta-llama/Llama-3.1-8B-Instruct",
    ]],
    ["no name", true, [
      "kR8vQ2xZkR8vQ2xZ",
      "qwhzkjbtqwhzkjbtabcd",
      "3f2b8c1e-9d4a-4c55-8f6e-0a1b2c3d4e5f",
      "write-only-s3cret",
      "correct-horse!battery",
    ]],
  ] as const
) {
  Deno.test(`a write-only value that is ${what} is ${isToken ? "kept out of" : "left in"} states`, () => {
    for (const value of values) {
      registerSecrets(schema, { key_wo: value });
      assertEquals(withoutTokens(value), isToken ? "***" : value);
    }
  });
}
