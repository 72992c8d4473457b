/**
 * What Terraform 1.11 does not call yet, and both protocols, over a real
 * socket.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import { tfplugin5 } from "../../proto/gen/tfplugin5.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { identityType } from "../../provider/framework/define/identity.ts";
import { objectType } from "../../provider/framework/schema/schema.ts";
import {
  decodeMsgpack,
  encodeMsgpack,
} from "../../provider/framework/values/msgpack.ts";
import type { Type } from "../../provider/framework/values/type.ts";
import { record, type Value } from "../../provider/framework/values/value.ts";
import { launch, type ProviderProcess } from "../support/plugin_client.ts";
import { labCommand } from "./lab_program.ts";
import { provider } from "./provider/provider.ts";

const rpc = tfplugin6.Provider;
const rpc5 = tfplugin5.Provider;

function typeOf(typeName: string): Type {
  const parts = [
    ...provider.resources,
    ...provider.ephemeralResources,
    ...provider.actions,
  ];
  const found = parts.find((part) => part.typeName === typeName);
  if (found === undefined) throw new Error(`No ${typeName}`);
  return objectType(found.schema);
}

const recordType = typeOf("lab_record");
const recordIdentity = identityType({
  attributes: provider.resources.find((r) => r.typeName === "lab_record")
    ?.identity?.schema.attributes ?? {},
});

const wire = (value: Value, type: Type) => ({
  msgpack: encodeMsgpack(value, type),
});

const fields = (entries: Readonly<Record<string, Value>>) =>
  record(Object.entries(entries));

const noRecord = {
  any: null,
  number: null,
  json: null,
  matrix: null,
  people: null,
};

/** Starts the test provider and configures it. */
async function start(
  program: "main.ts" | "plain_main.ts" = "main.ts",
): Promise<{ process: ProviderProcess; objects: string }> {
  const objects = await Deno.makeTempDir({ prefix: "lab_" });
  const process = await launch(await labCommand(program));
  const config = wire(fields({ folder: objects }), ["object", {
    folder: "string",
  }]);
  const { diagnostics } = await process.connection.rpc(
    rpc.ConfigureProvider,
    { terraformVersion: "1.14.0", config },
  );
  assertEquals(diagnostics, []);
  return { process, objects };
}

/** Runs a test with a provider of its own. */
function withProvider(
  name: string,
  fn: (process: ProviderProcess, objects: string) => Promise<void>,
): void {
  Deno.test(name, async () => {
    const { process, objects } = await start();
    try {
      await fn(process, objects);
    } finally {
      await process[Symbol.asyncDispose]();
      await Deno.remove(objects, { recursive: true });
    }
  });
}

withProvider("metadata, functions and identity schemas", async (process) => {
  const { connection } = process;
  const metadata = await connection.rpc(rpc.GetMetadata, {});
  assertEquals(
    metadata.resources.map(({ typeName }) => typeName),
    ["lab_thing", "lab_rack", "lab_record", "lab_fault"],
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
});

withProvider("a resource with an identity", async ({ connection }) => {
  const id = { identityData: wire(fields({ id: "x" }), recordIdentity) };
  const imported = await connection.rpc(rpc.ImportResourceState, {
    typeName: "lab_record",
    identity: id,
  });
  assertEquals(imported.diagnostics, []);
  const [found] = imported.importedResources;
  assertEquals(found?.typeName, "lab_record");
  assertEquals(
    decodeMsgpack(found?.state?.msgpack ?? new Uint8Array(), recordType),
    fields({ ...noRecord, id: "x" }),
  );
  assertEquals(
    [...found?.identity?.identityData?.msgpack ?? []],
    [...id.identityData.msgpack],
  );
  const read = await connection.rpc(rpc.ReadResource, {
    typeName: "lab_record",
    currentState: found?.state,
    currentIdentity: found?.identity,
  });
  assertEquals(read.diagnostics, []);
  assertEquals(
    [...read.newIdentity?.identityData?.msgpack ?? []],
    [...id.identityData.msgpack],
  );
  const json = new TextEncoder().encode('{"id":"x"}');
  const upgraded = await connection.rpc(rpc.UpgradeResourceIdentity, {
    typeName: "lab_record",
    version: 0,
    rawIdentity: { json },
  });
  assertEquals(upgraded.diagnostics, []);
  assertEquals(
    [...upgraded.upgradedIdentity?.identityData?.msgpack ?? []],
    [...id.identityData.msgpack],
  );
});

withProvider("a configuration is generated from a state", async (process) => {
  const state = fields({ ...noRecord, id: "x", number: 1 });
  const answer = await process.connection.rpc(rpc.GenerateResourceConfig, {
    typeName: "lab_record",
    state: wire(state, recordType),
  });
  assertEquals(answer.diagnostics, []);
  assertEquals(
    decodeMsgpack(answer.config?.msgpack ?? new Uint8Array(), recordType),
    fields({ ...noRecord, id: null, number: 1 }),
  );
});

withProvider(
  "a search streams what it finds, up to the limit",
  async (process) => {
    const { connection } = process;
    const config = wire(fields({ count_of: 5 }), ["object", {
      count_of: "number",
    }]);
    const request = { typeName: "lab_record", config };
    const { diagnostics } = await connection.rpc(
      rpc.ValidateListResourceConfig,
      request,
    );
    assertEquals(diagnostics, []);
    const names: string[] = [];
    const events = connection.rpcStream(rpc.ListResource, {
      ...request,
      limit: 3,
    });
    for await (const event of events) {
      assertEquals(event.diagnostic, []);
      assertEquals(event.resourceObject, undefined);
      names.push(event.displayName);
    }
    assertEquals(names, ["Record 1", "Record 2", "Record 3"]);

    const whole = connection.rpcStream(rpc.ListResource, {
      ...request,
      limit: 10,
      includeResourceObject: true,
    });
    const states: Value[] = [];
    for await (const event of whole) {
      const { msgpack = new Uint8Array() } = event.resourceObject ?? {};
      states.push(decodeMsgpack(msgpack, recordType));
    }
    assertEquals(states.length, 5);
    assertEquals(
      states[4],
      fields({ ...noRecord, id: "record-5", number: 5 }),
    );
  },
);

withProvider(
  "an action tells how far it is, and how it ended",
  async (process) => {
    const { connection } = process;
    const press = (times: number) => ({
      actionType: "lab_press",
      config: wire(fields({ times }), typeOf("lab_press")),
    });
    const { config } = press(2);
    const checked = await connection.rpc(rpc.ValidateActionConfig, {
      typeName: "lab_press",
      config,
    });
    assertEquals(checked.diagnostics, []);
    const planned = await connection.rpc(rpc.PlanAction, press(2));
    assertEquals(planned, { diagnostics: [] });
    const told: string[] = [];
    for await (
      const event of connection.rpcStream(rpc.InvokeAction, press(2))
    ) {
      told.push(
        event.progress?.message ??
          `${event.completed?.diagnostics.length} diagnostics`,
      );
    }
    assertEquals(told, ["Pressed 1 of 2", "Pressed 2 of 2", "0 diagnostics"]);
    let last: string | undefined;
    for await (
      const event of connection.rpcStream(rpc.InvokeAction, press(6))
    ) {
      last = event.completed?.diagnostics[0]?.summary;
    }
    assertEquals(last, "Broken");
  },
);

withProvider(
  "an ephemeral value is opened, renewed and closed",
  async (process, objects) => {
    const { connection } = process;
    const type = typeOf("lab_token");
    const opened = await connection.rpc(rpc.OpenEphemeralResource, {
      typeName: "lab_token",
      config: wire(fields({ scope: "x", value: null }), type),
    });
    assertEquals(opened.diagnostics, []);
    assertEquals(opened.renewAt, { seconds: 4102444800, nanos: 0 });
    assertEquals(
      decodeMsgpack(opened.result?.msgpack ?? new Uint8Array(), type),
      fields({ scope: "x", value: "secret of x" }),
    );
    const renewed = await connection.rpc(rpc.RenewEphemeralResource, {
      typeName: "lab_token",
      private: opened.private,
    });
    assertEquals(renewed.diagnostics, []);
    assertEquals(renewed.renewAt, undefined);
    const stored = await Deno.readTextFile(`${objects}/token-x.json`);
    assertEquals(JSON.parse(stored), { renewed: 1 });
    const closed = await connection.rpc(rpc.CloseEphemeralResource, {
      typeName: "lab_token",
      private: renewed.private,
    });
    assertEquals(closed.diagnostics, []);
    assertEquals([...Deno.readDirSync(objects)], []);
  },
);

withProvider(
  "state stores and unknown methods are UNIMPLEMENTED",
  async (process) => {
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
);

withProvider(
  "garbage ends in an error, and the process lives on",
  async (process) => {
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
);

withProvider("a hundred calls at once are all answered", async (process) => {
  const calls = Array.from({ length: 100 }, async (_, i) => {
    const { result } = await process.connection.rpc(rpc.CallFunction, {
      name: "join",
      arguments: ["-", "a", `${i}`].map((text) => wire(text, "string")),
    });
    return decodeMsgpack(result?.msgpack ?? new Uint8Array(), "string");
  });
  assertEquals(
    await Promise.all(calls),
    Array.from({ length: 100 }, (_, i) => `a-${i}`),
  );
});

withProvider(
  "a wrong argument of a function is blamed, the first one too",
  async (process) => {
    const join = (...texts: readonly (string | null)[]) =>
      process.connection.rpc(rpc.CallFunction, {
        name: "join",
        arguments: texts.map((text) => wire(text, "string")),
      });
    const { error } = await join("-", "a", "bad");
    assertEquals(error, { text: "This part is bad", functionArgument: 2 });
    const missing = await join();
    assertEquals(missing.result, undefined);
    assertEquals(typeof missing.error?.text, "string");
  },
);

withProvider(
  "StopProvider ends a create, which tells what exists",
  async (process, objects) => {
    const { connection } = process;
    const type = typeOf("lab_fault");
    const planned = fields({
      kind: "waits",
      name: "first",
      note: null,
      result: null,
      timeouts: null,
    });
    const applied = connection.rpc(rpc.ApplyResourceChange, {
      typeName: "lab_fault",
      plannedState: wire(planned, type),
      config: wire(planned, type),
    });
    while ([...Deno.readDirSync(objects)].length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assertEquals(await connection.rpc(rpc.StopProvider, {}), { Error: "" });
    const { diagnostics, newState } = await applied;
    assertEquals(diagnostics[0]?.severity, 1);
    const state = decodeMsgpack(newState?.msgpack ?? new Uint8Array(), type);
    assertEquals(Reflect.get(Object(state), "name"), "first");
  },
);

withProvider(
  "a plan is put off only if the client allows it",
  async (process) => {
    const type = typeOf("lab_fault");
    const config = wire(
      fields({
        kind: "is put off",
        name: "first",
        note: null,
        result: null,
        timeouts: null,
      }),
      type,
    );
    const plan = (deferralAllowed: boolean) =>
      process.connection.rpc(rpc.PlanResourceChange, {
        typeName: "lab_fault",
        config,
        proposedNewState: config,
        clientCapabilities: { deferralAllowed },
      });
    const refused = await plan(false);
    assertEquals([refused.deferred, refused.diagnostics], [undefined, []]);
    const { deferred, diagnostics } = await plan(true);
    assertEquals([deferred, diagnostics], [{ reason: 3 }, []]);
  },
);

Deno.test("protocol 5 has the same provider under its own names", async () => {
  const objects = await Deno.makeTempDir({ prefix: "lab_" });
  await using process = await launch(await labCommand("plain_main.ts"), {
    protocols: [5],
  });
  const { connection, handshake } = process;
  assertEquals(handshake.protocol, 5);
  const schema = await connection.rpc(rpc5.GetSchema, {});
  assertEquals(Object.keys(schema.resourceSchemas), ["lab_rack", "lab_record"]);
  assertEquals(schema.serverCapabilities?.planDestroy, true);
  const config = wire(fields({ folder: objects }), ["object", {
    folder: "string",
  }]);
  const prepared = await connection.rpc(rpc5.PrepareProviderConfig, { config });
  assertEquals(prepared.diagnostics, []);
  assertEquals([...prepared.preparedConfig?.msgpack ?? []], [
    ...config.msgpack,
  ]);
  const configured = await connection.rpc(rpc5.Configure, { config });
  assertEquals(configured.diagnostics, []);

  const bare = wire(fields({ ...noRecord, id: null }), recordType);
  const typeName = "lab_record";
  const valid = await connection.rpc(rpc5.ValidateResourceTypeConfig, {
    typeName,
    config: bare,
  });
  assertEquals(valid.diagnostics, []);
  const planned = await connection.rpc(rpc5.PlanResourceChange, {
    typeName,
    config: bare,
    proposedNewState: bare,
  });
  assertEquals(planned.diagnostics, []);
  const applied = await connection.rpc(rpc5.ApplyResourceChange, {
    typeName,
    config: bare,
    plannedState: planned.plannedState,
    plannedPrivate: planned.plannedPrivate,
  });
  assertEquals(applied.diagnostics, []);
  assertEquals(
    decodeMsgpack(applied.newState?.msgpack ?? new Uint8Array(), recordType),
    fields({ ...noRecord, id: "record" }),
  );
  const metadata = await connection.rpc(rpc5.GetMetadata, {});
  assertEquals(metadata.actions, [{ typeName: "lab_press" }]);
  const listed = await connection.rpc(rpc5.ValidateDataSourceConfig, {
    typeName: "lab_things",
    config: wire(fields({ prefix: null, ids: null }), ["object", {
      prefix: "string",
      ids: ["list", "string"],
    }]),
  });
  assertEquals(listed.diagnostics, []);
  assertEquals(await connection.rpc(rpc5.Stop, {}), { Error: "" });
  await Deno.remove(objects, { recursive: true });
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
