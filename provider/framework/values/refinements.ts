import { compareNumbers } from "./decimal.ts";
import { ValueError } from "./errors.ts";
import { MsgpackReader } from "./msgpack_reader.ts";
import { MsgpackWriter } from "./msgpack_writer.ts";
import { type Type, typeName } from "./type.ts";
import {
  type NumberBound,
  type Refinements,
  Unknown,
  unknown,
} from "./unknown.ts";
import { normalText } from "./value.ts";

/** The extension that carries refinements. */
const refinedCode = 12;

/** Terraform refuses a larger extension. */
const maxPayload = 1024;

/** Terraform cuts a longer prefix, in bytes. */
const maxPrefix = 255;

const keys = {
  nullness: 1,
  prefix: 2,
  numberMin: 3,
  numberMax: 4,
  lengthMin: 5,
  lengthMax: 6,
} as const;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Writes an unknown of `type` with what is known of it.
 *
 * @throws {ValueError} if a refinement doesn't go with the type.
 */
export function writeUnknown(
  writer: MsgpackWriter,
  value: Unknown,
  type: Type,
): void {
  const known = type === "dynamic" ? {} : value.refinements ?? {};
  requireSense(known);
  if (known.nullness === true) {
    writer.nil();
    return;
  }
  const body = new MsgpackWriter(64);
  const count = writeRefinements(body, known, type);
  if (count === 0) {
    writer.extension(0, new Uint8Array(1));
    return;
  }
  const payload = new MsgpackWriter(64);
  payload.mapHeader(count);
  payload.raw(body.finish());
  writer.extension(refinedCode, payload.finish());
}

function writeRefinements(
  body: MsgpackWriter,
  known: Refinements,
  type: Type,
): number {
  let count = 0;
  const begin = (name: keyof Refinements) => {
    requireFit(name, type);
    body.integer(keys[name]);
    count++;
  };
  if (known.nullness !== undefined) {
    begin("nullness");
    body.bool(known.nullness);
  }
  const prefix = known.prefix === undefined ? "" : safePrefix(known.prefix);
  if (prefix !== "") {
    begin("prefix");
    body.text(prefix);
  }
  for (const name of ["numberMin", "numberMax"] as const) {
    const bound = known[name];
    if (bound !== undefined && !isOpen(bound)) {
      begin(name);
      body.arrayHeader(2);
      body.number(bound.value);
      body.bool(bound.inclusive);
    }
  }
  for (const name of ["lengthMin", "lengthMax"] as const) {
    const bound = known[name];
    const isOpenLength = bound === Infinity ||
      name === "lengthMin" && bound === 0;
    if (bound !== undefined && !isOpenLength) {
      begin(name);
      body.integer(bound);
    }
  }
  return count;
}

/** Whether the bound says nothing; Terraform can't read an infinite one. */
function isOpen(bound: NumberBound): boolean {
  return bound.value === Infinity || bound.value === -Infinity;
}

function safePrefix(prefix: string): string {
  const text = normalText(prefix);
  const { read } = new TextEncoder().encodeInto(
    text,
    new Uint8Array(maxPrefix),
  );
  return text.slice(0, read);
}

function requireFit(name: keyof Refinements, type: Type): void {
  const fits = name === "nullness"
    ? true
    : name === "prefix"
    ? type === "string"
    : name === "numberMin" || name === "numberMax"
    ? type === "number"
    : type[0] === "list" || type[0] === "set" || type[0] === "map";
  if (!fits) {
    throw new ValueError(
      `The refinement "${name}" doesn't go with an unknown ${typeName(type)}`,
    );
  }
}

/** Refuses bounds that no value can meet: Terraform crashes on them. */
function requireSense(known: Refinements): void {
  const { numberMin, numberMax, lengthMin, lengthMax } = known;
  if (numberMin !== undefined && numberMax !== undefined) {
    const order = compareNumbers(numberMin.value, numberMax.value);
    const isOne = numberMin.inclusive && numberMax.inclusive;
    if (order > 0 || order === 0 && !isOne) {
      throw new ValueError(
        "The bounds of an unknown number exclude each other",
      );
    }
  }
  for (const length of [lengthMin, lengthMax]) {
    const isOpenLength = length === undefined || length === Infinity;
    if (!isOpenLength && (!Number.isSafeInteger(length) || length < 0)) {
      throw new ValueError(
        `A bound of an unknown length is a whole number from 0, not ${length}`,
      );
    }
  }
  if ((lengthMin ?? 0) > (lengthMax ?? Infinity)) {
    throw new ValueError(
      `The bounds of an unknown length exclude each other: at least ${lengthMin}, at most ${lengthMax}`,
    );
  }
}

/**
 * Reads an unknown of `type`. One that is refined to be null is null.
 *
 * @throws {ValueError} if it is another extension, or a refinement doesn't go
 * with the type.
 */
export function readUnknown(
  reader: MsgpackReader,
  type: Type,
): Unknown | null {
  const { code, bytes } = reader.extension();
  if (bytes.length <= 1) return unknown;
  if (code !== refinedCode) {
    throw new ValueError(
      `An extension of code ${code} with ${bytes.length} bytes is not known`,
    );
  }
  if (bytes.length > maxPayload) {
    throw new ValueError(
      `An unknown value has refinements of ${bytes.length} bytes: at most ${maxPayload} are read`,
    );
  }
  const body = new MsgpackReader(bytes);
  const count = body.mapLength();
  if (type === "dynamic") return unknown;
  const known: Writable<Refinements> = {};
  for (let i = 0; i < count; i++) {
    readRefinement(body, known, type);
  }
  requireSense(known);
  if (known.nullness === true) return null;
  return Object.keys(known).length === 0 ? unknown : new Unknown(known);
}

function readRefinement(
  body: MsgpackReader,
  known: Writable<Refinements>,
  type: Type,
): void {
  const key = body.binaryNumber();
  const name = namesByKey.get(key);
  if (name === undefined) {
    body.skip();
    return;
  }
  requireFit(name, type);
  switch (name) {
    case "nullness":
      known.nullness = body.bool();
      break;
    case "prefix":
      known.prefix = normalText(body.text());
      break;
    case "numberMin":
    case "numberMax":
      known[name] = readBound(body);
      break;
    case "lengthMin":
    case "lengthMax":
      known[name] = readLength(body);
  }
}

const namesByKey: ReadonlyMap<unknown, keyof Refinements> = new Map([
  [keys.nullness, "nullness"],
  [keys.prefix, "prefix"],
  [keys.numberMin, "numberMin"],
  [keys.numberMax, "numberMax"],
  [keys.lengthMin, "lengthMin"],
  [keys.lengthMax, "lengthMax"],
]);

function readBound(body: MsgpackReader): NumberBound {
  const length = body.arrayLength();
  if (length !== 2) {
    throw new ValueError(
      `A bound of an unknown number is a number and a bool, not an array of ${length}`,
    );
  }
  return { value: body.number(), inclusive: body.bool() };
}

function readLength(body: MsgpackReader): number {
  const length = body.binaryNumber();
  if (typeof length !== "number") {
    throw new ValueError(
      `A bound of an unknown length is a whole number from 0, not ${length}`,
    );
  }
  return length;
}
