/**
 * The reasons why operations are not covered, by group, and the operations that
 * this repository's copy of the Hub's OpenAPI document lacks.
 *
 * @module
 */

/** A reason why the provider does not use some operations. */
export interface Reason {
  /** The operations. */
  readonly pattern: RegExp;
  /** The reason. */
  readonly text: string;
  /** Whether a configuration could use them, if something else did not. */
  readonly isSensible?: true;
}

/** Reasons for what the provider does not use; the first that fits. */
export const reasons: readonly Reason[] = [
  {
    pattern: /^POST \/api\/collections.*\/items\/batch/,
    text: "Changes several items at once; the resource changes one at a time.",
  },
  {
    pattern: /\/agentic\/|agent-harnesses/,
    text: "For partners that sell accounts to others.",
  },
  {
    pattern: /\/(notifications|settings\/watch)/,
    text: "What one person reads in the inbox.",
  },
  {
    pattern: /\/(avatars?|socials|likes|settings\/mcp)\b/,
    text: "Of profile pages.",
  },
  {
    pattern: /\/(blog|posts|papers|daily_papers)\b/,
    text: "Articles, papers, and comments on them: people write these.",
  },
  {
    pattern: /\/(docs|quicksearch|trending|leaderboard)\b|tags-by-type/,
    text: "Search and browsing; nothing is managed by it.",
  },
  {
    pattern: /\/oauth\//,
    text: "A sign-in by a person, or the registration of an application, " +
      "which has no route to read or delete it.",
  },
  {
    pattern: /\/scim\/v2|scim-provisioning\/v2\/Groups/,
    text: "The identity provider owns these; two owners would undo each other.",
  },
  {
    pattern: /^PATCH .*scim-provisioning/,
    text: "PUT of the same route does it.",
    isSensible: true,
  },
  {
    pattern: /\/kernels\b/,
    text: "Kernels have no route that changes their settings.",
  },
  {
    pattern: /\{repo\}\/duplicate$/,
    text: "Done once, by a script: a second run finds the name taken.",
    isSensible: true,
  },
  {
    pattern: /sql-console/,
    text: "Saved queries of the page of a dataset.",
  },
  {
    pattern: /^POST .*\/discussions$/,
    text: "The provider commits to branches; people open pull requests.",
    isSensible: true,
  },
  {
    pattern: /\/discussions\/\{num\}\/merge$/,
    text: "Done once: `hf` and the client merge a pull request.",
    isSensible: true,
  },
  { pattern: /\/discussions/, text: "A conversation." },
  {
    pattern: /\/billing\/usage(?:\/jobs|-by-resource-group)$/,
    text: "A report: nothing is configured by it, and a state would keep it.",
    isSensible: true,
  },
  {
    pattern: /usage-v2$|\/billing\/usage$/,
    text: "Editions of the document contradict each other about it.",
    isSensible: true,
  },
  {
    pattern: /\/(live|usage-by-inference-session)$/,
    text:
      "Live figures and single sessions; a plan would never be the same twice.",
  },
  {
    pattern: /credentials\/revoke/,
    text: "Revokes by value: a secret would have to stand in a configuration.",
    isSensible: true,
  },
  {
    pattern: /auth-check/,
    text: "A probe; a plan that fails says the same.",
    isSensible: true,
  },
  {
    pattern: /ask-access$/,
    text: "Asks in the name of a person, who accepts conditions.",
    isSensible: true,
  },
  {
    pattern: /user-access-report$/,
    text: "A table for a person, with addresses.",
    isSensible: true,
  },
  { pattern: /request\/cancel$/, text: "What the person does who asks." },
  {
    pattern: /\/notebook\/|resolve-cache/,
    text: "The same files by another address.",
  },
  {
    pattern: /(\{repoType\}.*\/lfs-files|lfs-files\/batch)$/,
    text: "Cleans up the storage of a history by hand; " +
      "`refs.superSquash()` of the client frees what no commit needs.",
    isSensible: true,
  },
  {
    pattern:
      /\/super-squash\/|\/settings\/tokens\b|^POST .*\/jobs\/.*\/cancel$|access-request\/batch$/,
    text:
      "Done once, by hand or by a script of the client's: a configuration " +
      "does not say it again and again.",
    isSensible: true,
  },
  {
    pattern: /\/treesize\//,
    text: "`huggingface_repo_files` tells the size of each file.",
    isSensible: true,
  },
  {
    pattern: /lfs-files|xet-|resolve\/|\/batch$|paths-info/,
    text: "Transport of large files, or a look at files; the provider " +
      "commits text.",
  },
  {
    pattern: /^GET .*\/resource-group$/,
    text: "The group is in what is read of the object itself.",
    isSensible: true,
  },
  {
    pattern: /\/jobs\/\{namespace\}/,
    text: "Of a job that runs already: it is followed or changed by hand, " +
      "not planned.",
  },
  {
    pattern: /\/replay\//,
    text: "Sends an event once more: the page of the webhook does, and " +
      "`webhooks.replay` of the client.",
    isSensible: true,
  },
  {
    pattern: /registry\/token/,
    text: "Nothing says yet at which address the registry is.",
  },
  {
    pattern: /zero-gpu/,
    text: "A quota of GPU seconds that changes with each use.",
    isSensible: true,
  },
  {
    pattern: /\/(events|metrics|compare)\b/,
    text: "Figures that change all the time, for a screen.",
  },
];

/**
 * Operations of the document of 2026-08-17 that the copy leaves out: those that
 * the client does not send, and the addresses of collections without their id,
 * which are as those with it.
 */
export const absent: readonly string[] = [
  "GET /api/agent-harnesses",
  "POST /api/agentic/provisioning/account_requests",
  "POST /api/agentic/provisioning/deep_links",
  "GET /api/agentic/provisioning/health",
  "POST /api/agentic/provisioning/resources",
  "GET /api/agentic/provisioning/resources/{id}",
  "POST /api/agentic/provisioning/resources/{id}/remove",
  "POST /api/agentic/provisioning/resources/{id}/rotate_credentials",
  "POST /api/agentic/provisioning/resources/{id}/update_service",
  "GET /api/agentic/provisioning/services",
  "GET /api/avatars/{namespace}",
  "POST /api/blog/{namespace}/{slug}/comment",
  "POST /api/blog/{namespace}/{slug}/comment/{commentId}/reply",
  "POST /api/blog/{slug}/comment",
  "POST /api/blog/{slug}/comment/{commentId}/reply",
  "POST /api/buckets/{namespace}/{repo}/lfs-files/duplicate",
  "DELETE /api/collections/{namespace}/{slug}",
  "GET /api/collections/{namespace}/{slug}",
  "PATCH /api/collections/{namespace}/{slug}",
  "POST /api/collections/{namespace}/{slug}/items",
  "POST /api/collections/{namespace}/{slug}/items/batch",
  "DELETE /api/collections/{namespace}/{slug}/items/{slug}",
  "GET /api/collections/{namespace}/{slug}/resource-group",
  "POST /api/collections/{namespace}/{slug}/resource-group",
  "GET /api/daily_papers",
  "GET /api/datasets-tags-by-type",
  "GET /api/datasets/{namespace}/{repo}/leaderboard",
  "GET /api/docs",
  "GET /api/docs/search",
  "GET /api/docs/search/full-text",
  "GET /api/kernels",
  "GET /api/kernels/{namespace}/{repo}",
  "POST /api/kernels/{namespace}/{repo}/lfs-files/duplicate",
  "GET /api/kernels/{namespace}/{repo}/revision/{rev}",
  "GET /api/models-tags-by-type",
  "DELETE /api/notifications",
  "GET /api/notifications",
  "POST /api/notifications/mark-as-read",
  "GET /api/organizations/{name}/avatar",
  "GET /api/organizations/{name}/billing/usage",
  "GET /api/organizations/{name}/billing/usage-by-inference-session",
  "GET /api/organizations/{name}/billing/usage-v2",
  "GET /api/organizations/{name}/billing/usage/live",
  "GET /api/organizations/{name}/scim-provisioning/v2/Groups",
  "POST /api/organizations/{name}/scim-provisioning/v2/Groups",
  "DELETE /api/organizations/{name}/scim-provisioning/v2/Groups/{groupId}",
  "GET /api/organizations/{name}/scim-provisioning/v2/Groups/{groupId}",
  "PATCH /api/organizations/{name}/scim-provisioning/v2/Groups/{groupId}",
  "PUT /api/organizations/{name}/scim-provisioning/v2/Groups/{groupId}",
  "GET /api/organizations/{name}/scim/v2/Groups",
  "POST /api/organizations/{name}/scim/v2/Groups",
  "DELETE /api/organizations/{name}/scim/v2/Groups/{groupId}",
  "GET /api/organizations/{name}/scim/v2/Groups/{groupId}",
  "PATCH /api/organizations/{name}/scim/v2/Groups/{groupId}",
  "PUT /api/organizations/{name}/scim/v2/Groups/{groupId}",
  "GET /api/organizations/{name}/scim/v2/ResourceTypes",
  "GET /api/organizations/{name}/scim/v2/Schemas",
  "GET /api/organizations/{name}/scim/v2/Schemas/{schemaId}",
  "GET /api/organizations/{name}/scim/v2/ServiceProviderConfig",
  "GET /api/organizations/{name}/scim/v2/Users",
  "POST /api/organizations/{name}/scim/v2/Users",
  "DELETE /api/organizations/{name}/scim/v2/Users/{userId}",
  "GET /api/organizations/{name}/scim/v2/Users/{userId}",
  "PATCH /api/organizations/{name}/scim/v2/Users/{userId}",
  "PUT /api/organizations/{name}/scim/v2/Users/{userId}",
  "GET /api/organizations/{name}/socials",
  "GET /api/papers",
  "POST /api/papers/index",
  "GET /api/papers/search",
  "GET /api/papers/{paperId}",
  "POST /api/papers/{paperId}/comment",
  "POST /api/papers/{paperId}/comment/{commentId}/reply",
  "POST /api/papers/{paperId}/links",
  "DELETE /api/posts/{username}/{postSlug}",
  "POST /api/posts/{username}/{postSlug}/comment",
  "POST /api/posts/{username}/{postSlug}/comment/{commentId}/reply",
  "GET /api/quicksearch",
  "POST /api/quicksearch",
  "GET /api/settings/billing/usage",
  "GET /api/settings/billing/usage-by-inference-session",
  "GET /api/settings/billing/usage-v2",
  "GET /api/settings/billing/usage/live",
  "GET /api/settings/mcp",
  "GET /api/settings/metrics/live",
  "PATCH /api/settings/notifications",
  "POST /api/settings/papers/claim",
  "PATCH /api/settings/watch",
  "GET /api/trending",
  "GET /api/users/{username}/avatar",
  "GET /api/users/{username}/billing/usage/live",
  "GET /api/users/{username}/likes",
  "GET /api/users/{username}/socials",
  "DELETE /api/{repoType}/{namespace}/{repo}/discussions/{num}",
  "POST /api/{repoType}/{namespace}/{repo}/discussions/{num}/comment",
  "POST /api/{repoType}/{namespace}/{repo}/discussions/{num}/pin",
  "DELETE /api/{repoType}/{namespace}/{repo}/discussions/{num}/ref",
  "GET /api/{repoType}/{namespace}/{repo}/discussions/{num}/storage",
  "POST /api/{repoType}/{namespace}/{repo}/discussions/{num}/title",
  "DELETE /api/{repoType}/{namespace}/{repo}/lfs-files/{sha}",
  "GET /api/{repoType}/{namespace}/{repo}/notebook/{rev}/{path}",
  "POST /api/{repoType}/{namespace}/{repo}/sql-console/embed",
  "DELETE /api/{repoType}/{namespace}/{repo}/sql-console/embed/{id}",
  "PATCH /api/{repoType}/{namespace}/{repo}/sql-console/embed/{id}",
  "POST /datasets/{namespace}/{repo}/ask-access",
  "POST /oauth/device",
  "POST /oauth/register",
  "GET /oauth/userinfo",
  "POST /oauth/userinfo",
  "POST /{namespace}/{repo}/ask-access",
];
