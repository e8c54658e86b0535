/**
 * Networks in CIDR notation, as in `10.0.0.0/8`. The address may have bits behind the prefix, as in `10.1.2.3/8`.
 * Upstream: Go netip.Prefix.
 */
import type { OpaqueType } from '../types/type.ts';
import { opaqueType } from '../types/type.ts';
import { IpAddress, parseIpAddress } from './ip-address.ts';
import { OpaqueValue } from './value.ts';

/** A network: an address and how many of its bits are the network's. Made by `parseCidr`. */
export class Cidr extends OpaqueValue {
  readonly type: OpaqueType = cidrType;
  readonly address: IpAddress;
  readonly prefixLength: number;

  constructor(address: IpAddress, prefixLength: number) {
    super();
    this.address = address;
    this.prefixLength = prefixLength;
  }

  /** True when the address is in the network. Addresses of the other family never are. */
  containsAddress(address: IpAddress): boolean {
    return address.family === this.address.family && this.address.sharesBits(address, this.prefixLength);
  }

  /** True when all addresses of the other network are in this one. */
  containsCidr(other: Cidr): boolean {
    return this.prefixLength <= other.prefixLength && this.containsAddress(other.address);
  }

  /** The network with all bits behind the prefix set to zero. */
  masked(): Cidr {
    return new Cidr(this.address.masked(this.prefixLength), this.prefixLength);
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof Cidr && this.prefixLength === other.prefixLength && this.address.equals(other.address);
  }

  override toString(): string {
    return `${this.address.toString()}/${this.prefixLength}`;
  }
}

/** The type of networks. */
export const cidrType: OpaqueType = opaqueType('net.CIDR');

/** The network in the text, or what is wrong with the text. */
export function parseCidr(text: string): Cidr | { readonly problem: string } {
  const slash = text.lastIndexOf('/');
  if (slash === -1) return { problem: `network address ${JSON.stringify(text)} parse error: no '/'` };
  const address = parseIpAddress(text.slice(0, slash));
  if (!(address instanceof IpAddress)) {
    return { problem: `network address ${JSON.stringify(text)} parse error: ${address.problem}` };
  }
  const digits = text.slice(slash + 1);
  const bits = /^(?:0|[1-9]\d{0,2})$/.test(digits) ? Number(digits) : Infinity;
  if (bits <= address.bits) return new Cidr(address, bits);
  return {
    problem: `network address ${JSON.stringify(text)} parse error: the prefix length must be 0 to ${address.bits}`,
  };
}
