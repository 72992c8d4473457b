import { definersFor } from "@hf-terraform/framework";
import type { HuggingFaceProvider } from "../provider_data.ts";

export const {
  defineEphemeralResource,
  defineListResource,
  defineAction,
} = definersFor<HuggingFaceProvider>();
