/**
 * The provider as a whole over the protocol: what it has, both versions, logs.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { decodeMsgpack } from "../../provider/framework/values/msgpack_decode.ts";
import { launch } from "../support/plugin_client.ts";
import { labCommand } from "./lab_program.ts";
import { processTest } from "./protocol_support.ts";
import { encodeValue } from "../provider/framework/rpc/support.ts";

const rpc = tfplugin6.Provider;

processTest("the server over the protocol", {
  "metadata, functions and identity schemas": async (process) => {
    const { connection } = process;
    const metadata = await connection.rpc(rpc.GetMetadata, {});
    assertEquals(
      metadata.resources.map(({ typeName }) => typeName),
      ["lab_thing", "lab_rack", "lab_record", "lab_fault", "lab_pool"],
    );
    assertEquals(metadata.listResources, [{ typeName: "lab_record" }]);
    assertEquals(metadata.actions, [{ typeName: "lab_press" }]);
    assertEquals(metadata.stateStores, []);
    const { functions } = await connection.rpc(rpc.GetFunctions, {});
    assertEquals(Object.keys(functions).sort(), ["join", "same"]);
    const { identitySchemas } = await connection.rpc(
      rpc.GetResourceIdentitySchemas,
      {},
    );
    assertEquals(Object.keys(identitySchemas), ["lab_record"]);
    const schema = await connection.rpc(rpc.GetProviderSchema, {});
    assertEquals(Object.keys(schema.listResourceSchemas), ["lab_record"]);
    assertEquals(Object.keys(schema.actionSchemas), ["lab_press"]);
    assertEquals(schema.providerMeta?.block?.attributes.length, 1);
    for (const { serverCapabilities } of [metadata, schema]) {
      assertEquals(serverCapabilities, {
        planDestroy: true,
        getProviderSchemaOptional: true,
        moveResourceState: true,
        generateResourceConfig: true,
      });
    }
  },
  "state stores and unknown methods are UNIMPLEMENTED": async (process) => {
    const names = [
      "ValidateStateStoreConfig",
      "ConfigureStateStore",
      "ReadStateBytes",
      "WriteStateBytes",
      "LockState",
      "UnlockState",
      "GetStates",
      "DeleteState",
      "Nonsense",
    ];
    for (const name of names) {
      const path = `/tfplugin6.Provider/${name}`;
      const error: unknown = await process.connection.call(
        path,
        new Uint8Array(),
      )
        .then(() => undefined, (cause: unknown) => cause);
      assertEquals(Reflect.get(Object(error), "code"), 12, name);
    }
  },
  "garbage ends in an error, and the process lives on": async (process) => {
    const { connection } = process;
    const garbage = crypto.getRandomValues(new Uint8Array(100)).fill(
      0xff,
      0,
      8,
    );
    await assertRejects(() => connection.call(rpc.ReadResource.path, garbage));
    const { functions } = await connection.rpc(rpc.GetFunctions, {});
    assertEquals(Object.keys(functions).length, 2);
  },
  "a hundred calls at once are all answered": async (process) => {
    const calls = Array.from({ length: 100 }, async (_, i) => {
      const { result } = await process.connection.rpc(rpc.CallFunction, {
        name: "join",
        arguments: ["-", "a", `${i}`].map((text) =>
          encodeValue(text, "string")
        ),
      });
      return decodeMsgpack(result?.msgpack ?? new Uint8Array(), "string");
    });
    assertEquals(
      await Promise.all(calls),
      Array.from({ length: 100 }, (_, i) => `a-${i}`),
    );
  },
});

Deno.test("the newest protocol that both sides know is taken", async () => {
  for (const [protocols, taken] of [[[5, 6], 6], [[6], 6], [[5], 5]] as const) {
    await using process = await launch(await labCommand("plain_main.ts"), {
      protocols,
    });
    assertEquals(process.handshake.protocol, taken);
  }
});

Deno.test("a client that knows only protocol 5 sees that this is 6", async () => {
  await using process = await launch(await labCommand("main.ts"), {
    protocols: [5],
  });
  assertEquals(process.handshake.protocol, 6);
  // It is killed for that, and a socket would stay.
  assertEquals(process.handshake.network, "tcp");
});

Deno.test("calls are logged when the CLI asks for it", async () => {
  const process = await launch(await labCommand("main.ts"), {
    env: { TF_LOG: "trace" },
  });
  await process.connection.rpc(rpc.ValidateResourceConfig, {
    typeName: "lab_thing",
  });
  const { stderr } = await process.shutdown();
  const line = stderr.split("\n").find((one) => one.includes("Served request"));
  const entry = JSON.parse(line ?? "{}");
  assertEquals(entry["tf_rpc"], "ValidateResourceConfig");
  assertEquals(entry["tf_resource_type"], "lab_thing");
  assertEquals(entry["@module"], "sdk.proto");
  assertEquals(typeof entry["tf_req_duration_ms"], "number");
  assertEquals(typeof entry["tf_req_id"], "string");
});
