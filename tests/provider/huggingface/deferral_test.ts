import { assertEquals } from "@std/assert";
import { configureProvider } from "../../../provider/framework/engine/configure_provider.ts";
import { planResourceChange } from "../../../provider/framework/engine/plan_resource_change.ts";
import {
  readDataSource,
  readResource,
} from "../../../provider/framework/engine/read.ts";
import { ProviderServer } from "../../../provider/framework/engine/server.ts";
import { loadProvider } from "../../../provider/framework/mod.ts";
import {
  isUnknown,
  unknown,
} from "../../../provider/framework/values/unknown.ts";
import { provider } from "../../../provider/huggingface/provider.ts";
import {
  ableClient,
  call,
  plainClient,
  whole,
} from "../framework/engine/support.ts";

Deno.test("data sources wait for a token that is not known yet, where they may", async () => {
  const loaded = await loadProvider(provider);
  const server = new ProviderServer(loaded);
  const { diagnostics } = await configureProvider(server, {
    terraformVersion: "1.15.9",
    config: whole(loaded.schema, { token: unknown }),
    clientCapabilities: ableClient,
  }, call);
  assertEquals(diagnostics.items, []);
  const filled: Readonly<Record<string, Record<string, string>>> = {
    huggingface_endpoint: { name: "a", namespace: "acme" },
    huggingface_space: { id: "acme/a" },
  };
  for (const { typeName, schema } of loaded.dataSources) {
    const config = whole(schema, filled[typeName] ?? {});
    const read = (clientCapabilities: typeof ableClient) =>
      readDataSource(
        server,
        { typeName, config, providerMeta: null, clientCapabilities },
        call,
      );
    const { deferred, state, diagnostics } = await read(ableClient);
    assertEquals(deferred, "provider_config_unknown", typeName);
    assertEquals(isUnknown(state), true, typeName);
    assertEquals(diagnostics.items, [], typeName);
    const refused = await read(plainClient);
    assertEquals(
      refused.diagnostics.items.map(({ summary }) => summary),
      ["Provider attribute token is not known yet"],
      typeName,
    );
  }
});

Deno.test("a read of what a deferred import left unknown is deferred too", async () => {
  const loaded = await loadProvider(provider);
  const server = new ProviderServer(loaded);
  await configureProvider(server, {
    terraformVersion: "1.16.4",
    config: whole(loaded.schema, { token: unknown }),
    clientCapabilities: ableClient,
  }, call);
  for (const { typeName } of loaded.resources) {
    const { deferred, diagnostics } = await readResource(server, {
      typeName,
      currentState: unknown,
      privateState: new Uint8Array(),
      providerMeta: null,
      identity: undefined,
      clientCapabilities: ableClient,
    }, call);
    assertEquals(diagnostics.items, [], typeName);
    assertEquals(deferred, "absent_prerequisite", typeName);
  }
});

Deno.test("so is its plan, of which Terraform makes an object of unknowns", async () => {
  const loaded = await loadProvider(provider);
  const server = new ProviderServer(loaded);
  await configureProvider(server, {
    terraformVersion: "1.16.4",
    config: whole(loaded.schema, {}),
    clientCapabilities: ableClient,
  }, call);
  for (const { typeName, schema } of loaded.resources) {
    const config = whole(schema, {});
    const { deferred, diagnostics } = await planResourceChange(server, {
      typeName,
      config,
      priorState: Object.fromEntries(
        Object.keys(config).map((name) => [name, unknown]),
      ),
      privateState: new Uint8Array(),
      providerMeta: null,
      identity: undefined,
      clientCapabilities: ableClient,
    }, call);
    assertEquals(diagnostics.items, [], typeName);
    assertEquals(deferred, "absent_prerequisite", typeName);
  }
});
