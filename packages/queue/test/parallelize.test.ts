import { settle } from '@reeve/machinery';
import { parallelize } from '@reeve/queue';
import { describe, expect, test } from 'vitest';

describe('parallelize', () => {
  test.each([
    { pieces: 1000, workers: 10, chunkSize: 1 },
    { pieces: 1000, workers: 10, chunkSize: 10 },
    { pieces: 1000, workers: 10, chunkSize: 100 },
    { pieces: 999, workers: 10, chunkSize: 13 },
    { pieces: 3, workers: 10, chunkSize: 1 },
    { pieces: 5, workers: 2, chunkSize: 100 },
    { pieces: 0, workers: 4, chunkSize: 1 },
  ])('visits every number once: $pieces pieces, $workers workers, chunks of $chunkSize · WQ-25', async (options) => {
    const visits = Array.from({ length: options.pieces }, () => 0);
    let [atWork, most] = [0, 0];
    await parallelize(
      options.workers,
      options.pieces,
      async (piece) => {
        visits[piece] = (visits[piece] ?? 0) + 1;
        atWork += 1;
        most = Math.max(most, atWork);
        await settle();
        atWork -= 1;
      },
      { chunkSize: options.chunkSize },
    );
    expect(visits).toEqual(visits.map(() => 1));
    expect(most).toBe(Math.min(options.workers, Math.ceil(options.pieces / options.chunkSize)));
  });

  test('deals out one piece at a time unless told otherwise', async () => {
    const seen: number[] = [];
    await parallelize(2, 4, (piece) => void seen.push(piece));
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  test('starts nothing after its signal aborts, and resolves', async () => {
    const abort = new AbortController();
    const seen: number[] = [];
    const work = (piece: number): void => {
      seen.push(piece);
      if (piece === 3) abort.abort();
    };
    await parallelize(1, 100, work, { signal: abort.signal, chunkSize: 10 });
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  test('starts nothing after a failure, lets the others finish, and throws the first', async () => {
    const finished: number[] = [];
    const work = async (piece: number): Promise<void> => {
      if (piece === 1) throw new Error('piece 1 is broken');
      await settle();
      finished.push(piece);
    };
    await expect(parallelize(3, 100, work)).rejects.toThrow('piece 1 is broken');
    expect(finished).toEqual([0, 2]);
  });

  test('refuses numbers that make no sense', async () => {
    await expect(parallelize(0, 1, () => {})).rejects.toThrow(/workers .* 0: write a whole number from 1/u);
    await expect(parallelize(1, -1, () => {})).rejects.toThrow(/pieces .* -1/u);
    await expect(parallelize(1, 1, () => {}, { chunkSize: 0.5 })).rejects.toThrow(/chunkSize .* 0.5/u);
  });
});
