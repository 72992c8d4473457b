import type { Resource } from "@hf-terraform/framework";
import type { RepoInfo, UpdateRepo } from "@hf-terraform/client";
import { definerFor } from "../object/bound.ts";
import { afterCreate } from "../object/after_create.ts";
import {
  changeInOrder,
  type VisibilityFields,
} from "../object/visibility_order.ts";
import { repoUrl } from "../schema/ids.ts";
import type { HuggingFaceProvider } from "../provider_data.ts";
import { isAnother } from "../object/fingerprint.ts";
import { attempt } from "../object/remote_object.ts";
import {
  identify,
  isStill,
  look,
  removeObject,
  rename,
  stableIdentity,
  warnIfRenamed,
} from "../object/identity.ts";
import {
  createRepo,
  plannedUrl,
  regionOf,
  repoObject,
  visibilityIn,
} from "../repo/repo_object.ts";
import { contentsOf, refsOf } from "../repo/repo_commit.ts";
import {
  type Kind,
  type RepoAnswer,
  type RepoWire,
  schemaOf,
} from "./repo_schema.ts";
import { repoReads } from "../repo/repo_reader.ts";

/** The Hub's answer about a repository, in the shape of the state. */
export function answerOf(
  kind: Kind,
  info: RepoInfo,
  { hubUrl }: HuggingFaceProvider,
): RepoAnswer {
  const [organization = "", name = ""] = info.id.split("/");
  const { _id, id, sha, createdAt, resourceGroup } = info;
  return {
    _id,
    id,
    organization,
    name,
    visibility: visibilityIn(info),
    region: regionOf(info),
    gated: info.gated,
    ...resourceGroup !== undefined && { resourceGroup },
    ...sha !== undefined && { sha },
    ...createdAt !== undefined && { createdAt },
    url: repoUrl(kind, id, hubUrl),
  };
}

/** A create does not take settings, so it waits for them before it is seen. */
const opens: VisibilityFields = {
  by: "visibility",
  closed: "private",
  later: {
    gated: false,
    orgMembersGated: undefined,
    discussionsDisabled: undefined,
    discussionsSorting: undefined,
    gatedNotificationsEmail: undefined,
    gatedNotificationsMode: undefined,
  },
};

function repoResource(kind: Kind): Resource {
  return definerFor<RepoWire>()({
    typeName: `huggingface_${kind}`,
    schema: schemaOf(kind),
    kind,
    access: { permission: "repo.write" },
    identity: stableIdentity(kind, "repository_id", repoReads[kind]),
    losses: {
      dataAtRisk: ({ on_destroy }) => ({
        description: "history, likes and discussions",
        mayBeLost: on_destroy === "delete",
        consent: 'set `on_destroy = "delete"` and apply that first',
      }),
      contentsOf: ({ id, repository_id: repositoryId }, ...more) =>
        contentsOf(kind, { id, repositoryId }, ...more),
      partsOf: ({ state: { id, repository_id: repositoryId }, ...context }) =>
        refsOf(kind, { id, repositoryId }, context),
    },
    visibility: opens,
    planValues: async (context) => ({ url: await plannedUrl(kind, context) }),
    /** Creates it closed, completes it, and opens it last. */
    async create({ creation, complete, save, ...call }) {
      const { provider } = call;
      const object = await repoObject(kind, call.object);
      const { context } = object;
      const created = await createRepo(object, creation);
      const kept = answerOf(kind, created, provider);
      save(kept);
      const missing = await complete(async (settings, signal) => {
        // What is sent again may meet another one of its name.
        if (!await isStill({ ...object, context: { ...context, signal } })) {
          const how = "its name leads to another one";
          throw isAnother(object, "changed", how);
        }
        return await object.client.repos.update(object, settings, { signal });
      });
      const find = (signal: AbortSignal) =>
        object.reader.find(object.id, signal);
      const info = await afterCreate(object, find);
      if (info === undefined) return { ...kept, ...missing };
      return { ...answerOf(kind, info, provider), ...missing };
    },
    async read({ state, object, provider, signal }) {
      const stableId = state.repository_id ?? null;
      const info = await repoReads[kind](provider)
        .read(object.id, stableId, signal);
      if (info === undefined) return undefined;
      warnIfRenamed(object, info);
      return answerOf(kind, info, provider);
    },
    async update({ body, plan, prior, current, save, ...call }) {
      const { provider, signal } = call;
      const object = await repoObject(kind, call.object);
      const to = `${plan.namespace}/${plan.name}`;
      await identify(object, prior.repository_id, to, current);
      const read = async () =>
        answerOf(kind, await object.reader.find(object.id, signal), provider);
      let now = current;
      const isRenamed = to !== object.id && to !== prior.id;
      if (isRenamed) {
        await rename(object, to);
        save(now = await read());
      }
      const { repos } = object.client;
      const { resource_group_id: group } = plan;
      const isRegrouped = group !== prior.resource_group_id;
      if (isRegrouped) {
        const send = () => repos.setResourceGroup(object, group, { signal });
        await attempt("set the resource group of", object, send);
      }
      if (body !== undefined) {
        const send = async (settings: UpdateRepo) => {
          await repos.update(object, settings, { signal });
          if (now) save(now = { ...now, ...settings }, settings);
        };
        const change = () => changeInOrder(body, opens, send);
        await attempt("change the settings of", object, change);
      }
      const isChanged = isRenamed || isRegrouped || body !== undefined;
      return isChanged ? await attempt("read", object, read) : undefined;
    },
    async delete({ state, signal, ...call }) {
      const object = await repoObject(kind, call.object);
      const { repository_id: stableId } = state;
      if (state.on_destroy === "delete") {
        return await removeObject(object, stableId);
      }
      return await attempt("hide", object, async () => {
        const found = await look(object, stableId);
        if (found === undefined) return false;
        object.id = found.id;
        object.stableId = found._id;
        const settings = { visibility: "private" } as const;
        return await object.client.repos.update(object, settings, { signal });
      });
    },
  });
}

export const model: Resource = repoResource("model");
export const dataset: Resource = repoResource("dataset");
