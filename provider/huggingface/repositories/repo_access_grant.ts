import {
  failure,
  isUnknown,
  Path,
  type Resource,
  s,
  types,
} from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import {
  type AccessRequest,
  type AccessStatus,
  type CallOptions,
  type HuggingFace,
  isApiError,
  type RepoRef,
} from "@hf-terraform/client";
import { planAdvice } from "../cost/plan_advice.ts";
import { partDefinerFor } from "../object/bound.ts";
import { orGone } from "../object/remote_object.ts";
import {
  createPart,
  identifyPart,
  parentAttributes,
  partId,
  type PartName,
  type PartParent,
} from "../repo/repo_part.ts";
import { type PartPlace, repositoryParent } from "../repo/repo_parent.ts";
import { repoKindOf } from "../schema/ids.ts";
import { knownText, nameKey, sameName } from "../schema/same.ts";
import { namespaceName } from "../schema/validators.ts";
import { sharedList } from "../reads/per_provider.ts";

interface Wire extends Record<"create" | "update", Record<never, never>> {
  readonly response: { readonly grantedAt?: string };
}

const b = bindingTo<Wire>();

const name: PartName<"user"> = {
  kind: "access grant",
  keys: { user: "The name of the user." },
  word: "access",
  pathOf: (user) => `access/${user}`,
  parse: (user) => ({ user }),
  idIs: [
    "the ID of an access grant",
    "`namespace/name/access/USER`, such as `acme/my-model/access/julien`, " +
    "with `datasets/` before it for a dataset.",
  ],
};

const schema = s.schema({
  description:
    "A user who may see the files of a gated model or dataset without having " +
    "asked. A request that is pending is accepted by it, and gone with it." +
    "\n\nWhen it is destroyed, the user loses access and may ask for it.",
  attributes: {
    id: partId("Such as `acme/my-model/access/julien`.", name),
    ...parentAttributes("model", "dataset"),
    user: b.local(
      s.string({
        required: true,
        description: "The name of the user.",
        validators: [namespaceName],
        semanticEquals: sameName,
      }),
      { change: "immutable" },
    ),
    granted_at: b.computed("grantedAt", types.string, {
      description: "When access was granted, in the form of RFC 3339.",
      fingerprint: true,
    }),
  },
});

/** So many who have access are looked through: 20 pages of the list. */
const MOST_GRANTS = 20_000;

/** Users by name. */
interface GrantList {
  readonly byName: ReadonlyMap<string, AccessRequest>;
  /** Whether the repository hides no names. */
  readonly isShown: boolean;
  /** Whether who is not in it has none. */
  readonly isWhole: boolean;
}

/** Those who have access, or were rejected, by name; the first ones of very many. */
async function listGrants(
  repo: RepoRef,
  { accessRequests }: HuggingFace,
  signal?: AbortSignal,
  status: AccessStatus = "accepted",
): Promise<GrantList> {
  const params = { status, limit: MOST_GRANTS } as const;
  const found = await accessRequests.list(repo, params, { signal }).toArray();
  const byName = new Map<string, AccessRequest>();
  for (const request of found) {
    // That of an account that is no more is null.
    const { user } = request;
    if (user) byName.set(nameKey(user.user), request);
  }
  const isShown = found.every(({ user }) => user !== undefined);
  return { byName, isShown, isWhole: isShown && found.length < MOST_GRANTS };
}

/** The same, which all grants of a repository share. */
const grantReads = sharedList(
  (client, { status, ...repo }: RepoRef & { readonly status: AccessStatus }) =>
    listGrants(repo, client, undefined, status),
);

/** Takes the access back; while nobody needs any, there is nothing to take. */
async function revoke(
  { repo, client, signal, context }: PartPlace,
  user: string,
  once: CallOptions,
): Promise<boolean> {
  const decision = { status: "reset" };
  try {
    await client.accessRequests.handle(repo, { user }, decision, once);
    return true;
  } catch (error) {
    if (!isApiError(error, 400)) throw error;
    const type = repo.type === "dataset" ? "dataset" : "model";
    const params = { expand: ["gated"] } as const;
    const { gated } = await client.repos
      .get({ ...repo, type }, params, { signal });
    if (gated !== false) throw error;
    context.diagnostics.addWarning(
      `The access of ${user} to ${repo.id} was not taken back`,
      "The repository is not gated, so the Hub takes no decision about it. If " +
        "it is gated again, the access may be there again.",
    );
    return false;
  }
}

function answerOf(
  { reviewedAt, timestamp }: Partial<AccessRequest> = {},
): Wire["response"] {
  const grantedAt = reviewedAt ?? timestamp;
  return { ...grantedAt !== undefined && { grantedAt } };
}

export const repoAccessGrant: Resource = partDefinerFor<Wire>()({
  typeName: "huggingface_repo_access_grant",
  schema,
  access: { permission: "repo.write" },
  ...identifyPart(name),
  parent: repositoryParent((grant: PartParent) => grant),
  conflicts: {
    // It would undo the decision of somebody else.
    async refusalOf(
      { repository, repository_type: type, user },
      { provider, signal },
    ) {
      const name = knownText(user);
      if (name === undefined) return undefined;
      const account = await planAdvice(provider).ask(
        `user ${name}`,
        async ({ users }, options) =>
          await orGone(users.getOverview(name, { type: "user" }, options)) ??
            "none",
      );
      if (account === "none") {
        return failure(
          `There is no user ${name}`,
          "`user` names it, and the Hub has none of this name. Check the name.",
          Path.root.attribute("user"),
        );
      }
      const id = knownText(repository);
      if (id === undefined || isUnknown(type)) return undefined;
      const of = { type: repoKindOf(type), id, status: "rejected" };
      const { byName } = await grantReads(provider).get(of, signal);
      const found = byName.get(nameKey(name));
      return found && failure(
        `${name} was rejected at ${id}`,
        `Somebody decided so at ${found.reviewedAt ?? found.timestamp}, so ` +
          "the apply grants nothing. To give access all the same, accept the " +
          "request in the settings of the repository, then import the grant.",
        Path.root.attribute("user"),
      );
    },
  },
  errors: { refersTo: "user" },
  async create({ parent: at, plan, ...call }) {
    const { repo, client } = at;
    const { user } = plan;
    return await createPart<Partial<AccessRequest>, Wire["response"]>(call, {
      find: async (signal) =>
        (await listGrants(repo, client, signal)).byName.get(nameKey(user)),
      async send(once) {
        await client.accessRequests.grant(repo, user, once);
        return null;
      },
      madeBy: (found) => found?.grantedBy?.user,
      describe: (found) =>
        `was granted at ${found?.reviewedAt ?? found?.timestamp}`,
      nameAttribute: "user",
    }, answerOf);
  },
  async read({ parent: at, state, isFresh }) {
    const { repo, client, context: { provider, signal, diagnostics } } = at;
    const { byName, isWhole } = isFresh
      ? await listGrants(repo, client, signal)
      : await grantReads(provider).get({ ...repo, status: "accepted" }, signal);
    const found = byName.get(nameKey(state.user));
    if (found !== undefined) return answerOf(found);
    if (isFresh || isWhole) return undefined;
    diagnostics.addWarning(
      `Not all users who may see ${repo.id} are shown`,
      `${state.user} is not among those with a name of the first ` +
        `${MOST_GRANTS}, and is taken to have access still.`,
    );
    return {};
  },
  async delete({ parent: at, state: { user }, current, confirmDelete }) {
    const list = () => listGrants(at.repo, at.client, at.signal);
    // It would reset what somebody has decided since.
    const isGone = current === undefined && (await list()).isWhole;
    return !isGone && await confirmDelete(
      (once) => revoke(at, user, once),
      async () => (await list()).isShown,
    );
  },
});
