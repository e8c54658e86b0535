import { InformerOverlay, Indexer } from '@reeve/cache';
import { ManualClock } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

test('a write over a version that nobody knows proves nothing: the event that brings it is no echo', () => {
  const store = new Indexer<Thing>();
  const overlay = new InformerOverlay<Thing>({
    clock: new ManualClock(),
    store,
    admit: (object) => ({ type: 'inside', object }),
  });
  const written = (name: string, baseVersion: string): boolean => {
    const object = thing(name, 1, { uid: name, resourceVersion: '12' });
    overlay.wrote(object, { author: 'me', baseVersion });
    return overlay.isOwnEcho(object, 'me');
  };
  expect(written('known', '11')).toBe(true);
  expect(written('unknown', '')).toBe(false);
});
