import { compareNumbers, type NumberValue } from "./decimal.ts";
import { ValueError } from "./errors.ts";
import { MsgpackReader } from "./msgpack_reader.ts";
import { MsgpackWriter } from "./msgpack_writer.ts";
import { type Type, typeName } from "./type.ts";
import { type Refinements, Unknown, unknown } from "./unknown.ts";
import { normalText } from "../normal_text.ts";

/** The extension that carries refinements. */
const refinedCode = 12;

/** Terraform refuses a larger extension. */
const maxPayload = 1024;

/** Terraform cuts a longer prefix, in bytes. */
const maxPrefix = 255;

/** The refinements: the key of the first is 1. */
const refinementNames = [
  "nullness",
  "prefix",
  "numberMin",
  "numberMax",
  "lengthMin",
  "lengthMax",
] as const;

type RefinementName = typeof refinementNames[number];

function requireFit(name: RefinementName, type: Type): void {
  const fits = name === "prefix"
    ? type === "string"
    : name === "numberMin" || name === "numberMax"
    ? type === "number"
    : name === "nullness" || ["list", "set", "map"].includes(String(type[0]));
  if (fits) return;
  throw new ValueError(
    `The refinement "${name}" doesn't go with an unknown ${typeName(type)}`,
  );
}

function badLength(length: NumberValue): ValueError {
  return new ValueError(
    `A bound of an unknown length is a whole number from 0, not ${length}`,
  );
}

function safePrefix(prefix: string): string {
  const text = normalText(prefix);
  const { read } = new TextEncoder().encodeInto(
    text,
    new Uint8Array(maxPrefix),
  );
  return text.slice(0, read);
}

/** Writes an unknown of `type` with what is known of it. */
export function writeUnknown(
  writer: MsgpackWriter,
  value: Unknown,
  type: Type,
): void {
  const known = type === "dynamic" ? {} : value.refinements ?? {};
  validateBounds(known);
  if (known.nullness === true) {
    writer.nil();
    return;
  }
  const body = new MsgpackWriter(64);
  let written = 0;
  for (const name of refinementNames) {
    const refinement = encodableRefinement(name, known[name]);
    if (refinement === undefined) continue;
    requireFit(name, type);
    written++;
    body.integer(refinementNames.indexOf(name) + 1);
    if (typeof refinement === "boolean") body.bool(refinement);
    else if (typeof refinement === "string") body.text(refinement);
    else if (typeof refinement === "number") body.integer(refinement);
    else {
      body.arrayHeader(2);
      body.number(refinement.value);
      body.bool(refinement.inclusive);
    }
  }
  if (written === 0) {
    writer.extension(0, new Uint8Array(1));
    return;
  }
  const payload = new MsgpackWriter(64);
  payload.mapHeader(written);
  payload.raw(body.finish());
  writer.extension(refinedCode, payload.finish());
}

/** A refinement as it is written; undefined: it says nothing. */
function encodableRefinement(
  name: RefinementName,
  refinement: Refinements[RefinementName],
): Refinements[RefinementName] {
  if (typeof refinement === "string") {
    return safePrefix(refinement) || undefined;
  }
  const bound = typeof refinement === "object" ? refinement.value : refinement;
  const least = name === "lengthMin" ? 0 : -Infinity;
  // Terraform can't read an infinite one.
  return bound === least || bound === Infinity ? undefined : refinement;
}

function readOne(
  body: MsgpackReader,
  name: RefinementName,
): Refinements[RefinementName] {
  if (name === "nullness") return body.bool();
  if (name === "prefix") return normalText(body.text());
  if (name === "lengthMin" || name === "lengthMax") {
    const length = body.binaryNumber();
    if (typeof length !== "number") throw badLength(length);
    return length;
  }
  const length = body.arrayLength();
  if (length !== 2) {
    throw new ValueError(
      `A bound of an unknown number is a number and a bool, not an array of ${length}`,
    );
  }
  return { value: body.number(), inclusive: body.bool() };
}

/** Refuses bounds that no value can meet: Terraform crashes on them. */
function validateBounds(known: Refinements): void {
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
      throw badLength(length);
    }
  }
  if ((lengthMin ?? 0) > (lengthMax ?? Infinity)) {
    throw new ValueError(
      `The bounds of an unknown length exclude each other: at least ${lengthMin}, at most ${lengthMax}`,
    );
  }
}

/** Reads an unknown of `type`. One that is refined to be null is null. */
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
  const found: [RefinementName, Refinements[RefinementName]][] = [];
  for (let i = 0; i < count; i++) {
    const name = refinementNames[Number(body.binaryNumber()) - 1];
    if (name === undefined) {
      body.skip();
    } else {
      requireFit(name, type);
      found.push([name, readOne(body, name)]);
    }
  }
  // Each is of the type that is read by its name.
  const known = Object.fromEntries(found) as Refinements;
  validateBounds(known);
  if (known.nullness === true) return null;
  return found.length === 0 ? unknown : new Unknown(known);
}
