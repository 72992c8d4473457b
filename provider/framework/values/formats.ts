const octet = "(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** IP version of an address; undefined: the text is none. */
export function ipVersion(text: string): 4 | 6 | undefined {
  if (ipv4.test(text)) return 4;
  // The host parser of URLs knows every form of IPv6.
  const isIpv6 = /^[0-9A-Fa-f:.]+$/.test(text) &&
    URL.canParse(`http://[${text}]/`);
  return isIpv6 ? 6 : undefined;
}

const rfc3339Pattern =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Whether a text is a time of RFC 3339. */
export function isTime(text: string): boolean {
  const [, date = "", clock = "", zone = ""] = rfc3339Pattern.exec(text) ?? [];
  const utc = new Date(`${date}T${clock}Z`);
  // A date such as 30 February would be taken for one in March.
  return !Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(date) &&
    !Number.isNaN(Date.parse(`${date}T${clock}${zone.toUpperCase()}`));
}
