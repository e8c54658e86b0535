/**
 * IP addresses: read from text, classified, printed in their one canonical form. The strict reading is the one of CEL and of
 * newer Go; the sloppy reading also takes leading zeros, as Kubernetes does in fields that are older than that rule.
 * Upstream: Go net/netip, and ParseIPSloppy of k8s.io/utils/net.
 */
import type { OpaqueType } from '../types/type.ts';
import { opaqueType } from '../types/type.ts';
import { OpaqueValue } from './value.ts';

/** How an address is read: `sloppy` takes leading zeros. */
export type AddressReading = 'strict' | 'sloppy';

/** An IPv4 address has two groups of sixteen bits, an IPv6 address has eight. */
export type AddressGroups = readonly number[];

/** An IP address. Made by `parseIpAddress`. */
export class IpAddress extends OpaqueValue {
  readonly type: OpaqueType = ipType;
  readonly groups: AddressGroups;

  constructor(groups: AddressGroups) {
    super();
    this.groups = groups;
  }

  get family(): 4 | 6 {
    return this.groups.length === 2 ? 4 : 6;
  }

  get bits(): 32 | 128 {
    return this.groups.length === 2 ? 32 : 128;
  }

  get isUnspecified(): boolean {
    return this.groups.every((group) => group === 0);
  }

  get isLoopback(): boolean {
    if (this.family === 4) return this.#first >> 8 === 127;
    return this.#last === 1 && this.groups.slice(0, -1).every((group) => group === 0);
  }

  get isMulticast(): boolean {
    return this.family === 4 ? this.#first >> 12 === 0xe : this.#first >> 8 === 0xff;
  }

  get isLinkLocalMulticast(): boolean {
    if (this.family === 4) return this.#first === 0xe000 && this.#last >> 8 === 0;
    return (this.#first & 0xff0f) === 0xff02;
  }

  get isLinkLocalUnicast(): boolean {
    return this.family === 4 ? this.#first === 0xa9fe : (this.#first & 0xffc0) === 0xfe80;
  }

  /** True of every address that can be routed to one receiver; private addresses count too. */
  get isGlobalUnicast(): boolean {
    const isBroadcast = this.family === 4 && this.#first === 0xffff && this.#last === 0xffff;
    return !(isBroadcast || this.isUnspecified || this.isLoopback || this.isMulticast || this.isLinkLocalUnicast);
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof IpAddress && this.family === other.family && this.sharesBits(other, this.bits);
  }

  /** True when the first so many bits are the same. Both addresses are of one family. */
  sharesBits(other: IpAddress, bits: number): boolean {
    return this.groups.every((group, index) => {
      const mask = maskOf(bits - 16 * index);
      return (group & mask) === ((other.groups[index] ?? 0) & mask);
    });
  }

  /** The address with all bits behind the first so many set to zero. */
  masked(bits: number): IpAddress {
    return new IpAddress(this.groups.map((group, index) => group & maskOf(bits - 16 * index)));
  }

  /** The canonical text, as RFC 5952 has it. */
  override toString(): string {
    if (this.family === 4) return this.groups.map((group) => `${group >> 8}.${group & 0xff}`).join('.');
    const { start, length } = longestZeros(this.groups);
    if (length < 2) return hex(this.groups);
    return `${hex(this.groups.slice(0, start))}::${hex(this.groups.slice(start + length))}`;
  }

  get #first(): number {
    return this.groups[0] ?? 0;
  }

  get #last(): number {
    return this.groups.at(-1) ?? 0;
  }
}

/** The type of IP addresses. */
export const ipType: OpaqueType = opaqueType('net.IP');

/** The address in the text, or what is wrong with the text. IPv4 addresses inside IPv6 and zones are refused. */
export function parseIpAddress(text: string): IpAddress | { readonly problem: string } {
  if (text.includes('%')) return { problem: `IP address ${JSON.stringify(text)} with zone value is not allowed` };
  const groups = readAddress(text, 'strict');
  if (groups === undefined) return { problem: `IP Address ${JSON.stringify(text)} parse error: unable to parse IP` };
  if (isMappedIpv4(groups)) {
    return { problem: `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed` };
  }
  return new IpAddress(groups);
}

/** The groups of an address; undefined for anything else. */
export function readAddress(text: string, reading: AddressReading): AddressGroups | undefined {
  if (text.length > longestAddress && reading === 'strict') return undefined;
  const separator = /[.:]/.exec(text)?.[0];
  if (separator === undefined) return undefined;
  return separator === '.' ? readIpv4(text, reading) : readIpv6(text, reading);
}

/** Eight groups of four digits, the last two as an IPv4 address. */
const longestAddress = 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'.length;

function readIpv4(text: string, reading: AddressReading): AddressGroups | undefined {
  const octets = text.split('.', 5);
  const octet = reading === 'strict' ? /^(?:0|[1-9]\d{0,2})$/ : /^0*\d{1,3}$/;
  if (octets.length !== 4 || !octets.every((each) => octet.test(each) && Number(each) <= 255)) return undefined;
  const [first = 0, second = 0, third = 0, fourth = 0] = octets.map(Number);
  return [first * 256 + second, third * 256 + fourth];
}

function readIpv6(text: string, reading: AddressReading): AddressGroups | undefined {
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
function readGroups(text: string, isEnd: boolean, reading: AddressReading): AddressGroups | undefined {
  if (text === '') return [];
  const parts = text.split(':', 9);
  const last = parts.at(-1) ?? '';
  const mixed = isEnd && last.includes('.') ? readIpv4(last, reading) : [];
  if (mixed === undefined) return undefined;
  const group = reading === 'strict' ? /^[0-9a-f]{1,4}$/i : /^0*[0-9a-f]{1,4}$/i;
  const digits = mixed.length === 0 ? parts : parts.slice(0, -1);
  return digits.every((each) => group.test(each)) ? [...digits.map((each) => parseInt(each, 16)), ...mixed] : undefined;
}

const isMappedIpv4 = (groups: AddressGroups): boolean =>
  groups.length === 8 && groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);

/** The mask of a group of which so many bits count. */
const maskOf = (bits: number): number => (bits >= 16 ? 0xffff : bits <= 0 ? 0 : (0xffff << (16 - bits)) & 0xffff);

const hex = (groups: AddressGroups): string => groups.map((group) => group.toString(16)).join(':');

/** The longest run of zeros, the first one if there are two. */
function longestZeros(groups: AddressGroups): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === 0) end++;
    if (end - start > best.length) best = { start, length: end - start };
    start = end;
  }
  return best;
}
