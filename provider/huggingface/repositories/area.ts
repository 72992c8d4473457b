import { type Area, lazy } from "../area.ts";

export const repositories: Area = {
  resources: [
    ...lazy(() => import("./repo.ts"), "model", "dataset"),
    ...lazy(() => import("./repo_ref.ts"), "repoBranch", "repoTag"),
    ...lazy(() => import("./repo_files.ts"), "repoFiles", "repoFile"),
    ...lazy(() => import("./repo_access_grant.ts"), "repoAccessGrant"),
    ...lazy(() => import("./collection.ts"), "collection"),
    ...lazy(() => import("./bucket.ts"), "bucket"),
  ],
  listResources: lazy(
    async () => (await import("./lists.ts")).repositoryLists,
    "model",
    "dataset",
    "repoBranch",
    "repoTag",
    "repoAccessGrant",
    "collection",
    "bucket",
  ),
  dataSources: [
    ...lazy(() => import("./repo_data.ts"), "modelData", "datasetData"),
    ...lazy(
      () => import("./repo_parts_data.ts"),
      "repoRevisionData",
      "repoScanData",
    ),
  ],
  ephemeralResources: lazy(
    () => import("./ephemeral_tokens.ts"),
    "repoTokenEphemeral",
  ),
};
