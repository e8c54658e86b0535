import { expect, test } from 'vitest';
import { deriveAbort, orAbort, settle } from '@reeve/machinery';

test('a signal may have many that follow it, and nobody warns of a leak', async () => {
  const warnings: Error[] = [];
  const listener = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listener);
  const { signal } = new AbortController();
  const derived = Array.from({ length: 20 }, () => deriveAbort(signal));
  const waiting = Array.from({ length: 20 }, (_, index) =>
    orAbort(Promise.resolve(index), new AbortController().signal),
  );
  await Promise.all([...waiting, orAbort(Promise.resolve(), signal)]);
  await settle();
  process.off('warning', listener);
  expect(warnings).toEqual([]);
  for (const one of derived) one[Symbol.dispose]();
});

test('what is derived follows its parent, can come earlier, and lets go of it', () => {
  const parent = new AbortController();
  const [follows, earlier, free] = [deriveAbort(parent.signal), deriveAbort(parent.signal), deriveAbort(parent.signal)];
  earlier.abort('mine');
  free[Symbol.dispose]();
  parent.abort('all');
  expect([follows.signal.reason, earlier.signal.reason, free.signal.aborted]).toEqual(['all', 'mine', false]);
});
