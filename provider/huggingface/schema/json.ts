export type JsonRecord = { readonly [name: string]: unknown };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under a name; one without fields if there is none. */
export function recordAt(object: JsonRecord, name: string): JsonRecord {
  const value = object[name];
  return isRecord(value) ? value : {};
}

/** A text as a JSON object; undefined if it is none. */
export function parseRecord(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A number of a JSON text that JavaScript would round; undefined: none. */
export function roundedNumber(text: string): string | undefined {
  return text.match(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g)?.find((token) =>
    !token.startsWith('"') &&
    token.replace(/[eE].*|\D/g, "").replace(/^0+/, "").length > 15 &&
    String(Number(token)) !== token
  );
}

/** JSON text with the names of all objects in order, so that equal is equal. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_name, inner: unknown) =>
      isRecord(inner)
        ? Object.fromEntries(
          Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1),
        )
        : inner,
  );
}
