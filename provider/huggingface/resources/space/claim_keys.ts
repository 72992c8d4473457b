/**
 * Claiming the keys of secrets and variables, so that no
 * `huggingface_space_secret` or `huggingface_space_variable` of the same
 * configuration manages one of them too.
 *
 * @module
 */

import { type Diagnostics, isUnknown, Path } from "../../../framework/mod.ts";
import type { KeyKind } from "../../shared/claims.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import type { PlannedSpace, SpaceConfig, SpaceState } from "./types.ts";

/** What keys are claimed with. */
export interface KeyClaim {
  /** The configuration. */
  readonly config: SpaceConfig;
  /** The state; null: the Space is created. */
  readonly prior: SpaceState | null;
  /** The plan. */
  readonly plan: PlannedSpace;
  /** Keeps the claims. */
  readonly provider: HuggingFaceProvider;
  /** Where a conflict goes. */
  readonly diagnostics: Diagnostics;
}

const maps: readonly (readonly [
  "variables" | "secrets" | "secrets_wo",
  KeyKind,
])[] = [
  ["variables", "variable"],
  ["secrets", "secret"],
  ["secrets_wo", "secret"],
];

/** Claims the keys of the maps, or reports who has them. */
export function claimKeys(
  { config, prior, plan, provider, diagnostics }: KeyClaim,
): void {
  const names = new Set(
    [plan.id, prior?.id].filter((id) => typeof id === "string"),
  );
  for (const [attribute, kind] of maps) {
    const map = config[attribute];
    if (map === null || isUnknown(map)) continue;
    for (const key of Object.keys(map)) {
      for (const space of names) {
        if (provider.claims.claim("map", { kind, space, key })) continue;
        diagnostics.addError(
          `Two resources manage the ${kind} ${key} of ${space}`,
          `\`${key}\` is in \`${attribute}\` here, and has a ` +
            `\`huggingface_space_${kind}\` of its own, which would undo each ` +
            "other's work. Keep one of the two.",
          Path.root.attribute(attribute).key(key),
        );
      }
    }
  }
}
