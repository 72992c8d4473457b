import { definersFor } from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";

/** Defines what is no resource and no data source. */
export const {
  defineEphemeralResource,
  defineListResource,
  defineAction,
} = definersFor<HuggingFaceProvider>();
