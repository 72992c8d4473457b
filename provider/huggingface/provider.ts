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
} from "../framework/mod.ts";
import type { Hooks } from "../../mod.ts";
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
      validators: [v.duration()],
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
      validators: [v.oneOf("advisory", "mandatory")],
    }),
  },
});

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
    {
      typeName: "huggingface_endpoint",
      load: async () => (await import("./resources/endpoint.ts")).endpoint,
    },
    {
      typeName: "huggingface_space",
      load: async () => (await import("./resources/space.ts")).space,
    },
    {
      typeName: "huggingface_space_variable",
      load: async () =>
        (await import("./resources/space_key.ts")).spaceVariable,
    },
    {
      typeName: "huggingface_space_secret",
      load: async () => (await import("./resources/space_key.ts")).spaceSecret,
    },
    {
      typeName: "huggingface_model",
      load: async () => (await import("./resources/repo.ts")).model,
    },
    {
      typeName: "huggingface_dataset",
      load: async () => (await import("./resources/repo.ts")).dataset,
    },
    {
      typeName: "huggingface_repo_branch",
      load: async () => (await import("./resources/repo_ref.ts")).repoBranch,
    },
    {
      typeName: "huggingface_repo_tag",
      load: async () => (await import("./resources/repo_ref.ts")).repoTag,
    },
    {
      typeName: "huggingface_collection",
      load: async () => (await import("./resources/collection.ts")).collection,
    },
    {
      typeName: "huggingface_bucket",
      load: async () => (await import("./resources/bucket.ts")).bucket,
    },
    {
      typeName: "huggingface_scheduled_job",
      load: async () =>
        (await import("./resources/scheduled_job.ts")).scheduledJob,
    },
    {
      typeName: "huggingface_repo_files",
      load: async () => (await import("./resources/repo_files.ts")).repoFiles,
    },
    {
      typeName: "huggingface_repo_file",
      load: async () => (await import("./resources/repo_files.ts")).repoFile,
    },
    {
      typeName: "huggingface_repo_access_grant",
      load: async () =>
        (await import("./resources/repo_access_grant.ts")).repoAccessGrant,
    },
    {
      typeName: "huggingface_webhook",
      load: async () => (await import("./resources/webhook.ts")).webhook,
    },
    {
      typeName: "huggingface_resource_group",
      load: async () =>
        (await import("./resources/resource_group.ts")).resourceGroup,
    },
    {
      typeName: "huggingface_resource_group_members",
      load: async () =>
        (await import("./resources/resource_group_members.ts"))
          .resourceGroupMembers,
    },
    {
      typeName: "huggingface_resource_group_member",
      load: async () =>
        (await import("./resources/resource_group_member.ts"))
          .resourceGroupMember,
    },
    {
      typeName: "huggingface_service_account",
      load: async () =>
        (await import("./resources/service_account.ts")).serviceAccount,
    },
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
  ].map((typeName) => ({ typeName, load: () => loadList(typeName) })),
  actions: [
    {
      typeName: "huggingface_endpoint_pause",
      load: async () => (await import("./actions/endpoint.ts")).pauseEndpoint,
    },
    {
      typeName: "huggingface_endpoint_resume",
      load: async () => (await import("./actions/endpoint.ts")).resumeEndpoint,
    },
    {
      typeName: "huggingface_endpoint_scale_to_zero",
      load: async () =>
        (await import("./actions/endpoint.ts")).scaleEndpointToZero,
    },
    {
      typeName: "huggingface_space_restart",
      load: async () => (await import("./actions/space.ts")).restartSpace,
    },
    {
      typeName: "huggingface_space_rebuild",
      load: async () => (await import("./actions/space.ts")).rebuildSpace,
    },
    {
      typeName: "huggingface_space_pause",
      load: async () => (await import("./actions/space.ts")).pauseSpace,
    },
    {
      typeName: "huggingface_job_run",
      load: async () => (await import("./actions/job.ts")).runJob,
    },
    {
      typeName: "huggingface_scheduled_job_run",
      load: async () => (await import("./actions/job.ts")).runScheduledJob,
    },
    {
      typeName: "huggingface_repo_super_squash",
      load: async () => (await import("./actions/repo.ts")).superSquash,
    },
  ],
  ephemeralResources: [
    {
      typeName: "huggingface_repo_token",
      load: async () =>
        (await import("./ephemeral_resources/tokens.ts")).repoTokenEphemeral,
    },
    {
      typeName: "huggingface_registry_token",
      load: async () =>
        (await import("./ephemeral_resources/tokens.ts"))
          .registryTokenEphemeral,
    },
  ],
  dataSources: [
    {
      typeName: "huggingface_endpoint",
      load: async () =>
        (await import("./data_sources/endpoint.ts")).endpointData,
    },
    {
      typeName: "huggingface_endpoints",
      load: async () =>
        (await import("./data_sources/endpoints.ts")).endpointsData,
    },
    {
      typeName: "huggingface_endpoint_compute",
      load: async () =>
        (await import("./data_sources/endpoint_compute.ts"))
          .endpointComputeData,
    },
    {
      typeName: "huggingface_space",
      load: async () => (await import("./data_sources/space.ts")).spaceData,
    },
    {
      typeName: "huggingface_spaces",
      load: async () => (await import("./data_sources/spaces.ts")).spacesData,
    },
    {
      typeName: "huggingface_space_hardware",
      load: async () =>
        (await import("./data_sources/space_hardware.ts")).spaceHardwareData,
    },
    {
      typeName: "huggingface_space_templates",
      load: async () =>
        (await import("./data_sources/space_templates.ts")).spaceTemplatesData,
    },
    {
      typeName: "huggingface_model",
      load: async () => (await import("./data_sources/repo.ts")).modelData,
    },
    {
      typeName: "huggingface_dataset",
      load: async () => (await import("./data_sources/repo.ts")).datasetData,
    },
    {
      typeName: "huggingface_models",
      load: async () => (await import("./data_sources/repos.ts")).modelsData,
    },
    {
      typeName: "huggingface_datasets",
      load: async () => (await import("./data_sources/repos.ts")).datasetsData,
    },
    {
      typeName: "huggingface_repo_revision",
      load: async () =>
        (await import("./data_sources/repo_revision.ts")).repoRevisionData,
    },
    {
      typeName: "huggingface_repo_refs",
      load: async () =>
        (await import("./data_sources/repo_refs.ts")).repoRefsData,
    },
    {
      typeName: "huggingface_repo_files",
      load: async () =>
        (await import("./data_sources/repo_files.ts")).repoFilesData,
    },
    {
      typeName: "huggingface_job_hardware",
      load: async () =>
        (await import("./data_sources/job_hardware.ts")).jobHardwareData,
    },
    {
      typeName: "huggingface_endpoint_quotas",
      load: async () =>
        (await import("./data_sources/endpoint_quotas.ts")).endpointQuotasData,
    },
    {
      typeName: "huggingface_hourly_cost",
      load: async () =>
        (await import("./data_sources/hourly_cost.ts")).hourlyCostData,
    },
    {
      typeName: "huggingface_namespace_hourly_cost",
      load: async () =>
        (await import("./data_sources/namespace_hourly_cost.ts"))
          .namespaceHourlyCostData,
    },
    {
      typeName: "huggingface_repo_access_requests",
      load: async () =>
        (await import("./data_sources/repo_access_requests.ts"))
          .repoAccessRequestsData,
    },
    {
      typeName: "huggingface_endpoint_private_services",
      load: async () =>
        (await import("./data_sources/endpoint_private_services.ts"))
          .endpointPrivateServicesData,
    },
    {
      typeName: "huggingface_bucket",
      load: async () => (await import("./data_sources/bucket.ts")).bucketData,
    },
    {
      typeName: "huggingface_collection",
      load: async () =>
        (await import("./data_sources/collection.ts")).collectionData,
    },
    {
      typeName: "huggingface_webhooks",
      load: async () =>
        (await import("./data_sources/webhooks.ts")).webhooksData,
    },
    {
      typeName: "huggingface_whoami",
      load: async () => (await import("./data_sources/whoami.ts")).whoamiData,
    },
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
