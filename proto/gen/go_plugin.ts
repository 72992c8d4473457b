// Made from go_plugin.proto by `deno task proto`. Do not edit.
import { type Codec, codec } from "../codec.ts";
import { method } from "../service.ts";
import { Empty } from "../well_known.ts";

const ConnInfo_: Codec<plugin.ConnInfo> = codec(
  "plugin.ConnInfo",
  [
    [1, "serviceId", "uint32"],
    [2, "network", "string"],
    [3, "address", "string"],
    [4, "knock", () => ConnInfo_Knock_],
  ],
);
const ConnInfo_Knock_: Codec<plugin.ConnInfo.Knock> = codec(
  "plugin.ConnInfo.Knock",
  [
    [1, "knock", "bool"],
    [2, "ack", "bool"],
    [3, "error", "string"],
  ],
);
const Empty_: Codec<plugin.Empty> = codec(
  "plugin.Empty",
  [],
);
const StdioData_: Codec<plugin.StdioData> = codec(
  "plugin.StdioData",
  [
    [1, "channel", "enum"],
    [2, "data", "bytes"],
  ],
);

/** Codecs, enums and services of package `plugin`. */
export const plugin = {
  ConnInfo: Object.assign(ConnInfo_, {
    Knock: ConnInfo_Knock_,
  }),
  Empty: Empty_,
  StdioData: Object.assign(StdioData_, {
    Channel: {
      INVALID: 0,
      STDOUT: 1,
      STDERR: 2,
    },
  }),
  GRPCBroker: {
    StartStream: method("/plugin.GRPCBroker/StartStream", "bidi-stream", {
      request: ConnInfo_,
      response: ConnInfo_,
    }),
  },
  GRPCController: {
    Shutdown: method("/plugin.GRPCController/Shutdown", "unary", {
      request: Empty_,
      response: Empty_,
    }),
  },
  GRPCStdio: {
    StreamStdio: method("/plugin.GRPCStdio/StreamStdio", "server-stream", {
      request: Empty,
      response: StdioData_,
    }),
  },
};

/** Message types of package `plugin`, as decoded. */
export declare namespace plugin {
  export interface ConnInfo {
    serviceId: number;
    network: string;
    address: string;
    knock?: plugin.ConnInfo.Knock;
  }
  export namespace ConnInfo {
    export interface Knock {
      knock: boolean;
      ack: boolean;
      error: string;
    }
  }
  export type Empty = Record<never, never>;
  export interface StdioData {
    channel: number;
    data: Uint8Array;
  }
  export namespace StdioData {
    /** 0 INVALID, 1 STDOUT, 2 STDERR; others as the peer sent them. */
    export type Channel = number;
  }
}
