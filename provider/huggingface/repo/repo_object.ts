import { isUnknown, type Unknown, unknown } from "@hf-terraform/framework";
import type {
  CreateRepo,
  HuggingFace,
  RepoInfo,
  RepoRef,
  RepoType,
} from "@hf-terraform/client";
import { plannedOwner } from "../object/owner.ts";
import { createObject, type Creation, differenceIn } from "../object/create.ts";
import type { IdentifiedObject } from "../object/identity.ts";
import { type RemoteObject, takeTurn } from "../object/remote_object.ts";
import { type RepoKind, repoUrl } from "../schema/ids.ts";
import { type RepoReader, repoReads } from "./repo_reader.ts";
import { omitNulls } from "../define/inputs.ts";
import { planAdvice } from "../cost/plan_advice.ts";

/** The settings of a new repository, and the parts of its id. */
export interface NewRepo extends CreateRepo {
  readonly organization?: string | undefined;
  readonly name: string;
}

/** A repository and everything that is needed to speak to it. */
export interface RepoObject extends IdentifiedObject<RepoInfo> {
  readonly type: RepoKind;
  readonly client: HuggingFace;
  readonly reader: RepoReader;
}

export async function repoObject(
  type: RepoKind,
  object: RemoteObject,
): Promise<RepoObject> {
  const { provider } = object.context;
  const client = await provider.client(object.context);
  return {
    ...object,
    type,
    client,
    reader: repoReads[type](provider),
    move: (id, to, once) => client.repos.move({ type, id }, to, once),
    remove: (id, once) => client.repos.delete({ type, id }, once),
  };
}

/** The region in which the Hub stores a repository, by its tags. */
export function regionOf(
  { tags = [] }: Pick<RepoInfo, "tags">,
): string | undefined {
  return tags.find((tag) => tag.startsWith("region:"))?.slice("region:".length);
}

/** The visibility that an answer tells; undefined: none. */
export function visibilityIn(
  { private: isPrivate }: { readonly private?: boolean | null | undefined },
): "private" | "public" | undefined {
  if (isPrivate === undefined) return undefined;
  return isPrivate === false ? "public" : "private";
}

/** The page of a repository as a plan knows it: it follows from its name. */
export async function plannedUrl(
  type: RepoType,
  { planned: { name }, ...context }: Parameters<typeof plannedOwner>[0] & {
    readonly planned: { readonly name: string | Unknown };
  },
): Promise<string | Unknown> {
  const namespace = await plannedOwner(context);
  const { hubUrl } = context.provider;
  return isUnknown(namespace) || isUnknown(name) || isUnknown(hubUrl)
    ? unknown
    : repoUrl(type, `${namespace}/${name}`, hubUrl);
}

/** Creates the repository under the name that was asked for. */
export async function createRepo(
  object: RepoObject,
  request: CreateRepo,
): Promise<RepoInfo> {
  const { sdk } = request;
  const { id } = object;
  const creation: Creation<RepoInfo> = {
    async find(signal) {
      const found = await object.reader.find(id, signal);
      // A former name leads to what is called otherwise, and is free.
      return found.id === id ? found : undefined;
    },
    send: async (once) => {
      const { client, type } = object;
      const { id: _id } = await client.repos
        .create({ type, id }, request, once);
      return { id, ...omitNulls({ _id, sdk }) };
    },
    differs: (found, signal) =>
      differenceFrom(request, found, { ...object, signal }),
    madeBy: (_, signal) => makerOf(request, { ...object, signal }),
    describe: ({ _id, createdAt, ...found }) =>
      `has the stable id ${_id} and was created at ${createdAt}` +
      (sdk === undefined ? "" : ` with the sdk \`${found.sdk}\``),
  };
  // The Hub takes one at a time of each user. What waits here was not sent.
  const created = await takeTurn(
    "create repositories",
    object,
    () => createObject({ object }, creation),
  );
  object.stableId = created._id;
  return created;
}

/** The reason why a repository is not the one that a request made. */
async function differenceFrom(
  { visibility, sdk, region, resourceGroupId, template, ...sent }: CreateRepo,
  found: RepoInfo,
  { signal, ...object }: RepoObject & { readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { client } = object;
  const has = (told: unknown, sent: unknown) =>
    told === undefined || sent === undefined || told === sent;
  const isPrivate = visibility === "protected"
    ? undefined
    : visibility && visibility === "private";
  const why = differenceIn([
    ...has(found.sdk, sdk) ? [] : ["sdk"],
    ...has(found.private, isPrivate) ? [] : ["visibility"],
    ...has(regionOf(found), region) ? [] : ["region"],
    ...has(found.resourceGroup?.id, resourceGroupId)
      ? []
      : ["resource_group_id"],
  ]);
  if (why !== undefined || template !== undefined) return why;
  // A new one has the commit that made it.
  const { length } = await client.refs
    .listCommits(object, { limit: 2 }, { signal }).toArray();
  if (length > 1) return "it holds commits";
  if (object.type !== "space") return undefined;
  const lists = await Promise.all([
    client.spaces.getSecrets(object.id, { signal }),
    client.spaces.getVariables(object.id, { signal }),
  ]);
  const given = [...sent.secrets ?? [], ...sent.variables ?? []];
  const isGiven = (held: string) => given.some(({ key }) => key === held);
  return lists.flatMap(Object.keys).every(isGiven)
    ? undefined
    : "it holds other secrets or variables";
}

/** The number of commits whose authors are looked at. */
const MOST_COMMITS = 100;

/** The author of the commits that a template does not have, somebody else first. */
async function makerOf(
  { template }: CreateRepo,
  { signal, ...object }: RepoObject & { readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { client, context: { provider }, type } = object;
  const commitsOf = (repo: RepoRef) =>
    client.refs.listCommits(repo, { limit: MOST_COMMITS }, { signal })
      .toArray();
  const copied = template === undefined
    ? []
    : await commitsOf({ type, id: template }).catch(() => []);
  const ids = new Set(copied.map(({ id }) => id));
  const own = (await planAdvice(provider).user())?.name;
  const made = (await commitsOf(object))
    .filter(({ id }) => !ids.has(id)).flatMap(({ authors = [] }) =>
      authors.find(({ user }) => user === own) ?? authors.slice(0, 1)
    );
  return (made.find(({ user }) => user !== own) ?? made[0])?.user;
}
