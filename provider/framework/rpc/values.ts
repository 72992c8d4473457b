import type { Init } from "@hf-terraform/tfplugin/codec";
import type { tfplugin6 } from "@hf-terraform/tfplugin/tfplugin6";
import { type IdentitySchema, identityType } from "../define/identity.ts";
import { failure } from "../diagnostics.ts";
import type { RawState } from "../engine/contract.ts";
import { objectType, type Schema } from "../schema/schema.ts";
import { registerSecrets } from "../schema/sensitive.ts";
import { ValueError } from "../values/errors.ts";
import { decodeJson } from "../values/json.ts";
import { decodeMsgpack } from "../values/msgpack_decode.ts";
import { encodeMsgpack } from "../values/msgpack_encode.ts";
import { tooManyValues } from "../values/msgpack_reader.ts";
import type { Type } from "../values/type.ts";
import type { Value } from "../values/value.ts";

type WireValue = Init<tfplugin6.DynamicValue>;

/** The single byte that encodes null of every type. */
const NULL: Uint8Array = Uint8Array.of(0xc0);

/** The type or function that a call is about, as far as values go. */
export interface Subject {
  readonly schema: Schema;
  /** The identity of its objects; absent: none. */
  readonly identity?: { readonly schema: IdentitySchema };
}

/**
 * Reads an object of a schema; `part` names the field. Without a schema,
 * because the provider does not have the type, it is null: the engine
 * complains.
 */
export function readObject(
  message: tfplugin6.DynamicValue | undefined,
  schema: Schema | undefined,
  part: string,
): Value {
  if (schema === undefined) return null;
  const object = readValue(message, objectType(schema), part);
  registerSecrets(schema, object);
  return object;
}

/**
 * The message of an object of a schema. Its secrets are known from now on, so
 * write it before the diagnostics.
 */
export function wireObject(
  value: Value,
  schema: Schema | undefined,
): WireValue {
  if (schema === undefined || value === null) return { msgpack: NULL };
  registerSecrets(schema, value);
  return wireValue(value, objectType(schema));
}

export function readIdentity(
  message: tfplugin6.ResourceIdentityData | undefined,
  subject: Subject | undefined,
  part: string,
): Value | undefined {
  const type = subject?.identity && identityType(subject.identity.schema);
  return readValue(message?.identityData, type, part) ?? undefined;
}

export function wireIdentity(
  identity: Value | undefined,
  subject: Subject | undefined,
): Init<tfplugin6.ResourceIdentityData> | undefined {
  const type = subject?.identity && identityType(subject.identity.schema);
  return identity === undefined || type === undefined
    ? undefined
    : { identityData: wireValue(identity, type) };
}

/**
 * Reads a value of `type`. An absent or empty message is null, and so is every
 * value of a type that the provider does not know. `part` names the field.
 */
export function readValue(
  message: tfplugin6.DynamicValue | undefined,
  type: Type | undefined,
  part: string,
): Value {
  if (message === undefined || type === undefined) return null;
  try {
    if (message.msgpack.length > 0) return decodeMsgpack(message.msgpack, type);
    if (message.json.length === 0) return null;
    return decodeJson(utf8(message.json), type);
  } catch (cause) {
    throw requestError(part, cause);
  }
}

/** The message of a value of `type`; of null if the type is unknown. */
export function wireValue(value: Value, type: Type | undefined): WireValue {
  if (type === undefined || value === null) return { msgpack: NULL };
  return { msgpack: encodeMsgpack(value, type) };
}

/** Reads stored data. `part` names the field. */
export function readRawState(
  message: tfplugin6.RawState | undefined,
  part: string,
): RawState {
  if (message === undefined) return { kind: "absent" };
  if (message.json.length > 0) {
    try {
      return { kind: "json", text: utf8(message.json) };
    } catch (cause) {
      throw requestError(part, cause);
    }
  }
  return Object.keys(message.flatmap).length > 0
    ? { kind: "flatmap" }
    : { kind: "absent" };
}

/** Makes the error for a wrong part of a request, such as `priorState`. */
function requestError(part: string, cause: unknown): unknown {
  if (!(cause instanceof ValueError)) return cause;
  const { problem, path } = cause;
  const where = path.isRoot ? "" : ` at \`${path}\``;
  const field = part.replaceAll(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);
  const message = `\`${field}\` cannot be read${where}: ${problem}`;
  const [summary, detail] = problem === tooManyValues
    ? [
      "Too many values",
      `${message}. A provider reads no more at once. Divide them among ` +
      "several resources.",
    ]
    : [
      "Malformed request",
      `The provider got a request that does not fit its schema: ${message}. ` +
      "Check that the provider was not replaced by another version while " +
      "Terraform ran, then report this to its developers.",
    ];
  return failure(summary, detail, path, { cause });
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch (cause) {
    throw new ValueError("it is not UTF-8 text", undefined, { cause });
  }
}
