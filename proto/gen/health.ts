// Made from health.proto by `deno task proto`. Do not edit.
import { type Codec, codec } from "../codec.ts";
import { type Method, method } from "../service.ts";

const HealthCheckRequest_: Codec<health.HealthCheckRequest> = codec(
  "grpc.health.v1.HealthCheckRequest",
  [
    [1, "service", "string"],
  ],
);
const HealthCheckResponse_: Codec<health.HealthCheckResponse> = codec(
  "grpc.health.v1.HealthCheckResponse",
  [
    [1, "status", "enum"],
  ],
);
const HealthListRequest_: Codec<health.HealthListRequest> = codec(
  "grpc.health.v1.HealthListRequest",
  [],
);
const HealthListResponse_: Codec<health.HealthListResponse> = codec(
  "grpc.health.v1.HealthListResponse",
  [
    [1, "statuses", () => HealthCheckResponse_, "map"],
  ],
);

/** Codecs, enums and services of package `grpc.health.v1`. */
export const health: {
  readonly HealthCheckRequest: Codec<health.HealthCheckRequest>;
  readonly HealthCheckResponse: Codec<health.HealthCheckResponse> & {
    readonly ServingStatus: Readonly<Record<"UNKNOWN" | "SERVING" | "NOT_SERVING" | "SERVICE_UNKNOWN", number>>;
  };
  readonly HealthListRequest: Codec<health.HealthListRequest>;
  readonly HealthListResponse: Codec<health.HealthListResponse>;
  readonly Health: {
    readonly Check: Method<health.HealthCheckRequest, health.HealthCheckResponse>;
    readonly List: Method<health.HealthListRequest, health.HealthListResponse>;
    readonly Watch: Method<health.HealthCheckRequest, health.HealthCheckResponse>;
  };
} = {
  HealthCheckRequest: HealthCheckRequest_,
  HealthCheckResponse: Object.assign(HealthCheckResponse_, {
    ServingStatus: {
      UNKNOWN: 0,
      SERVING: 1,
      NOT_SERVING: 2,
      SERVICE_UNKNOWN: 3,
    },
  }),
  HealthListRequest: HealthListRequest_,
  HealthListResponse: HealthListResponse_,
  Health: {
    Check: method("/grpc.health.v1.Health/Check", "unary", {
      request: HealthCheckRequest_,
      response: HealthCheckResponse_,
    }),
    List: method("/grpc.health.v1.Health/List", "unary", {
      request: HealthListRequest_,
      response: HealthListResponse_,
    }),
    Watch: method("/grpc.health.v1.Health/Watch", "server-stream", {
      request: HealthCheckRequest_,
      response: HealthCheckResponse_,
    }),
  },
};

/** Message types of package `grpc.health.v1`, as decoded. */
export declare namespace health {
  /** The message `HealthCheckRequest`. */
  export interface HealthCheckRequest {
    /** Field 1, `service`. */
    service: string;
  }
  /** The message `HealthCheckResponse`. */
  export interface HealthCheckResponse {
    /** Field 1, `status`. */
    status: number;
  }
  /** Types nested in `HealthCheckResponse`. */
  export namespace HealthCheckResponse {
    /** The message `ServingStatus`. */
    /** 0 UNKNOWN, 1 SERVING, 2 NOT_SERVING, 3 SERVICE_UNKNOWN; others as the peer sent them. */
    export type ServingStatus = number;
  }
  /** The message `HealthListRequest`. */
  export type HealthListRequest = Record<never, never>;
  /** The message `HealthListResponse`. */
  export interface HealthListResponse {
    /** Field 1, `statuses`. */
    statuses: Record<string, health.HealthCheckResponse>;
  }
}
