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
  type OperationLog,
  type Provider,
  s,
  v,
} from "../framework/mod.ts";
import type { Hooks } from "../../mod.ts";
import { version } from "../version.ts";
import { endpoint } from "./resources/endpoint.ts";
import { space } from "./resources/space.ts";
import { spaceSecret } from "./resources/space_secret.ts";
import { spaceVariable } from "./resources/space_variable.ts";
import { spaceData } from "./data_sources/space.ts";
import { spaceHardwareData } from "./data_sources/space_hardware.ts";
import { spacesData } from "./data_sources/spaces.ts";
import { spaceTemplatesData } from "./data_sources/space_templates.ts";
import { whoamiData } from "./data_sources/whoami.ts";
import { endpointData } from "./data_sources/endpoint.ts";
import { endpointsData } from "./data_sources/endpoints.ts";
import { endpointComputeData } from "./data_sources/endpoint_compute.ts";
import { milliseconds } from "./shared/duration.ts";
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
      validators: [v.lengthAtLeast(1)],
    }),
    endpoint: s.string({
      optional: true,
      description: "The base URL of the Hub. Default: `HF_ENDPOINT`, else " +
        "`https://huggingface.co`.",
      validators: [v.url()],
    }),
    inference_endpoints_url: s.string({
      optional: true,
      description: "The base URL of the Inference Endpoints API. Default: " +
        "`HF_INFERENCE_ENDPOINTS_URL`, else " +
        "`https://api.endpoints.huggingface.cloud`.",
      validators: [v.url()],
    }),
    cloud: s.object({
      vendor: s.string({
        required: true,
        description: "The vendor, such as `aws`, `azure` or `gcp`.",
      }),
      region: s.string({
        required: true,
        description: "The region, such as `us-east-1`.",
      }),
    }, {
      optional: true,
      description:
        "Where endpoints without a `cloud` of their own are created. " +
        "Default: `gcp` and `us-east1`.",
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
  },
});

/** The Hugging Face provider. */
export const provider: Provider = defineProvider({
  name: "huggingface",
  version,
  schema,
  configure({ config, terraformVersion, log }) {
    return new HuggingFaceProvider(settingsOf(config), {
      env,
      userAgent: `terraform-provider-huggingface/${version} ` +
        `terraform/${terraformVersion || "unknown"}`,
      hooks: logged(log),
    });
  },
  resources: [endpoint, space, spaceVariable, spaceSecret],
  dataSources: [
    endpointData,
    endpointsData,
    endpointComputeData,
    spaceData,
    spacesData,
    spaceHardwareData,
    spaceTemplatesData,
    whoamiData,
  ],
});

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
  };
}

function logged(log: OperationLog): Hooks {
  return {
    onResponse: ({ method, url, status, durationMs, requestId }) =>
      log.debug("Answer", { method, url, status, durationMs, requestId }),
    onRetry: ({ method, url, attempt, delayMs, error }) =>
      log.warn("Another attempt follows", {
        method,
        url,
        attempt,
        delayMs,
        error: error.message,
      }),
    onWait: ({ method, url, delayMs }) =>
      log.info("Held back by the rate limit", { method, url, delayMs }),
    onWarning: ({ method, url, message }) =>
      log.warn("Remark of the service", { method, url, message }),
  };
}
