/** Matches a range of IPv4 addresses. */
export const v4Range: RegExp =
  /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!\/)|(?=\/))){4}\/(?:[12]?\d|3[0-2])$/;

/** Tests whether an address is in a range; of IPv6, only the address itself. */
export function isWithin(address: string, range: string): boolean {
  const [first = "", length] = range.split("/");
  if (!v4Range.test(range)) return first === address;
  const [a = 0, b = 0] = [address, first].map((text) =>
    text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
  );
  const size = 2 ** (32 - Number(length));
  return Math.floor(a / size) === Math.floor(b / size);
}
