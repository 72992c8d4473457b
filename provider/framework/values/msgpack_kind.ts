/** What kind of thing the next byte begins. */
export type MsgpackKind =
  | "nil"
  | "boolean"
  | "number"
  | "text"
  | "binary"
  | "array"
  | "map"
  | "extension"
  | "nothing";

/** The kind of the item that `byte` begins. */
export function kindOf(byte: number): MsgpackKind {
  if (byte < 0x80 || byte >= 0xe0) {
    return "number";
  }
  if (byte < 0x90) {
    return "map";
  }
  if (byte < 0xa0) {
    return "array";
  }
  if (byte < 0xc0) {
    return "text";
  }
  return otherKinds[byte - 0xc0] ?? "nothing";
}

const otherKinds: readonly MsgpackKind[] = [
  ...["nil", "nothing", "boolean", "boolean"] as const,
  ...["binary", "binary", "binary"] as const,
  ...["extension", "extension", "extension"] as const,
  ...["number", "number"] as const,
  ...["number", "number", "number", "number"] as const,
  ...["number", "number", "number", "number"] as const,
  ...["extension", "extension", "extension", "extension", "extension"] as const,
  ...["text", "text", "text"] as const,
  ...["array", "array"] as const,
  ...["map", "map"] as const,
];
