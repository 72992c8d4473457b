import { ValueError } from "./errors.ts";

/**
 * A Terraform number: a JS number where that loses nothing, a bigint for
 * integers outside ±(2^53 − 1), a {@link Decimal} for fractions with more
 * digits than a JS number keeps.
 */
export type NumberValue = number | bigint | Decimal;

/** More digits than this are refused: no configuration means such a number. */
const maxDigits = 100_000;

/**
 * Digits that an exponent may add. Terraform itself sends none, and each costs
 * time: a megabyte of `1e19999` once took a minute.
 */
const maxExpansion = 1_000;

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/**
 * A number that neither a JS number nor a bigint holds without loss, kept as
 * its decimal digits.
 */
export class Decimal {
  /** Canonical: no exponent, no plus sign, no needless zero. */
  readonly text: string;
  readonly #brand = true;

  /**
   * Takes any decimal notation.
   *
   * @throws {ValueError} if `text` is not a decimal number.
   */
  constructor(text: string) {
    this.text = canonicalNumber(text);
  }

  /** Whether `value` is a Decimal. */
  static is(value: unknown): value is Decimal {
    return typeof value === "object" && value !== null && #brand in value &&
      value.#brand;
  }

  /** The canonical digits. */
  toString(): string {
    return this.text;
  }
}

/**
 * The canonical digits of a decimal number: no exponent, no plus sign, no
 * leading zeros, no trailing zeros after the point, `0` for every zero.
 */
function canonicalNumber(text: string): string {
  const match = text.length > maxDigits ? null : decimalPattern.exec(text);
  const whole = match?.[2] ?? "";
  const fraction = match?.[3] ?? "";
  if (match === null || whole + fraction === "") {
    throw new ValueError(
      text.length > maxDigits
        ? `A number of ${text.length} characters is too long: at most ${maxDigits} are read`
        : "A decimal number is required",
    );
  }
  const exponent = Number(match[4] ?? "0");
  const digits = shiftPoint(whole, fraction, exponent);
  return match[1] === "-" && digits !== "0" ? `-${digits}` : digits;
}

function shiftPoint(
  whole: string,
  fraction: string,
  exponent: number,
): string {
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const places = fraction.length - exponent;
  const zeros = Math.max(-places, places - digits.length);
  if (exponent !== 0 && zeros > maxExpansion) {
    throw new ValueError(
      `A number with the exponent ${exponent} is too large or too small: at most ${maxExpansion} zeros are written out`,
    );
  }
  return withPoint(digits, places);
}

/** The digits with a point before the last `places` of them. */
function withPoint(digits: string, places: number): string {
  if (places <= 0) return digits + "0".repeat(-places);
  const padded = digits.padStart(places + 1, "0");
  const text = `${padded.slice(0, -places)}.${padded.slice(-places)}`;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x30) end--;
  return text.slice(0, text.charCodeAt(end - 1) === 0x2e ? end - 1 : end);
}

/**
 * Reads a decimal number, with or without an exponent, into the smallest form
 * that loses nothing.
 */
export function parseNumber(text: string): NumberValue {
  // The usual case: up to 15 digits always survive a JS number.
  if (text.length <= 15 && /^-?(?:0|[1-9]\d*)$/.test(text)) {
    return Number(text) + 0; // −0 + 0 is 0
  }
  const canonical = canonicalNumber(text);
  if (!canonical.includes(".")) return normalizeInteger(BigInt(canonical));
  const number = Number(canonical);
  return numberText(number) === canonical ? number : new Decimal(canonical);
}

/** A JS number if `integer` is within ±(2^53 − 1), else `integer` itself. */
export function normalizeInteger(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/**
 * The canonical digits of a number. Of a JS number those of its shortest
 * decimal text; of an integer within 64 bits all digits, as Terraform counts
 * them. `Infinity` and `-Infinity` for these; NaN is refused.
 */
export function numberText(value: NumberValue): string {
  if (Decimal.is(value)) return value.text;
  if (typeof value === "bigint") return value.toString();
  requireNumber(value);
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) {
    return Number.isSafeInteger(value)
      ? String(value + 0)
      : BigInt(value).toString();
  }
  const text = String(value);
  return text.includes("e") ? canonicalNumber(text) : text;
}

/**
 * The smallest form of a JS number: integers outside ±(2^53 − 1) become
 * bigints, −0 becomes 0.
 */
export function normalizeNumber(value: number): number | bigint {
  requireNumber(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? BigInt(numberText(value))
    : value + 0;
}

function requireNumber(value: number): void {
  if (Number.isNaN(value)) {
    throw new ValueError("A number is required, not NaN");
  }
}

/** Whether `value` is a number that Terraform knows; NaN is not. */
export function isNumberValue(value: unknown): value is NumberValue {
  return typeof value === "number" && !Number.isNaN(value) ||
    typeof value === "bigint" || Decimal.is(value);
}

/** Negative, 0 or positive as `a` is less than, equal to or above `b`. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  if (typeof a === "number" && typeof b === "number") {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (isInfinite(a) || isInfinite(b)) {
    const size = (one: NumberValue) => isInfinite(one) ? Number(one) : 0;
    return Math.sign(size(a) - size(b));
  }
  const [left, right] = commonScale(numberText(a), numberText(b));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The sum of two finite numbers, counted in decimal. */
export function addNumbers(a: NumberValue, b: NumberValue): NumberValue {
  const [left, right, places] = commonScale(numberText(a), numberText(b));
  const sum = left + right;
  const text = withPoint(String(sum < 0n ? -sum : sum), places);
  return parseNumber(sum < 0n ? `-${text}` : text);
}

function isInfinite(value: NumberValue): boolean {
  return value === Infinity || value === -Infinity;
}

function commonScale(a: string, b: string): [bigint, bigint, number] {
  const [wholeA = "", fractionA = ""] = a.split(".");
  const [wholeB = "", fractionB = ""] = b.split(".");
  const places = Math.max(fractionA.length, fractionB.length);
  return [
    BigInt(wholeA + fractionA.padEnd(places, "0")),
    BigInt(wholeB + fractionB.padEnd(places, "0")),
    places,
  ];
}
