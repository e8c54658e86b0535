import * as machinery from '@reeve/machinery';
import {
  apiErrorFromStatus,
  apiFailureIn,
  hasStatusCause,
  isConflict,
  isFieldManagerConflict,
  isNotFound,
  isRequestEntityTooLarge,
  isResourceVersionTooLarge,
  isTooManyRequests,
  isUnexpectedServerResponse,
  suggestsClientDelay,
  type Status,
  type StatusReason,
} from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

/** Every guard with its reason, and the HTTP status that it goes by where the reason is unknown. */
const guards: [(error: unknown) => boolean, StatusReason, number | undefined][] = [
  [machinery.isUnauthorized, 'Unauthorized', 401],
  [machinery.isForbidden, 'Forbidden', 403],
  [machinery.isNotFound, 'NotFound', 404],
  [machinery.isAlreadyExists, 'AlreadyExists', undefined],
  [machinery.isConflict, 'Conflict', 409],
  [machinery.isGone, 'Gone', 410],
  [machinery.isExpired, 'Expired', undefined],
  [machinery.isInvalid, 'Invalid', 422],
  [machinery.isServerTimeout, 'ServerTimeout', undefined],
  [machinery.isStorageReadError, 'StorageReadError', undefined],
  [machinery.isTimeout, 'Timeout', 504],
  [machinery.isTooManyRequests, 'TooManyRequests', 429],
  [machinery.isBadRequest, 'BadRequest', 400],
  [machinery.isMethodNotAllowed, 'MethodNotAllowed', 405],
  [machinery.isNotAcceptable, 'NotAcceptable', 406],
  [machinery.isRequestEntityTooLarge, 'RequestEntityTooLarge', 413],
  [machinery.isUnsupportedMediaType, 'UnsupportedMediaType', 415],
  [machinery.isInternalError, 'InternalError', 500],
  [machinery.isServiceUnavailable, 'ServiceUnavailable', 503],
];

const wrap = (cause: unknown, layers: number): Error => {
  let error = new Error('outermost', { cause });
  for (let layer = 1; layer < layers; layer += 1) error = new Error('around', { cause: error });
  return error;
};

const tooLarge = (status: Status): boolean => isResourceVersionTooLarge(apiErrorFromStatus(status));

describe('guards', () => {
  test.each(guards)('%o matches its reason %s and no other guard does', (guard, reason) => {
    const error = apiErrorFromStatus({ reason, code: 599 });
    expect(guard(error)).toBe(true);
    expect(guard(wrap(error, 3))).toBe(true);
    expect(guards.filter(([other]) => other(error)).map(([, name]) => name)).toEqual([reason]);
  });

  const byStatus = guards.flatMap(([guard, reason, status]) => (status ? [[guard, reason, status] as const] : []));
  test.each(byStatus)('%o goes by the HTTP status where the reason is unknown', (guard, reason, httpStatus) => {
    expect(guard(apiErrorFromStatus({ code: httpStatus }))).toBe(true);
    expect(guard(apiErrorFromStatus({ reason: 'MadeUp', code: httpStatus }))).toBe(true);
    const otherReason = reason === 'Forbidden' ? 'NotFound' : 'Forbidden';
    const always = httpStatus === 429 || httpStatus === 413; // these two mean what they say
    expect(guard(apiErrorFromStatus({ reason: otherReason, code: httpStatus }))).toBe(always);
  });

  test('a refusal in the causes of a refusal does not count: the outermost one speaks', () => {
    const error = new machinery.ConflictError('Website', 'a', { cause: new machinery.NotFoundError('Website', 'a') });
    expect([isConflict(error), isNotFound(error)]).toEqual([true, false]);
    expect(apiFailureIn(wrap(error, 2))).toBe(error);
  });

  test('no class is looked at: an error of another copy of the package is understood', () => {
    class ForeignError extends Error {
      readonly code = 'REEVE_NOT_FOUND';
      readonly reason = 'NotFound';
      readonly httpStatus = 404;
      readonly causes = [{ reason: 'Moved' }];
    }
    expect(isNotFound(new ForeignError('x'))).toBe(true);
    expect(hasStatusCause(new ForeignError('x'), 'Moved')).toBe(true);
  });

  test.each([
    undefined,
    null,
    'NotFound',
    404,
    {},
    new Error('NotFound'),
    { reason: 'NotFound', httpStatus: 404 },
    Object.assign(new Error('x'), { code: 'ENOTFOUND', reason: 'NotFound', httpStatus: 404 }),
    new AggregateError([new machinery.NotFoundError('Website', 'a')]),
  ])('no guard is true of %s', (value) => {
    expect(guards.filter(([guard]) => guard(value))).toEqual([]);
    expect([isTooManyRequests(value), isRequestEntityTooLarge(value), suggestsClientDelay(value)]).toEqual([
      false,
      false,
      undefined,
    ]);
  });

  test('a chain of causes that bites its tail is followed once', () => {
    const [first, second] = [new Error('a'), new Error('b')];
    first.cause = second;
    second.cause = first;
    expect(isNotFound(first)).toBe(false);
  });
});

describe('suggestsClientDelay', () => {
  test.each([
    ['TooManyRequests', 5, 5000],
    ['Timeout', 2, 2000],
    ['Conflict', 1, 1000],
    ['ServerTimeout', 0, 0],
    ['ServerTimeout', 4, 4000],
    ['TooManyRequests', 0, undefined],
    ['InternalError', undefined, undefined],
  ])('%s with %s seconds asks for %s ms', (reason, retryAfterSeconds, expected) => {
    const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    expect(suggestsClientDelay(wrap(apiErrorFromStatus({ reason, details }), 2))).toBe(expected);
  });
});

describe('causes', () => {
  test('a resource version from the future is told by its cause, or by the words of old servers', () => {
    expect(tooLarge({ reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } })).toBe(true);
    expect(tooLarge({ reason: 'Timeout', message: 'Too large resource version: 9, current: 5' })).toBe(true);
    expect(tooLarge({ reason: 'Timeout', details: { causes: [{ message: 'Too large resource version' }] } })).toBe(
      true,
    );
    expect(tooLarge({ reason: 'Timeout', message: 'etcd is slow' })).toBe(false);
    expect(tooLarge({ reason: 'Invalid', message: 'Too large resource version: 9, current: 5' })).toBe(false);
  });

  test('conflicts of field managers and answers that are no Status are told by their cause', () => {
    const apply = apiErrorFromStatus({ reason: 'Conflict', details: { causes: [{ reason: 'FieldManagerConflict' }] } });
    expect([isFieldManagerConflict(apply), isConflict(apply)]).toEqual([true, true]);
    expect(isFieldManagerConflict(apiErrorFromStatus({ reason: 'Conflict' }))).toBe(false);
    expect(isUnexpectedServerResponse(machinery.apiErrorFromResponse({ httpStatus: 502, body: 'oops' }))).toBe(true);
    expect(isUnexpectedServerResponse(apiErrorFromStatus({ reason: 'InternalError' }))).toBe(false);
  });
});
