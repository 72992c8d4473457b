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
      "deepseek-ai/DeepSeek-V3",
      "sentence-transformers/all-MiniLM-L6",
      "acme/Qwen2.5-VL-AWQ-4bit",
      "openbmb/MiniCPM3-4B:H100",
    ]],
    ["no name", true, [
      "kR8vQ2xZkR8vQ2xZ",
      "qwhzkjbtqwhzkjbtabcd",
      "CorrectHorseBat1",
      "qoxvut-4hidmy-vovsyw",
      "A1B2C-D3E4F-G5H6J",
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
