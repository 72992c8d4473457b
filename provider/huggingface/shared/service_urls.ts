/**
 * Where the services are: what the provider block and the environment say of
 * it, and what is wrong with that.
 *
 * @module
 */

import {
  type Diagnostics,
  isUnknown,
  Path,
  type Unknown,
} from "@hf-terraform/framework";
import {
  type ClientOptions,
  ConfigurationError,
  isSecure,
  parseBaseUrl,
  parseBaseUrls,
} from "@hf-terraform/client";
import type { Environment } from "./token.ts";

/** What the provider block says of the services. */
export interface ServiceSettings {
  /** The base URL of the Hub. */
  readonly endpoint: string | Unknown | null;
  /** The base URL of the Inference Endpoints API. */
  readonly inferenceEndpointsUrl: string | Unknown | null;
}

const options = ["endpoint", "inferenceEndpointsUrl"] as const;

type Option = typeof options[number];

const services = {
  endpoint: {
    label: "the Hub",
    attribute: "endpoint",
    variable: "HF_ENDPOINT",
    service: "hub",
  },
  inferenceEndpointsUrl: {
    label: "Inference Endpoints",
    attribute: "inference_endpoints_url",
    variable: "HF_INFERENCE_ENDPOINTS_URL",
    service: "endpoints",
  },
} as const;

/** The base URLs that are set, as the options of a client. */
export function serviceOptions(
  settings: ServiceSettings,
  env: Environment,
): Pick<ClientOptions, Option> {
  const url = (option: Option) => {
    const value = settings[option];
    return typeof value === "string"
      ? value
      : env[services[option].variable] || undefined;
  };
  return {
    endpoint: url("endpoint"),
    inferenceEndpointsUrl: url("inferenceEndpointsUrl"),
  };
}

/**
 * Refuses base URLs that no request can use, and warns where one service is
 * elsewhere while nothing says that the other one is the public one.
 */
export function checkServices(
  settings: ServiceSettings,
  env: Environment,
  diagnostics: Diagnostics,
): void {
  const given = serviceOptions(settings, env);
  const source = (option: Option) => {
    const { attribute, variable } = services[option];
    return typeof settings[option] === "string" ? attribute : variable;
  };
  for (const option of options) {
    const url = given[option];
    const why = url === undefined ? undefined : complaint(source(option), url);
    if (why === undefined) continue;
    diagnostics.addError(
      `Invalid base URL of ${services[option].label}`,
      `${why}. A base URL is \`https://HOST\`, or ` +
        "`http://127.0.0.1:PORT` for a service on this machine.",
      typeof settings[option] === "string"
        ? Path.root.attribute(services[option].attribute)
        : undefined,
    );
  }
  if (
    diagnostics.hasErrors || options.some((one) => isUnknown(settings[one]))
  ) {
    return;
  }
  warnOfHalf(given, source, diagnostics);
}

function warnOfHalf(
  given: Pick<ClientOptions, Option>,
  source: (option: Option) => string,
  diagnostics: Diagnostics,
): void {
  const used = parseBaseUrls(given);
  const standard = parseBaseUrls({});
  for (const [set, open] of [options, options.toReversed()] as const) {
    if (set === undefined || open === undefined) continue;
    const { service, label, variable } = services[open];
    const isElsewhere = used[services[set].service] !==
      standard[services[set].service];
    if (
      !isElsewhere || given[open] !== undefined ||
      used[service] !== standard[service]
    ) continue;
    diagnostics.addWarning(
      `Requests about ${label} go to the public service`,
      `\`${source(set)}\` is \`${used[services[set].service]}\`, but nothing ` +
        `says where ${label} ${open === "endpoint" ? "is" : "are"}, so ` +
        `requests go to ${standard[service]}, where what they make costs ` +
        `money. Set \`${variable}\` to where they shall go, or to ` +
        `${standard[service]} if that is meant.`,
    );
  }
}

/** What is wrong with a base URL; undefined: nothing. */
function complaint(name: string, value: string): string | undefined {
  try {
    const url = parseBaseUrl(`\`${name}\``, value);
    const { host, pathname, origin } = new URL(url);
    if (
      /^(?:www\.)?(?:huggingface\.co|hf\.co)$/.test(host) && pathname !== "/"
    ) {
      return `Cannot use \`${name}\`: \`${value}\` is a page of the Hub; leave ` +
        `out what follows \`${origin}\``;
    }
    return isSecure(new URL(url))
      ? undefined
      : `Cannot use \`${name}\`: it is \`${url}\`, and the token is never ` +
        "sent over plain http to another machine";
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // A URL that holds a password is not shown.
    const shown = /[@?#]/.test(value) ? "" : ` (\`${value}\`)`;
    return `${error.message}${shown}`;
  }
}
