/**
 * The provider block, and everything that the provider holds.
 *
 * @module
 */

import { env } from "node:process";
import {
  type Config,
  defineProvider,
  isUnknown,
  type LazyProvider,
  type ListResource,
  type OperationLog,
  s,
  v,
  type Validator,
} from "@hf-terraform/framework";
import type { Hooks } from "@hf-terraform/client";
import { version } from "../version.ts";
import { addressFunctions } from "./functions/addresses.ts";
import { cardFunctions } from "./functions/repo_card.ts";
import { milliseconds } from "./shared/duration.ts";
import { vendors } from "./shared/known_values.ts";
import { namespaceName } from "./shared/validators.ts";
import {
  HuggingFaceProvider,
  type ProviderSettings,
} from "./shared/provider_data.ts";

/** An empty token is no token, and another one shall not stand in for it. */
const emptyToken: Validator<string> = {
  description: "",
  validate(token, { path, diagnostics }) {
    if (token.trim() !== "") return;
    diagnostics.addError(
      "Token is empty",
      "`token` is set to an empty text. If it comes from a variable, give that " +
        "a value; for the token of `HF_TOKEN` or of `hf auth login`, set " +
        "`token` to null or take it out.",
      path,
    );
  },
};

const schema = s.schema({
  description:
    "Manages what runs on [Hugging Face](https://huggingface.co). All " +
    "attributes are optional: with `HF_TOKEN` set, or after `hf auth login`, " +
    "an empty block will do.",
  attributes: {
    token: s.string({
      optional: true,
      sensitive: true,
      description:
        "The access token. Default: `HF_TOKEN`, `HUGGING_FACE_HUB_TOKEN`, " +
        "then the file of `hf auth login` (`HF_TOKEN_PATH`, else `token` in " +
        "`HF_HOME`).",
      validators: [emptyToken],
    }),
    namespace: s.string({
      optional: true,
      description:
        "The user or organization that owns what resources without a " +
        "`namespace` of their own create. Default: the user of the token.",
      validators: [namespaceName()],
    }),
    endpoint: s.string({
      optional: true,
      description: "The base URL of the Hub. Default: `HF_ENDPOINT`, else " +
        "`inference_endpoints_url` if that is on this machine, else " +
        "`https://huggingface.co`.",
      validators: [v.url()],
    }),
    inference_endpoints_url: s.string({
      optional: true,
      description: "The base URL of the Inference Endpoints API. Default: " +
        "`HF_INFERENCE_ENDPOINTS_URL`, else that of the Hub if that is on " +
        "this machine, else `https://api.endpoints.huggingface.cloud`.",
      validators: [v.url()],
    }),
    cloud: s.object({
      vendor: s.string({
        required: true,
        description: "The vendor, such as `aws`, `azure` or `gcp`.",
        validators: [v.knownValues(...vendors)],
      }),
      region: s.string({
        required: true,
        description: "The region, such as `us-east-1`.",
        validators: [v.lengthAtLeast(1)],
      }),
    }, {
      optional: true,
      description:
        "Where endpoints without a `cloud` of their own are created. " +
        "Default: a region that offers the instance type, by the catalogue.",
    }),
    max_retries: s.int({
      optional: true,
      description: "How many times a failed request is tried again, where " +
        "that can do no harm. Default: 4.",
      validators: [v.between(0, 20)],
    }),
    request_timeout: s.string({
      optional: true,
      description: "How long one attempt of a request may take. Default: " +
        '`"30s"`.',
      validators: [v.duration(), v.matches(/[1-9]/, "longer than zero")],
    }),
    max_hourly_cost: s.float({
      optional: true,
      description: "The US dollars an hour that endpoints, Spaces and " +
        "scheduled jobs of this provider block may cost at most, with all " +
        "replicas. A plan that raises the cost above it warns, or fails if " +
        "`max_hourly_cost_enforcement` says so. See the guide on cost control " +
        "for what it cannot see.",
      validators: [v.atLeast(0)],
    }),
    max_hourly_cost_enforcement: s.string({
      optional: true,
      description: "What a plan above `max_hourly_cost` does: `advisory` " +
        "warns, `mandatory` fails. Default `advisory`.",
      validators: [
        v.oneOf("advisory", "mandatory"),
        v.requiredWith("max_hourly_cost"),
      ],
    }),
  },
});

/** What a file defines, by type name, loaded when it is first needed. */
function lazy<M, const K extends keyof M>(
  load: () => Promise<M>,
  exports: Readonly<Record<string, K>>,
): { readonly typeName: string; readonly load: () => Promise<M[K]> }[] {
  return Object.entries(exports).map(([name, key]) => ({
    typeName: `huggingface_${name}`,
    load: async () => (await load())[key],
  }));
}

/** Resources that a search finds: see `list_resources.ts`. */
const listed = [
  ...lazy(() => import("./resources/endpoint.ts"), { endpoint: "endpoint" }),
  ...lazy(() => import("./resources/space.ts"), { space: "space" }),
  ...lazy(() => import("./resources/space_key.ts"), {
    space_variable: "spaceVariable",
    space_secret: "spaceSecret",
  }),
  ...lazy(() => import("./resources/repo.ts"), {
    model: "model",
    dataset: "dataset",
  }),
  ...lazy(() => import("./resources/repo_ref.ts"), {
    repo_branch: "repoBranch",
    repo_tag: "repoTag",
  }),
  ...lazy(() => import("./resources/collection.ts"), {
    collection: "collection",
  }),
  ...lazy(() => import("./resources/bucket.ts"), { bucket: "bucket" }),
  ...lazy(() => import("./resources/scheduled_job.ts"), {
    scheduled_job: "scheduledJob",
  }),
  ...lazy(() => import("./resources/repo_access_grant.ts"), {
    repo_access_grant: "repoAccessGrant",
  }),
  ...lazy(() => import("./resources/webhook.ts"), { webhook: "webhook" }),
  ...lazy(() => import("./resources/resource_group.ts"), {
    resource_group: "resourceGroup",
  }),
  ...lazy(() => import("./resources/resource_group_members.ts"), {
    resource_group_members: "resourceGroupMembers",
  }),
  ...lazy(() => import("./resources/resource_group_member.ts"), {
    resource_group_member: "resourceGroupMember",
  }),
  ...lazy(() => import("./resources/service_account.ts"), {
    service_account: "serviceAccount",
  }),
  ...lazy(() => import("./resources/service_account_token.ts"), {
    service_account_token: "serviceAccountToken",
  }),
  ...lazy(() => import("./resources/organization_member.ts"), {
    organization_member: "organizationMember",
  }),
  ...lazy(() => import("./resources/organization_invitation.ts"), {
    organization_invitation: "organizationInvitation",
  }),
  ...lazy(() => import("./resources/organization_network_security.ts"), {
    organization_network_security: "organizationNetworkSecurity",
  }),
];

/** Resources that no search finds. */
const unlisted = [
  ...lazy(() => import("./resources/repo_files.ts"), {
    repo_files: "repoFiles",
    repo_file: "repoFile",
  }),
];

/** The Hugging Face provider. */
export const provider: LazyProvider = defineProvider({
  name: "huggingface",
  version,
  schema,
  async configure({ config, terraformVersion, log, diagnostics }) {
    const data = new HuggingFaceProvider(settingsOf(config), {
      env,
      userAgent: `terraform-provider-huggingface/${version} ` +
        `terraform/${terraformVersion || "unknown"}`,
      hooks: logged(log),
    });
    await data.check(diagnostics);
    return data;
  },
  functions: [...addressFunctions, ...cardFunctions],
  resources: [...listed, ...unlisted],
  listResources: listed.map(({ typeName }) => ({
    typeName,
    load: () => loadList(typeName),
  })),
  actions: [
    ...lazy(() => import("./actions/endpoint.ts"), {
      endpoint_pause: "pauseEndpoint",
      endpoint_resume: "resumeEndpoint",
      endpoint_scale_to_zero: "scaleEndpointToZero",
      endpoint_private_service_delete: "deletePrivateService",
    }),
    ...lazy(() => import("./actions/space.ts"), {
      space_restart: "restartSpace",
      space_rebuild: "rebuildSpace",
      space_pause: "pauseSpace",
    }),
    ...lazy(() => import("./actions/job.ts"), {
      job_run: "runJob",
      scheduled_job_run: "runScheduledJob",
      job_duplicate: "duplicateJob",
      job_cancel: "cancelJob",
    }),
    ...lazy(() => import("./actions/repo.ts"), {
      repo_super_squash: "superSquash",
      repo_duplicate: "duplicateRepo",
      repo_pull_request_merge: "mergePullRequest",
      repo_access_request_handle: "handleAccessRequest",
    }),
    ...lazy(() => import("./actions/webhook.ts"), {
      webhook_replay: "replayWebhook",
    }),
    ...lazy(() => import("./actions/organization.ts"), {
      service_account_token_rotate: "rotateToken",
      organization_token_revoke: "revokeToken",
    }),
  ],
  ephemeralResources: [
    ...lazy(() => import("./ephemeral_resources/tokens.ts"), {
      repo_token: "repoTokenEphemeral",
      registry_token: "registryTokenEphemeral",
    }),
    ...lazy(() => import("./ephemeral_resources/service_account_token.ts"), {
      service_account_token: "serviceAccountTokenEphemeral",
    }),
  ],
  dataSources: [
    ...lazy(() => import("./data_sources/endpoint.ts"), {
      endpoint: "endpointData",
      endpoints: "endpointsData",
    }),
    ...lazy(() => import("./data_sources/endpoint_catalog.ts"), {
      endpoint_compute: "endpointComputeData",
      endpoint_quotas: "endpointQuotasData",
      endpoint_recipes: "endpointRecipesData",
    }),
    ...lazy(() => import("./data_sources/space.ts"), {
      space: "spaceData",
      spaces: "spacesData",
    }),
    ...lazy(() => import("./data_sources/hardware.ts"), {
      space_hardware: "spaceHardwareData",
      space_templates: "spaceTemplatesData",
      job_hardware: "jobHardwareData",
    }),
    ...lazy(() => import("./data_sources/repo.ts"), {
      model: "modelData",
      dataset: "datasetData",
      models: "modelsData",
      datasets: "datasetsData",
    }),
    ...lazy(() => import("./data_sources/repo_parts.ts"), {
      repo_revision: "repoRevisionData",
      repo_refs: "repoRefsData",
      repo_files: "repoFilesData",
      repo_access_requests: "repoAccessRequestsData",
      repo_discussions: "repoDiscussionsData",
      repo_scan: "repoScanData",
    }),
    ...lazy(() => import("./data_sources/hourly_cost.ts"), {
      hourly_cost: "hourlyCostData",
    }),
    ...lazy(() => import("./data_sources/namespace_hourly_cost.ts"), {
      namespace_hourly_cost: "namespaceHourlyCostData",
    }),
    ...lazy(() => import("./data_sources/endpoint_parts.ts"), {
      endpoint_private_services: "endpointPrivateServicesData",
      endpoint_replicas: "endpointReplicasData",
      endpoint_audit_log: "endpointAuditLogData",
    }),
    ...lazy(() => import("./data_sources/user.ts"), {
      job_usage: "jobUsageData",
      webhooks: "webhooksData",
      whoami: "whoamiData",
    }),
    ...lazy(() => import("./data_sources/bucket.ts"), { bucket: "bucketData" }),
    ...lazy(() => import("./data_sources/collection.ts"), {
      collection: "collectionData",
    }),
    ...lazy(() => import("./data_sources/organization.ts"), {
      organization: "organizationData",
      organization_members: "organizationMembersData",
      organization_tokens: "organizationTokensData",
      organization_usage: "organizationUsageData",
      organization_audit_log: "organizationAuditLogData",
      organization_repositories: "organizationRepositoriesData",
    }),
    ...lazy(() => import("./data_sources/resource_group.ts"), {
      resource_group: "resourceGroupData",
      resource_groups: "resourceGroupsData",
    }),
  ],
});

async function loadList(typeName: string): Promise<ListResource> {
  const { listResources } = await import("./list_resources.ts");
  const found = listResources.find((one) => one.typeName === typeName);
  if (found === undefined) throw new Error(`There is no list of ${typeName}`);
  return found;
}

function settingsOf(config: Config<typeof schema>): ProviderSettings {
  const { request_timeout } = config;
  return {
    token: config.token,
    namespace: config.namespace,
    endpoint: config.endpoint,
    inferenceEndpointsUrl: config.inference_endpoints_url,
    cloud: config.cloud,
    maxRetries: config.max_retries,
    requestTimeoutMs: request_timeout === null || isUnknown(request_timeout)
      ? request_timeout
      : milliseconds(request_timeout),
    costLimit: {
      maxHourlyCost: config.max_hourly_cost,
      enforcement: config.max_hourly_cost_enforcement,
    },
  };
}

function logged(log: OperationLog): Hooks {
  return {
    onResponse: ({ method, url, status, durationMs, requestId }) =>
      log.debug("Answer", { method, url, status, durationMs, requestId }),
    onRetry: ({ method, url, attempt, delayMs, error }) =>
      log.warn("Retrying request", {
        method,
        url,
        attempt,
        delayMs,
        error: error.message,
      }),
    onWait: ({ method, url, delayMs }) =>
      log.info("Held back by the rate limit", { method, url, delayMs }),
    onWarning: ({ method, url, message }) =>
      log.warn("Service warning", { method, url, message }),
  };
}
