/**
 * Ctrl-C and SIGTERM: the first one asks the command to end, the second one ends the process.
 */
import type { SignalledProcess } from '@reeve/machinery';
import { exitCodes } from '../error/usage-error.ts';

/** A signal that aborts when the command should end. Disposing of it stops listening. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
}

/** Listens until it is disposed of. `asked` is told of the first signal. */
export function interruptionOf(signals: SignalledProcess, asked: () => void = () => {}): Interruption {
  const end = new AbortController();
  const listener = (): void => {
    if (end.signal.aborted) return signals.exit(exitCodes.interrupted);
    asked();
    end.abort();
  };
  signals.on('SIGINT', listener);
  signals.on('SIGTERM', listener);
  return {
    signal: end.signal,
    [Symbol.dispose]: () => {
      signals.off('SIGINT', listener);
      signals.off('SIGTERM', listener);
    },
  };
}
