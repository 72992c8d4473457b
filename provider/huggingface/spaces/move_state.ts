/**
 * States of `strickvl/huggingface-spaces`, in the form of this provider.
 *
 * That provider stored what was configured and never looked again, so most
 * comes with the read that follows; what it left unset it stored as "" or 0.
 *
 * @module
 */

import type { MoveContext } from "@hf-terraform/framework";
import { stateFrom } from "@hf-terraform/framework/binding";
import { recordAt } from "../schema/json.ts";
import { parseHubId } from "../schema/ids.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { BROUGHT, kinds, noteUnclear } from "./keys.ts";
import { spaceSchema, type SpaceState } from "./schema.ts";

/**
 * Takes over the state of another provider's Space. Terraform asks before it
 * configures the provider: what was not stored comes with the next read.
 */
export function moveSpaceState(
  context: MoveContext<HuggingFaceProvider>,
): SpaceState | undefined {
  const isTheirs = /(^|\/)(strickvl|davidrd123)\/huggingface-spaces$/.test(
    context.sourceProviderAddress,
  ) && context.sourceTypeName === "huggingface-spaces_space" &&
    context.sourceSchemaVersion === 0;
  if (!isTheirs) return undefined;
  const { sourceState: raw } = context;
  const { namespace, name } = parseHubId("space", `${raw.id}`);
  for (const kind of kinds) {
    noteUnclear(kind, context, recordAt(raw, `${kind}s`), BROUGHT);
  }
  return stateFrom(spaceSchema, {
    ...raw,
    namespace,
    name,
    visibility: raw.private === false ? "public" : "private",
    sleep_time: raw.sleep_time || null,
  });
}
