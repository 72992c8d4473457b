import { type Codec, codec } from "./codec.ts";

/** A message without fields. */
export type Empty = Record<never, never>;

/** Codec of `google.protobuf.Empty`. */
export const Empty: Codec<Empty> = codec("google.protobuf.Empty", []);

/** A point in time. */
export interface Timestamp {
  /** Seconds since the start of 1970, UTC. */
  seconds: number;
  /** Nanoseconds to add, 0 to 999,999,999. */
  nanos: number;
}

/** Codec of `google.protobuf.Timestamp`. */
export const Timestamp: Codec<Timestamp> = codec("google.protobuf.Timestamp", [
  [1, "seconds", "int64"],
  [2, "nanos", "int32"],
]);
