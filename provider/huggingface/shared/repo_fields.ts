/**
 * How configurations name a repository, and what data sources say of one.
 *
 * @module
 */

import { s, types, v } from "../../framework/mod.ts";
import type { RepoInfo, RepoRef, RepoType } from "../../../mod.ts";
import { typedRepoId } from "./validators.ts";
import { repoUrl } from "./repo_address.ts";

/** The permission to read a private repository, as messages name it. */
export const readPermission = "the permission `repo.content.read`";

/** The attributes that name a repository. */
export const repositoryAttributes = {
  repository: s.string({
    required: true,
    description: "The repository: `namespace/name`.",
    validators: [typedRepoId()],
  }),
  repository_type: s.string({
    optional: true,
    description: "What it is: `model`, `dataset` or `space`. Default `model`.",
    validators: [v.oneOf("model", "dataset", "space")],
  }),
};

/** The repository that a configuration names. */
export function repoRefOf(
  config: {
    readonly repository: string;
    readonly repository_type: string | null;
  },
): RepoRef {
  const type = repoTypes.find((one) => one === config.repository_type);
  return { type: type ?? "model", id: config.repository };
}

const repoTypes: readonly RepoType[] = ["model", "dataset", "space"];

/** The fields of the Hub's information that {@linkcode repoValues} reads. */
export const repoFields = [
  "author",
  "createdAt",
  "disabled",
  "gated",
  "lastModified",
  "likes",
  "private",
  "sha",
  "tags",
] as const;

/** What data sources say of a model or dataset. */
export const repoAttributes = {
  id: s.string({ computed: true, description: "`namespace/name`." }),
  repository_id: s.string({
    computed: true,
    description: "The id that stays when it is renamed: 24 hex digits.",
  }),
  sha: s.string({
    computed: true,
    description: "The newest commit of `main`; null without any.",
  }),
  private: s.bool({
    computed: true,
    description: "Whether only its owner sees it.",
  }),
  gated: s.string({
    computed: true,
    description: "How access is granted: `auto`, `manual`, or `false` if it " +
      "is open to everybody who sees it.",
  }),
  disabled: s.bool({
    computed: true,
    description: "Whether the Hub has disabled it.",
  }),
  tags: s.list(types.string, {
    computed: true,
    description: "The tags, such as `license:mit`.",
  }),
  likes: s.int({ computed: true, description: "The number of likes." }),
  created_at: s.string({
    computed: true,
    description: "When it was created, in the form of RFC 3339.",
  }),
  last_modified: s.string({
    computed: true,
    description: "When it was last changed, in the form of RFC 3339.",
  }),
  url: s.string({ computed: true, description: "The URL of its page." }),
};

/** The values of {@linkcode repoAttributes}. */
export function repoValues(type: RepoType, info: RepoInfo, hubUrl: string) {
  return {
    id: info.id,
    repository_id: info._id,
    sha: info.sha ?? null,
    private: info.private ?? null,
    gated: info.gated === undefined ? null : String(info.gated),
    disabled: info.disabled ?? null,
    tags: info.tags ?? [],
    likes: info.likes ?? null,
    created_at: info.createdAt ?? null,
    last_modified: info.lastModified ?? null,
    url: repoUrl(type, info.id, hubUrl),
  };
}
