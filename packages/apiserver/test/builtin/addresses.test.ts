/**
 * Which IP addresses and ranges fields take. The answers are those of kube-apiserver 1.36.4.
 */
import { describe, expect, test } from 'vitest';
import type { ApiObject } from '@reeve/registry';
import { decoded, strategyOf } from './recorded.ts';

function problemsOf(resource: string, object: object): string[] {
  const strategy = strategyOf(resource);
  const named = { metadata: { name: 'x', uid: 'the-uid' }, ...object } as unknown as ApiObject;
  const wanted = strategy.defaults(decoded(resource, named));
  return strategy.validate(strategy.prepareForCreate(wanted)).map(({ field, body }) => `${field}: ${body}`);
}

const service = (spec: object) =>
  problemsOf('v1/services', { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80 }], ...spec } });
const externalAddress = (address: string) => service({ externalIPs: [address] });
const endpoints = (ip: string) =>
  problemsOf('v1/endpoints', {
    apiVersion: 'v1',
    kind: 'Endpoints',
    subsets: [{ addresses: [{ ip }], ports: [{ port: 80 }] }],
  });
const slice = (addressType: string, address: string) =>
  problemsOf('discovery.k8s.io/v1/endpointslices', {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    addressType,
    endpoints: [{ addresses: [address] }],
    ports: [],
  });
const blocked = (cidr: string, except: readonly string[] = []) =>
  problemsOf('networking.k8s.io/v1/networkpolicies', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr, except } }] }] },
  });

describe('an address', () => {
  test.each(['1.2.3.4', '2001:DB8::1', '::1.2.3.4', '1:2:3:4:5:6:7::'])('%s is accepted', (address) => {
    expect(externalAddress(address)).toEqual([]);
    expect(endpoints(address)).toEqual([]);
  });

  test.each([
    ['010.0.0.1', 'must not have leading 0s'],
    ['::ffff:1.2.3.4', 'must not be an IPv4-mapped IPv6 address'],
    ['1.2.3', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['fe80::1%eth0', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['::0001', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['00:0::1', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ])('%s is refused: %s', (address, reason) => {
    const problem = `Invalid value: "${address}": ${reason}`;
    expect(externalAddress(address)).toEqual([`spec.externalIPs[0]: ${problem}`]);
    expect(endpoints(address)[0]).toBe(`subsets[0].addresses[0].ip: ${problem}`);
  });
});

describe('an address of an EndpointSlice', () => {
  test.each([
    ['IPv4', '010.0.0.1', ['[0]: Invalid value: "010.0.0.1": must not have leading 0s']],
    ['IPv6', '::ffff:1.2.3.4', ['[0]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address']],
    ['IPv6', '1.2.3.4', [': Invalid value: "1.2.3.4": must be an IPv6 address']],
    ['IPv6', '2001:DB8::1', ['[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")']],
    ['IPv6', '::0001', ['[0]: Invalid value: "::0001": must be in canonical form ("::1")']],
    [
      'IPv4',
      '::0001',
      [
        ': Invalid value: "::0001": must be an IPv4 address',
        '[0]: Invalid value: "::0001": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
  ])('of the type %s: %s is refused', (type, address, problems) => {
    expect(slice(type, address)).toEqual(problems.map((problem) => `endpoints[0].addresses${problem}`));
  });
});

test.each([
  ['010.0.0.1', 'must not have leading 0s'],
  ['::ffff:1.2.3.4', 'must not be an IPv4-mapped IPv6 address'],
  ['::1.2.3.4', 'must be in canonical form ("::102:304")'],
  ['2001:DB8::1', 'must be in canonical form ("2001:db8::1")'],
  ['1.2.3', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
])('the name %s of an IPAddress is refused: %s', (name, problem) => {
  expect(strategyOf('networking.k8s.io/v1/ipaddresses').nameProblems(name, false)).toEqual([problem]);
});

test.each(['010.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'])('the address %s is no host of an Ingress', (host) => {
  const problems = problemsOf('networking.k8s.io/v1/ingresses', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    spec: { rules: [{ host }] },
  });
  expect(problems[0]).toBe(`spec.rules[0].host: Invalid value: "${host}": must be a DNS name, not an IP address`);
});

describe('a range of addresses', () => {
  test.each(['2001:db8::/32', '0.0.0.0/0', '::/0', '10.0.0.0/8'])('%s is accepted', (range) => {
    expect(blocked(range)).toEqual([]);
  });

  test.each([
    ['010.0.0.0/8', 'must not have leading 0s in IP or prefix length'],
    ['10.0.0.0/08', 'must not have leading 0s in IP or prefix length'],
    ['::ffff:10.0.0.0/104', 'must not have an IPv4-mapped IPv6 address'],
    ['10.1.2.3/8', 'must not have bits set beyond the prefix length'],
    ['10.0.0.0/33', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
    ['10.0.0.0/+8', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
    ['10.0.0.0/', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
  ])('%s is refused: %s', (range, reason) => {
    const problem = `Invalid value: "${range}": ${reason}`;
    expect(blocked(range)).toEqual([`spec.ingress[0].from[0].ipBlock.cidr: ${problem}`]);
    expect(blocked('10.0.0.0/7', [range])).toEqual([`spec.ingress[0].from[0].ipBlock.except[0]: ${problem}`]);
  });

  test.each(['2001:db8::/32', '0.0.0.0/0', '10.0.0.0/7'])('%s is no exception from 10.0.0.0/7', (range) => {
    const problem = `Invalid value: "${range}": must be a strict subset of \`cidr\``;
    expect(blocked('10.0.0.0/7', [range])).toEqual([`spec.ingress[0].from[0].ipBlock.except[0]: ${problem}`]);
  });
});
