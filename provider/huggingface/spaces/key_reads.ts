/**
 * The lists of a Space's secrets and variables, each read once for all keys.
 *
 * @module
 */

import type { SpaceSecret, SpaceVariable } from "@hf-terraform/client";
import { type PerProvider, sharedList } from "../reads/per_provider.ts";
import type { SharedList } from "../reads/shared_reads.ts";

/** The Hub's list of a Space's keys, by kind. */
export const spaceKeyReads: {
  readonly secret: PerProvider<
    SharedList<Readonly<Record<string, SpaceSecret>>>
  >;
  readonly variable: PerProvider<
    SharedList<Readonly<Record<string, SpaceVariable>>>
  >;
} = {
  secret: sharedList(({ spaces }, id) => spaces.getSecrets(id)),
  variable: sharedList(({ spaces }, id) => spaces.getVariables(id)),
};
