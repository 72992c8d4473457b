/**
 * From the fields of a message to those of the engine's requests, and back
 * from its responses: the type of a field in the protocol says how.
 *
 * @module
 */

import type { Field, Init } from "@hf-terraform/tfplugin/codec";
import type { tfplugin5 } from "@hf-terraform/tfplugin/tfplugin5";
import type { Timestamp } from "@hf-terraform/tfplugin/well_known";
import type { Diagnostic } from "../diagnostics.ts";
import {
  type ClientCapabilities,
  type EngineCall,
  noPrivate,
  type OptionalDeferral,
  type RawState,
} from "../engine/contract.ts";
import type { ProviderServer } from "../engine/server.ts";
import type { Path } from "../values/path.ts";
import type { Value } from "../values/value.ts";
import {
  readCapabilities,
  wireDeferred,
  wireDiagnostics,
  wirePath,
  wireTimestamp,
} from "./messages.ts";
import {
  type Route,
  route,
  type Rpc,
  type Scope,
  type ServedMethod,
} from "./route.ts";
import {
  readIdentity,
  readObject,
  readRawState,
  wireIdentity,
  wireObject,
} from "./values.ts";

/**
 * Field renames, by the names in messages; null skips the field. Other fields
 * keep their names.
 */
type FieldNames = Readonly<Record<string, string | null>>;

type FieldName<K, N extends FieldNames> =
  & (K extends keyof N ? N[K] : K)
  & string;

type RequestOf<Message, N extends FieldNames> = {
  readonly [K in keyof Message as FieldName<K, N>]-?: Read<
    NonNullable<Message[K]>
  >;
};

type Read<F> = F extends tfplugin5.DynamicValue ? Value
  : F extends tfplugin5.RawState ? RawState
  : F extends tfplugin5.ResourceIdentityData ? Value | undefined
  : F extends tfplugin5.ClientCapabilities ? ClientCapabilities
  : F;

type ResponseOfMessage<Message, N extends FieldNames> = {
  readonly [
    K in Exclude<keyof Message, "legacyTypeSystem"> as FieldName<K, N>
  ]-?: Written<NonNullable<Message[K]>, N>;
};

type Written<F, N extends FieldNames> = F extends tfplugin5.DynamicValue
  ? Value | undefined
  : F extends tfplugin5.ResourceIdentityData ? Value | undefined
  : F extends tfplugin5.Deferred ? OptionalDeferral
  : F extends Timestamp ? Date | undefined
  : F extends readonly tfplugin5.Diagnostic[] ? Iterable<Diagnostic>
  : F extends readonly tfplugin5.AttributePath[] ? readonly Path[]
  : F extends readonly (infer Inner)[] ? readonly ResponseOfMessage<Inner, N>[]
  : F;

type Convert = (value: never, scope: Scope, field: Field) => unknown;

/** Readers of fields of requests by type; other fields are used unchanged. */
const readers: Readonly<Record<string, Convert>> = {
  DynamicValue: (value, { server, subject }, [, name]) => {
    const isMeta = name === "providerMeta";
    const schema = isMeta ? server.provider.metaSchema : subject?.schema;
    return readObject(value, schema, name);
  },
  ResourceIdentityData: (value, { subject }, [, name]) =>
    readIdentity(value, subject, name),
  RawState: (value, _, [, name]) => readRawState(value, name),
  ClientCapabilities: readCapabilities,
  bytes: (value: Uint8Array | undefined) => value ?? noPrivate,
};

/** Writers of fields of responses by type; other fields are used unchanged. */
const writers: Readonly<Record<string, Convert>> = {
  DynamicValue: (value: Value | undefined, { subject }) =>
    value === undefined ? undefined : wireObject(value, subject?.schema),
  ResourceIdentityData: (value, { subject }) => wireIdentity(value, subject),
  Deferred: wireDeferred,
  Timestamp: wireTimestamp,
  AttributePath: (paths: readonly Path[]) => paths.map(wirePath),
  Diagnostic: (value, { configuration }) =>
    wireDiagnostics(value, configuration),
  bytes: (value: Uint8Array, _, [, , , label]) =>
    label === "optional" && value.length === 0 ? undefined : value,
};

/** Makes the route of an RPC from the fields of its messages. */
export function mappedRoute<
  Message,
  Response,
  const R extends FieldNames = Record<never, never>,
  const W extends FieldNames = Record<never, never>,
>(
  method: ServedMethod<Message, Response>,
  engine: (
    server: ProviderServer,
    request: RequestOf<Message, R>,
    call: EngineCall,
  ) => Promise<ResponseOfMessage<Response, W>>,
  { reads, writes }: { readonly reads?: R; readonly writes?: W } = {},
): Route {
  return route(method, { engine, ...mapFields(method, reads, writes) });
}

/**
 * Makes the reader and the writer of an RPC from the fields of its messages.
 */
export function mapFields<
  Message,
  Response,
  const R extends FieldNames = Record<never, never>,
  const W extends FieldNames = Record<never, never>,
>(
  { request, response }: ServedMethod<Message, Response>,
  reads?: R,
  writes?: W,
): Pick<
  Rpc<Message, RequestOf<Message, R>, ResponseOfMessage<Response, W>, Response>,
  "read" | "write" | "refuse"
> {
  const toRead = readSteps(request.fields, reads);
  const toWrite = writeSteps(response.fields, writes);
  return {
    read: (message, scope) => convertFields(message, toRead, scope),
    write: (result, scope) => convertFields(result, toWrite, scope),
    refuse: (diagnostic, configuration) => {
      const field = response.fields.find(isDiagnostics);
      const diagnostics = wireDiagnostics([diagnostic], configuration);
      return { [field?.[1] ?? ""]: diagnostics } as Init<Response>;
    },
  };
}

interface FieldStep {
  readonly from: string;
  readonly to: string;
  readonly field: Field;
  readonly convert: Convert | undefined;
}

function convertFields<T>(
  source: unknown,
  steps: readonly FieldStep[],
  scope: Scope,
): T {
  const target: Record<string, unknown> = {};
  for (const { from, to, field, convert } of steps) {
    const value = (source as Record<string, never>)[from] as never;
    target[to] = convert ? convert(value, scope, field) : value;
  }
  return target as T;
}

function readSteps(
  fields: readonly Field[],
  names: FieldNames = {},
): FieldStep[] {
  return fields.flatMap((field) => {
    const { [field[1]]: to = field[1] } = names;
    if (to === null) return [];
    return [{ from: field[1], to, field, convert: readers[typeOf(field)] }];
  });
}

/** Diagnostics come last: the values before make secrets known. */
function writeSteps(
  fields: readonly Field[],
  names: FieldNames = {},
): FieldStep[] {
  const late = (field: Field) => Number(isDiagnostics(field));
  return fields.toSorted((a, b) => late(a) - late(b)).map((field) => {
    const [, to, type, label] = field;
    let convert = writers[typeOf(field)];
    if (label === "repeated" && typeof type === "function") {
      convert ??= (items: readonly unknown[], scope) => {
        const steps = writeSteps(type().fields, names);
        return items.map((item) => convertFields(item, steps, scope));
      };
    }
    return { from: names[to] ?? to, to, field, convert };
  });
}

function isDiagnostics(field: Field): boolean {
  return typeOf(field) === "Diagnostic";
}

/** The last part of the name of a field's type. */
function typeOf([, , type]: Field): string {
  const name = typeof type === "string" ? type : type().typeName;
  return name.slice(name.lastIndexOf(".") + 1);
}
