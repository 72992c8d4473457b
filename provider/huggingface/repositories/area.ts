/**
 * Models, datasets, buckets and collections, and what repositories hold.
 *
 * @module
 */

import { type Area, lazy } from "../area.ts";

/** The area of repositories. */
export const repositories: Area = {
  resources: [
    ...lazy(() => import("./repo.ts"), {
      model: "model",
      dataset: "dataset",
    }),
    ...lazy(() => import("./repo_ref.ts"), {
      repo_branch: "repoBranch",
      repo_tag: "repoTag",
    }),
    ...lazy(() => import("./repo_files.ts"), {
      repo_files: "repoFiles",
      repo_file: "repoFile",
    }),
    ...lazy(() => import("./repo_access_grant.ts"), {
      repo_access_grant: "repoAccessGrant",
    }),
    ...lazy(() => import("./collection.ts"), {
      collection: "collection",
    }),
    ...lazy(() => import("./bucket.ts"), { bucket: "bucket" }),
  ],
  listResources: lazy(() => import("./lists.ts"), {
    model: "modelList",
    dataset: "datasetList",
    repo_branch: "repoBranchList",
    repo_tag: "repoTagList",
    repo_access_grant: "repoAccessGrantList",
    collection: "collectionList",
    bucket: "bucketList",
  }),
  dataSources: [
    ...lazy(() => import("./repo_data.ts"), {
      model: "modelData",
      dataset: "datasetData",
    }),
    ...lazy(() => import("./repo_parts_data.ts"), {
      repo_revision: "repoRevisionData",
      repo_access_requests: "repoAccessRequestsData",
      repo_scan: "repoScanData",
    }),
  ],
  ephemeralResources: lazy(() => import("./ephemeral_tokens.ts"), {
    repo_token: "repoTokenEphemeral",
  }),
  actions: lazy(() => import("./actions.ts"), {
    repo_super_squash: "superSquash",
    repo_access_request_handle: "handleAccessRequest",
  }),
};
