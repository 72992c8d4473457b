// Made from go_plugin.proto by `deno task proto`. Do not edit.
import { type Codec, codec } from "../codec.ts";
import { type Method, method } from "../service.ts";
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
export const plugin: {
  readonly ConnInfo: Codec<plugin.ConnInfo> & {
    readonly Knock: Codec<plugin.ConnInfo.Knock>;
  };
  readonly Empty: Codec<plugin.Empty>;
  readonly StdioData: Codec<plugin.StdioData> & {
    readonly Channel: Readonly<Record<"INVALID" | "STDOUT" | "STDERR", number>>;
  };
  readonly GRPCBroker: {
    readonly StartStream: Method<plugin.ConnInfo, plugin.ConnInfo>;
  };
  readonly GRPCController: {
    readonly Shutdown: Method<plugin.Empty, plugin.Empty>;
  };
  readonly GRPCStdio: {
    readonly StreamStdio: Method<Empty, plugin.StdioData>;
  };
} = {
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
  /** The message `ConnInfo`. */
  export interface ConnInfo {
    /** Field 1, `service_id`. */
    serviceId: number;
    /** Field 2, `network`. */
    network: string;
    /** Field 3, `address`. */
    address: string;
    /** Field 4, `knock`. */
    knock?: plugin.ConnInfo.Knock;
  }
  /** Types nested in `ConnInfo`. */
  export namespace ConnInfo {
    /** The message `Knock`. */
    export interface Knock {
      /** Field 1, `knock`. */
      knock: boolean;
      /** Field 2, `ack`. */
      ack: boolean;
      /** Field 3, `error`. */
      error: string;
    }
  }
  /** The message `Empty`. */
  export type Empty = Record<never, never>;
  /** The message `StdioData`. */
  export interface StdioData {
    /** Field 1, `channel`. */
    channel: number;
    /** Field 2, `data`. */
    data: Uint8Array;
  }
  /** Types nested in `StdioData`. */
  export namespace StdioData {
    /** The message `Channel`. */
    /** 0 INVALID, 1 STDOUT, 2 STDERR; others as the peer sent them. */
    export type Channel = number;
  }
}
