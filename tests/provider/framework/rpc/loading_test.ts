import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  defineProvider,
  loadProvider,
} from "../../../../provider/framework/mod.ts";
import { s } from "../../../../provider/framework/schema/s.ts";
import { resource } from "../verify/support.ts";
import { callMethod, methods, serviceOf } from "./support.ts";

const schema = s.schema({ description: "Nothing.", attributes: {} });

/** A provider that notes what it loads; the third loads the wrong thing. */
function lazyProvider() {
  const loads: string[] = [];
  const lazy = (typeName: string, defines = typeName) => ({
    typeName,
    load: () => {
      loads.push(typeName);
      return Promise.resolve(resource({ typeName: defines }));
    },
  });
  const provider = defineProvider({
    name: "lab",
    version: "1.0.0",
    schema,
    configure: () => undefined,
    resources: [lazy("lab_a"), lazy("lab_b"), lazy("lab_c", "lab_d")],
  });
  return { provider, loads };
}

const request = (typeName: string) => ({
  typeName,
  config: { json: new TextEncoder().encode("{}") },
});

Deno.test("a resource is loaded at its first call, and only once", async () => {
  const { provider, loads } = lazyProvider();
  const service = serviceOf(provider);
  const { resources } = await callMethod(service, methods.GetMetadata, {});
  assertEquals(resources.map(({ typeName }) => typeName), [
    "lab_a",
    "lab_b",
    "lab_c",
  ]);
  assertEquals(loads, []);
  await callMethod(service, methods.ValidateResourceConfig, request("lab_b"));
  await callMethod(service, methods.ValidateResourceConfig, request("lab_b"));
  await callMethod(
    service,
    methods.ValidateResourceConfig,
    request("lab_none"),
  );
  assertEquals(loads, ["lab_b"]);
});

Deno.test("what loads another type is an error of the call", async () => {
  const { provider } = lazyProvider();
  const { diagnostics } = await callMethod(
    serviceOf(provider),
    methods.ValidateResourceConfig,
    request("lab_c"),
  );
  assertStringIncludes(
    diagnostics[0]?.detail ?? "",
    "Cannot load lab_c: what was loaded defines lab_d, the name to list it by",
  );
});

Deno.test("all is loaded for whoever looks at all", async () => {
  const { provider, loads } = lazyProvider();
  const good = { ...provider, resources: provider.resources.slice(0, 2) };
  const { resources } = await loadProvider(good);
  assertEquals(loads, ["lab_a", "lab_b"]);
  assertEquals(resources.map(({ kind }) => kind), ["resource", "resource"]);
});
