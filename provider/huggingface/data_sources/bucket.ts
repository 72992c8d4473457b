/**
 * `huggingface_bucket`: one bucket that is there already.
 *
 * @module
 */

import { type DataSource, s } from "@hf-terraform/framework";
import { bindingToAnswer } from "@hf-terraform/framework/binding";
import type { Bucket } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { repoName } from "../shared/validators.ts";
import { namespaceAttribute } from "./endpoint_fields.ts";

const b = bindingToAnswer<Bucket>();

/** The data source `huggingface_bucket`. */
export const bucketData: DataSource = dataSource(b, {
  typeName: "huggingface_bucket",
  permission: "repo.content.read",
  schema: s.schema({
    description: "A bucket that is there already: who sees it, and how much " +
      "it holds.",
    attributes: {
      namespace: b.given(namespaceAttribute, "author"),
      name: s.string({
        required: true,
        description: "The name.",
        validators: [repoName()],
      }),
      id: b.string("id", "`namespace/name`."),
      bucket_id: b.string(
        "_id",
        "The id that stays when it is renamed: 24 hex digits.",
      ),
      visibility: b.string(
        ({ private: isPrivate = null }) =>
          isPrivate === null ? null : isPrivate ? "private" : "public",
        "Who sees it: `public` or `private`.",
      ),
      description: b.string("description", "What it is for."),
      resource_group_id: b.string(
        "resourceGroup.id",
        "The resource group that it belongs to.",
      ),
      size: b.int("size", "Bytes of all files."),
      total_files: b.int("totalFiles", "The number of files."),
      created_at: b.string(
        "createdAt",
        "When it was created, in the form of RFC 3339.",
      ),
      updated_at: b.string(
        "updatedAt",
        "When it was last changed, in the form of RFC 3339.",
      ),
    },
  }),
  failed: ({ name }, namespace) => ({
    summary: `Cannot read the bucket ${namespace}/${name}`,
    named: "name",
    namespace,
  }),
  read: ({ config: { name }, client: { buckets }, namespace, signal }) =>
    buckets.get(`${namespace}/${name}`, { signal }),
});
