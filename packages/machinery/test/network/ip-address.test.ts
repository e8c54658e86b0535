import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatIpAddress,
  isInRange,
  isMappedIpv4,
  readIpAddress,
  readIpRange,
  unmappedAddress,
} from '@reeve/machinery';

const strict = (text: string) => readIpAddress(text, 'strict');
const sloppy = (text: string) => readIpAddress(text, 'sloppy');

describe('an IP address', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['2001:DB8::1', '2001:db8::1'],
    ['::1.2.3.4', '::102:304'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::', '::'],
  ])('%s has the canonical text %s', (text, canonical) => {
    expect(formatIpAddress(strict(text) ?? [])).toBe(canonical);
  });

  test.each(['010.0.0.1', '::00001', '1:2:3:4:5:6:01.2.3.4'])('%s with leading zeros is read only sloppily', (text) => {
    expect(strict(text)).toBeUndefined();
    expect(sloppy(text)).toBeDefined();
  });

  test.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1::2::3',
    ':1',
    '1:2:3:4:5:6:7:8:9',
    'fe80::1%eth0',
    ' 1.2.3.4',
    'a.b.c.d',
  ])('%j is none', (text) => {
    expect([strict(text), sloppy(text)]).toEqual([undefined, undefined]);
  });

  test('is read strictly where Node reads it', () => {
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string({ unit: fc.constantFrom('0', '1', '25', 'a', 'F', '.', ':', '::') }),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect(strict(each) !== undefined).toBe(isIPv4(each) || isIPv6(each));
      }),
      { seed: 60, numRuns: 5000 },
    );
  });

  test('of IPv4 that is mapped into IPv6 is the IPv4 address', () => {
    const mapped = strict('::ffff:1.2.3.4') ?? [];
    expect([isMappedIpv4(mapped), formatIpAddress(unmappedAddress(mapped))]).toEqual([true, '1.2.3.4']);
  });
});

describe('a range of IP addresses', () => {
  test.each([
    ['10.0.0.0/8', '10.255.1.2', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['0.0.0.0/0', '1.2.3.4', true],
    ['::/0', '1.2.3.4', false],
    ['fd00::/12', 'fd0f::1', true],
    ['fd00::/12', 'fd10::1', false],
    ['1.2.3.4/32', '1.2.3.4', true],
  ])('%s and %s: %s', (text, address, isIn) => {
    const range = readIpRange(text, 'strict');
    expect(range && isInRange(range, strict(address) ?? [])).toBe(isIn);
  });

  test.each(['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', '::/129', '10.0.0.0/+8', '10.0.0.0/8/8'])('%s is none', (text) => {
    expect([readIpRange(text, 'strict'), readIpRange(text, 'sloppy')]).toEqual([undefined, undefined]);
  });

  test.each(['10.0.0.0/08', '010.0.0.0/8'])('%s with leading zeros is read only sloppily', (text) => {
    expect(readIpRange(text, 'strict')).toBeUndefined();
    expect(readIpRange(text, 'sloppy')?.bits).toBe(8);
  });
});
