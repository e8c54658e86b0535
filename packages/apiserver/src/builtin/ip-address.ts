/**
 * Addresses as text: which family they are of, and IPv4 as the number it stands for. Upstream: apimachinery util/validation IsValidIP, with the strict
 * reading that newer rules ask for.
 */

/** The family of an address; undefined when it is none. */
export function addressFamily(text: string): 4 | 6 | undefined {
  if (parseIpv4(text) !== undefined) return 4;
  return isIpv6(text) ? 6 : undefined;
}

/** An IPv4 address as a number; undefined for what is no address, such as one with leading zeros. */
export function parseIpv4(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9][0-9]{0,2})$/u.test(part) && Number(part) <= 255))
    return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** A number as the IPv4 address it stands for. */
export const formatIpv4 = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/** True of an IPv6 address in its one canonical spelling: lower case, the longest run of zeros folded. */
export function isCanonicalIpv6(text: string): boolean {
  return isIpv6(text) && new URL(`http://[${text}]`).hostname === `[${text}]`;
}

function isIpv6(text: string): boolean {
  if (!/^[0-9a-fA-F:.]+$/u.test(text) || !text.includes(':')) return false;
  return URL.canParse(`http://[${text}]`);
}

/** A range of addresses. */
export interface AddressRange {
  readonly family: 4 | 6;
  /** The first bits, which all of its addresses share. */
  readonly prefix: string;
}

/** A range such as `10.0.0.0/8`; undefined when the text is none. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', size = '', ...rest] = text.split('/');
  const family = addressFamily(address);
  if (family === undefined || rest.length > 0 || !/^[0-9]{1,3}$/u.test(size)) return undefined;
  if (Number(size) > (family === 4 ? 32 : 128)) return undefined;
  return { family, prefix: bitsOf(address, family).slice(0, Number(size)) };
}

/** True where one range is a part of another, and smaller. */
export const isWithin = (inner: AddressRange, outer: AddressRange): boolean =>
  inner.family === outer.family && inner.prefix.length > outer.prefix.length && inner.prefix.startsWith(outer.prefix);

/** An address as a text of zeros and ones. */
function bitsOf(address: string, family: 4 | 6): string {
  if (family === 4) return (parseIpv4(address) ?? 0).toString(2).padStart(32, '0');
  const [head = '', tail] = address.split('::');
  const groups = (part: string): string[] =>
    part
      .split(':')
      .filter((group) => group !== '')
      .flatMap(expanded);
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}

/** The end of an address of the newer family may be written as one of the older. */
function expanded(group: string): string[] {
  const value = parseIpv4(group);
  return value === undefined ? [group] : [Math.floor(value / 2 ** 16).toString(16), (value % 2 ** 16).toString(16)];
}
