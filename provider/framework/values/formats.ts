const octet = "(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** IP version of an address; undefined: the text is none. */
export function ipVersion(text: string): 4 | 6 | undefined {
  if (ipv4.test(text)) return 4;
  return ipv6(text) === undefined ? undefined : 6;
}

/** The shortest spelling of an IPv6 address; undefined: it is none. */
export function ipv6(text: string): string | undefined {
  // The host parser of URLs knows every form of them.
  const url = `http://[${text}]/`;
  return /^[0-9A-Fa-f:.]+$/.test(text) && URL.canParse(url)
    ? new URL(url).hostname
    : undefined;
}

const rfc3339Pattern =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * The moment that a time of RFC 3339 names, in one spelling for all of the same
 * moment; undefined: it is none.
 */
export function timeOf(text: string): string | undefined {
  const [, date = "", clock = "", fraction = "", zone = ""] =
    rfc3339Pattern.exec(text) ??
      [];
  const utc = new Date(`${date}T${clock}Z`);
  // A date such as 30 February would be taken for one in March.
  if (Number.isNaN(utc.getTime()) || !utc.toISOString().startsWith(date)) {
    return undefined;
  }
  const moment = new Date(`${date}T${clock}${zone.toUpperCase()}`);
  if (Number.isNaN(moment.getTime())) return undefined;
  return `${moment.getTime() / 1000}.${fraction.replace(/(?<!0)0+$/, "")}`;
}
