/**
 * Short names for the models of the endpoint's schema.
 *
 * @module
 */

import type {
  Config,
  KnownConfig,
  Plan,
  Planned,
  State,
  Unknown,
} from "../../../framework/mod.ts";
import type { EndpointSchema } from "./schema.ts";

/** A configuration in which anything may be unknown. */
export type EndpointConfig = Config<EndpointSchema>;
/** A configuration in which nothing is unknown. */
export type KnownEndpointConfig = KnownConfig<EndpointSchema>;
/** A plan in the making. */
export type PlannedEndpoint = Planned<EndpointSchema>;
/** A plan that is applied. */
export type EndpointPlan = Plan<EndpointSchema>;
/** What exists. */
export type EndpointState = State<EndpointSchema>;

/** The engines of a state. */
export type ImageState = NonNullable<EndpointState["model"]["image"]>;
/** The engines of a plan that is applied. */
export type ImagePlan = Exclude<
  NonNullable<EndpointPlan["model"]["image"]>,
  Unknown
>;
