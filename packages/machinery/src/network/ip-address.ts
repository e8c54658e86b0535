/**
 * IP addresses as groups of sixteen bits: read from text, classified, printed in their one canonical form. The strict reading is that of newer Go and of CEL; the sloppy one also
 * takes leading zeros, as Kubernetes does in fields that are older than that rule.
 * Upstream: Go net/netip, and ParseIPSloppy of k8s.io/utils/net.
 */

/** How an address is read: `sloppy` takes leading zeros. */
export type AddressReading = 'strict' | 'sloppy';

/** An IPv4 address has two groups of sixteen bits, an IPv6 address has eight. */
export type IpGroups = readonly number[];

/** The groups of an address; undefined for anything else. */
export function readIpAddress(text: string, reading: AddressReading): IpGroups | undefined {
  if (text.length > longestAddress && reading === 'strict') return undefined;
  const separator = /[.:]/.exec(text)?.[0];
  if (separator === undefined) return undefined;
  return separator === '.' ? readIpv4(text, reading) : readIpv6(text, reading);
}

/** True of the text of an IPv4 or IPv6 address. */
export const isIpAddress = (text: string): boolean => readIpAddress(text, 'strict') !== undefined;

/** The family of an address. */
export const ipFamily = (groups: IpGroups): 4 | 6 => (groups.length === 2 ? 4 : 6);

/** The canonical text, as RFC 5952 has it. */
export function formatIpAddress(groups: IpGroups): string {
  if (ipFamily(groups) === 4) return groups.map((group) => `${group >> 8}.${group & 0xff}`).join('.');
  const { start, length } = longestZeros(groups);
  if (length < 2) return hex(groups);
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

/** True of an IPv4 address that is written as an IPv6 one, as in `::ffff:1.2.3.4`. */
export const isMappedIpv4 = (groups: IpGroups): boolean =>
  groups.length === 8 && groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);

/** The IPv4 address of one that is mapped into IPv6; any other address as it is. */
export const unmappedAddress = (groups: IpGroups): IpGroups => (isMappedIpv4(groups) ? groups.slice(6) : groups);

/** True when two addresses of one family have the same first so many bits. */
export const sharesBits = (one: IpGroups, other: IpGroups, bits: number): boolean =>
  one.length === other.length &&
  one.every((group, index) => {
    const mask = maskOf(bits - 16 * index);
    return (group & mask) === ((other[index] ?? 0) & mask);
  });

/** The address with all bits behind the first so many set to zero. */
export const maskedAddress = (groups: IpGroups, bits: number): IpGroups =>
  groups.map((group, index) => group & maskOf(bits - 16 * index));

/** True of `0.0.0.0` and `::`. */
export const isUnspecified = (groups: IpGroups): boolean => groups.every((group) => group === 0);

/** True of `127.0.0.0/8` and `::1`. */
export function isLoopbackAddress(groups: IpGroups): boolean {
  if (ipFamily(groups) === 4) return first(groups) >> 8 === 127;
  return last(groups) === 1 && groups.slice(0, -1).every((group) => group === 0);
}

/** True of `224.0.0.0/4` and `ff00::/8`. */
export const isMulticast = (groups: IpGroups): boolean =>
  ipFamily(groups) === 4 ? first(groups) >> 12 === 0xe : first(groups) >> 8 === 0xff;

/** True of `224.0.0.0/24` and `ff02::/16`. */
export function isLinkLocalMulticast(groups: IpGroups): boolean {
  if (ipFamily(groups) === 4) return first(groups) === 0xe000 && last(groups) >> 8 === 0;
  return (first(groups) & 0xff0f) === 0xff02;
}

/** True of `169.254.0.0/16` and `fe80::/10`. */
export const isLinkLocalUnicast = (groups: IpGroups): boolean =>
  ipFamily(groups) === 4 ? first(groups) === 0xa9fe : (first(groups) & 0xffc0) === 0xfe80;

/** A range of addresses, as in `10.0.0.0/8`. The address may have bits behind the prefix. */
export interface IpRange {
  readonly address: IpGroups;
  /** How many of the first bits all addresses of the range share. */
  readonly bits: number;
}

/** The range in a text; undefined for anything else. */
export function readIpRange(text: string, reading: AddressReading): IpRange | undefined {
  const slash = text.indexOf('/');
  const address = slash === -1 ? undefined : readIpAddress(text.slice(0, slash), reading);
  if (address === undefined) return undefined;
  const digits = text.slice(slash + 1);
  const prefix = reading === 'strict' ? /^(?:0|[1-9]\d{0,2})$/ : /^0*\d{1,3}$/;
  const bits = prefix.test(digits) ? Number(digits) : Infinity;
  return bits <= 16 * address.length ? { address, bits } : undefined;
}

/** True of an address in the range. */
export const isInRange = ({ address, bits }: IpRange, groups: IpGroups): boolean => sharesBits(address, groups, bits);

/** Eight groups of four digits, the last two as an IPv4 address. */
const longestAddress = 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'.length;

function readIpv4(text: string, reading: AddressReading): IpGroups | undefined {
  const octets = text.split('.', 5);
  const octet = reading === 'strict' ? /^(?:0|[1-9]\d{0,2})$/ : /^0*\d{1,3}$/;
  if (octets.length !== 4 || !octets.every((each) => octet.test(each) && Number(each) <= 255)) return undefined;
  const [one = 0, two = 0, three = 0, four = 0] = octets.map(Number);
  return [one * 256 + two, three * 256 + four];
}

function readIpv6(text: string, reading: AddressReading): IpGroups | undefined {
  const [head = '', tail, ...more] = text.split('::', 3);
  if (more.length > 0) return undefined;
  const before = readGroups(head, tail === undefined, reading);
  const after = readGroups(tail ?? '', true, reading);
  if (before === undefined || after === undefined) return undefined;
  if (tail === undefined) return before.length === 8 ? before : undefined;
  const zeros = 8 - before.length - after.length;
  return zeros < 1 ? undefined : [...before, ...Array<number>(zeros).fill(0), ...after];
}

/** The groups between colons. The last may be an IPv4 address, which is two groups. */
function readGroups(text: string, isEnd: boolean, reading: AddressReading): IpGroups | undefined {
  if (text === '') return [];
  const parts = text.split(':', 9);
  const end = parts.at(-1) ?? '';
  const mixed = isEnd && end.includes('.') ? readIpv4(end, reading) : [];
  if (mixed === undefined) return undefined;
  const group = reading === 'strict' ? /^[0-9a-f]{1,4}$/i : /^0*[0-9a-f]{1,4}$/i;
  const digits = mixed.length === 0 ? parts : parts.slice(0, -1);
  return digits.every((each) => group.test(each)) ? [...digits.map((each) => parseInt(each, 16)), ...mixed] : undefined;
}

const first = (groups: IpGroups): number => groups[0] ?? 0;
const last = (groups: IpGroups): number => groups.at(-1) ?? 0;

/** The mask of a group of which so many bits count. */
const maskOf = (bits: number): number => (bits >= 16 ? 0xffff : bits <= 0 ? 0 : (0xffff << (16 - bits)) & 0xffff);

const hex = (groups: IpGroups): string => groups.map((group) => group.toString(16)).join(':');

/** The longest run of zeros, the first one if there are two. */
function longestZeros(groups: IpGroups): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === 0) end++;
    if (end - start > best.length) best = { start, length: end - start };
    start = end;
  }
  return best;
}
