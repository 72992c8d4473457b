/**
 * Short names for the models of the Space's schema.
 *
 * @module
 */

import type {
  Config,
  CreateContext,
  KnownConfig,
  Plan,
  Planned,
  State,
} from "../../../framework/mod.ts";
import type { HuggingFaceProvider } from "../../shared/provider_data.ts";
import type { SpaceSchema } from "./schema.ts";

/** A configuration in which anything may be unknown. */
export type SpaceConfig = Config<SpaceSchema>;
/** A configuration in which nothing is unknown. */
export type KnownSpaceConfig = KnownConfig<SpaceSchema>;
/** A plan in the making. */
export type PlannedSpace = Planned<SpaceSchema>;
/** A plan that is applied. */
export type SpacePlan = Plan<SpaceSchema>;
/** What exists. */
export type SpaceState = State<SpaceSchema>;

/** What create and update are both given. */
export type ApplyContext = CreateContext<
  KnownSpaceConfig,
  SpacePlan,
  SpaceState,
  HuggingFaceProvider
>;
