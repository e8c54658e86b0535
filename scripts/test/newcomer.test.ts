import { expect, test } from 'vitest';
import { yardstick } from '../../tools/newcomer/yardstick.mjs';

const taken = { commands: 3, files: 4, lines: 59, seconds: 20.4, reloadMs: 300 };

test('a newcomer within all limits passes, and every number is told', () => {
  const { lines, isMissed } = yardstick(taken);
  expect(isMissed).toBe(false);
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'commands to the first reconcile 3 at most 3 ok',
    'files 4 at most 6 ok',
    'lines to keep 59 at most 150 ok',
    'seconds to the first reconcile 20 at most 60 ok',
    'milliseconds from save to reconcile 300 at most 500 ok',
  ]);
});

for (const [name, count] of Object.entries({ commands: 4, files: 7, lines: 151 }))
  test(`${count} ${name} are too many`, () => {
    const { lines, isMissed } = yardstick({ ...taken, [name]: count });
    expect(isMissed).toBe(true);
    expect(lines.filter((line) => line.endsWith('MISSED'))).toHaveLength(1);
  });

test('slow machines are told of, and fail nothing', () => {
  const { lines, isMissed } = yardstick({ ...taken, seconds: 61, reloadMs: 900 });
  expect(isMissed).toBe(false);
  expect(lines.filter((line) => line.endsWith('slow'))).toHaveLength(2);
});
