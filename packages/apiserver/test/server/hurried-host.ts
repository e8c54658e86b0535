import { nodeHost, type Host } from '@reeve/machinery';

const hurry = 1000;

/** The real world with timers that take a thousandth of their time: patience ends within a moment. */
export function hurriedHost(): Host {
  const host = nodeHost();
  const { clock, random, effects } = host;
  return {
    random,
    effects,
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      setTimer: (delayMs, callback, options) => clock.setTimer(delayMs / hurry, callback, options),
    },
    uuid: () => host.uuid(),
    sleep: (ms, signal) => host.sleep(ms / hurry, signal),
    yield: () => host.yield(),
    startSlice: () => host.startSlice(),
  };
}
