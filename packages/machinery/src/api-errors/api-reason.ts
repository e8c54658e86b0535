/**
 * The reasons for which an API server refuses a request, with their codes and the HTTP status that goes with each.
 * Upstream: apimachinery meta/v1 StatusReason and the predicates of api/errors.
 */
import { isStatusReason, type StatusReason } from '../object/status.ts';
import type { ErrorCode } from '../errors/reeve-error.ts';

/** The stable code of each reason. */
export const codeOfReason: Readonly<Record<StatusReason, ErrorCode>> = {
  '': 'REEVE_UNKNOWN',
  Unauthorized: 'REEVE_UNAUTHORIZED',
  Forbidden: 'REEVE_FORBIDDEN',
  NotFound: 'REEVE_NOT_FOUND',
  AlreadyExists: 'REEVE_ALREADY_EXISTS',
  Conflict: 'REEVE_CONFLICT',
  Gone: 'REEVE_GONE',
  Invalid: 'REEVE_INVALID',
  ServerTimeout: 'REEVE_SERVER_TIMEOUT',
  StorageReadError: 'REEVE_STORAGE_READ_ERROR',
  Timeout: 'REEVE_TIMEOUT',
  TooManyRequests: 'REEVE_TOO_MANY_REQUESTS',
  BadRequest: 'REEVE_BAD_REQUEST',
  MethodNotAllowed: 'REEVE_METHOD_NOT_ALLOWED',
  NotAcceptable: 'REEVE_NOT_ACCEPTABLE',
  RequestEntityTooLarge: 'REEVE_REQUEST_ENTITY_TOO_LARGE',
  UnsupportedMediaType: 'REEVE_UNSUPPORTED_MEDIA_TYPE',
  InternalError: 'REEVE_INTERNAL_ERROR',
  Expired: 'REEVE_EXPIRED',
  ServiceUnavailable: 'REEVE_SERVICE_UNAVAILABLE',
};

/** The HTTP status that a server sends with each reason. Zero: it does not say. */
export const httpStatusOfReason: Readonly<Record<StatusReason, number>> = {
  '': 0,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Invalid: 422,
  ServerTimeout: 500,
  StorageReadError: 500,
  Timeout: 504,
  TooManyRequests: 429,
  BadRequest: 400,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  InternalError: 500,
  Expired: 410,
  ServiceUnavailable: 503,
};

/** What an HTTP status means by itself. Reasons that share a status with a more general one are not among them. */
const reasonByHttpStatus: ReadonlyMap<number, StatusReason> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'RequestEntityTooLarge'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

/** The reason that counts: the one given when it is known, else what the HTTP status means, else the empty one. */
export const effectiveReason = (reason: string | undefined, httpStatus: number | undefined): StatusReason => {
  if (reason && isStatusReason(reason)) return reason;
  return reasonByHttpStatus.get(httpStatus ?? 0) ?? '';
};
