/**
 * Where the services are: what the provider block and the environment say of
 * it, and what is wrong with that.
 *
 * @module
 */

import { type Diagnostics, isUnknown, Path } from "@hf-terraform/framework";
import {
  type ClientOptions,
  ConfigurationError,
  isSecure,
  parseBaseUrl,
  parseBaseUrls,
} from "@hf-terraform/client";
import type { ProviderBlock } from "./provider_block.ts";
import type { Environment } from "./token.ts";

const services = {
  endpoint: {
    label: "the Hub",
    variable: "HF_ENDPOINT",
    service: "hub",
    prefix: "api",
  },
  inference_endpoints_url: {
    label: "Inference Endpoints",
    variable: "HF_INFERENCE_ENDPOINTS_URL",
    service: "endpoints",
    prefix: "v2",
  },
} as const;

type Option = keyof typeof services;

const options = ["endpoint", "inference_endpoints_url"] as const;

/** What the provider block says of the services. */
export type ServiceSettings = Pick<ProviderBlock, Option>;

/** The base URL of a service, if one is set. */
function urlOf(
  option: Option,
  settings: ServiceSettings,
  env: Environment,
): string | undefined {
  const value = settings[option];
  return typeof value === "string"
    ? value
    : env[services[option].variable] || undefined;
}

/** The base URLs that are set, as the options of a client. */
export function serviceOptions(
  settings: ServiceSettings,
  env: Environment,
): Pick<ClientOptions, "endpoint" | "inferenceEndpointsUrl"> {
  return {
    endpoint: urlOf("endpoint", settings, env),
    inferenceEndpointsUrl: urlOf("inference_endpoints_url", settings, env),
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
  const source = (option: Option) => sourceOf(option, settings);
  for (const option of options) {
    const url = urlOf(option, settings, env);
    const why = url === undefined ? undefined : complaint(source(option), url);
    if (why === undefined) continue;
    diagnostics.addError(
      `Invalid base URL of ${services[option].label}`,
      `${why}. A base URL is \`https://HOST\`, or ` +
        "`http://127.0.0.1:PORT` for a service on this machine.",
      placeOf(option, settings),
    );
  }
  warnOfPrefixes(settings, env, diagnostics);
  const isOpen = options.some((one) => isUnknown(settings[one]));
  if (diagnostics.hasErrors || isOpen) return;
  const used = parseBaseUrls(serviceOptions(settings, env));
  const standard = parseBaseUrls({});
  for (const [set, open] of [options, options.toReversed()] as const) {
    if (set === undefined || open === undefined) continue;
    const { service, label, variable } = services[open];
    const isElsewhere = used[services[set].service] !==
      standard[services[set].service];
    const isGiven = urlOf(open, settings, env) !== undefined;
    if (!isElsewhere || isGiven || used[service] !== standard[service]) {
      continue;
    }
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

/** What sets a base URL, as messages name it. */
function sourceOf(option: Option, settings: ServiceSettings): string {
  return typeof settings[option] === "string"
    ? option
    : services[option].variable;
}

/** The attribute of a base URL; undefined: the environment sets it. */
function placeOf(option: Option, settings: ServiceSettings): Path | undefined {
  return typeof settings[option] === "string"
    ? Path.root.attribute(option)
    : undefined;
}

/** Warns of base URLs that end in what every request adds. */
function warnOfPrefixes(
  settings: ServiceSettings,
  env: Environment,
  diagnostics: Diagnostics,
): void {
  for (const option of options) {
    const url = urlOf(option, settings, env)?.replace(/\/+$/, "");
    const { label, prefix } = services[option];
    if (url === undefined || !url.endsWith(`/${prefix}`)) continue;
    diagnostics.addWarning(
      `Base URL of ${label} ends in /${prefix}`,
      `Every request adds \`/${prefix}/…\` to ` +
        `\`${sourceOf(option, settings)}\`. Leave \`/${prefix}\` out of it, ` +
        "unless it stands there twice.",
      placeOf(option, settings),
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
