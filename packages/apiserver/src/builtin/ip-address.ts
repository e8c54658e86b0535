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
