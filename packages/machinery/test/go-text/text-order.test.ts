import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText, sortedKeys } from '@reeve/machinery';

test('texts are ordered as the bytes of their UTF-8 are', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}') });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other));
      expect(Math.sign(compareText(one, other))).toBe(bytes);
    }),
    { seed: 57, numRuns: 5000 },
  );
});

test('keys that look like array indexes are sorted as text', () => {
  expect(sortedKeys({ 10: 0, 9: 0, b: 0, a: 0, '\u{10000}': 0, '\uffff': 0 })).toEqual([
    '10',
    '9',
    'a',
    'b',
    '\uffff',
    '\u{10000}',
  ]);
});
