/** Lines out of chunks. */
import { LineSplitter } from '@reeve/cache';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf, cutting } from './chunks.ts';

function linesOf(chunks: readonly Uint8Array[]): { lines: string[]; unfinished: number } {
  const splitter = new LineSplitter();
  const lines: string[] = [];
  for (const chunk of chunks) {
    splitter.push(chunk);
    for (let line = splitter.next(); line !== undefined; line = splitter.next()) lines.push(line.toString());
  }
  return { lines, unfinished: splitter.unfinishedBytes };
}

test('wherever the bytes are cut, the lines are the same', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 80 }).map((text) => text.replaceAll('\n', ' '));
  fc.assert(
    fc.property(fc.array(line), line, cutting, (whole, rest, sizes) => {
      const text = whole.map((words) => `${words}\n`).join('') + rest;
      expect(linesOf(chunksOf(text, sizes))).toEqual({ lines: whole, unfinished: Buffer.byteLength(rest) });
    }),
    { seed: 42, numRuns: 300 },
  );
});

test('a line within one chunk is a view of it, not a copy', () => {
  const chunk = Buffer.from('one\ntwo\n');
  const splitter = new LineSplitter();
  splitter.push(chunk);

  expect(splitter.next()?.bytes.buffer).toBe(chunk.buffer);
});

test('any bytes will do, not only a Buffer', () => {
  expect(linesOf([new TextEncoder().encode('a\nb'), new TextEncoder().encode('c\n')]).lines).toEqual(['a', 'bc']);
});
