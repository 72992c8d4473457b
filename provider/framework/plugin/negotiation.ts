/** A major version of the plugin protocol. */
export type ProtocolVersion = 5 | 6;

/**
 * Chooses the protocol version to serve: the highest that both sides have.
 *
 * `offered` is the value of `PLUGIN_PROTOCOL_VERSIONS`, a list in any order.
 * Without it, and when nothing is common, it is the lowest own version; in the
 * latter case the client reports the mismatch.
 */
export function negotiate(
  own: readonly ProtocolVersion[],
  offered: string | undefined,
): ProtocolVersion {
  const sorted = [...own].sort((a, b) => b - a);
  const lowest = sorted.at(-1);
  if (lowest === undefined) {
    throw new Error("Cannot serve: the provider has no protocol version");
  }
  const theirs = (offered ?? "").split(",").map((text) => Number(text.trim()));
  return sorted.find((version) => theirs.includes(version)) ?? lowest;
}
