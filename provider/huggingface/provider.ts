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
  return Object.entries(exports).map(([typeName, name]) => ({
    typeName,
    load: async () => (await load())[name],
  }));
}

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
  resources: [
    ...lazy(() => import("./resources/endpoint.ts"), {
      huggingface_endpoint: "endpoint",
    }),
    ...lazy(() => import("./resources/space.ts"), {
      huggingface_space: "space",
    }),
    ...lazy(() => import("./resources/space_key.ts"), {
      huggingface_space_variable: "spaceVariable",
      huggingface_space_secret: "spaceSecret",
    }),
    ...lazy(() => import("./resources/repo.ts"), {
      huggingface_model: "model",
      huggingface_dataset: "dataset",
    }),
    ...lazy(() => import("./resources/repo_ref.ts"), {
      huggingface_repo_branch: "repoBranch",
      huggingface_repo_tag: "repoTag",
    }),
    ...lazy(() => import("./resources/collection.ts"), {
      huggingface_collection: "collection",
    }),
    ...lazy(() => import("./resources/bucket.ts"), {
      huggingface_bucket: "bucket",
    }),
    ...lazy(() => import("./resources/scheduled_job.ts"), {
      huggingface_scheduled_job: "scheduledJob",
    }),
    ...lazy(() => import("./resources/repo_files.ts"), {
      huggingface_repo_files: "repoFiles",
      huggingface_repo_file: "repoFile",
    }),
    ...lazy(() => import("./resources/repo_access_grant.ts"), {
      huggingface_repo_access_grant: "repoAccessGrant",
    }),
    ...lazy(() => import("./resources/webhook.ts"), {
      huggingface_webhook: "webhook",
    }),
    ...lazy(() => import("./resources/resource_group.ts"), {
      huggingface_resource_group: "resourceGroup",
    }),
    ...lazy(() => import("./resources/resource_group_members.ts"), {
      huggingface_resource_group_members: "resourceGroupMembers",
    }),
    ...lazy(() => import("./resources/resource_group_member.ts"), {
      huggingface_resource_group_member: "resourceGroupMember",
    }),
    ...lazy(() => import("./resources/service_account.ts"), {
      huggingface_service_account: "serviceAccount",
    }),
    ...lazy(() => import("./resources/service_account_token.ts"), {
      huggingface_service_account_token: "serviceAccountToken",
    }),
    ...lazy(() => import("./resources/organization_member.ts"), {
      huggingface_organization_member: "organizationMember",
    }),
    ...lazy(() => import("./resources/organization_invitation.ts"), {
      huggingface_organization_invitation: "organizationInvitation",
    }),
    ...lazy(() => import("./resources/organization_network_security.ts"), {
      huggingface_organization_network_security: "organizationNetworkSecurity",
    }),
  ],
  listResources: [
    "huggingface_endpoint",
    "huggingface_space",
    "huggingface_space_secret",
    "huggingface_space_variable",
    "huggingface_model",
    "huggingface_dataset",
    "huggingface_repo_branch",
    "huggingface_repo_tag",
    "huggingface_repo_access_grant",
    "huggingface_collection",
    "huggingface_bucket",
    "huggingface_scheduled_job",
    "huggingface_webhook",
    "huggingface_resource_group",
    "huggingface_resource_group_members",
    "huggingface_resource_group_member",
    "huggingface_service_account",
    "huggingface_organization_member",
    "huggingface_organization_invitation",
    "huggingface_organization_network_security",
    "huggingface_service_account_token",
  ].map((typeName) => ({ typeName, load: () => loadList(typeName) })),
  actions: [
    ...lazy(() => import("./actions/endpoint.ts"), {
      huggingface_endpoint_pause: "pauseEndpoint",
      huggingface_endpoint_resume: "resumeEndpoint",
      huggingface_endpoint_scale_to_zero: "scaleEndpointToZero",
      huggingface_endpoint_private_service_delete: "deletePrivateService",
    }),
    ...lazy(() => import("./actions/space.ts"), {
      huggingface_space_restart: "restartSpace",
      huggingface_space_rebuild: "rebuildSpace",
      huggingface_space_pause: "pauseSpace",
    }),
    ...lazy(() => import("./actions/job.ts"), {
      huggingface_job_run: "runJob",
      huggingface_scheduled_job_run: "runScheduledJob",
      huggingface_job_duplicate: "duplicateJob",
      huggingface_job_cancel: "cancelJob",
    }),
    ...lazy(() => import("./actions/repo.ts"), {
      huggingface_repo_super_squash: "superSquash",
      huggingface_repo_duplicate: "duplicateRepo",
      huggingface_repo_pull_request_merge: "mergePullRequest",
      huggingface_repo_access_request_handle: "handleAccessRequest",
    }),
    ...lazy(() => import("./actions/webhook.ts"), {
      huggingface_webhook_replay: "replayWebhook",
    }),
    ...lazy(() => import("./actions/organization.ts"), {
      huggingface_service_account_token_rotate: "rotateToken",
      huggingface_organization_token_revoke: "revokeToken",
    }),
  ],
  ephemeralResources: [
    ...lazy(() => import("./ephemeral_resources/tokens.ts"), {
      huggingface_repo_token: "repoTokenEphemeral",
      huggingface_registry_token: "registryTokenEphemeral",
    }),
    ...lazy(() => import("./ephemeral_resources/service_account_token.ts"), {
      huggingface_service_account_token: "serviceAccountTokenEphemeral",
    }),
  ],
  dataSources: [
    ...lazy(() => import("./data_sources/endpoint.ts"), {
      huggingface_endpoint: "endpointData",
    }),
    ...lazy(() => import("./data_sources/endpoints.ts"), {
      huggingface_endpoints: "endpointsData",
    }),
    ...lazy(() => import("./data_sources/endpoint_compute.ts"), {
      huggingface_endpoint_compute: "endpointComputeData",
    }),
    ...lazy(() => import("./data_sources/space.ts"), {
      huggingface_space: "spaceData",
    }),
    ...lazy(() => import("./data_sources/spaces.ts"), {
      huggingface_spaces: "spacesData",
    }),
    ...lazy(() => import("./data_sources/space_hardware.ts"), {
      huggingface_space_hardware: "spaceHardwareData",
    }),
    ...lazy(() => import("./data_sources/space_templates.ts"), {
      huggingface_space_templates: "spaceTemplatesData",
    }),
    ...lazy(() => import("./data_sources/repo.ts"), {
      huggingface_model: "modelData",
      huggingface_dataset: "datasetData",
    }),
    ...lazy(() => import("./data_sources/repos.ts"), {
      huggingface_models: "modelsData",
      huggingface_datasets: "datasetsData",
    }),
    ...lazy(() => import("./data_sources/repo_revision.ts"), {
      huggingface_repo_revision: "repoRevisionData",
    }),
    ...lazy(() => import("./data_sources/repo_refs.ts"), {
      huggingface_repo_refs: "repoRefsData",
    }),
    ...lazy(() => import("./data_sources/repo_files.ts"), {
      huggingface_repo_files: "repoFilesData",
    }),
    ...lazy(() => import("./data_sources/job_hardware.ts"), {
      huggingface_job_hardware: "jobHardwareData",
    }),
    ...lazy(() => import("./data_sources/endpoint_quotas.ts"), {
      huggingface_endpoint_quotas: "endpointQuotasData",
    }),
    ...lazy(() => import("./data_sources/hourly_cost.ts"), {
      huggingface_hourly_cost: "hourlyCostData",
    }),
    ...lazy(() => import("./data_sources/namespace_hourly_cost.ts"), {
      huggingface_namespace_hourly_cost: "namespaceHourlyCostData",
    }),
    ...lazy(() => import("./data_sources/repo_access_requests.ts"), {
      huggingface_repo_access_requests: "repoAccessRequestsData",
    }),
    ...lazy(() => import("./data_sources/endpoint_private_services.ts"), {
      huggingface_endpoint_private_services: "endpointPrivateServicesData",
    }),
    ...lazy(() => import("./data_sources/endpoint_recipes.ts"), {
      huggingface_endpoint_recipes: "endpointRecipesData",
    }),
    ...lazy(() => import("./data_sources/endpoint_replicas.ts"), {
      huggingface_endpoint_replicas: "endpointReplicasData",
    }),
    ...lazy(() => import("./data_sources/endpoint_audit_log.ts"), {
      huggingface_endpoint_audit_log: "endpointAuditLogData",
    }),
    ...lazy(() => import("./data_sources/job_usage.ts"), {
      huggingface_job_usage: "jobUsageData",
    }),
    ...lazy(() => import("./data_sources/repo_discussions.ts"), {
      huggingface_repo_discussions: "repoDiscussionsData",
    }),
    ...lazy(() => import("./data_sources/repo_scan.ts"), {
      huggingface_repo_scan: "repoScanData",
    }),
    ...lazy(() => import("./data_sources/bucket.ts"), {
      huggingface_bucket: "bucketData",
    }),
    ...lazy(() => import("./data_sources/collection.ts"), {
      huggingface_collection: "collectionData",
    }),
    ...lazy(() => import("./data_sources/webhooks.ts"), {
      huggingface_webhooks: "webhooksData",
    }),
    ...lazy(() => import("./data_sources/whoami.ts"), {
      huggingface_whoami: "whoamiData",
    }),
    ...lazy(() => import("./data_sources/organization.ts"), {
      huggingface_organization: "organizationData",
    }),
    ...lazy(() => import("./data_sources/organization_members.ts"), {
      huggingface_organization_members: "organizationMembersData",
    }),
    ...lazy(() => import("./data_sources/organization_tokens.ts"), {
      huggingface_organization_tokens: "organizationTokensData",
    }),
    ...lazy(() => import("./data_sources/organization_usage.ts"), {
      huggingface_organization_usage: "organizationUsageData",
    }),
    ...lazy(() => import("./data_sources/organization_audit_log.ts"), {
      huggingface_organization_audit_log: "organizationAuditLogData",
    }),
    ...lazy(() => import("./data_sources/organization_repositories.ts"), {
      huggingface_organization_repositories: "organizationRepositoriesData",
    }),
    ...lazy(() => import("./data_sources/resource_group.ts"), {
      huggingface_resource_group: "resourceGroupData",
    }),
    ...lazy(() => import("./data_sources/resource_groups.ts"), {
      huggingface_resource_groups: "resourceGroupsData",
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
