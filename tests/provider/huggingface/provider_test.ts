import { assertEquals } from "@std/assert";
import { loadProvider, verify } from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";

Deno.test("the provider is what the CLI takes", async () => {
  assertEquals(verify(await loadProvider(provider)), [
    // Known as A11: a mock of Terraform gives computed objects all attributes.
    'resource "huggingface_endpoint", "model.image.custom.credentials.' +
    'password_wo": must not be write-only inside something computed',
  ]);
});
