/**
 * Private data: a JSON object with the author's keys. Keys that begin with a
 * dot are the framework's.
 *
 * @module
 */

import type { PrivateState } from "../define/context.ts";
import type { Json } from "../values/value.ts";
import { noPrivate } from "./contract.ts";

/** Private data that author code may change. */
export class PrivateData implements PrivateState {
  readonly #original: Uint8Array;
  readonly #values: Map<string, Json>;
  #changed = false;

  /** Reads stored private data. What is no JSON object counts as empty. */
  constructor(bytes: Uint8Array = noPrivate) {
    this.#original = bytes;
    this.#values = parse(bytes);
  }

  /** The value kept under a key; undefined: none. */
  get(key: string): Json | undefined {
    return isReserved(key) ? undefined : this.#values.get(key);
  }

  /**
   * Keeps a value under a key.
   *
   * @throws {RangeError} if the key begins with a dot, or the value is no JSON.
   */
  set(key: string, value: Json): void {
    this.#values.set(writable(key), copyOf(key, value));
    this.#changed = true;
  }

  /**
   * Forgets a key.
   *
   * @throws {RangeError} if the key begins with a dot.
   */
  delete(key: string): void {
    this.#changed = this.#values.delete(writable(key)) || this.#changed;
  }

  /** The bytes to store: those that were read, unless something changed. */
  encode(): Uint8Array {
    if (!this.#changed) return this.#original;
    if (this.#values.size === 0) return noPrivate;
    const object: Record<string, Json> = Object.create(null);
    for (const key of [...this.#values.keys()].sort()) {
      object[key] = this.#values.get(key) ?? null;
    }
    return new TextEncoder().encode(JSON.stringify(object));
  }
}

/** Bytes of one JSON value; undefined: none. */
export function encodeJsonBytes(value: Json | undefined): Uint8Array {
  return value === undefined
    ? noPrivate
    : new TextEncoder().encode(JSON.stringify(copyOf("private", value)));
}

/** The JSON value that the bytes hold; undefined: none, or no JSON. */
export function decodeJsonBytes(bytes: Uint8Array): Json | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function parse(bytes: Uint8Array): Map<string, Json> {
  const json = decodeJsonBytes(bytes);
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? new Map(Object.entries(json))
    : new Map();
}

function isReserved(key: string): boolean {
  return key.startsWith(".");
}

function writable(key: string): string {
  if (isReserved(key)) {
    throw new RangeError(
      `The private key ${JSON.stringify(key)} begins with a dot; such keys ` +
        "are reserved for the framework, choose another one",
    );
  }
  return key;
}

function copyOf(key: string, value: Json): Json {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) {
    throw new RangeError(
      `The private value of ${JSON.stringify(key)} is no JSON; ` +
        "delete the key instead of setting it to undefined",
    );
  }
  return JSON.parse(text);
}
