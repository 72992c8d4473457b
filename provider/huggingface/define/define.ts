import { definersFor } from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";

/** The definers of ephemeral resources, list resources and actions. */
export const {
  defineEphemeralResource,
  defineListResource,
  defineAction,
} = definersFor<HuggingFaceProvider>();
