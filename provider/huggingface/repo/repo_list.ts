import { failure, Path } from "@hf-terraform/framework";
import type { RepoInfo, RepoListField } from "@hf-terraform/client";
import type { IncomingReference, Search } from "../define/object_list.ts";
import {
  parseRepoAddress,
  repoIdOf,
  type RepoKind,
  shownId,
} from "../schema/ids.ts";
import { omitNulls } from "../define/inputs.ts";

/** The fields that a search needs besides the ids: Spaces cannot be gated. */
const fields: { readonly [T in RepoKind]: readonly RepoListField<T>[] } = {
  model: ["gated"],
  dataset: ["gated"],
  space: ["private"],
};

/** The reference of what is in a repository, by a name beside its type. */
export function repositoryReference(type: RepoKind): IncomingReference {
  return {
    path: "repository",
    id: (value, { repository_type }) =>
      repository_type === type ? value : undefined,
  };
}

/** Lists the repositories of a namespace with as few requests as possible. */
export function listRepos<T extends RepoKind>(
  type: T,
  { client, namespace, search, tags, signal }: Search,
): AsyncIterable<RepoInfo> {
  return client.repos.list(type, {
    author: namespace,
    ...omitNulls({ search, filter: tags }),
    expand: fields[type],
    pageSize: 100,
  }, { signal });
}

/** Yields the repository of a search, or all models and datasets of the owner. */
export async function* findRepos(search: Search) {
  const { client, repository, signal } = search;
  const found = (type: RepoKind, { id, gated }: RepoInfo) => ({
    type,
    id,
    isGated: type !== "space" && gated !== false,
  });
  if (!repository) {
    for (const type of ["model", "dataset"] as const) {
      for await (const info of listRepos(type, search)) {
        yield found(type, info);
      }
    }
    return;
  }
  const address = parseRepoAddress(repository);
  if (address === undefined) {
    const given = shownId(repository);
    throw failure(
      "Invalid repository",
      `${given} is no repository. Write \`acme/m\` for a model, ` +
        "`datasets/acme/x` for a dataset, `spaces/acme/s` for a Space.",
      Path.root.attribute("repository"),
    );
  }
  const id = repoIdOf(address);
  const read = <T extends RepoKind>(type: T): PromiseLike<RepoInfo> =>
    client.repos.get({ type, id }, { expand: fields[type] }, { signal });
  yield found(address.type, await read(address.type));
}
