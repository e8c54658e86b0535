import { describe, expect, test } from 'vitest';
import { formatTest } from '@reeve/cel';

test('dashes in the name of a format do not count', () => {
  expect(formatTest('date-time')).toBe(formatTest('datetime'));
  expect(formatTest('k8s-short-name')).toBe(formatTest('k8sshortname'));
});

test('an unknown format has no test', () => {
  expect(formatTest('zip-code')).toBeUndefined();
  expect(formatTest('int32')).toBeUndefined();
});

// Each of these makes a careless pattern look at the same characters again and again.
const longTexts = [
  ['duration', '1'],
  ['duration', '1 '],
  ['email', 'a.'],
  ['email', '('],
  ['hostname', 'a.'],
  ['uri', 'http://a%'],
  ['ipv6', '1:'],
  ['mac', '01:'],
  ['creditcard', '4'],
  ['k8s-long-name', 'a-'],
] as const;

describe('a text of a megabyte is refused at once', () => {
  for (const [format, part] of longTexts) {
    test(`${format} of ${JSON.stringify(part)}`, () => {
      expect(formatTest(format)?.(`${part.repeat(1_000_000 / part.length)}!`)).toBe(false);
    });
  }
});
