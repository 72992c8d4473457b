/**
 * `huggingface_repo_access_grant`: a user who may see a gated repository.
 *
 * Routes: GET `/accepted`, POST `/grant` and `/handle` of
 * `/api/{type}s/{repository}/user-access-request`. The token needs `repo.write`.
 *
 * @module
 */

import { type Resource, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import {
  type AccessRequest,
  type HuggingFace,
  isApiError,
  type RepoRef,
} from "@hf-terraform/client";
import { definerFor } from "../shared/object/bound.ts";
import { afterCreate, createObject } from "../shared/object/create.ts";
import { deleteObject } from "../shared/object/delete.ts";
import { invalidId } from "../shared/ids.ts";
import {
  checkNewName,
  findOwner,
  followOwner,
  importedOwner,
  type Owned,
  type OwnedAnswer,
  type OwnedJson,
  ownerAnswer,
  ownerAttributes,
  ownerId,
  ownerNow,
  parsePart,
  partId,
  partIdentity,
} from "../shared/repo/repo_part.ts";
import type { Granted } from "../shared/provider_data.ts";
import { namespaceName } from "../shared/validators.ts";

interface Create extends OwnedJson {
  readonly user: string;
}

interface Wire {
  readonly create: Create;
  readonly update: Record<never, never>;
  readonly answer: Create & OwnedAnswer & { readonly grantedAt?: string };
}

/** A grant as configurations and messages name it. */
interface Grant extends Owned {
  readonly user: string;
}

const b = bindingTo<Wire>();

const schema = s.schema({
  description:
    "A user who may see the files of a gated model or dataset without having " +
    "asked.\n\nWhen it is destroyed, the user loses access and may ask for " +
    "it. Admins of the organization see the files in any case.",
  attributes: {
    id: partId(
      "Repository and user, such as `acme/my-model/access/julien`.",
      ["user"],
      (user) => `access/${user}`,
    ),
    ...ownerAttributes,
    repository_type: b.at("repositoryType", types.string, {
      optional: true,
      default: "model",
      description: "What the repository is: `model` or `dataset`. Default " +
        "`model`.",
      validators: [v.oneOf("model", "dataset")],
      change: "immutable",
    }),
    user: b.at("user", types.string, {
      required: true,
      description: "The name of the user.",
      validators: [namespaceName()],
      change: "immutable",
      key: true,
    }),
    granted_at: b.shown("grantedAt", types.string, {
      computed: true,
      description: "When access was granted, in the form of RFC 3339.",
      keptIfAbsent: true,
    }),
  },
});

function idOf(grant: Omit<Grant, "repository_id">): string {
  return `${ownerId(grant)}/access/${grant.user}`;
}

function answerOf(
  grant: Grant,
  repositoryId: string,
  found: AccessRequest | undefined,
): Wire["answer"] {
  const grantedAt = found?.reviewedAt ?? found?.timestamp;
  return {
    ...ownerAnswer(grant, repositoryId),
    user: grant.user,
    ...grantedAt !== undefined && { grantedAt },
  };
}

/** So many who have access are looked through: 20 pages of the list. */
const MOST_GRANTS = 20_000;

/** Those who have access, by name; the first ones of very many. */
export async function granted(
  repo: RepoRef,
  { accessRequests }: HuggingFace,
  signal?: AbortSignal,
): Promise<Granted> {
  const list = accessRequests.list(repo, {
    status: "accepted",
    limit: MOST_GRANTS,
  }, { signal });
  const byName = new Map<string, AccessRequest>();
  let count = 0;
  for await (const request of list) {
    count++;
    // Repositories can hide names: such a grant cannot be told from others.
    if (request.user !== undefined) byName.set(request.user.user, request);
  }
  return { byName, isWhole: count < MOST_GRANTS };
}

/** The resource `huggingface_repo_access_grant`. */
export const repoAccessGrant: Resource = definerFor<Wire>()({
  typeName: "huggingface_repo_access_grant",
  schema,
  permission: "repo.write",
  kind: "access grant",
  refersTo: "user",
  idOf,
  identity: partIdentity({ user: "The name of the user." }),
  async importKey({ id, identity, ...context }) {
    if (identity === undefined) return parseId(id ?? "");
    const owner = await importedOwner(identity, context);
    return { ...owner, user: identity.user };
  },
  async create({ plan, config, object }) {
    const { context } = object;
    const client = await context.provider.client();
    const { repo, repositoryId } = await findOwner(plan, context, config);
    const find = async (signal: AbortSignal) =>
      (await granted(repo, client, signal)).byName.get(plan.user);
    const found = await createObject<AccessRequest | null>(object, {
      async send(signal) {
        await client.accessRequests.grant(repo, plan.user, { signal });
        return null;
      },
      find,
      createdAt: (found) => found?.reviewedAt ?? found?.timestamp,
      differs: () => undefined,
      describe: (found) => `was granted at ${found?.reviewedAt}`,
      nameAttribute: "user",
    });
    const seen = found ?? await afterCreate(object, find);
    return answerOf(plan, repositoryId, seen);
  },
  async read({ state, object: { context } }) {
    const { provider, signal, diagnostics } = context;
    const owner = await followOwner(state, context);
    if (owner === undefined) return undefined;
    const { repo, repositoryId } = owner;
    const client = await provider.client();
    try {
      const { byName, isWhole } = await provider.grants.get(
        repositoryId,
        () => granted(repo, client),
        signal,
      );
      const found = byName.get(state.user);
      if (found === undefined && isWhole) return undefined;
      if (found === undefined) {
        diagnostics.addWarning(
          `More users may see ${repo.id} than are looked through`,
          `${state.user} is not among the first ${MOST_GRANTS}, and is ` +
            "believed to have access still.",
        );
      }
      return answerOf(state, repositoryId, found);
    } catch (error) {
      if (!isApiError(error, 400)) throw error;
      diagnostics.addWarning(
        `Who may see ${repo.id} could not be read`,
        `${error.message}. While a repository is not gated, nobody needs ` +
          "access; set `gated` again, or take the grant out.",
      );
      return answerOf(state, repositoryId, undefined);
    }
  },
  async update({ plan, prior, object: { context } }) {
    await checkNewName("The access grant", { plan, prior }, context);
    return undefined;
  },
  async delete({ state, object }) {
    const { context } = object;
    const client = await context.provider.client();
    const repo = await ownerNow(state, context);
    if (repo === undefined) return;
    const { signal } = context;
    // While nobody needs access, there is nothing to take back.
    let isOpen = false;
    const isThere = async () =>
      !isOpen && (await granted(repo, client, signal)).byName.has(state.user);
    const decide = (status: string) =>
      client.accessRequests.handle(repo, { user: state.user }, { status }, {
        signal,
      });
    await deleteObject(object, {
      async send() {
        try {
          await decide("reset");
        } catch (error) {
          // Older editions of the API have no `reset`.
          if (!isApiError(error, 400) && !isApiError(error, 422)) throw error;
          const expand = ["gated"];
          const { gated } = await client.repos.get(repo, { expand }, {
            signal,
          });
          isOpen = gated === false;
          if (!isOpen) await decide("rejected");
        }
      },
      isThere,
      isGone: async () => !await isThere(),
    });
    if (!isOpen) return;
    context.diagnostics.addWarning(
      `The access of ${state.user} to ${repo.id} was not taken back`,
      "The repository is not gated, so nobody needs access, and the Hub takes " +
        "no decision about it. If it is gated again, the access may be there " +
        "again.",
    );
  },
});

/** Reads `acme/my-model/access/julien`, or that of a dataset. */
function parseId(id: string): Grant & { readonly repository_id: null } {
  const part = parsePart(id, "access");
  if (part !== undefined) {
    return { ...part.owner, user: part.rest, repository_id: null };
  }
  throw invalidId(
    id,
    "the ID of an access grant",
    "`namespace/name/access/USER`, such as `acme/my-model/access/julien`, " +
      "with `datasets/` before it for a dataset.",
  );
}
