/**
 * The functions that define what this provider holds.
 *
 * @module
 */

import { definersFor } from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";

/** Defines resources, data sources and the like for this provider. */
export const {
  defineResource,
  defineDataSource,
  defineEphemeralResource,
  defineListResource,
  defineAction,
} = definersFor<HuggingFaceProvider>();
