import { SeededRandom, generateName, isDns1123Label, randomSuffix, suffixAlphabet } from '@reeve/machinery';
import type { Random } from '@reeve/machinery';
import { expect, test } from 'vitest';

test('a generated name is the base and five characters without vowels', () => {
  const random = new SeededRandom(7);
  for (let count = 0; count < 100; count++) {
    expect(generateName('web-', random)).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  }
});

test('a long base is cut so that the name is a DNS label', () => {
  const name = generateName('b'.repeat(80), new SeededRandom(1));
  expect(name).toMatch(/^b{58}/);
  expect(name).toHaveLength(63);
  expect(isDns1123Label(name)).toBe(true);
});

test('every character of the alphabet can be drawn, and chance is the only source', () => {
  const counting: Random & { drawn: number } = {
    drawn: 0,
    next: () => 0,
    integer(limit) {
      return this.drawn++ % limit;
    },
  };
  expect(randomSuffix(counting, 27)).toBe(suffixAlphabet);
  expect(suffixAlphabet).toBe('bcdfghjklmnpqrstvwxz2456789');
  expect(generateName('a-', new SeededRandom(3))).toBe(generateName('a-', new SeededRandom(3)));
});
