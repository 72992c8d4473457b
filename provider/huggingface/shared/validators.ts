/**
 * Checks that several resources share.
 *
 * @module
 */

import { v, type Validator } from "../../framework/mod.ts";

/** The name of an Inference Endpoint. */
export function endpointName(): Validator<string> {
  return v.matches(
    /^[a-z0-9-]{1,32}$/,
    "1 to 32 lower-case letters, digits and dashes",
  );
}
