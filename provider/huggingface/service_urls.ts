import {
  type Diagnostics,
  failure,
  isUnknown,
  Path,
  redactValues,
} from "@hf-terraform/framework";
import {
  type ClientOptions,
  ConfigurationError,
  isSecure,
  parseBaseUrl,
  parseBaseUrls,
  type RedirectEvent,
} from "@hf-terraform/client";
import type { Access } from "./define/access.ts";
import type { ProviderBlock } from "./provider_block.ts";
import { sameName } from "./schema/same.ts";
import type { Environment } from "./token.ts";

const services = {
  endpoint: { label: "the Hub", variable: "HF_ENDPOINT", service: "hub" },
  inference_endpoints_url: {
    label: "Inference Endpoints",
    variable: "HF_INFERENCE_ENDPOINTS_URL",
    service: "endpoints",
  },
} as const;

/** The most characters of an address that is parsed. */
const MAX_ADDRESS = 4096;

type Option = keyof typeof services;

const options = ["endpoint", "inference_endpoints_url"] as const;

/** The base URL of a service, if one is set, and what sets it. */
function settingOf(option: Option, settings: ProviderBlock, env: Environment) {
  const value = settings[option];
  const { variable } = services[option];
  return typeof value === "string"
    ? { url: value, source: option, path: Path.root.attribute(option) }
    : { url: env[variable] || undefined, source: variable };
}

/** The base URLs that are set, as the options of a client. */
export function serviceOptions(
  settings: ProviderBlock,
  env: Environment,
): Pick<ClientOptions, "endpoint" | "inferenceEndpointsUrl"> {
  return {
    endpoint: settingOf("endpoint", settings, env).url,
    inferenceEndpointsUrl:
      settingOf("inference_endpoints_url", settings, env).url,
  };
}

/** The service of an object, as messages name it, without a sandbox's port. */
export function serviceOf(
  { permission }: Access,
  { hub, endpoints }: ReturnType<typeof parseBaseUrls>,
): string {
  const url = permission === "inference.endpoints.write" ? endpoints : hub;
  return url.startsWith("http:") ? "this machine" : url.replace(
    /^https:\/\/(?:www\.huggingface|hf)\.co$/,
    "https://huggingface.co",
  );
}

/** Refuses unusable base URLs, and warns if one service only is elsewhere. */
export function checkServices(
  settings: ProviderBlock,
  env: Environment,
  diagnostics: Diagnostics,
): void {
  for (const option of options) {
    const { url, source, path } = settingOf(option, settings, env);
    const why = url === undefined ? undefined : complaint(source, url);
    if (why === undefined) continue;
    diagnostics.addError(
      `Invalid base URL of ${services[option].label}`,
      `${why}. A base URL is \`https://HOST\`, or ` +
        "`http://127.0.0.1:PORT` for a service on this machine.",
      path,
    );
  }
  const isOpen = options.some((one) => isUnknown(settings[one]));
  if (diagnostics.hasErrors || isOpen) return;
  const used = parseBaseUrls(serviceOptions(settings, env));
  const standard = parseBaseUrls({});
  const isPublic = (option: Option) => {
    const { service } = services[option];
    return used[service] === standard[service];
  };
  const open = options.find((one) =>
    isPublic(one) && settingOf(one, settings, env).url === undefined
  );
  const set = options.find((one) => !isPublic(one));
  if (open === undefined || set === undefined) return;
  const { service, label, variable } = services[open];
  diagnostics.addWarning(
    `Requests about ${label} go to the public service`,
    `\`${settingOf(set, settings, env).source}\` is ` +
      `\`${used[services[set].service]}\`, but nothing says where ${label} ` +
      `${open === "endpoint" ? "is" : "are"}, so requests go to ` +
      `${standard[service]}, where what they make costs money. Set ` +
      `\`${variable}\` to where they shall go, or to ${standard[service]} if ` +
      "that is meant.",
  );
}

/** The fault of a base URL; undefined: none. */
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
    // A URL that may hold a password is not shown.
    const shown = /[@?#]|^(?!https?:)[^/]*:(?!\d+(?:\/|$))/.test(value)
      ? ""
      : ` (\`${value}\`)`;
    return `${error.message}${shown}`;
  }
}

/** Refuses a write that is sent on to another owner than planned. */
export function refuseOtherOwner(
  { method, from, to }: RedirectEvent,
  bases: readonly string[],
): void {
  const ownerIn = (url: string): string => {
    const [base = url] = bases.filter((base) => url.startsWith(`${base}/`))
      .toSorted((a, b) => b.length - a.length);
    // As in `/api/spaces/acme/app/secrets` and `/v2/endpoint/acme/x`.
    const path = /^\/(?:api|v2)\/[^/]+\/([^/?]+)/.exec(url.slice(base.length));
    return path?.[1] ?? "";
  };
  const isRead = method === "GET" || method === "HEAD";
  const owner = ownerIn(from);
  // One that holds a mask may be anybody.
  const isMasked = /\*\*\*|\[token\]/.test(owner);
  if (isRead || !isMasked && sameName(owner, ownerIn(to))) return;
  throw failure(
    "What was to be changed has another owner by now",
    redactValues`${method} ${from} leads to ${to}, and was not sent there. ` +
      "Run `terraform plan` to see what is left to do.",
  );
}

/** An address that a service tells: Node takes minutes for a long host. */
export function parseAddress(text: string): URL | null {
  return text.length > MAX_ADDRESS ? null : URL.parse(text);
}
