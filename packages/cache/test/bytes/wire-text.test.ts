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
