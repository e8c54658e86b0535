/**
 * The signals of a process, for programs that ask for it: the first one tells everything to end in order, the second one ends the process at once.
 * Upstream: controller-runtime pkg/manager/signals.
 */

/** What is listened to, so that a test need not signal itself. */
export interface SignalledProcess {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): void;
}

/** A signal that aborts when the process is told to end. Disposing of it takes its listeners away. */
export interface EndSignal extends Disposable {
  readonly signal: AbortSignal;
}

/** `manager.run(untilSignalled())` drains on SIGINT and SIGTERM, and exits with code 1 on a second one. */
export function untilSignalled(on: SignalledProcess = process): EndSignal {
  const end = new AbortController();
  const listener = (): void => {
    if (end.signal.aborted) on.exit(1);
    else end.abort();
  };
  on.on('SIGINT', listener);
  on.on('SIGTERM', listener);
  return {
    signal: end.signal,
    [Symbol.dispose]: () => {
      on.off('SIGINT', listener);
      on.off('SIGTERM', listener);
    },
  };
}
