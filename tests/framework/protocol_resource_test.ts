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
