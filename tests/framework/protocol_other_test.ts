/**
 * Responses of resources to calls that Terraform 1.11 does not make.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { identityType } from "../../provider/framework/define/identity.ts";
import { decodeMsgpack } from "../../provider/framework/values/msgpack_decode.ts";
import {
  fields,
  noRecord,
  processTest,
  recordType,
  typeOf,
} from "./protocol_support.ts";
import { provider } from "./provider/provider.ts";
import { encodeValue } from "../provider/framework/rpc/support.ts";
import type { Value } from "../../provider/framework/values/value.ts";

const rpc = tfplugin6.Provider;

const recordIdentity = identityType({
  attributes: provider.resources.find((r) => r.typeName === "lab_record")
    ?.identity?.schema.attributes ?? {},
});

processTest("resources over the protocol", {
  "a resource with an identity": async ({ connection }) => {
    const id = {
      identityData: encodeValue(fields({ id: "x" }), recordIdentity),
    };
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
  },
  "a configuration is generated from a state": async (process) => {
    const state = fields({ ...noRecord, id: "x", number: 1 });
    const answer = await process.connection.rpc(rpc.GenerateResourceConfig, {
      typeName: "lab_record",
      state: encodeValue(state, recordType),
    });
    assertEquals(answer.diagnostics, []);
    assertEquals(
      decodeMsgpack(answer.config?.msgpack ?? new Uint8Array(), recordType),
      fields({ ...noRecord, id: null, number: 1 }),
    );
  },
  "StopProvider ends a create, which tells what exists": async (
    process,
    objects,
  ) => {
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
      plannedState: encodeValue(planned, type),
      config: encodeValue(planned, type),
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
  "a plan is deferred only if the client allows it": async (process) => {
    const type = typeOf("lab_fault");
    const config = encodeValue(
      fields({
        kind: "is deferred",
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
});

processTest("all but resources over the protocol", {
  "a search streams what it finds, up to the limit": async (process) => {
    const { connection } = process;
    const config = encodeValue(fields({ count_of: 5 }), ["object", {
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
  "an action tells how far it is, and how it ended": async (process) => {
    const { connection } = process;
    const press = (times: number) => ({
      actionType: "lab_press",
      config: encodeValue(fields({ times }), typeOf("lab_press")),
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
  "an ephemeral value is opened, renewed and closed": async (
    process,
    objects,
  ) => {
    const { connection } = process;
    const type = typeOf("lab_token");
    const opened = await connection.rpc(rpc.OpenEphemeralResource, {
      typeName: "lab_token",
      config: encodeValue(fields({ scope: "x", value: null }), type),
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
  "a wrong argument of a function is blamed, the first one too": async (
    process,
  ) => {
    const join = (...texts: readonly (string | null)[]) =>
      process.connection.rpc(rpc.CallFunction, {
        name: "join",
        arguments: texts.map((text) => encodeValue(text, "string")),
      });
    const { error } = await join("-", "a", "bad");
    assertEquals(error, { text: "This part is bad", functionArgument: 2 });
    const missing = await join();
    assertEquals(missing.result, undefined);
    assertEquals(typeof missing.error?.text, "string");
  },
});
