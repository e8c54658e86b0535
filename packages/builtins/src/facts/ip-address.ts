/**
 * Which addresses and ranges fields take, and the words in which others are refused. What is recognized as an address is read with leading zeros, too, so that the reason can be named.
 * Upstream: apimachinery util/validation IsValidIP and IsValidCIDR.
 */
import {
  formatIpAddress,
  ipFamily,
  isMappedIpv4,
  maskedAddress,
  readIpAddress,
  readIpRange,
  unmappedAddress,
  type IpRange,
} from '@reeve/machinery';

/** The family of an address, also of one that fields refuse; undefined for what is no address. */
export function addressFamily(text: string): 4 | 6 | undefined {
  const address = readIpAddress(text, 'sloppy');
  return address && ipFamily(unmappedAddress(address));
}

/** Why a field does not take the address; undefined when it does. */
export function addressProblem(text: string): string | undefined {
  if (readIpAddress(text, 'sloppy') === undefined)
    return 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  const address = readIpAddress(text, 'strict');
  if (address === undefined) return 'must not have leading 0s';
  return isMappedIpv4(address) ? 'must not be an IPv4-mapped IPv6 address' : undefined;
}

/** As `addressProblem`, for fields that also want the one canonical spelling. */
export function canonicalAddressProblem(text: string): string | undefined {
  const problem = addressProblem(text);
  if (problem !== undefined) return problem;
  const canonical = formatIpAddress(readIpAddress(text, 'strict') ?? []);
  return canonical === text ? undefined : `must be in canonical form (${JSON.stringify(canonical)})`;
}

/** A range that fields take, or why they do not. */
export function parseRange(text: string): IpRange | { readonly problem: string } {
  if (readIpRange(text, 'sloppy') === undefined)
    return { problem: 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)' };
  const range = readIpRange(text, 'strict');
  if (range === undefined) return { problem: 'must not have leading 0s in IP or prefix length' };
  const { address, bits } = range;
  if (isMappedIpv4(address)) return { problem: 'must not have an IPv4-mapped IPv6 address' };
  const isNetwork = maskedAddress(address, bits).every((group, index) => group === address[index]);
  return isNetwork ? range : { problem: 'must not have bits set beyond the prefix length' };
}
