import { Buffer } from "node:buffer";
import { assert, assertEquals } from "@std/assert";
import { makeService } from "../../provider/framework/rpc/make_service.ts";
import config from "../../deno.json" with { type: "json" };
import { provider } from "../../provider/huggingface/provider.ts";
import { bundlePath, launcherPath } from "../../tools/build.ts";
import { readIfThere } from "../../tools/paths.ts";
import { VERSION } from "../../client/version.ts";
import { version } from "../../provider/version.ts";
import { launch } from "../support/plugin_client.ts";
import { providerExecutable } from "../support/terraform_provider.ts";
import { testIf } from "../support/skip.ts";

Deno.test("the versions in the sources are that of deno.json", () => {
  assertEquals([version, VERSION], [config.version, config.version]);
});

Deno.test("the schema that was made at build time is that of the definitions", async () => {
  const executable = await providerExecutable();
  const service = await makeService(provider, 6);
  const { signal } = new AbortController();
  await using process = await launch([executable]);
  for (const name of ["GetProviderSchema", "GetResourceIdentitySchemas"]) {
    const expected = await service.unary[name]?.(new Uint8Array(), { signal });
    assert(expected !== undefined && expected.length > 100);
    const path = `/tfplugin6.Provider/${name}`;
    const built = await process.connection.call(path, new Uint8Array());
    assertEquals(new Uint8Array(built), new Uint8Array(expected));
    if (executable !== launcherPath) continue;
    const bundle = await Deno.readTextFile(bundlePath);
    assert(bundle.includes(Buffer.from(expected).toString("base64")), name);
  }
});

const given = Deno.env.get("HF_PROVIDER_EXECUTABLE");

testIf({
  name: "the provider is one module that imports nothing but node's own",
  skipped: given === undefined || given === "" || given === launcherPath
    ? undefined
    : "another executable is tested",
  fn: async () => {
    await providerExecutable();
    const bundle = await readIfThere(bundlePath) ?? "";
    const imports = bundle.matchAll(
      /\b(?:from\s*|import\s*\(?\s*)"([@\w./:-]+)"/g,
    );
    const foreign = Array.from(imports, ([, name = ""]) => name)
      .filter((name) => !name.startsWith("node:"));
    assertEquals(foreign, []);
    // An import in code that loads late would still be made at the start.
    const slow = /\bfrom\s*"(node:(?:fs|fs\/promises|module|os|http2))"/g;
    assertEquals(Array.from(bundle.matchAll(slow), ([, name]) => name), []);
    assert(bundle.length > 100_000, "the bundle is too short to be a provider");
  },
});
