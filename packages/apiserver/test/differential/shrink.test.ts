/**
 * A sequence on which two servers differ is shortened before it is shown.
 */
import { expect, test } from 'vitest';
import { shrink } from '../../../../tools/differential/shrink.mjs';

const items = Array.from({ length: 50 }, (_, index) => index);

test('what is left still fails, and nothing more can be left out', async () => {
  expect(await shrink(items, async (some) => some.includes(7) && some.includes(31))).toEqual([7, 31]);
});

test('a failure that needs nothing is left with nothing', async () => {
  expect(await shrink(items, async () => true)).toEqual([]);
});

test('a failure that needs everything keeps everything', async () => {
  expect(await shrink(items, async (some) => some.length === items.length)).toEqual(items);
});

test('it stops after so many attempts, with what it has', async () => {
  let attempts = 0;
  const left = await shrink(
    items,
    async (some) => {
      attempts += 1;
      return some.includes(49);
    },
    3,
  );
  expect(attempts).toBe(3);
  expect(left).toContain(49);
  expect(left.length).toBeLessThan(items.length);
});
