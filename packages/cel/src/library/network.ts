/**
 * IP addresses and networks: `ip`, `isIP`, `ip.isCanonical`, `cidr`, `isCIDR` and what can be asked of both.
 * Upstream: apiserver/pkg/cel/library IP and CIDR.
 */
import { add, fixed, one, scale, stringTraversalFactor, traversalCost, unknown } from '../cost/estimate.ts';
import { types } from '../types/type.ts';
import { Cidr, cidrType, parseCidr } from '../values/cidr.ts';
import { EvaluationError, noSuchOverload } from '../values/evaluation-error.ts';
import { IpAddress, ipType, parseIpAddress } from '../values/ip-address.ts';
import { sizeOf } from '../values/size.ts';
import type { Costs } from './declare.ts';
import { functions, global, member, readsFirst } from './declare.ts';
import type { CallNodes, Library } from './library.ts';

function ipOf(text: string): IpAddress {
  const parsed = parseIpAddress(text);
  if (parsed instanceof IpAddress) return parsed;
  throw new EvaluationError(parsed.problem);
}

function cidrOf(text: string): Cidr {
  const parsed = parseCidr(text);
  if (parsed instanceof Cidr) return parsed;
  throw new EvaluationError(parsed.problem);
}

/** `containsIP` and `containsCIDR` of a text that is no address fail as upstream does. */
function containsIpText(cidr: Cidr, text: string): boolean {
  const parsed = parseIpAddress(text);
  if (parsed instanceof IpAddress) return cidr.containsAddress(parsed);
  throw noSuchOverload();
}

function containsCidrText(cidr: Cidr, text: string): boolean {
  const parsed = parseCidr(text);
  if (parsed instanceof Cidr) return cidr.containsCidr(parsed);
  throw noSuchOverload();
}

/** The bytes of an address, and the bytes that a prefix covers. */
const prefixBytes = (cidr: Cidr): number => Math.ceil(cidr.prefixLength / 8);

/** Four to sixteen bytes of two addresses are compared. */
const twoAddresses = scale(add({ min: 4, max: 16 }, { min: 4, max: 16 }), stringTraversalFactor);
const oneAddress = scale({ min: 4, max: 16 }, stringTraversalFactor);
const textOf = ({ args }: CallNodes): typeof unknown => scale(args[0]?.size ?? unknown, stringTraversalFactor);

const containsIpCosts: Costs = {
  estimate: () => ({ cost: twoAddresses }),
  cost: (cidr: Cidr) => traversalCost(2 * prefixBytes(cidr)),
};

const containsIpTextCosts: Costs = {
  estimate: (call) => ({ cost: add(twoAddresses, textOf(call)) }),
  cost: (cidr: Cidr, text: string) => traversalCost(2 * prefixBytes(cidr)) + traversalCost(sizeOf(text)),
};

const containsCidrCosts: Costs = {
  estimate: () => ({ cost: add(add(twoAddresses, oneAddress), fixed(1)) }),
  cost: (cidr: Cidr) => traversalCost(2 * prefixBytes(cidr)) + traversalCost(prefixBytes(cidr)) + 1,
};

const containsCidrTextCosts: Costs = {
  estimate: (call) => ({ cost: add(add(add(twoAddresses, oneAddress), one), textOf(call)) }),
  cost: (cidr: Cidr, text: string) =>
    traversalCost(2 * prefixBytes(cidr)) + traversalCost(prefixBytes(cidr)) + 1 + traversalCost(sizeOf(text)),
};

/** IP addresses. */
export const ipLibrary: Library = {
  name: 'kubernetes.net.ip',
  types: [ipType],
  functions: functions({
    ip: global('string_to_ip', [types.string], ipType, ipOf, readsFirst()),
    isIP: global(
      'is_ip',
      [types.string],
      types.bool,
      (text: string) => parseIpAddress(text) instanceof IpAddress,
      readsFirst(),
    ),
    'ip.isCanonical': global(
      'ip_is_canonical',
      [types.string],
      types.bool,
      (text: string) => ipOf(text).toString() === text,
      readsFirst(2 * stringTraversalFactor),
    ),
    string: global('ip_to_string', [ipType], types.string, (ip: IpAddress) => ip.toString()),
    family: member('ip_family', [ipType], types.int, (ip: IpAddress) => ip.family),
    isUnspecified: member('ip_is_unspecified', [ipType], types.bool, (ip: IpAddress) => ip.isUnspecified),
    isLoopback: member('ip_is_loopback', [ipType], types.bool, (ip: IpAddress) => ip.isLoopback),
    isLinkLocalMulticast: member(
      'ip_is_link_local_multicast',
      [ipType],
      types.bool,
      (ip: IpAddress) => ip.isLinkLocalMulticast,
    ),
    isLinkLocalUnicast: member(
      'ip_is_link_local_unicast',
      [ipType],
      types.bool,
      (ip: IpAddress) => ip.isLinkLocalUnicast,
    ),
    isGlobalUnicast: member('ip_is_global_unicast', [ipType], types.bool, (ip: IpAddress) => ip.isGlobalUnicast),
  }),
};

/** Networks. */
export const cidrLibrary: Library = {
  name: 'kubernetes.net.cidr',
  types: [cidrType, ipType],
  functions: functions({
    cidr: global('string_to_cidr', [types.string], cidrType, cidrOf, readsFirst()),
    isCIDR: global(
      'is_cidr',
      [types.string],
      types.bool,
      (text: string) => parseCidr(text) instanceof Cidr,
      readsFirst(),
    ),
    containsIP: [
      member('cidr_contains_ip_string', [cidrType, types.string], types.bool, containsIpText, containsIpTextCosts),
      member(
        'cidr_contains_ip_ip',
        [cidrType, ipType],
        types.bool,
        (cidr: Cidr, ip: IpAddress) => cidr.containsAddress(ip),
        containsIpCosts,
      ),
    ],
    containsCIDR: [
      member(
        'cidr_contains_cidr_string',
        [cidrType, types.string],
        types.bool,
        containsCidrText,
        containsCidrTextCosts,
      ),
      member(
        'cidr_contains_cidr',
        [cidrType, cidrType],
        types.bool,
        (cidr: Cidr, other: Cidr) => cidr.containsCidr(other),
        containsCidrCosts,
      ),
    ],
    ip: member('cidr_ip', [cidrType], ipType, (cidr: Cidr) => cidr.address),
    prefixLength: member('cidr_prefix_length', [cidrType], types.int, (cidr: Cidr) => cidr.prefixLength),
    masked: member('cidr_masked', [cidrType], cidrType, (cidr: Cidr) => cidr.masked()),
    string: global('cidr_to_string', [cidrType], types.string, (cidr: Cidr) => cidr.toString()),
  }),
};
