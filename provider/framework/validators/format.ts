import type { Validator } from "../schema/rules.ts";
import { isJsonArray, isJsonObject, parseJson } from "../values/json_parser.ts";
import { parseDuration } from "../timeouts.ts";
import { code, enumeration, predicateValidator } from "./report.ts";

/** The string must be a block of IP addresses, such as `10.0.0.0/8`. */
export function cidr(
  options: { readonly version?: 4 | 6 } = {},
): Validator<string> {
  const description = options.version === 6
    ? "an IPv6 address block in CIDR form, such as `2001:db8::/32`"
    : options.version === 4
    ? "an IPv4 address block in CIDR form, such as `10.0.0.0/8`"
    : "an IP address block in CIDR form, such as `10.0.0.0/8`";
  return predicateValidator(description, (value) => {
    const version = cidrVersion(value);
    return version !== undefined && version === (options.version ?? version);
  });
}

/** The string must be an IP address, such as `10.0.0.1` or `2001:db8::1`. */
export function ip(
  options: { readonly version?: 4 | 6 } = {},
): Validator<string> {
  const { version } = options;
  return predicateValidator(
    version === undefined ? "an IP address" : `an IPv${version} address`,
    (value) => {
      const found = ipVersion(value);
      return found !== undefined && found === (version ?? found);
    },
  );
}

/** The string must be a time of RFC 3339, such as `2026-01-31T12:00:00Z`. */
export function rfc3339(): Validator<string> {
  return predicateValidator(
    "a time of RFC 3339, such as `2026-01-31T12:00:00Z`",
    isTime,
  );
}

const rfc3339Pattern =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Whether a text is a time of RFC 3339. */
function isTime(text: string): boolean {
  const [, date = "", clock = "", zone = ""] = rfc3339Pattern.exec(text) ?? [];
  const utc = new Date(`${date}T${clock}Z`);
  // A date such as 30 February would be taken for one in March.
  return !Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(date) &&
    !Number.isNaN(Date.parse(`${date}T${clock}${zone.toUpperCase()}`));
}

const octet = "(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** IP version of an address; undefined: the text is none. */
function ipVersion(text: string): 4 | 6 | undefined {
  if (ipv4.test(text)) return 4;
  // The host parser of URLs knows every form of IPv6.
  const isIpv6 = /^[0-9A-Fa-f:.]+$/.test(text) &&
    URL.canParse(`http://[${text}]/`);
  return isIpv6 ? 6 : undefined;
}

function cidrVersion(text: string): 4 | 6 | undefined {
  const [, address, bits] = /^([0-9A-Fa-f:.]+)\/(0|[1-9][0-9]{0,2})$/
    .exec(text) ?? [];
  if (address === undefined) return undefined;
  const version = ipVersion(address);
  return Number(bits) <= (version === 4 ? 32 : 128) ? version : undefined;
}

/** The string must be an absolute URL with a host. */
export function url(
  options: {
    /** The allowed schemes; default `https` and `http`. */
    readonly schemes?: readonly string[];
  } = {},
): Validator<string> {
  const schemes = options.schemes ?? ["https", "http"];
  const begins = enumeration(schemes.map((s) => code(`${s}://`)), "or");
  return predicateValidator(
    `a URL that begins with ${begins}`,
    (value) => {
      const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^\s/?#][^\s]*$/i.exec(value)
        ?.[1]?.toLowerCase();
      return scheme !== undefined && schemes.includes(scheme) &&
        URL.canParse(value);
    },
    (value) =>
      /^[\w-]+(\.[\w-]+)+(:\d+)?(\/\S*)?$/.test(value)
        ? ` Did you mean "${schemes[0]}://${value}"?`
        : "",
  );
}

/**
 * The string must be a duration, such as `90s` or `1h30m`; see
 * {@linkcode parseDuration}.
 */
export function duration(): Validator<string> {
  return predicateValidator(
    "a duration such as `90s`, `30m` or `1h30m`",
    (text) => parseDuration(text) !== undefined,
  );
}

/** The string must be JSON; `of` also says what its outermost value must be. */
export function json(
  options: { readonly of?: "object" | "array" } = {},
): Validator<string> {
  return predicateValidator(
    options.of === undefined ? "valid JSON" : `a JSON ${options.of}`,
    (value) => isJson(value, options.of),
  );
}

function isJson(text: string, of: "object" | "array" | undefined): boolean {
  try {
    const value = parseJson(text);
    if (of === "object") return isJsonObject(value);
    return of === undefined || isJsonArray(value);
  } catch {
    return false;
  }
}
