/**
 * `huggingface_bucket`: storage for files that need no versions.
 *
 * Routes: GET, POST and DELETE of `/api/buckets/{namespace}/{name}`, and PUT of
 * its `/settings`. The token needs `repo.write`.
 *
 * @module
 */

import {
  bindingTo,
  failure,
  type Resource,
  s,
  types,
  v,
} from "../../framework/mod.ts";
import type { Bucket, BucketSettings, CreateBucket } from "../../../mod.ts";
import { definerFor, identityOf } from "../shared/object/bound.ts";
import { orGone, type RemoteObject } from "../shared/object/remote_object.ts";
import { afterCreate, createObject } from "../shared/object/create.ts";
import { parseHubId } from "../shared/ids.ts";
import { storageRegions } from "../shared/known_values.ts";
import { namespaceName, repoName } from "../shared/validators.ts";

/** A bucket in the shape of the state. */
interface Answer extends CreateBucket {
  readonly namespace: string;
  readonly name: string;
  readonly id: string;
  readonly bucketId?: string;
  readonly size: number;
  readonly totalFiles: number;
  readonly createdAt?: string;
}

interface Wire {
  readonly create: CreateBucket & {
    readonly namespace: string;
    readonly name: string;
  };
  readonly update: BucketSettings;
  readonly answer: Answer;
}

const b = bindingTo<Wire>();

const schema = s.schema({
  description:
    "A [bucket](https://huggingface.co/docs/hub/storage-buckets): storage for " +
    "files that change often and need no versions, such as checkpoints and " +
    "logs.\n\nThe token needs the permission `repo.write`.",
  attributes: {
    id: b.derived(
      s.string({ computed: true, description: "`namespace/name`." }),
      ["namespace", "name"],
      (namespace, name) => `${namespace}/${name}`,
    ),
    namespace: b.at("namespace", types.string, {
      optional: true,
      computed: true,
      description: "The user or organization that owns it. Default: the " +
        "provider's `namespace`, else the user of the token.",
      validators: [namespaceName()],
      change: "immutable",
      key: true,
    }),
    name: b.at("name", types.string, {
      required: true,
      description: "The name. The Hub cannot rename a bucket.",
      validators: [repoName()],
      change: "immutable",
      key: true,
    }),
    visibility: b.at("visibility", types.string, {
      optional: true,
      default: "private",
      description: "Who sees it: `public` or `private`. Default `private`.",
      validators: [v.oneOf("public", "private")],
      change: "via",
    }),
    description: b.at("description", types.string, {
      optional: true,
      description: "What it is for. The Hub cannot change it.",
      change: "immutable",
    }),
    region: b.sent("region", types.string, {
      optional: true,
      computed: true,
      description: "Where its files are stored: `us` or `eu` (paid plans). " +
        "The Hub does not show it and cannot change it; removed from the " +
        "configuration, it stays as it is.",
      validators: [v.knownValues(...storageRegions)],
      answer: "hidden",
      change: "immutable",
    }),
    on_destroy: b.local(
      s.string({
        optional: true,
        default: "delete_if_empty",
        description:
          "What `terraform destroy` does: `delete_if_empty` refuses " +
          "to delete a bucket that holds files; `delete` deletes it with all " +
          "its files, which nobody can undo. Default `delete_if_empty`.",
        validators: [v.oneOf("delete_if_empty", "delete")],
      }),
    ),
    bucket_id: b.shown("bucketId", types.string, {
      computed: true,
      description: "The id: 24 hex digits.",
      keptIfAbsent: true,
    }),
    size: b.shown("size", types.int, {
      computed: true,
      description: "Bytes of all files.",
    }),
    total_files: b.shown("totalFiles", types.int, {
      computed: true,
      description: "The number of files.",
    }),
    created_at: b.shown("createdAt", types.string, {
      computed: true,
      description: "When it was created, in the form of RFC 3339.",
    }),
  },
});

function answerOf(bucket: Bucket): Answer {
  const [namespace = "", name = ""] = bucket.id.split("/");
  const { _id, id, description, size, totalFiles, createdAt } = bucket;
  return {
    id,
    namespace,
    name,
    visibility: bucket.private === false ? "public" : "private",
    ..._id !== undefined && { bucketId: _id },
    ...description !== undefined && { description },
    size,
    totalFiles,
    createdAt,
  };
}

/** The resource `huggingface_bucket`. */
export const bucket: Resource = definerFor<Wire>()({
  typeName: "huggingface_bucket",
  schema,
  permission: "repo.write",
  kind: "bucket",
  idOf: ({ namespace, name }) =>
    typeof namespace === "string" ? `${namespace}/${name}` : name,
  identity: identityOf({
    namespace: "The user or organization that owns it.",
    name: "The name of the bucket.",
  }),
  importKey: ({ id, identity }) =>
    identity === undefined
      ? parseHubId("bucket", id ?? "")
      : { namespace: identity.namespace, name: identity.name },
  holds: ({ total_files, size, on_destroy }) =>
    total_files === 0 ? undefined : {
      what: `${total_files ?? "its"} files (${size ?? "many"} bytes)`,
      mayBeLost: on_destroy === "delete",
      consent: 'set `on_destroy = "delete"` and apply that first',
    },
  async create({ body, object, provider }) {
    const { namespace: _, name: __, ...creation } = body;
    const { id } = object;
    const { buckets } = await provider.client();
    const find = (signal: AbortSignal) => buckets.info(id, { signal });
    const found = await createObject<Bucket | null>(object, {
      send: async (signal) => {
        await buckets.create(id, creation, { signal });
        return null;
      },
      find,
      createdAt: (found) => found?.createdAt,
      differs: (found) =>
        found?.totalFiles === 0 ? undefined : "it holds files",
      describe: (found) => `was created at ${found?.createdAt}`,
    });
    const seen = found ?? await afterCreate(object, find);
    return seen === undefined
      ? { ...body, id, size: 0, totalFiles: 0 }
      : answerOf(seen);
  },
  async read({ object }) {
    const { id, context: { provider, signal } } = object;
    const listed = await provider.buckets.find(ownerIn(id), id, signal);
    return listed === undefined ? await look(object) : answerOf(listed);
  },
  look: ({ object }) => look(object),
  async update({ plan, prior, object, provider, signal }) {
    if (plan.visibility === prior.visibility) return undefined;
    const { id } = object;
    const { buckets } = await provider.client();
    await buckets.updateSettings(id, {
      private: plan.visibility === "private",
    }, { signal });
    return answerOf(await buckets.info(id, { signal }));
  },
  async sendDelete({ state, object: { id }, provider, signal }) {
    const { buckets } = await provider.client();
    if (state.on_destroy === "delete_if_empty") {
      const [found] = await Array.fromAsync(
        buckets.files(id, { limit: 1, signal }),
      );
      if (found !== undefined) {
        throw failure(
          `The bucket ${id} holds files`,
          `It holds \`${found.path}\` and perhaps more, and was not deleted. ` +
            'Empty it first, or set `on_destroy = "delete"`, apply, and ' +
            "destroy it again.",
        );
      }
    }
    await buckets.delete(id, { signal });
  },
});

/** Reads a bucket; undefined if it is surely gone. */
async function look(
  { id, context: { provider, signal } }: RemoteObject,
): Promise<Answer | undefined> {
  const { buckets } = await provider.client();
  const found = await orGone(buckets.info(id, { signal }));
  if (found !== undefined) return answerOf(found);
  await provider.spaces.assertVisible(ownerIn(id), signal);
  return undefined;
}

function ownerIn(id: string): string {
  return id.split("/")[0] ?? "";
}
