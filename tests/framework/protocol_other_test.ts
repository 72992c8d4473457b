/**
 * Lists, actions, ephemeral resources and functions over the protocol.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { decodeMsgpack } from "../../provider/framework/values/msgpack_decode.ts";
import type { Value } from "../../provider/framework/values/value.ts";
import {
  fields,
  noRecord,
  processTest,
  recordType,
  typeOf,
} from "./protocol_support.ts";
import { encodeValue } from "../provider/framework/rpc/support.ts";

const rpc = tfplugin6.Provider;

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
