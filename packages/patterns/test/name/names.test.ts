import { describe, expect, test } from 'vitest';
import { SeededRandom, nodeHost } from '@reeve/machinery';
import { limitName, randomToken, safeConcatName, splitLast } from '@reeve/patterns';

describe('names', () => {
  for (const [name, count, expected] of [
    ['short', 10, 'short'],
    ['abcdefghij', 10, 'abcd-a9255'],
    ['abcdefghi', 10, 'abcdefghi'],
    ['a-name-that-is-much-too-long', 20, 'a-name-that-is-9f139'],
  ] as const)
    test(`of ${name} are limited to ${count} characters · LW-143 limit`, () =>
      expect(limitName(name, count)).toBe(expected));

  test('cannot be limited to fewer characters than the hash has · LW-143 limit', () =>
    expect(() => limitName('web', 3)).toThrow(/cannot be cut to 3 characters/));

  for (const [what, parts, expected] of [
    ['that fit are joined', ['web', 'a', 'b'], 'web-a-b'],
    ['of 63 characters are joined', ['a'.repeat(31), 'b'.repeat(31)], `${'a'.repeat(31)}-${'b'.repeat(31)}`],
    [
      'that are too long end in five digits of a hash',
      ['a'.repeat(40), 'b'.repeat(40)],
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-f5e42',
    ],
    [
      'that would be cut at a dash end in six digits of a hash',
      ['a'.repeat(56), 'b'.repeat(40)],
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-95bde0',
    ],
  ] as const)
    test(`${what} · LW-143 join`, () => expect(safeConcatName(...parts)).toBe(expected));

  test('are split at the last separator, and count as what comes after it where there is none · LW-143 split', () => {
    expect(splitLast('a/b/c', '/')).toEqual(['a/b', 'c']);
    expect(splitLast('abc', '/')).toEqual(['', 'abc']);
  });

  test('made at random have 54 characters that look like no others · LW-143 token', () => {
    expect(randomToken()).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{54}$/);
    const seeded = { ...nodeHost(), random: new SeededRandom(7) };
    expect(randomToken(seeded)).toBe(randomToken({ ...seeded, random: new SeededRandom(7) }));
    expect(randomToken()).not.toBe(randomToken());
  });
});
