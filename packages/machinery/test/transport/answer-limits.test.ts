import {
  AnswerTooLargeError,
  answerLimits,
  cappedRetryAfterMs,
  longestRetryAfterMs,
  retryAfterMsOf,
} from '@reeve/machinery';
import { expect, test } from 'vitest';

test('a whole answer that is within the limit fits into one string of V8', () => {
  expect(answerLimits.wholeBytes).toBeLessThan(2 ** 29 - 24);
});

test('an answer that is too large says what was asked and how much was read', () => {
  const error = new AnswerTooLargeError('the answer to list Pod', answerLimits.wholeBytes);
  expect(error).toMatchObject({ code: 'REEVE_ANSWER_TOO_LARGE', limitBytes: 128 * 1024 * 1024 });
  expect(error.message).toContain('the answer to list Pod is longer than 128 MiB');
});

test.each([
  [3, 3000],
  [0, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [Infinity, undefined],
  [1e308, undefined],
  ['3', undefined],
  [3n, undefined],
  [undefined, undefined],
])('%s seconds that a server asks to wait are %s ms', (seconds, ms) => {
  expect(retryAfterMsOf(seconds)).toBe(ms);
});

test.each([
  [1000, 1000],
  [1e12, longestRetryAfterMs],
  [Infinity, 0],
  [Number.NaN, 0],
  [-1, 0],
])('a wait of %s ms that a server asks for is obeyed for %s ms', (asked, ms) => {
  expect(cappedRetryAfterMs(asked)).toBe(ms);
});
