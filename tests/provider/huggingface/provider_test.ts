import { assertEquals } from "@std/assert";
import { loadProvider, verify } from "../../../provider/framework/mod.ts";
import { provider } from "../../../provider/huggingface/provider.ts";

Deno.test("the provider is what the CLI takes", async () => {
  assertEquals(verify(await loadProvider(provider)), []);
});
