/**
 * One configuration with every resource of the provider, and a sandbox that has
 * what they take for granted.
 *
 * @module
 */

import { objectId } from "../../client/sandbox/core/accounts.ts";
import { sampleOf, samples } from "./samples.ts";
import {
  requirement,
  type SpaceWorld,
  startSpaceWorld,
} from "./space_world.ts";

/**
 * Attributes beyond the least configuration, and those that two samples would
 * share.
 */
const more: Readonly<Record<string, object>> = {
  huggingface_repo_branch: { name: "b1" },
  huggingface_repo_file: { path: "one.txt" },
  huggingface_resource_group_member: {
    resource_group_id: objectId("resource group", "2"),
  },
  huggingface_endpoint: { namespace: "acme" },
  huggingface_model: { on_destroy: "delete" },
  huggingface_dataset: { on_destroy: "delete" },
  // A Space may not start that has a secret and a variable of one name.
  huggingface_space_variable: { key: "MODE" },
};

/** Starts a world in which every resource can be made. */
export async function startWithEveryResource(): Promise<SpaceWorld> {
  const world = await startSpaceWorld({
    users: [{ name: "alice" }, { name: "bob" }],
    createMs: 0,
  });
  const first = sampleOf({ typeName: "huggingface_repo_access_grant" });
  const setUps = new Set([first, ...samples].map(({ setUp }) => setUp));
  for (const setUp of setUps) {
    // Some make the same repository, the first one a gated one.
    await setUp?.(world.client).catch(() => undefined);
  }
  return world;
}

/**
 * Configures resources of these types under each of the labels.
 *
 * @param lifecycle Their `lifecycle` block.
 */
export async function configureEvery(
  { workspace }: Pick<SpaceWorld, "workspace">,
  types: readonly string[],
  labels: readonly string[],
  lifecycle: object = {},
): Promise<void> {
  const resource = Object.fromEntries(
    types.map((type) => [
      type,
      Object.fromEntries(labels.map((label) => [label, {
        ...sampleOf({ typeName: type }).config,
        ...more[type],
        lifecycle,
      }])),
    ]),
  );
  await workspace.write({
    "main.tf":
      `${requirement}provider "huggingface" {\n  namespace = "acme"\n}\n`,
    "all.tf.json": JSON.stringify({ resource }),
  });
}

/** The types of all resources. */
export const everyType: readonly string[] = samples.map(({ typeName }) =>
  typeName
);
