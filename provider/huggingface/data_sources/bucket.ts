/**
 * `huggingface_bucket`: one bucket that is there already.
 *
 * @module
 */

import { type DataSource, s } from "../../framework/mod.ts";
import type { Bucket } from "../../../mod.ts";
import { bindingToAnswer, boundDataSource } from "../shared/bound_data.ts";
import { repoName } from "../shared/validators.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";

const b = bindingToAnswer<Bucket>();

/** The data source `huggingface_bucket`. */
export const bucketData: DataSource = boundDataSource({
  typeName: "huggingface_bucket",
  permission: "repo.content.read",
  schema: s.schema({
    description: "A bucket that is there already: who sees it, and how much " +
      "it holds.",
    attributes: {
      namespace: b.shown("author", namespaceAttribute),
      name: s.string({
        required: true,
        description: "The name.",
        validators: [repoName()],
      }),
      id: b.shown(
        "id",
        s.string({ computed: true, description: "`namespace/name`." }),
      ),
      bucket_id: b.shown(
        "_id",
        s.string({
          computed: true,
          description: "The id that stays when it is renamed: 24 hex digits.",
        }),
      ),
      visibility: b.shownBy(
        "private",
        s.string({
          computed: true,
          description: "Who sees it: `public` or `private`.",
        }),
        (isPrivate) => isPrivate ? "private" : "public",
      ),
      description: b.shown(
        "description",
        s.string({ computed: true, description: "What it is for." }),
      ),
      resource_group_id: b.shown(
        "resourceGroup.id",
        s.string({
          computed: true,
          description: "The resource group that it belongs to.",
        }),
      ),
      size: b.shown(
        "size",
        s.int({ computed: true, description: "Bytes of all files." }),
      ),
      total_files: b.shown(
        "totalFiles",
        s.int({ computed: true, description: "The number of files." }),
      ),
      created_at: b.shown(
        "createdAt",
        s.string({
          computed: true,
          description: "When it was created, in the form of RFC 3339.",
        }),
      ),
      updated_at: b.shown(
        "updatedAt",
        s.string({
          computed: true,
          description: "When it was last changed, in the form of RFC 3339.",
        }),
      ),
    },
  }),
  what: ({ namespace, name }) =>
    `the bucket ${namespace === null ? name : `${namespace}/${name}`}`,
  async read({ config: { namespace: given, name }, provider, signal }) {
    const namespace = given ?? await provider.defaultNamespace(signal);
    const { buckets } = await provider.client();
    return await buckets.info(`${namespace}/${name}`, { signal });
  },
});
