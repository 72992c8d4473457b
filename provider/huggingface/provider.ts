/**
 * Everything that the provider holds.
 *
 * @module
 */

import { env } from "node:process";
import {
  defineProvider,
  type LazyProvider,
  type ListResource,
  type OperationLog,
} from "@hf-terraform/framework";
import type { Hooks } from "@hf-terraform/client";
import { version } from "../version.ts";
import { addressFunctions } from "./functions/addresses.ts";
import { schema } from "./shared/provider_block.ts";
import { HuggingFaceProvider } from "./shared/provider_data.ts";

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
    const data = new HuggingFaceProvider(config, {
      env,
      userAgent: `terraform-provider-huggingface/${version} ` +
        `terraform/${terraformVersion || "unknown"}`,
      hooks: logged(log),
    });
    await data.check(diagnostics);
    return data;
  },
  functions: addressFunctions,
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
    }),
    ...lazy(() => import("./actions/space.ts"), {
      space_restart: "restartSpace",
      space_rebuild: "rebuildSpace",
      space_pause: "pauseSpace",
    }),
    ...lazy(() => import("./actions/job.ts"), {
      job_run: "runJob",
      scheduled_job_run: "runScheduledJob",
      job_cancel: "cancelJob",
    }),
    ...lazy(() => import("./actions/repo.ts"), {
      repo_super_squash: "superSquash",
      repo_access_request_handle: "handleAccessRequest",
    }),
    ...lazy(() => import("./actions/organization.ts"), {
      service_account_token_rotate: "rotateToken",
      organization_token_revoke: "revokeToken",
    }),
  ],
  ephemeralResources: [
    ...lazy(() => import("./ephemeral_resources/tokens.ts"), {
      repo_token: "repoTokenEphemeral",
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
    }),
    ...lazy(() => import("./data_sources/space.ts"), {
      space: "spaceData",
    }),
    ...lazy(() => import("./data_sources/hardware.ts"), {
      space_hardware: "spaceHardwareData",
      job_hardware: "jobHardwareData",
    }),
    ...lazy(() => import("./data_sources/repo.ts"), {
      model: "modelData",
      dataset: "datasetData",
    }),
    ...lazy(() => import("./data_sources/repo_parts.ts"), {
      repo_revision: "repoRevisionData",
      repo_access_requests: "repoAccessRequestsData",
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
    }),
    ...lazy(() => import("./data_sources/user.ts"), {
      whoami: "whoamiData",
    }),
    ...lazy(() => import("./data_sources/organization.ts"), {
      organization_members: "organizationMembersData",
      organization_tokens: "organizationTokensData",
      organization_usage: "organizationUsageData",
    }),
    ...lazy(() => import("./data_sources/resource_group.ts"), {
      resource_group: "resourceGroupData",
    }),
  ],
});

async function loadList(typeName: string): Promise<ListResource> {
  const { listResources } = await import("./list_resources.ts");
  const found = listResources.find((one) => one.typeName === typeName);
  if (found === undefined) throw new Error(`There is no list of ${typeName}`);
  return found;
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
    onNotTold: (event) => log.warn("Not told by the service", { ...event }),
  };
}
