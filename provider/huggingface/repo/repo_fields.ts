/**
 * Attributes that name a repository, and those of data sources that show one.
 *
 * @module
 */

import type { Permission } from "../define/access.ts";
import { s, v } from "@hf-terraform/framework";
import type { AnswerBinder } from "@hf-terraform/framework/binding";
import type {
  RepoInfo,
  RepoListField,
  RepoRef,
  RepoType,
  SpaceRuntime,
} from "@hf-terraform/client";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { repoKindOf, repoUrl } from "../schema/ids.ts";
import { typedRepoId } from "../schema/validators.ts";

/** The permission to read a private repository. */
export const readPermission: Permission = "repo.content.read";

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
  return { type: repoKindOf(config.repository_type), id: config.repository };
}

/**
 * The domains of its owner's that lead to a Space; undefined: not told. Few
 * answers say which are custom: the others are the Hub's own.
 */
export function customDomains(
  { domains }: SpaceRuntime,
): readonly string[] | undefined {
  return domains?.filter(({ domain, isCustom }) =>
    isCustom ?? !domain.endsWith(".hf.space")
  ).map(({ domain }) => domain);
}

/** A repository as data sources show it. */
export type ShownRepo = RepoInfo & {
  readonly url: string;
};

/** The fields of the Hub's information that {@linkcode repoAttributes} need. */
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
] as const satisfies readonly RepoListField<"model" | "dataset">[];

/** The attributes of data sources that show a model or dataset. */
export const repoAttributes = (b: AnswerBinder<ShownRepo>) => ({
  id: b.string("id", "`namespace/name`."),
  repository_id: b.string(
    "_id",
    "The id that stays when it is renamed: 24 hex digits.",
  ),
  sha: b.string("sha", "The newest commit of `main`; null without any."),
  private: b.bool("private", "Whether only its owner sees it."),
  gated: b.string(
    ({ gated }) => gatedText(gated),
    "How access is granted: `auto`, `manual`, or `false` if it is open to " +
      "everybody who sees it.",
  ),
  disabled: b.bool("disabled", "Whether the Hub has disabled it."),
  tags: b.strings(({ tags = [] }) => tags, "The tags, such as `license:mit`."),
  likes: b.int("likes", "The number of likes."),
  created_at: b.string(
    "createdAt",
    "When it was created, in the form of RFC 3339.",
  ),
  last_modified: b.string(
    "lastModified",
    "When it was last changed, in the form of RFC 3339.",
  ),
  url: b.string("url", "The URL of its page."),
});

/** A repository with the URL of its page. */
export function shownRepo(
  type: RepoType,
  info: RepoInfo,
  { hubUrl }: HuggingFaceProvider,
): ShownRepo {
  return { ...info, url: repoUrl(type, info.id, hubUrl) };
}

/** The way access is granted, as text; undefined: not told. */
export function gatedText(gated: unknown): string | undefined {
  return gated === false || typeof gated === "string" ? `${gated}` : undefined;
}
