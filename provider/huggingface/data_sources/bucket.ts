/**
 * `huggingface_bucket`: one bucket that is there already.
 *
 * @module
 */

import type { DataSource } from "@hf-terraform/framework";
import type { Bucket } from "@hf-terraform/client";
import { dataSource } from "../shared/data_source.ts";
import { at, needed } from "../shared/inputs.ts";
import { namespaceAttribute } from "../shared/namespace.ts";
import { repoName } from "../shared/validators.ts";

/** The data source `huggingface_bucket`. */
export const bucketData: DataSource = dataSource<Bucket>()({
  typeName: "huggingface_bucket",
  permission: "repo.content.read",
  description: "A bucket that is there already: who sees it, and how much " +
    "it holds.",
  attributes: (b) => ({
    namespace: namespaceAttribute,
    name: needed("The name.", repoName()),
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
    created_at: b.string("createdAt", at("When it was created")),
    updated_at: b.string("updatedAt", at("When it was last changed")),
  }),
  failed: "read the bucket",
  read: ({ config: { name }, client: { buckets }, namespace, signal }) =>
    buckets.get(`${namespace}/${name}`, { signal }),
});
