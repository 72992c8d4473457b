import { ValueError } from "./errors.ts";
import { decodeJson } from "./json.ts";
import { decodeMsgpack } from "./msgpack_decode.ts";
import { encodeMsgpack } from "./msgpack_encode.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";

/** The protocol's DynamicValue, as whatever codec gives it. */
export interface DynamicValueMessage {
  /** The value as msgpack; decides if it is not empty. */
  readonly msgpack?: Uint8Array | null;
  /** The value as JSON, in UTF-8. */
  readonly json?: Uint8Array | null;
}

/**
 * Decodes a DynamicValue by `type`, as Terraform does: a message that is
 * absent, or empty in both fields, is null.
 *
 * @throws {ValueError} if the content is malformed, or no value of `type`.
 */
export function decodeDynamicValue(
  message: DynamicValueMessage | null | undefined,
  type: Type,
): Value {
  const msgpack = message?.msgpack;
  if (msgpack != null && msgpack.length > 0) {
    return decodeMsgpack(msgpack, type);
  }
  const json = message?.json;
  if (json != null && json.length > 0) {
    return decodeJson(jsonTextOf(json), type);
  }
  return null;
}

/**
 * Encodes a DynamicValue by `type`, always as msgpack: JSON can't hold
 * unknowns.
 *
 * @throws {ValueError} if `value` is not a value of `type`.
 */
export function encodeDynamicValue(
  value: Value,
  type: Type,
): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(value, type) };
}

/**
 * The text of JSON bytes, such as those of a stored state.
 *
 * @throws {ValueError} if they are no UTF-8.
 */
export function jsonTextOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ValueError("The JSON is no UTF-8 text", undefined, {
      cause: error,
    });
  }
}
