import protobuf from "protobufjs/minimal.js";

const { Reader, Writer } = protobuf;
type Reader = protobuf.Reader;
/** The writer that messages are encoded to. */
export type MessageWriter = protobuf.Writer;

/** Bytes that are not a valid protobuf message of the expected type. */
export class WireError extends Error {
  /** The class's own name. */
  override readonly name = "WireError";
}

/**
 * The input of {@linkcode Codec.encode}: the decoded message with every field
 * optional. An absent field is not written.
 */
export type Init<T> = T extends
  Uint8Array | string | number | boolean | undefined ? T
  : T extends readonly (infer U)[] ? readonly Init<U>[]
  : { readonly [K in keyof T]?: Init<T[K]> | undefined };

/** Encodes and decodes one message type. */
export interface Codec<T> {
  /** Full name, such as `tfplugin6.ReadResource.Request`. */
  readonly typeName: string;
  /** Its fields, as its .proto file declares them. */
  readonly fields: readonly Field[];
  /**
   * Encodes `message`; `encode(message).finish()` is the bytes.
   *
   * Throws a RangeError for an integer field whose number is not a safe
   * integer.
   */
  encode(message: Init<T>, writer?: MessageWriter): MessageWriter;
  /**
   * Decodes `bytes`. Absent fields have their proto3 default, absent messages,
   * `optional` fields and members of a `oneof` are left out. Unknown fields
   * are dropped. Fields of type bytes are views of `bytes`.
   *
   * Throws a {@linkcode WireError} for malformed data.
   */
  decode(bytes: Uint8Array): T;
}

/** Types a field can have besides that of a message. */
export type Scalar =
  | "string"
  | "bytes"
  | "bool"
  | "int32"
  | "int64"
  | "uint32"
  | "enum";

/** The label of a field, or the name of its `oneof` after a colon. */
export type Label = "optional" | "repeated" | "map" | `:${string}`;

/**
 * One field: number, name in messages, type, label. A message type is given
 * as a function, since types may contain each other. Map keys are strings.
 */
export type Field = readonly [
  number: number,
  name: string,
  type: Scalar | (() => Pick<Codec<unknown>, "typeName" | "fields">),
  label?: Label,
];

/** Messages may nest this deep before decoding gives up. */
const MAX_DEPTH = 200;

type Message = Record<string, unknown>;

/** Makes the codec of one message type from its fields. */
export function codec<T>(typeName: string, fields: readonly Field[]): Codec<T> {
  return new TableCodec(typeName, fields) as unknown as Codec<T>;
}

class TableCodec {
  readonly typeName: string;
  readonly fields: readonly Field[];
  readonly #byNumber: (FieldCodec | undefined)[] = [];
  #made: readonly FieldCodec[] | undefined;

  constructor(typeName: string, fields: readonly Field[]) {
    this.typeName = typeName;
    this.fields = fields;
  }

  /** Made at the first use: a command uses few of some hundred messages. */
  get #codecs(): readonly FieldCodec[] {
    if (this.#made === undefined) {
      this.#made = this.fields.map((field) =>
        new FieldCodec(field, this.fields)
      );
      for (const field of this.#made) this.#byNumber[field.number] = field;
    }
    return this.#made;
  }

  encode(
    message: Message,
    writer: MessageWriter = Writer.create(),
  ): MessageWriter {
    for (const field of this.#codecs) {
      const value = message[field.name];
      if (value !== undefined && value !== null) field.write(writer, value);
    }
    return writer;
  }

  decode(bytes: Uint8Array): Message {
    try {
      return this.read(Reader.create(bytes), bytes.length, 0);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const message = `Cannot decode ${this.typeName}: ${why}`;
      throw new WireError(message, { cause });
    }
  }

  read(reader: Reader, end: number, depth: number): Message {
    if (depth > MAX_DEPTH) throw new WireError("messages nest too deeply");
    const message: Message = {};
    for (const field of this.#codecs) field.setDefault(message);
    while (reader.pos < end) {
      const tag = reader.tag();
      const field = this.#byNumber[tag >>> 3];
      // A field with another wire type than declared counts as unknown.
      if (field?.accepts(tag & 7)) field.read(reader, message, depth);
      else reader.skipType(tag & 7, 0, tag >>> 3);
    }
    return message;
  }
}

class FieldCodec {
  readonly number: number;
  readonly name: string;
  readonly #scalar: Scalar | undefined;
  readonly #message: (() => TableCodec) | undefined;
  readonly #label: Label | undefined;
  readonly #rivals: readonly string[];
  readonly #wireType: number;

  constructor([number, name, type, label]: Field, all: readonly Field[]) {
    this.number = number;
    this.name = name;
    this.#scalar = typeof type === "string" ? type : undefined;
    this.#message = typeof type === "string"
      ? undefined
      : type as unknown as () => TableCodec;
    this.#label = label;
    this.#rivals = label?.startsWith(":")
      ? all.filter((f) => f[3] === label && f[1] !== name).map((f) => f[1])
      : [];
    const lengthDelimited = label === "map" || type === "string" ||
      type === "bytes" || typeof type !== "string";
    this.#wireType = lengthDelimited ? 2 : 0;
  }

  accepts(wireType: number): boolean {
    return wireType === this.#wireType;
  }

  setDefault(message: Message): void {
    if (this.#label === "repeated") message[this.name] = [];
    else if (this.#label === "map") message[this.name] = Object.create(null);
    else if (this.#label === undefined && this.#scalar !== undefined) {
      message[this.name] = scalarDefault(this.#scalar);
    }
  }

  write(writer: MessageWriter, value: unknown): void {
    if (this.#label === "repeated") {
      for (const item of value as unknown[]) this.#writeTagged(writer, item);
    } else if (this.#label === "map") {
      for (const [key, item] of Object.entries(value as Message)) {
        if (item !== undefined) this.#writeEntry(writer, key, item);
      }
    } else if (this.#label !== undefined || !isDefault(this.#scalar, value)) {
      this.#writeTagged(writer, value);
    }
  }

  read(reader: Reader, message: Message, depth: number): void {
    if (this.#label === "map") {
      const map = message[this.name] as Message;
      readNested(reader, (end) => this.#readEntry(reader, end, map, depth));
      return;
    }
    const value = this.#readValue(reader, depth);
    if (this.#label === "repeated") {
      (message[this.name] as unknown[]).push(value);
    } else {
      for (const rival of this.#rivals) delete message[rival];
      message[this.name] = value;
    }
  }

  #writeTagged(
    writer: MessageWriter,
    value: unknown,
    number = this.number,
  ): void {
    if (this.#message !== undefined) {
      const type = this.#message();
      writer.uint32(number << 3 | 2).fork();
      type.encode(value as Message, writer).ldelim();
    } else {
      writer.uint32(number << 3 | this.#scalarWireType());
      writeScalar(writer, this.#scalar as Scalar, value);
    }
  }

  #scalarWireType(): number {
    return this.#scalar === "string" || this.#scalar === "bytes" ? 2 : 0;
  }

  #writeEntry(writer: MessageWriter, key: string, value: unknown): void {
    writer.uint32(this.number << 3 | 2).fork().uint32(1 << 3 | 2)
      .string(key.toWellFormed());
    this.#writeTagged(writer, value, 2);
    writer.ldelim();
  }

  #readEntry(reader: Reader, end: number, map: Message, depth: number): void {
    let key = "";
    let value: unknown;
    while (reader.pos < end) {
      const tag = reader.tag();
      if (tag === (1 << 3 | 2)) key = reader.stringVerify();
      else if (tag === (2 << 3 | this.#entryWireType())) {
        value = this.#readValue(reader, depth);
      } else reader.skipType(tag & 7, 0, tag >>> 3);
    }
    map[key] = value ?? this.#emptyValue(depth);
  }

  #entryWireType(): number {
    return this.#message !== undefined ? 2 : this.#scalarWireType();
  }

  #emptyValue(depth: number): unknown {
    return this.#message !== undefined
      ? this.#message().read(Reader.create(new Uint8Array()), 0, depth + 1)
      : scalarDefault(this.#scalar as Scalar);
  }

  #readValue(reader: Reader, depth: number): unknown {
    const type = this.#message?.();
    if (type === undefined) return readScalar(reader, this.#scalar as Scalar);
    return readNested(reader, (end) => type.read(reader, end, depth + 1));
  }
}

function scalarDefault(scalar: Scalar): unknown {
  if (scalar === "string") return "";
  if (scalar === "bytes") return new Uint8Array();
  return scalar === "bool" ? false : 0;
}

function isDefault(scalar: Scalar | undefined, value: unknown): boolean {
  if (scalar === undefined) return false;
  if (scalar === "bytes") return (value as Uint8Array).length === 0;
  return value === "" || value === 0 || value === false;
}

/** Lets `read` see nothing beyond the nested message that comes next. */
function readNested<T>(reader: Reader, read: (end: number) => T): T {
  const length = reader.uint32();
  const outer = reader.len;
  const end = reader.pos + length;
  if (end > outer) throw new WireError("the data ends early");
  reader.len = end;
  const result = read(end);
  reader.len = outer;
  return result;
}

/** Reads a 64-bit integer; refuses one that a number cannot hold. */
function readInt64(reader: Reader): number {
  const read = reader.int64();
  const value = typeof read === "number" ? read : Number(read.toString());
  if (Number.isSafeInteger(value)) return value;
  throw new WireError(`the integer ${read} has more than 53 bits`);
}

function readScalar(reader: Reader, scalar: Scalar): unknown {
  switch (scalar) {
    case "string":
      return reader.stringVerify();
    case "bytes":
      return reader.bytes();
    case "bool":
      return reader.bool();
    case "int64":
      return readInt64(reader);
    case "uint32":
      return reader.uint32();
    case "int32":
    case "enum":
      return reader.int32();
  }
}

function writeScalar(
  writer: MessageWriter,
  scalar: Scalar,
  value: unknown,
): void {
  switch (scalar) {
    case "string":
      // Another half of a surrogate pair is no UTF-8, which ends the connection.
      writer.string((value as string).toWellFormed());
      return;
    case "bytes":
      writer.bytes(value as Uint8Array);
      return;
    case "bool":
      writer.bool(value as boolean);
      return;
    default:
      writeInteger(writer, value as number);
  }
}

function writeInteger(writer: MessageWriter, value: number): void {
  if (Number.isSafeInteger(value)) {
    writer.int64(value);
    return;
  }
  throw new RangeError(
    `Cannot encode ${value}: it is not a whole number of at most 53 bits`,
  );
}
