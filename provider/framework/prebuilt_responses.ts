/**
 * Responses of RPCs that never change, which the task `build` makes of the
 * definitions, so that a start need not load all of them.
 *
 * @module
 */

/** Placeholder that the build replaces. */
export const PREBUILT_PLACEHOLDER = "the responses that a build makes";

/**
 * The responses by the names of their RPCs in protocol 6, in base64; none in a
 * program that was not built.
 */
export function prebuiltResponses(): Readonly<Record<string, string>> {
  const text: string = PREBUILT_PLACEHOLDER;
  return text.startsWith("{") ? JSON.parse(text) : {};
}
