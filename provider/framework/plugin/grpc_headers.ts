import { RpcError, Status } from "./status.ts";

/** Headers of an answer or of its end. */
export type GrpcHeaders = Readonly<Record<string, string | number>>;

/** What every answer begins with. */
export const ANSWER_HEADERS: GrpcHeaders = {
  ":status": 200,
  "content-type": "application/grpc",
};

/** What a call that went well ends with. */
export const OK_TRAILERS: GrpcHeaders = { "grpc-status": Status.OK };

const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};
/** Longer than any call, and the most that a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What tells a client of an error. */
export function errorTrailers({ code, message }: RpcError): GrpcHeaders {
  return { "grpc-status": code, "grpc-message": percentEncoded(message) };
}

/**
 * The milliseconds of a `grpc-timeout`, at least 1; undefined without a limit.
 *
 * Throws an RpcError if the text is no such time.
 */
export function timeoutMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits = "", unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(text) ?? [];
  const scale = UNIT_MS[unit];
  if (scale === undefined) {
    throw new RpcError(
      Status.INTERNAL,
      `Cannot read the grpc-timeout ${JSON.stringify(text)}`,
    );
  }
  const ms = Math.max(1, Math.ceil(Number(digits) * scale));
  return ms > MAX_TIMER_MS ? undefined : ms;
}

/** Text as `grpc-message` carries it: `%` and all but printable ASCII coded. */
export function percentEncoded(text: string): string {
  if (/^[ -$&-~]*$/.test(text)) return text;
  let coded = "";
  for (const byte of new TextEncoder().encode(text)) {
    coded += byte < 0x20 || byte > 0x7e || byte === 0x25
      ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
      : String.fromCharCode(byte);
  }
  return coded;
}
