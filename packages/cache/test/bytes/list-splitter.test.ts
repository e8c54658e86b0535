/** The items of a list, out of chunks. */
import { ListSplitter } from '@reeve/cache';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf, cutting, spaced } from './chunks.ts';

function split(chunks: readonly Buffer[]): { items: unknown[]; rest: string | undefined } {
  const splitter = new ListSplitter();
  const items: unknown[] = [];
  const take = (): void => {
    for (let found = splitter.next(); found !== undefined; found = splitter.next())
      items.push(JSON.parse(found.toString()));
  };
  for (const chunk of chunks) {
    splitter.push(chunk);
    take();
  }
  splitter.finish();
  take();
  return { items, rest: splitter.rest() };
}

const item = fc.oneof(
  fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }),
  fc.constant({ '],"items":[{}]': '}]}\\"' }),
);

test('wherever the bytes are cut, the items and what surrounds them are the same', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 8 }),
      cutting,
      fc.boolean(),
      fc.boolean(),
      (items, sizes, isSpaced, isLast) => {
        const metadata = { resourceVersion: '7', note: '"items":[' };
        const list = isLast ? { kind: 'L', metadata, items } : { items, kind: 'L', metadata };
        const { items: found, rest = '' } = split(chunksOf(isSpaced ? spaced(list) : JSON.stringify(list), sizes));
        expect(found).toEqual(JSON.parse(JSON.stringify(items)));
        expect(JSON.parse(rest)).toEqual({ kind: 'L', metadata, items: [] });
      },
    ),
    { seed: 42, numRuns: 400 },
  );
});

test('Go writes null where there are no items', () => {
  const text = '{"kind":"L","items":null,"metadata":{}}';
  expect(split(chunksOf(text, [5]))).toEqual({ items: [], rest: text });
});

test('a list below the top is not the list', () => {
  const text = '{"metadata":{"items":[{"a":1}]},"items":[{"b":2}]}';
  expect(split(chunksOf(text, [7])).items).toEqual([{ b: 2 }]);
});

test('a body that ends within the items has no rest', () => {
  const text = '{"metadata":{},"items":[{"a":1},{"b":2';
  expect(split([Buffer.from(text)])).toEqual({ items: [{ a: 1 }], rest: undefined });
});

test('what is no list comes back whole', () => {
  for (const text of ['{"kind":"Status","code":403}', 'no JSON', '', '[]', '{"items":7}']) {
    expect(split(chunksOf(text, [3])).rest).toBe(text);
  }
});
