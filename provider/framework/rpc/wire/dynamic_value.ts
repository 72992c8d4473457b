import type { Init } from "../../../../proto/codec.ts";
import type { tfplugin5 } from "../../../../proto/gen/tfplugin5.ts";
import { fromWireBlocks, toWireBlocks } from "../../schema/dynamic_blocks.ts";
import { ValueError } from "../../values/errors.ts";
import { decodeJson } from "../../values/json.ts";
import { decodeMsgpack, encodeMsgpack } from "../../values/msgpack.ts";
import { Path } from "../../values/path.ts";
import type { Type } from "../../values/type.ts";
import type { Value } from "../../values/value.ts";
import { RequestError } from "./request_error.ts";
import { dynamicBlocksOf } from "./types.ts";

type WireValue = Init<tfplugin5.DynamicValue>;

/** The single byte that encodes null of every type. */
const NULL: Uint8Array = Uint8Array.of(0xc0);

/**
 * Reads a value of `type`. An absent or empty message is null, and so is every
 * value of a type that the provider does not know. `part` names the field.
 *
 * Throws a {@linkcode RequestError} if it is not a value of that type.
 */
export function readValue(
  message: tfplugin5.DynamicValue | undefined,
  type: Type | undefined,
  part: string,
): Value {
  if (message === undefined || type === undefined) return null;
  try {
    if (message.msgpack.length > 0) {
      return modelOf(decodeMsgpack(message.msgpack, type), type);
    }
    if (message.json.length === 0) return null;
    return modelOf(decodeJson(utf8(message.json), type), type);
  } catch (cause) {
    throw requestError(part, cause);
  }
}

/**
 * The message of a value of `type`; of null if the type is unknown.
 *
 * Throws a {@linkcode ValueError} if it is not a value of that type.
 */
export function wireValue(value: Value, type: Type | undefined): WireValue {
  if (type === undefined || value === null) return { msgpack: NULL };
  const schema = dynamicBlocksOf(type);
  const wire = schema === undefined ? value : toWireBlocks(schema, value);
  return { msgpack: encodeMsgpack(wire, type) };
}

function modelOf(value: Value, type: Type): Value {
  const schema = dynamicBlocksOf(type);
  return schema === undefined ? value : fromWireBlocks(schema, value);
}

/** Decodes text; throws a TypeError if it is not valid UTF-8. */
export function utf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    .decode(bytes);
}

/** Makes the error of a part that cannot be read out of the cause. */
export function requestError(part: string, cause: unknown): unknown {
  if (cause instanceof ValueError) {
    return new RequestError(part, cause.problem, cause.path, cause);
  }
  if (cause instanceof TypeError) {
    return new RequestError(part, "it is not UTF-8 text", Path.root, cause);
  }
  return cause;
}
