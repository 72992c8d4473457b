/** The bytes of an optional field, which is left out when there are none. */
export function optionalBytes(bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length === 0 ? undefined : bytes;
}
