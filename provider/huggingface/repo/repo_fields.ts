import { s, v } from "@hf-terraform/framework";
import type { RepoRef } from "@hf-terraform/client";
import { repoKindOf } from "../schema/ids.ts";
import { typedRepoId } from "../schema/validators.ts";
import { requireText, text } from "../define/inputs.ts";

export const repositoryAttributes = {
  repository: requireText("The repository: `namespace/name`.", typedRepoId),
  repository_type: text(
    "Type: `model`, `dataset` or `space`. Default `model`.",
    v.oneOf("model", "dataset", "space"),
  ),
};

/** The attribute `overwrite` of files, which stay when `leaves`. */
export function overwriteOf(leaves: string) {
  return s.bool({
    optional: true,
    default: false,
    description: "Whether files of somebody else, and those that somebody " +
      "changed after the plan, are overwritten; else each is an error. None " +
      "of them is deleted: what was not made here, or changed since the plan, " +
      `stays when ${leaves}. Default \`false\`.`,
  });
}

/** The repository that a configuration names. */
export function repoRefOf(
  config: {
    readonly repository: string;
    readonly repository_type: string | null;
  },
): RepoRef {
  return { type: repoKindOf(config.repository_type), id: config.repository };
}
