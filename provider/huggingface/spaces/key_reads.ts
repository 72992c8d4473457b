/**
 * The lists of a Space's secrets and variables, each read once for all keys.
 *
 * @module
 */

import { sharedList } from "../reads/per_provider.ts";

/** The Hub's list of a Space's keys, by kind. */
export const spaceKeyReads = {
  secret: sharedList(({ spaces }, id) => spaces.getSecrets(id)),
  variable: sharedList(({ spaces }, id) => spaces.getVariables(id)),
};
