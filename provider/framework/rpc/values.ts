/**
 * Values, states and identities as messages hold them.
 *
 * @module
 */

import type { Init } from "../../../proto/codec.ts";
import type { tfplugin6 } from "../../../proto/gen/tfplugin6.ts";
import { type IdentitySchema, identityType } from "../define/identity.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { RawState } from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import { fromWireBlocks, toWireBlocks } from "../schema/dynamic_blocks.ts";
import { objectType, type Schema } from "../schema/schema.ts";
import { registerSecrets } from "../schema/sensitive.ts";
import { ValueError } from "../values/errors.ts";
import { decodeJson } from "../values/json.ts";
import { decodeMsgpack } from "../values/msgpack_decode.ts";
import { encodeMsgpack } from "../values/msgpack_encode.ts";
import { Path } from "../values/path.ts";
import type { Type } from "../values/type.ts";
import type { Value } from "../values/value.ts";
import { wireDiagnostics } from "./messages.ts";

type WireValue = Init<tfplugin6.DynamicValue>;
type WireIdentity = Init<tfplugin6.ResourceIdentityData>;
type WireDiagnostics = readonly Init<tfplugin6.Diagnostic>[];

/** The single byte that encodes null of every type. */
const NULL: Uint8Array = Uint8Array.of(0xc0);

/** The type or function that a call is about, as far as values go. */
export interface Subject {
  /** The schema of its objects. */
  readonly schema: Schema;
  /** What identifies its objects; absent: nothing. */
  readonly identity?: { readonly schema: IdentitySchema };
}

/**
 * Reads and writes the values of one call. What is undefined, because the
 * provider does not have the type, is read as null: the engine complains.
 */
export class Values {
  readonly #server: ProviderServer;
  readonly #subject: Subject | undefined;

  /** Takes what the call is about; undefined: an unknown type, or nothing. */
  constructor(server: ProviderServer, subject: Subject | undefined) {
    this.#server = server;
    this.#subject = subject;
  }

  /**
   * Reads an object of the subject; `part` names the field.
   *
   * @throws {RequestError} If it does not fit the schema.
   */
  read(message: tfplugin6.DynamicValue | undefined, part: string): Value {
    return readObject(message, this.#subject?.schema, part);
  }

  /**
   * Reads the field `provider_meta`.
   *
   * @throws {RequestError} If it does not fit the schema.
   */
  readMeta(message: tfplugin6.DynamicValue | undefined): Value {
    const { metaSchema } = this.#server.provider;
    return readObject(message, metaSchema, "provider_meta");
  }

  /**
   * Reads an identity of the subject; undefined: none.
   *
   * @throws {RequestError} If it does not fit the schema.
   */
  readIdentity(
    message: tfplugin6.ResourceIdentityData | undefined,
    part: string,
  ): Value | undefined {
    const type = identityTypeOf(this.#subject);
    return readValue(message?.identityData, type, part) ?? undefined;
  }

  /**
   * The message of an object of the subject. Its secrets are known from now
   * on, so write it before the diagnostics.
   *
   * @throws {ValueError} If it does not fit the schema.
   */
  write(value: Value): WireValue {
    const schema = this.#subject?.schema;
    if (schema === undefined || value === null) return { msgpack: NULL };
    registerSecrets(schema, value);
    return wireValue(toWireBlocks(schema, value), typeOf(schema));
  }

  /** The messages of diagnostics about the subject. */
  writeDiagnostics(diagnostics: Iterable<Diagnostic>): WireDiagnostics {
    return wireDiagnostics(diagnostics, this.#subject?.schema);
  }

  /**
   * The message of an identity of the subject; undefined: none.
   *
   * @throws {ValueError} If it does not fit the schema.
   */
  writeIdentity(identity: Value | undefined): WireIdentity | undefined {
    const type = identityTypeOf(this.#subject);
    return identity === undefined || type === undefined
      ? undefined
      : { identityData: wireValue(identity, type) };
  }
}

function readObject(
  message: tfplugin6.DynamicValue | undefined,
  schema: Schema | undefined,
  part: string,
): Value {
  if (schema === undefined) return null;
  const value = fromWireBlocks(
    schema,
    readValue(message, typeOf(schema), part),
  );
  registerSecrets(schema, value);
  return value;
}

/**
 * Reads a value of `type`. An absent or empty message is null, and so is every
 * value of a type that the provider does not know. `part` names the field.
 *
 * @throws {RequestError} If it is not a value of that type.
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

/**
 * The message of a value of `type`; of null if the type is unknown.
 *
 * @throws {ValueError} If it is not a value of that type.
 */
export function wireValue(value: Value, type: Type | undefined): WireValue {
  if (type === undefined || value === null) return { msgpack: NULL };
  return { msgpack: encodeMsgpack(value, type) };
}

/**
 * Reads stored data. `part` names the field.
 *
 * @throws {RequestError} If it is not text.
 */
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

/** A part of a request that cannot be read as its type demands. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** Where, inside the part. */
  readonly path: Path;

  /** Says which part cannot be read, such as `prior_state`, and why. */
  constructor(part: string, problem: string, path: Path, cause: unknown) {
    const where = path.isRoot ? "" : ` at \`${path}\``;
    super(`\`${part}\` cannot be read${where}: ${problem}`, { cause });
    this.path = path;
  }

  /** What the practitioner is shown. */
  get diagnostic(): Diagnostic {
    return {
      severity: "error",
      summary: "Malformed request",
      detail: `The provider got a request that does not fit its schema: ` +
        `${this.message}. Check that the provider was not replaced by ` +
        "another version while Terraform ran, then report this to its " +
        "developers.",
      path: this.path,
    };
  }
}

function requestError(part: string, cause: unknown): unknown {
  if (cause instanceof ValueError) {
    return new RequestError(part, cause.problem, cause.path, cause);
  }
  if (cause instanceof TypeError) {
    return new RequestError(part, "it is not UTF-8 text", Path.root, cause);
  }
  return cause;
}

/** Decodes text; throws a TypeError if it is not valid UTF-8. */
function utf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
    .decode(bytes);
}

const types = new WeakMap<object, Type>();

/** The type of the objects of a schema, made once. */
function typeOf(schema: Schema): Type {
  const type = types.get(schema) ?? objectType(schema);
  types.set(schema, type);
  return type;
}

/** The type of a subject's identity, made once; undefined without one. */
function identityTypeOf(subject: Subject | undefined): Type | undefined {
  const schema = subject?.identity?.schema;
  if (schema === undefined) return undefined;
  const type = types.get(schema) ?? identityType(schema);
  types.set(schema, type);
  return type;
}
