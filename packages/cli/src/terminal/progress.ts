/**
 * Says what is waited for when it takes longer than a second: a line on stderr, and how long it took when it has ended. Quick work says nothing.
 */
import type { Host } from '@reeve/machinery';

/** Does work, and says so when it takes long. */
export type Progress = <T>(doing: string, work: () => Promise<T>) => Promise<T>;

const patienceMs = 1000;

/** A progress that speaks through `say`. */
export const progressOn =
  ({ clock }: Host, say: (line: string) => void): Progress =>
  async (doing, work) => {
    const began = clock.monotonic();
    let isLong = false;
    const timer = clock.setTimer(patienceMs, () => {
      isLong = true;
      say(`${doing} …`);
    });
    try {
      return await work();
    } finally {
      timer.cancel();
      if (isLong) say(`${doing} took ${((clock.monotonic() - began) / 1000).toFixed(1)} s`);
    }
  };
