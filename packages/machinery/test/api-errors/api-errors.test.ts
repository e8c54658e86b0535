import {
  AlreadyExistsError,
  ApiError,
  BadRequestError,
  ConflictError,
  ExpiredError,
  ForbiddenError,
  GoneError,
  InternalError,
  InvalidError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  ReeveError,
  RequestEntityTooLargeError,
  ServerTimeoutError,
  ServiceUnavailableError,
  StorageReadError,
  TimeoutError,
  TooManyRequestsError,
  UnauthorizedError,
  UnknownApiError,
  UnsupportedMediaTypeError,
  statusReasons,
} from '@reeve/machinery';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';

const classes = [
  [NotFoundError, 'NotFound', 'REEVE_NOT_FOUND', 404],
  [AlreadyExistsError, 'AlreadyExists', 'REEVE_ALREADY_EXISTS', 409],
  [ConflictError, 'Conflict', 'REEVE_CONFLICT', 409],
  [InvalidError, 'Invalid', 'REEVE_INVALID', 422],
  [ForbiddenError, 'Forbidden', 'REEVE_FORBIDDEN', 403],
  [UnauthorizedError, 'Unauthorized', 'REEVE_UNAUTHORIZED', 401],
  [ExpiredError, 'Expired', 'REEVE_EXPIRED', 410],
  [GoneError, 'Gone', 'REEVE_GONE', 410],
  [TooManyRequestsError, 'TooManyRequests', 'REEVE_TOO_MANY_REQUESTS', 429],
  [ServerTimeoutError, 'ServerTimeout', 'REEVE_SERVER_TIMEOUT', 500],
  [TimeoutError, 'Timeout', 'REEVE_TIMEOUT', 504],
  [BadRequestError, 'BadRequest', 'REEVE_BAD_REQUEST', 400],
  [MethodNotAllowedError, 'MethodNotAllowed', 'REEVE_METHOD_NOT_ALLOWED', 405],
  [NotAcceptableError, 'NotAcceptable', 'REEVE_NOT_ACCEPTABLE', 406],
  [UnsupportedMediaTypeError, 'UnsupportedMediaType', 'REEVE_UNSUPPORTED_MEDIA_TYPE', 415],
  [RequestEntityTooLargeError, 'RequestEntityTooLarge', 'REEVE_REQUEST_ENTITY_TOO_LARGE', 413],
  [InternalError, 'InternalError', 'REEVE_INTERNAL_ERROR', 500],
  [ServiceUnavailableError, 'ServiceUnavailable', 'REEVE_SERVICE_UNAVAILABLE', 503],
  [StorageReadError, 'StorageReadError', 'REEVE_STORAGE_READ_ERROR', 500],
  [UnknownApiError, '', 'REEVE_UNKNOWN', 0],
] as const;

describe('the errors of an API server', () => {
  test('there is one class for every reason', () => {
    expect(classes.map(([, reason]) => reason).toSorted()).toEqual(statusReasons.toSorted());
  });

  test.each(classes)('%o carries its reason, code and HTTP status', (Class, reason, code, httpStatus) => {
    const error = new Class({ kind: 'Website' }, 'default/blog');
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(ReeveError);
    expect(error).toMatchObject({ name: Class.name, reason, code, httpStatus, kind: 'Website', key: 'default/blog' });
    expect(error.status).toMatchObject({
      apiVersion: 'v1',
      kind: 'Status',
      status: 'Failure',
      reason,
      code: httpStatus,
    });
    expect(error.status.details).toEqual({ kind: 'Website', name: 'blog' });
    expect(error.message).toContain('Website default/blog');
  });

  test('a conflict says what happened, to which object, and what to do', () => {
    const cause = new Error('409');
    const error = new ConflictError('Website', 'default/blog', { cause });
    expect(error.message).toBe(
      'Website default/blog changed since it was read: read it again and retry, or send your fields with client.apply()',
    );
    expect(error.cause).toBe(cause);
    expect('cause' in new ConflictError('Website', 'default/blog')).toBe(false);
  });

  test('the time to wait is kept in milliseconds, told in the message and sent in whole seconds', () => {
    const error = new TooManyRequestsError('Pod', 'default/web', { verb: 'create', retryAfterMs: 1500 });
    expect(error.message).toBe('the server is too busy to create Pod default/web: try again in 1.5 s');
    expect([error.retryAfterMs, error.status.details?.retryAfterSeconds]).toEqual([1500, 2]);
  });

  test('the status is there for programs, and out of sight of loggers', () => {
    const status = { reason: 'Invalid', details: { causes: [{ field: 'data.key', message: 'hunter2' }] } };
    const error = new InvalidError('Secret', 'default/db', { status });
    expect(error.status).toBe(status);
    expect(error.causes).toEqual(status.details.causes);
    expect(inspect(error) + JSON.stringify(error) + String(error.stack)).not.toContain('hunter2');
  });
});
