import {
  RequeueAfter,
  SkipError,
  TerminalError,
  TooManyRequestsError,
  WaitUntil,
  failureOutcome,
  isRequeueAfter,
  isSkip,
  isTerminal,
  isWaitUntil,
} from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const noon = Date.UTC(2026, 0, 1, 12);

const cases = [
  ['a plain error', new Error('boom'), { type: 'retry', notBeforeMs: 0 }, []],
  [
    'a busy server',
    new TooManyRequestsError('Pod', 'a', { retryAfterMs: 3000 }),
    { type: 'retry', notBeforeMs: 3000 },
    [],
  ],
  ['a terminal error', new TerminalError('the region does not exist'), { type: 'terminal' }, [isTerminal]],
  ['a requeue', new RequeueAfter(5000), { type: 'requeueAfter', delayMs: 5000 }, [isRequeueAfter]],
  ['a wait', new WaitUntil(noon), { type: 'waitUntil', time: noon }, [isWaitUntil]],
  ['a skip', new SkipError('paused'), { type: 'skip' }, [isSkip]],
] as const;

describe('failureOutcome', () => {
  test.each(cases)('tells what %s asks for, also when it is wrapped · LW-48', (_, error, outcome, guards) => {
    const wrapped = new Error('while reconciling', { cause: new Error('in a step', { cause: error }) });
    for (const each of [error, wrapped]) {
      expect(failureOutcome(each)).toEqual(outcome);
      expect([isTerminal, isRequeueAfter, isWaitUntil, isSkip].filter((guard) => guard(each))).toEqual(guards);
    }
  });

  test('the outermost word counts', () => {
    expect(failureOutcome(new TerminalError('give up', { cause: new RequeueAfter(5) }))).toEqual({ type: 'terminal' });
    expect(failureOutcome(new RequeueAfter(5, 'x', { cause: new TerminalError('give up') }))).toMatchObject({
      type: 'requeueAfter',
    });
  });

  test('anything can be thrown', () => {
    for (const thrown of [undefined, 'text', 7]) {
      expect(failureOutcome(thrown)).toEqual({ type: 'retry', notBeforeMs: 0 });
    }
  });
});

test('outcome errors say what they wait for', () => {
  expect(new RequeueAfter(90_000, 'the certificate is not issued yet').message).toBe(
    'the certificate is not issued yet: coming back in 90 s',
  );
  expect(new RequeueAfter(250).message).toBe('not ready yet: coming back in 250 ms');
  expect(new WaitUntil(noon, 'the maintenance window is closed').message).toBe(
    'the maintenance window is closed: coming back at 2026-01-01T12:00:00.000Z',
  );
});
