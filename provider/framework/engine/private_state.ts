/**
 * Private data: a JSON object with the author's keys.
 *
 * @module
 */

import type { PrivateState } from "../define/context.ts";
import type { Json } from "../values/value.ts";
import { normalText } from "../normal_text.ts";
import { hideInNormal, withoutTokens } from "../secrets.ts";
import { noPrivate } from "./contract.ts";

export class PrivateData implements PrivateState {
  readonly isLost: boolean;
  readonly #original: Uint8Array;
  readonly #values: Map<string, Json>;
  #changed = false;

  /**
   * Reads stored private data. What is no JSON object counts as empty.
   *
   * @param hasState Whether it stands beside a state that this version wrote.
   */
  constructor(bytes: Uint8Array = noPrivate, hasState = false) {
    this.isLost = hasState && bytes.length === 0;
    this.#original = bytes;
    const json = decodeJsonBytes(bytes);
    const isObject = typeof json === "object" && !Array.isArray(json);
    this.#values = new Map(isObject ? Object.entries(json ?? {}) : []);
  }

  get(key: string): Json | undefined {
    return structuredClone(this.#values.get(key));
  }

  set(key: string, value: Json): void {
    // A service may repeat a token, and this is stored beside the state.
    const kept: Json = JSON.parse(
      JSON.stringify(value),
      (_, part) => withoutTokensIn(part),
    );
    this.#values.set(key, kept);
    this.#changed = true;
  }

  delete(key: string): void {
    this.#changed = this.#values.delete(key) || this.#changed;
  }

  /**
   * The bytes to store: those that were read, unless something changed. They are
   * never empty, as those of a state are whose apply never answered.
   */
  encode(): Uint8Array {
    const isStored = this.#original.length > 0;
    if (isStored && !this.#changed) return this.#original;
    const entries = [...this.#values].sort(([a], [b]) => a < b ? -1 : 1);
    return encodeJsonBytes(Object.fromEntries(entries));
  }
}

/** Bytes of one JSON value; undefined: none. */
export function encodeJsonBytes(value: Json | undefined): Uint8Array {
  return value === undefined
    ? noPrivate
    : new TextEncoder().encode(JSON.stringify(value));
}

/** The JSON value that the bytes hold; undefined: none, or no JSON. */
export function decodeJsonBytes(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Masks as a state does, but leaves other texts in their Unicode form. */
function maskText(text: string): string {
  const shown = hideInNormal(text, withoutTokens);
  return shown === normalText(text) ? text : shown;
}

function withoutTokensIn(part: Json): Json {
  if (typeof part === "string") return maskText(part);
  if (typeof part !== "object" || part === null || Array.isArray(part)) {
    return part;
  }
  const entries = Object.entries(part);
  return Object.fromEntries(
    entries.map(([key, inner]) => [maskText(key), inner]),
  );
}
