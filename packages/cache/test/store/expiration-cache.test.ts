import { ExpirationCache } from '@reeve/cache';
import { ManualClock } from '@reeve/machinery';
import { expect, test } from 'vitest';
import { thing, type Thing } from '../objects.ts';

const setup = (ttlMs: number) => {
  const clock = new ManualClock();
  return { clock, cache: new ExpirationCache<Thing>({ clock, ttlMs }) };
};

test('an entry past its time is neither returned nor kept · SI-14', async () => {
  const { clock, cache } = setup(1000);
  cache.add(thing('a', 1));
  await clock.advance(1000);
  expect(cache.getByKey('a')?.value).toBe(1);
  await clock.advance(1);
  expect(cache.listKeys()).toEqual(['a']);
  expect(cache.getByKey('a')).toBeUndefined();
  expect(cache.listKeys()).toEqual([]);
});

test('writing renews · SI-14', async () => {
  const { clock, cache } = setup(1000);
  cache.add(thing('a', 1));
  await clock.advance(900);
  cache.update(thing('a', 2));
  await clock.advance(900);
  expect(cache.get(thing('a'))?.value).toBe(2);
});

test('a list leaves out what has expired, and removes it · SI-14', async () => {
  const { clock, cache } = setup(1000);
  cache.replace([thing('a'), thing('b')], '1');
  await clock.advance(600);
  cache.add(thing('b'));
  await clock.advance(600);
  expect(cache.list().map(({ metadata }) => metadata.name)).toEqual(['b']);
  expect(cache.listKeys()).toEqual(['b']);
  cache.delete(thing('b'));
  cache.resync();
  expect(cache.list()).toEqual([]);
});

test.each([0, -1])('with a time to live of %s nothing expires · SI-14', async (ttlMs) => {
  const { clock, cache } = setup(ttlMs);
  cache.add(thing('a'));
  await clock.advance(1e9);
  expect(cache.list()).toHaveLength(1);
});

test('a rule of one’s own decides', async () => {
  const clock = new ManualClock();
  const cache = new ExpirationCache<Thing>({ clock, policy: ({ object, ageMs }) => ageMs >= object.value });
  cache.add(thing('soon', 10));
  cache.add(thing('late', 1000));
  await clock.advance(10);
  expect(cache.list().map(({ metadata }) => metadata.name)).toEqual(['late']);
});
