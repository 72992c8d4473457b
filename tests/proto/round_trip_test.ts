import { assert, assertEquals } from "@std/assert";
import protobuf from "protobufjs";
import { plugin } from "../../proto/gen/go_plugin.ts";
import { health } from "../../proto/gen/health.ts";
import { tfplugin5 } from "../../proto/gen/tfplugin5.ts";
import { tfplugin6 } from "../../proto/gen/tfplugin6.ts";
import { camelCase, parse } from "../../tools/proto.ts";

/** A codec whose message type the test does not know. */
interface AnyCodec {
  readonly typeName: string;
  encode(message: Record<string, unknown>): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Record<string, unknown>;
}

const SOURCES: readonly (readonly [string, object])[] = [
  ["tfplugin6.proto", tfplugin6],
  ["tfplugin5.proto", tfplugin5],
  ["go_plugin.proto", plugin],
  ["health.proto", health],
];

for (const [source, generated] of SOURCES) {
  const text = await Deno.readTextFile(
    new URL(`../../proto/${source}`, import.meta.url),
  );
  const root = parse(text);
  const codecs = [...findCodecs(generated)];

  Deno.test(`each message of ${source} reads as the reference reads it`, () => {
    assert(codecs.length > 0);
    for (const codec of codecs) {
      const type = root.lookupType(codec.typeName);
      const message = sample(type, 3);
      const bytes = codec.encode(message).finish();
      const reference = type.toObject(type.decode(bytes), { longs: Number });
      assertEquals(plain(codec.decode(bytes)), plain(camelKeys(reference)));
      assertEquals(plain(codec.decode(bytes)), plain(full(type, message)));
    }
  });

  Deno.test(`an empty message of ${source} is no bytes`, () => {
    for (const codec of codecs) {
      assertEquals(codec.encode({}).finish().length, 0, codec.typeName);
      const again = codec.encode(codec.decode(new Uint8Array())).finish();
      assertEquals(again.length, 0, codec.typeName);
    }
  });
}

function* findCodecs(value: unknown): Generator<AnyCodec> {
  if (typeof value !== "object" || value === null) return;
  if ("path" in value) return; // a method, whose codecs are found elsewhere
  if (isCodec(value)) yield value;
  for (const inner of Object.values(value)) yield* findCodecs(inner);
}

function isCodec(value: object): value is AnyCodec {
  return "typeName" in value && "decode" in value && "encode" in value;
}

/** A message with a value in every field, nested `depth` times. */
function sample(type: protobuf.Type, depth: number): Record<string, unknown> {
  const seen = new Set<string>();
  const message: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const oneof = field.partOf;
    if (oneof && !oneof.isProto3Optional) {
      if (seen.has(oneof.name)) continue;
      seen.add(oneof.name);
    }
    const one = () => sampleValue(field, depth);
    const value = field instanceof protobuf.MapField
      ? { "": one(), "ключ": one() }
      : field.repeated
      ? [one(), one()]
      : one();
    message[camelCase(field.name)] = value;
  }
  return message;
}

function sampleValue(field: protobuf.Field, depth: number): unknown {
  const type = field.resolvedType;
  if (type instanceof protobuf.Enum) return 1;
  if (type !== null) return depth > 0 ? sample(type, depth - 1) : {};
  const samples: Record<string, unknown> = {
    string: "é🤗".repeat(field.id * 5),
    bytes: Uint8Array.from({ length: 200 }, (_, i) => i),
    bool: true,
    int32: -5,
    int64: field.id % 2 === 0 ? -(2 ** 40) : 2 ** 53 - 1,
    uint32: 2 ** 32 - 1,
  };
  assert(field.type in samples, field.type);
  return samples[field.type];
}

/** Adds to a message the defaults that a decoded one holds. */
function full(
  type: protobuf.Type,
  message: Record<string, unknown>,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const name = camelCase(field.name);
    const value = message[name];
    const inner = field.resolvedType;
    const fill = (item: unknown) =>
      inner instanceof protobuf.Type && isRecord(item)
        ? full(inner, item)
        : item;
    if (value === undefined) {
      const absent = field.partOf || inner instanceof protobuf.Type;
      if (field instanceof protobuf.MapField) made[name] = {};
      else if (field.repeated) made[name] = [];
      else if (!absent) made[name] = defaultOf(field.type);
    } else if (Array.isArray(value)) made[name] = value.map(fill);
    else if (field instanceof protobuf.MapField && isRecord(value)) {
      made[name] = Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, fill(item)]),
      );
    } else made[name] = fill(value);
  }
  return made;
}

function defaultOf(type: string): unknown {
  if (type === "string") return "";
  if (type === "bytes") return new Uint8Array();
  return type === "bool" ? false : 0;
}

function camelKeys(value: unknown): unknown {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(camelKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      camelCase(key),
      camelKeys(item),
    ]),
  );
}

/** For comparison: sorted keys, no empty things, bytes as numbers. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value].join(" ");
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, plain(item)] as const)
      .filter(([, item]) => !isEmpty(item)).sort(([a], [b]) => a < b ? -1 : 1),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === "" || value === 0 || value === false) return true;
  return Array.isArray(value) && value.length === 0 ||
    isRecord(value) && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Uint8Array);
}
