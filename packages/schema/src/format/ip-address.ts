/**
 * IP addresses and networks as text. Kubernetes keeps accepting leading zeros in IPv4 addresses, which newer Go does not;
 * the formats differ in which of the two they follow.
 * Upstream: net.ParseIP, and ParseIPSloppy and ParseCIDRSloppy of k8s.io/utils/net.
 */

/** How an address is read: `sloppy` takes leading zeros. */
export type AddressReading = 'strict' | 'sloppy';

/** True of an address with dots in it: IPv4, also at the end of an IPv6 address. */
export const isDottedAddress = (text: string): boolean => text.includes('.') && isAddress(text, 'sloppy');

/** True of an IPv6 address. */
export const isIpv6 = (text: string): boolean => text.includes(':') && isIpv6Address(text, 'strict');

/** True of an address, whichever separator comes first. */
export function isAddress(text: string, reading: AddressReading): boolean {
  const separator = /[.:]/.exec(text)?.[0];
  if (separator === undefined) return false;
  return separator === '.' ? isIpv4Address(text, reading) : isIpv6Address(text, reading);
}

/** True of a network, as in `10.0.0.0/8`. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash === -1) return false;
  const [address, prefix] = [text.slice(0, slash), text.slice(slash + 1)];
  if (!/^0*\d{1,3}$/.test(prefix)) return false;
  if (isIpv4Address(address, 'sloppy')) return Number(prefix) <= 32;
  return isIpv6Address(address, 'sloppy') && Number(prefix) <= 128;
}

function isIpv4Address(text: string, reading: AddressReading): boolean {
  const octet = reading === 'strict' ? /^(?:0|[1-9]\d{0,2})$/ : /^0*\d{1,3}$/;
  const octets = text.split('.');
  return octets.length === 4 && octets.every((each) => octet.test(each) && Number(each) <= 255);
}

function isIpv6Address(text: string, reading: AddressReading): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const before = groupsIn(head, tail === undefined, reading);
  const after = groupsIn(tail ?? '', true, reading);
  if (before === undefined || after === undefined) return false;
  return tail === undefined ? before === 8 : before + after <= 7;
}

/** The number of groups of sixteen bits; undefined if one of them is none. The last may be an IPv4 address, which is two. */
function groupsIn(text: string, isEnd: boolean, reading: AddressReading): number | undefined {
  if (text === '') return 0;
  const groups = text.split(':');
  const last = groups.at(-1) ?? '';
  const isMixed = isEnd && last.includes('.');
  if (isMixed && !isIpv4Address(last, reading)) return undefined;
  const group = reading === 'strict' ? /^[0-9a-f]{1,4}$/i : /^0*[0-9a-f]{1,4}$/i;
  const hex = isMixed ? groups.slice(0, -1) : groups;
  return hex.every((each) => group.test(each)) ? hex.length + (isMixed ? 2 : 0) : undefined;
}
