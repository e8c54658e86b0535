/**
 * IP addresses as values of expressions.
 * Upstream: apiserver/pkg/cel/library ip.go.
 */
import {
  formatIpAddress,
  ipFamily,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopbackAddress,
  isMappedIpv4,
  isMulticast,
  isUnspecified,
  maskedAddress,
  readIpAddress,
  sharesBits,
} from '@reeve/machinery';
import type { IpGroups } from '@reeve/machinery';
import type { OpaqueType } from '../types/type.ts';
import { opaqueType } from '../types/type.ts';
import { OpaqueValue } from './value.ts';

/** An IP address. Made by `parseIpAddress`. */
export class IpAddress extends OpaqueValue {
  readonly type: OpaqueType = ipType;
  readonly groups: IpGroups;

  constructor(groups: IpGroups) {
    super();
    this.groups = groups;
  }

  get family(): 4 | 6 {
    return ipFamily(this.groups);
  }

  get bits(): 32 | 128 {
    return this.family === 4 ? 32 : 128;
  }

  get isUnspecified(): boolean {
    return isUnspecified(this.groups);
  }

  get isLoopback(): boolean {
    return isLoopbackAddress(this.groups);
  }

  get isMulticast(): boolean {
    return isMulticast(this.groups);
  }

  get isLinkLocalMulticast(): boolean {
    return isLinkLocalMulticast(this.groups);
  }

  get isLinkLocalUnicast(): boolean {
    return isLinkLocalUnicast(this.groups);
  }

  /** True of every address that can be routed to one receiver; private addresses count too. */
  get isGlobalUnicast(): boolean {
    const isBroadcast = this.family === 4 && this.groups.every((group) => group === 0xffff);
    return !(isBroadcast || this.isUnspecified || this.isLoopback || this.isMulticast || this.isLinkLocalUnicast);
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof IpAddress && this.sharesBits(other, this.bits);
  }

  /** True when the first so many bits are the same, and the family. */
  sharesBits(other: IpAddress, bits: number): boolean {
    return sharesBits(this.groups, other.groups, bits);
  }

  /** The address with all bits behind the first so many set to zero. */
  masked(bits: number): IpAddress {
    return new IpAddress(maskedAddress(this.groups, bits));
  }

  /** The canonical text, as RFC 5952 has it. */
  override toString(): string {
    return formatIpAddress(this.groups);
  }
}

/** The type of IP addresses. */
export const ipType: OpaqueType = opaqueType('net.IP');

/** The address in the text, or what is wrong with the text. IPv4 addresses inside IPv6 and zones are refused. */
export function parseIpAddress(text: string): IpAddress | { readonly problem: string } {
  if (text.includes('%')) return { problem: `IP address ${JSON.stringify(text)} with zone value is not allowed` };
  const groups = readIpAddress(text, 'strict');
  if (groups === undefined) return { problem: `IP Address ${JSON.stringify(text)} parse error: unable to parse IP` };
  if (isMappedIpv4(groups)) {
    return { problem: `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed` };
  }
  return new IpAddress(groups);
}
