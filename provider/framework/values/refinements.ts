import { compareNumbers, type NumberValue } from "./decimal.ts";
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

/** How one refinement is encoded. */
interface Form<T> {
  readonly key: number;
  /** Whether an unknown of the type can have it. */
  fits(type: Type): boolean;
  /** Whether the value says nothing: such a one is not written. */
  isOpen(value: T): boolean;
  write(body: MsgpackWriter, value: T): void;
  read(body: MsgpackReader): T;
}

type Known = Required<Refinements>;

type Forms = { readonly [K in keyof Known]: Form<Known[K]> };

/** The refinements in the order in which they are written. */
const forms: Forms = {
  nullness: {
    key: 1,
    fits: () => true,
    isOpen: () => false,
    write: (body, value) => body.bool(value),
    read: (body) => body.bool(),
  },
  prefix: {
    key: 2,
    fits: (type) => type === "string",
    isOpen: (value) => safePrefix(value) === "",
    write: (body, value) => body.text(safePrefix(value)),
    read: (body) => normalText(body.text()),
  },
  numberMin: boundForm(3),
  numberMax: boundForm(4),
  lengthMin: lengthForm(5, 0),
  lengthMax: lengthForm(6, Infinity),
};

const names = Object.keys(forms) as (keyof Refinements)[];

function boundForm(key: number): Form<NumberBound> {
  return {
    key,
    fits: (type) => type === "number",
    // Terraform can't read an infinite one.
    isOpen: ({ value }) => value === Infinity || value === -Infinity,
    write(body, { value, inclusive }) {
      body.arrayHeader(2);
      body.number(value);
      body.bool(inclusive);
    },
    read(body) {
      const length = body.arrayLength();
      if (length !== 2) {
        throw new ValueError(
          `A bound of an unknown number is a number and a bool, not an array of ${length}`,
        );
      }
      return { value: body.number(), inclusive: body.bool() };
    },
  };
}

function lengthForm(key: number, open: number): Form<number> {
  return {
    key,
    fits: (type) =>
      type[0] === "list" || type[0] === "set" || type[0] === "map",
    isOpen: (value) => value === open || value === Infinity,
    write: (body, value) => body.integer(value),
    read(body) {
      const length = body.binaryNumber();
      if (typeof length !== "number") throw badLength(length);
      return length;
    },
  };
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
  const written = names.filter((name) => writeOne(body, name, known, type));
  if (written.length === 0) {
    writer.extension(0, new Uint8Array(1));
    return;
  }
  const payload = new MsgpackWriter(64);
  payload.mapHeader(written.length);
  payload.raw(body.finish());
  writer.extension(refinedCode, payload.finish());
}

/** Writes a refinement if it is there; returns whether it is. */
function writeOne<K extends keyof Known>(
  body: MsgpackWriter,
  name: K,
  known: Partial<Known>,
  type: Type,
): boolean {
  const form: Forms[K] = forms[name];
  const value: Known[K] | undefined = known[name];
  if (value === undefined || form.isOpen(value)) return false;
  requireFit(name, type);
  body.integer(form.key);
  form.write(body, value);
  return true;
}

function requireFit(name: keyof Refinements, type: Type): void {
  if (!forms[name].fits(type)) {
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
      throw badLength(length);
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
  const found: [keyof Refinements, unknown][] = [];
  for (let i = 0; i < count; i++) {
    const key = body.binaryNumber();
    const name = names.find((name) => forms[name].key === key);
    if (name === undefined) {
      body.skip();
    } else {
      requireFit(name, type);
      found.push([name, forms[name].read(body)]);
    }
  }
  // Each is of the type that its form reads.
  const known = Object.fromEntries(found) as Refinements;
  requireSense(known);
  if (known.nullness === true) return null;
  return found.length === 0 ? unknown : new Unknown(known);
}
