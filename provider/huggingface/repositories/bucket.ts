import { perProvider } from "../reads/per_provider.ts";
import { ObjectReader } from "../reads/object_reader.ts";
import { failure, type Resource, s, types, v } from "@hf-terraform/framework";
import { bindingTo } from "@hf-terraform/framework/binding";
import type { Bucket, CreateBucket, UpdateBucket } from "@hf-terraform/client";
import {
  groupOptions,
  movableOptions,
  onDestroy,
  renamableOptions,
  visibilityOptions,
} from "../schema/namespace.ts";
import { planText } from "../define/access.ts";
import { quoteWords } from "../object/errors.ts";
import { definerFor } from "../object/bound.ts";
import { listSome } from "../object/claims.ts";
import { idOfParts } from "../object/derived_id.ts";
import { afterCreate } from "../object/after_create.ts";
import { createObject } from "../object/create.ts";
import {
  type IdentifiedObject,
  identify,
  removeObject,
  rename,
  stableIdentity,
  warnIfRenamed,
} from "../object/identity.ts";
import {
  changeInOrder,
  type VisibilityFields,
} from "../object/visibility_order.ts";
import {
  attempt,
  type CallContext,
  heldFiles,
} from "../object/remote_object.ts";
import { visibilityIn } from "../repo/repo_object.ts";
import { storageRegions } from "../schema/known_values.ts";
import { requireText } from "../define/inputs.ts";

interface Body extends CreateBucket {
  readonly namespace: string;
  readonly name: string;
}

interface Answer extends Body {
  readonly id: string;
  readonly bucketId?: string;
  readonly size?: number | undefined;
  readonly totalFiles?: number | undefined;
  readonly createdAt?: string | undefined;
  /** Null: in none; absent: not told. */
  readonly resourceGroup?: Bucket["resourceGroup"];
}

interface Wire {
  readonly create: Body;
  readonly update: UpdateBucket;
  readonly response: Answer;
}

const b = bindingTo<Wire>();

const schema = s.schema({
  description:
    "A [bucket](https://huggingface.co/docs/hub/storage-buckets): storage for " +
    "files that change often and need no versions, such as checkpoints and " +
    "logs. It is followed by its stable id: renamed here or on its page, it " +
    "stays the same bucket.",
  attributes: {
    id: idOfParts(["namespace", "name"], "`namespace/name`."),
    bucket_id: b.computed("bucketId", types.string, {
      description: "The id that stays when it is renamed: 24 hex digits.",
      key: true,
    }),
    namespace: b.field("namespace", types.string, movableOptions),
    name: b.field("name", types.string, renamableOptions),
    visibility: b.field("visibility", types.string, {
      ...visibilityOptions,
      change: "via",
    }),
    cdn: b.mapped(
      "cdn",
      s.objectSet({
        provider: requireText(
          "Whose machines: `aws` or `gcp`.",
          v.knownValues("aws", "gcp"),
        ),
        region: requireText(
          "Part of the world: `us` or `eu`.",
          v.knownValues(...storageRegions),
        ),
      }, {
        optional: true,
        description: "Places of copies of its files. Default: nowhere.",
      }),
      { encode: (regions) => regions, decode: (regions) => regions },
      { change: "via" },
    ),
    description: b.field("description", types.string, {
      optional: true,
      description: "Description. The Hub cannot change it.",
      change: "immutable",
      validators: [v.lengthAtLeast(1)],
    }),
    resource_group_id: b.field("resourceGroupId", types.string, {
      ...groupOptions("bucket"),
      response: "resourceGroup.id",
      change: "via",
    }),
    region: b.field("region", types.string, {
      optional: true,
      computed: true,
      description:
        `Where its files are stored: \`us\` or \`eu\` (${planText("Team")}). ` +
        "The Hub does not show it and cannot change it.",
      validators: [v.knownValues(...storageRegions)],
      response: "hidden",
      change: "immutable",
    }),
    on_destroy: b.local(onDestroy({
      delete_if_empty: "refuses to delete a bucket that holds files",
      delete: "deletes it with all of them",
    })),
    size: b.computed("size", types.int, { description: "Bytes of all files." }),
    total_files: b.computed("totalFiles", types.int, {
      description: "The number of files.",
    }),
    created_at: b.computed("createdAt", types.string, {
      description: "When it was created, in the form of RFC 3339.",
    }),
  },
});

/** The number of files that are told apart before a destroy. */
const MOST_FILES = 1000;

const opens: VisibilityFields = { by: "private", closed: true };

function idsOf(id: string, stableId: string | null) {
  const [namespace = "", name = ""] = id.split("/");
  const bucketId = stableId ?? undefined;
  return { id, namespace, name, ...bucketId && { bucketId } };
}

/** @param stableId Its stable id, if the answer does not tell it. */
function answerOf(bucket: Bucket, stableId: string | null): Answer {
  const { _id = stableId, id, description, resourceGroup } = bucket;
  const { size, totalFiles, createdAt, cdnRegions } = bucket;
  return {
    ...idsOf(id, _id),
    visibility: visibilityIn(bucket),
    cdn: cdnRegions,
    ...description != null && { description },
    // Every answer about a bucket is whole.
    resourceGroup: resourceGroup ?? null,
    size,
    totalFiles,
    createdAt,
  };
}

/** The bucket that a call is about, under its name in the state. */
function bucketObject(
  { object, client: { buckets, repos } }: Pick<
    CallContext,
    "object" | "client"
  >,
): IdentifiedObject<Bucket> {
  return {
    ...object,
    reader: bucketReads(object.context.provider),
    move: (id, to, once) => repos.move({ type: "bucket", id }, to, once),
    remove: (id, once) => buckets.delete(id, once),
  };
}

/** The buckets of an owner, whose list shows all that a read does. */
const bucketReads = perProvider((provider) =>
  new ObjectReader<Bucket>(provider, {
    find: ({ buckets }, id, signal) => buckets.get(id, { signal }),
    list: ({ buckets }, owner, cursor, signal) =>
      buckets.list(owner, { cursor }, { signal }),
  })
);

export const bucket: Resource = definerFor<Wire>()({
  typeName: "huggingface_bucket",
  schema,
  kind: "bucket",
  access: { permission: "repo.write" },
  identity: stableIdentity("bucket", "bucket_id", bucketReads),
  losses: {
    dataAtRisk: ({ total_files: count, size, on_destroy }, parts) =>
      (parts?.length ?? count) === 0 ? undefined : {
        // What was listed by now says more than a state of before.
        description: parts === undefined || parts.length === count
          ? heldFiles(count ?? 0, size ?? 0)
          : listSome(parts),
        mayBeLost: on_destroy === "delete",
        consent: 'set `on_destroy = "delete"` and apply that first',
      },
    async partsOf({ state: { bucket_id }, object, client, provider, signal }) {
      const reader = bucketReads(provider);
      const found = await reader.read(object.id, bucket_id, signal);
      if (found === undefined) return [];
      const { id, totalFiles, size } = found;
      const files = await client.buckets.listFiles(id, {
        recursive: true,
        limit: MOST_FILES + 1,
      }, { signal }).toArray();
      return files.length > MOST_FILES
        ? [`${totalFiles} files of ${size} bytes in all`]
        : files.map(({ path, size, xetHash, uploadedAt }) =>
          `${quoteWords(path)} (${xetHash ?? uploadedAt ?? size})`
        );
    },
  },
  visibility: { by: "visibility", closed: "private" },
  async create({ creation, object, client: { buckets }, save, ...call }) {
    const { namespace: _, name: __, ...body } = creation;
    const { id } = object;
    const find = async (signal: AbortSignal) => {
      const found = await buckets.get(id, { signal });
      // A former name leads to what is called otherwise, and is free.
      return found.id === id ? answerOf(found, null) : undefined;
    };
    const created = await createObject<Answer>({ ...call, object }, {
      find,
      send: async (once) => {
        const { id: stableId = null } = await buckets.create(id, body, once);
        return { ...body, ...idsOf(id, stableId), size: 0, totalFiles: 0 };
      },
      differs: ({ totalFiles }) =>
        totalFiles === 0 ? undefined : "it holds files",
      describe: ({ createdAt }) => `was created at ${createdAt}`,
    });
    save(created);
    return { ...created, ...await afterCreate(object, find) };
  },
  async read({ state, object, provider, signal }) {
    const { bucket_id: stableId = null } = state;
    const found = await bucketReads(provider).read(object.id, stableId, signal);
    if (found === undefined) return undefined;
    if (state.id !== undefined) warnIfRenamed(object, found);
    return answerOf(found, stableId);
  },
  async update({ plan, prior, current, object, client, ...call }) {
    const { changes, signal, save } = call;
    const target = bucketObject({ object, client });
    const { bucket_id: stableId } = prior;
    const found = current && { id: current.id, _id: current.bucketId };
    const to = `${plan.namespace}/${plan.name}`;
    await identify(target, stableId, to, found);
    let now = current;
    const { buckets } = client;
    if (to !== target.id && to !== prior.id) {
      await rename(target, to);
      now &&= { ...now, ...idsOf(to, stableId) };
      if (now) save(now);
    }
    const { resource_group_id: group } = plan;
    const isRegrouped = changes("resource_group_id");
    if (isRegrouped) {
      const send = () => buckets.setResourceGroup(target.id, group, { signal });
      await attempt("set the resource group of", target, send);
    }
    const settings: UpdateBucket = {
      ...changes("visibility") && { private: plan.visibility === "private" },
      ...changes("cdn") && { cdnRegions: plan.cdn ?? [] },
    };
    const isSet = Object.keys(settings).length > 0;
    if (isSet) {
      const send = (settings: UpdateBucket) =>
        buckets.update(target.id, settings, { signal });
      await changeInOrder(settings, opens, send);
    }
    return isSet || isRegrouped
      ? answerOf(await buckets.get(target.id, { signal }), stableId)
      : now;
  },
  async delete({ state, object, client, signal }) {
    const { context } = object;
    const refuseLate = async () => {
      const isLate = await context.refuseLate?.() ?? false;
      if (state.on_destroy !== "delete_if_empty") return isLate;
      const [found] = await client.buckets
        .listFiles(target.id, { limit: 1 }, { signal }).toArray();
      if (found === undefined) return isLate;
      throw failure(
        `The bucket ${target.id} holds files`,
        `It holds ${quoteWords(found.path)} and perhaps more, and was not ` +
          'deleted. Empty it first, or set `on_destroy = "delete"`, apply, ' +
          "and destroy it again.",
      );
    };
    const called = { ...object, context: { ...context, refuseLate } };
    const target = bucketObject({ object: called, client });
    return await removeObject(target, state.bucket_id);
  },
});
