import { SeededRandom, type Random } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const draw = (random: Random, count: number): number[] => Array.from({ length: count }, () => random.next());

describe('SeededRandom', () => {
  test('the same seed gives the same numbers, on every machine', () => {
    expect(draw(new SeededRandom(1), 50)).toEqual(draw(new SeededRandom('1'), 50));
    const random = new SeededRandom('estate');
    expect(Array.from({ length: 6 }, () => random.integer(1000))).toEqual([82, 867, 220, 436, 330, 871]);
  });

  test('different seeds give different numbers', () => {
    const starts = new Set(Array.from({ length: 1000 }, (_, seed) => new SeededRandom(seed).next()));
    expect(starts.size).toBe(1000);
  });

  test('numbers lie in [0, 1) and are evenly spread', () => {
    const values = draw(new SeededRandom(3), 100_000);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    for (let bucket = 0; bucket < 10; bucket += 1) {
      const count = values.filter((value) => Math.floor(value * 10) === bucket).length;
      expect(Math.abs(count - 10_000)).toBeLessThan(400); // four standard deviations
    }
  });

  test.each([1, 2, 3, 6, 1000, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1])('integer(%s) stays below the limit', (limit) => {
    const random = new SeededRandom(limit);
    const values = Array.from({ length: 2000 }, () => random.integer(limit));
    expect(values.filter((value) => !Number.isInteger(value) || value < 0 || value >= limit)).toEqual([]);
  });

  test('integers are unbiased where a plain remainder would favour small numbers', () => {
    const limit = 3 * 2 ** 30; // 2^32 mod limit: the lowest quarter would come up twice as often
    const random = new SeededRandom(11);
    let low = 0;
    for (let turn = 0; turn < 30_000; turn += 1) if (random.integer(limit) < 2 ** 30) low += 1;
    expect(Math.abs(low - 10_000)).toBeLessThan(400);
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53])('refuses a limit of %s', (limit) => {
    expect(() => new SeededRandom(1).integer(limit)).toThrow(expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }));
  });

  test('a fork depends on the seed and the label, not on the numbers drawn so far', () => {
    const fresh = new SeededRandom(9);
    const used = new SeededRandom(9);
    draw(used, 100);
    expect(draw(used.fork('timers'), 20)).toEqual(draw(fresh.fork('timers'), 20));
    expect(draw(fresh.fork('timers'), 20)).not.toEqual(draw(fresh.fork('uuids'), 20));
    expect(draw(fresh.fork('timers'), 20)).not.toEqual(draw(new SeededRandom(10).fork('timers'), 20));
    expect(draw(fresh.fork('a').fork('b'), 5)).not.toEqual(draw(fresh.fork('ab'), 5));
  });

  test('two forks are independent of each other', () => {
    const left = draw(new SeededRandom(5).fork('left'), 20_000);
    const right = draw(new SeededRandom(5).fork('right'), 20_000);
    const covariance = left.reduce((sum, value, at) => sum + (value - 0.5) * ((right[at] ?? 0) - 0.5), 0) / 20_000;
    expect(Math.abs(covariance)).toBeLessThan(0.003); // 1/12 for equal streams; five standard deviations here
  });
});
