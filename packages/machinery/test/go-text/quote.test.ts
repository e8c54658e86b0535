import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quote, unquote } from '@reeve/machinery';

/** What Go's strconv.Quote prints. */
const printed: Readonly<Record<string, string>> = {
  '': '""',
  'a b': '"a b"',
  'a"b': String.raw`"a\"b"`,
  'a\\b': String.raw`"a\\b"`,
  '\u0007\b\f\n\r\t\v': String.raw`"\a\b\f\n\r\t\v"`,
  '\u0000\u001f\u007f': String.raw`"\x00\x1f\x7f"`,
  'é日😀': '"é日😀"',
  '\u00a0\u2028\ufeff': String.raw`"\u00a0\u2028\ufeff"`,
  '\u{e0001}': String.raw`"\U000e0001"`,
  '<&>': '"<&>"',
};

test.each(Object.entries(printed))('%j is quoted as %s', (text, quoted) => {
  expect(quote(text)).toBe(quoted);
  expect(unquote(quoted)).toBe(text);
});

test('half of a surrogate pair is quoted as the replacement character', () => {
  expect(quote('a\ud800b')).toBe('"a\ufffdb"');
});

test('every text can be read back from its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(unquote(quote(text))).toBe(text);
    }),
    { seed: 56, numRuns: 2000 },
  );
});

test.each(['plain', '"open', '"a"b"', String.raw`"\q"`])('%s is refused: it is no quoted text', (text) => {
  expect(() => unquote(text)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
});
