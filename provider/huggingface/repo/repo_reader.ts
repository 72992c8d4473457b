import {
  type HuggingFace,
  isApiError,
  type RepoInfo,
  type RepoInventoryItem,
  type RepoInventoryParams,
  type RepoListField,
  type RepoRef,
  type Visibility,
} from "@hf-terraform/client";
import type { ProviderContext } from "../provider_data.ts";
import type { RepoKind } from "../schema/ids.ts";
import { ListsByOwner } from "../reads/list_reads.ts";
import { ObjectReader, type ReadingProvider } from "../reads/object_reader.ts";
import { perProvider, sharedList } from "../reads/per_provider.ts";
import { SharedReads } from "../reads/shared_reads.ts";
import { orGone } from "../object/remote_object.ts";

const ofAll = ["createdAt", "private", "resourceGroup", "sha", "tags"] as const;
/** The fields that a model or a dataset is made of. */
export const repoFields = [...ofAll, "gated"] as const;
/** The fields that a resource is made of; the list, too, gives each. */
export const fields: { readonly [T in RepoKind]: readonly RepoListField<T>[] } =
  {
    model: repoFields,
    dataset: repoFields,
    space: [
      ...ofAll,
      "author",
      "cardData",
      "lastModified",
      "region",
      "runtime",
      "sdk",
      "subdomain",
    ],
  };

export class RepoReader<T extends RepoKind = RepoKind>
  extends ObjectReader<RepoInfo> {
  readonly #type: T;
  readonly #inventories: ListsByOwner<RepoInventoryItem>;

  constructor(provider: ReadingProvider, type: T) {
    const expand = fields[type];
    super(provider, {
      find: ({ repos }, id, signal) =>
        repos.get({ type, id }, { expand }, { signal }),
      list: ({ repos }, author, cursor, signal) =>
        repos.list(type, { author, pageSize: 100, expand, cursor }, { signal }),
    });
    this.#type = type;
    this.#inventories = new ListsByOwner((namespace) => ({
      page: async () => ({
        items: await inventory(await provider.client(), namespace, {
          type,
          pageSize: 1000,
        }),
      }),
      keys: ({ id }) => [id],
    }), provider.gatherMs);
  }

  /** The visibility, by the inventory; undefined if the token may not read that. */
  async visibility(
    info: RepoInfo,
    signal: AbortSignal,
  ): Promise<Visibility | undefined> {
    const [namespace = "", name = ""] = info.id.split("/");
    try {
      const listed = await this.#inventories.find(namespace, info.id, signal);
      if (listed !== undefined) return listed.visibility;
      const client = await this.provider.client();
      const items = await inventory(client, namespace, {
        type: this.#type,
        search: name,
      }, signal);
      return items.find(({ id }) => id === info.id)?.visibility;
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
    }
    return undefined;
  }

  /** It was asked for its group, and has none where none is told. */
  protected override complete(info: RepoInfo): RepoInfo {
    const { resourceGroup = null } = super.complete(info);
    return { ...info, resourceGroup };
  }

  override forget(): void {
    super.forget();
    this.#inventories.forget();
  }
}

/** The repositories of an organization, else those of the token's user. */
async function inventory(
  client: HuggingFace,
  namespace: string,
  params: RepoInventoryParams,
  signal?: AbortSignal,
): Promise<readonly RepoInventoryItem[]> {
  const listOf = (owner?: string) =>
    client.repos.listInventory(owner, params, { signal }).toArray();
  return await orGone(listOf(namespace)) ?? await listOf();
}

function repoReader<T extends RepoKind>(type: T) {
  return perProvider((provider) => new RepoReader(provider, type));
}

export const repoReads = {
  model: repoReader("model"),
  dataset: repoReader("dataset"),
  space: repoReader("space"),
};

const sharedRepos = perProvider(() => new SharedReads<RepoInfo | undefined>());

/** The repository with a stable id, else with a name, which all of it share. */
export function readRepo(
  type: RepoKind,
  { id, repositoryId }: Readonly<Record<"id" | "repositoryId", string | null>>,
  { provider, signal }: ProviderContext,
): Promise<RepoInfo | undefined> {
  const name = id ?? "";
  return sharedRepos(provider).get(
    `${type} ${repositoryId ?? name}`,
    // Whoever gives up stops none of the others.
    () =>
      repoReads[type](provider).read(name, repositoryId, AbortSignal.any([])),
    signal,
  );
}

export const refReads = sharedList(({ refs }, repo: RepoRef) => refs.get(repo));
