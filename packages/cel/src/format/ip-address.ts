/**
 * IP addresses and networks as formats of strings. Kubernetes keeps accepting leading zeros in IPv4 addresses, which newer Go
 * does not; the formats differ in which of the two they follow.
 * Upstream: net.ParseIP, and ParseIPSloppy and ParseCIDRSloppy of k8s.io/utils/net.
 */
import { readIpAddress, readIpRange } from '@reeve/machinery';

/** True of an address with dots in it: IPv4, also at the end of an IPv6 address. */
export const isDottedAddress = (text: string): boolean =>
  text.includes('.') && readIpAddress(text, 'sloppy') !== undefined;

/** True of an IPv6 address. */
export const isIpv6 = (text: string): boolean => text.includes(':') && readIpAddress(text, 'strict')?.length === 8;

/** True of a network, as in `10.0.0.0/8`. */
export const isCidr = (text: string): boolean => readIpRange(text, 'sloppy') !== undefined;
