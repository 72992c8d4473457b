/**
 * Values that a service may add to.
 *
 * @module
 */

/** Text of which some values are known; the service may add others. */
export type OpenEnum<Known extends string> =
  | Known
  | (string & Record<never, never>);
