/**
 * One Space as calls and errors speak of it.
 *
 * @module
 */

import { Path } from "@hf-terraform/framework";
import { isApiError } from "@hf-terraform/client";
import { namespaceOf } from "../object/owner.ts";
import { type RepoObject, repoObject } from "../repo/repo_object.ts";

/** The Space of a state or plan, under the name that it has there. */
export async function targetOf(
  values: { readonly namespace: unknown; readonly name: string },
  context: RepoObject["context"],
): Promise<RepoObject> {
  const id = `${await namespaceOf(values, context)}/${values.name}`;
  return await repoObject("space", id, context, { pathOf });
}

const words: readonly (readonly [RegExp, string])[] = [
  [/hardware|flavor|zerogpu|payment method/i, "hardware"],
  [/sleep/i, "sleep_time"],
  [/replicas/i, "replicas"],
  [/protected|visibility/i, "visibility"],
  [/dev mode/i, "dev_mode"],
  [/region/i, "region"],
  [/resource group/i, "resource_group_id"],
  [/volume|mount/i, "volumes"],
  [/template/i, "template"],
  [/short_description/i, "short_description"],
  [/repository name|repo name/i, "name"],
];

/** The attribute that the Hub complains of in its words; undefined: none. */
function pathOf(error: unknown): Path | undefined {
  if (!isApiError(error) || ![400, 402, 403, 422].includes(error.status)) {
    return undefined;
  }
  const found = words.find(([pattern]) => pattern.test(error.reason));
  return found === undefined ? undefined : Path.root.attribute(found[1]);
}
