/**
 * A loop over numbers shared by several workers.
 * Upstream: ParallelizeUntil of client-go util/workqueue.
 */
import { InvalidInputError } from '@reeve/machinery';

/** How the pieces are dealt out, and when to stop. */
export interface ParallelizeOptions {
  /** How many pieces a worker takes at a time. 1 unless given. */
  readonly chunkSize?: number;

  /** No piece is started after it aborts. Aborting is no error. */
  readonly signal?: AbortSignal;
}

/**
 * Calls `work` once for every number from 0 to `pieces - 1`, by at most `workers` at a time, and waits for all of them. When one
 * fails, no further piece is started; the first failure is thrown after those under way have ended.
 */
export const parallelize = async (
  workers: number,
  pieces: number,
  work: (piece: number) => void | Promise<void>,
  options: ParallelizeOptions = {},
): Promise<void> => {
  const chunkSize = whole('chunkSize', options.chunkSize ?? 1, 1);
  const chunks = Math.ceil(whole('pieces', pieces, 0) / chunkSize);
  const failures: unknown[] = [];
  const goesOn = (): boolean => failures.length === 0 && options.signal?.aborted !== true;
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < chunks && goesOn()) {
      const start = next++ * chunkSize;
      const end = Math.min(start + chunkSize, pieces);
      for (let piece = start; piece < end && goesOn(); piece += 1) await work(piece);
    }
  };
  const guarded = async (): Promise<void> => worker().catch((error: unknown) => void failures.push(error));
  await Promise.all(Array.from({ length: Math.min(whole('workers', workers, 1), chunks) }, guarded));
  if (failures.length > 0) throw failures[0];
};

const whole = (name: string, value: number, least: number): number => {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidInputError(String(value), `${name} of parallelize is ${value}: write a whole number from ${least}`);
};
