/** Bytes with their text beside them. */
import { LineSplitter, WireText } from '@reeve/cache';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('a part of a chunk reads as it was written, whether or not the chunk is ASCII', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })), (texts) => {
      const chunk = WireText.of(Buffer.from(texts.join('')));
      let from = 0;
      for (const text of texts) {
        const to = from + Buffer.byteLength(text);
        const part = chunk.part(from, to);
        expect([part.toString(), part.toBuffer().toString(), part.length]).toEqual([text, text, to - from]);
        from = to;
      }
    }),
    { seed: 42, numRuns: 300 },
  );
});

test('a place in the text is the place in the bytes', () => {
  const chunk = WireText.of(Buffer.from('"ä":1,"b":2'));

  expect(chunk.bytes[chunk.text.indexOf('b')]).toBe('b'.charCodeAt(0));
});

test('lines of one chunk share its text', () => {
  const splitter = new LineSplitter();
  splitter.push(Buffer.from('one\ntwo\n'));
  const [one, two] = [splitter.next(), splitter.next()];

  expect(one?.bytes).toBe(two?.bytes);
  expect([one?.toString(), two?.toString()]).toEqual(['one', 'two']);
});

test('a text without a part is what is before and behind it', () => {
  const word = fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(word, { minLength: 5, maxLength: 5 }), (words) => {
      const all = Buffer.from(words.join(''));
      const [start = 0, from = 0, to = 0, end = 0] = words.map((_, at) =>
        Buffer.byteLength(words.slice(0, at + 1).join('')),
      );
      const part = WireText.of(all).part(start, end);
      expect(part.textWithout(from, to)).toBe(`${words[1]}${words[3]}`);
    }),
    { seed: 42, numRuns: 500 },
  );
});

test('a text that is too long to be put together as bytes is read all the same', () => {
  const [before, cut, behind] = ['b'.repeat(50_000), 'c'.repeat(60_000), 'd'.repeat(10)];

  expect(WireText.of(Buffer.from(before + cut + behind)).textWithout(50_000, 110_000)).toBe(before + behind);
});
