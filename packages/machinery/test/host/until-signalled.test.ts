import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { untilSignalled } from '@reeve/machinery';
import type { SignalledProcess } from '@reeve/machinery';

class FakeProcess extends EventEmitter implements SignalledProcess {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

test('the first signal drains, the second ends the process · LW-140', () => {
  const fake = new FakeProcess();
  using end = untilSignalled(fake);
  expect(end.signal.aborted).toBe(false);
  fake.emit('SIGTERM');
  expect([end.signal.aborted, fake.exits]).toEqual([true, []]);
  fake.emit('SIGINT');
  expect(fake.exits).toEqual([1]);
});

test('disposing of it leaves no listeners', () => {
  const fake = new FakeProcess();
  untilSignalled(fake)[Symbol.dispose]();
  expect(fake.listenerCount('SIGTERM') + fake.listenerCount('SIGINT')).toBe(0);
});
