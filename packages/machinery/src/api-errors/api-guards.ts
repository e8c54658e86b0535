/**
 * Questions about errors. Each looks along the chain of causes for the first refusal of a server and compares its reason,
 * or, where reeve does not know the reason, its HTTP status. No class is looked at: two copies of this package in one
 * process understand each other's errors.
 * Upstream: the Is… predicates of apimachinery api/errors.
 */
import type { StatusCauseReason, StatusReason } from '../object/status.ts';
import type { ApiFailure } from './api-error.ts';
import { effectiveReason } from './api-reason.ts';
import { causeChain, propertyOf } from '../errors/cause-chain.ts';

/** The refusal of a server in this error or its causes, the outermost first. */
export const apiFailureIn = (error: unknown): ApiFailure | undefined => {
  for (const link of causeChain(error)) if (isApiFailure(link)) return link;
  return undefined;
};

/** The object, or its kind, does not exist. */
export const isNotFound = (error: unknown): boolean => isBecauseOf(error, 'NotFound');

/** An object of that name exists already. Without a reason a 409 counts as a conflict instead. */
export const isAlreadyExists = (error: unknown): boolean => isBecauseOf(error, 'AlreadyExists');

/** The object changed since it was read, or others manage fields that were applied. */
export const isConflict = (error: unknown): boolean => isBecauseOf(error, 'Conflict');

/** The object breaks its schema or a validation rule. */
export const isInvalid = (error: unknown): boolean => isBecauseOf(error, 'Invalid');

/** The identity may not do this, or an admission rule forbids it. */
export const isForbidden = (error: unknown): boolean => isBecauseOf(error, 'Forbidden');

/** The credentials were missing, wrong or expired. */
export const isUnauthorized = (error: unknown): boolean => isBecauseOf(error, 'Unauthorized');

/** A resource version or continue token is too old for the server. Without a reason a 410 counts as gone instead. */
export const isExpired = (error: unknown): boolean => isBecauseOf(error, 'Expired');

/** What was asked for is no longer available. */
export const isGone = (error: unknown): boolean => isBecauseOf(error, 'Gone');

/** The server asks to slow down. An HTTP status of 429 says so whatever the reason. */
export const isTooManyRequests = (error: unknown): boolean =>
  isBecauseOf(error, 'TooManyRequests') || apiFailureIn(error)?.httpStatus === 429;

/** The request is larger than the server takes. An HTTP status of 413 says so whatever the reason. */
export const isRequestEntityTooLarge = (error: unknown): boolean =>
  isBecauseOf(error, 'RequestEntityTooLarge') || apiFailureIn(error)?.httpStatus === 413;

/** The server could not act in time, and nothing has happened. */
export const isServerTimeout = (error: unknown): boolean => isBecauseOf(error, 'ServerTimeout');

/** The server gave up waiting; the request may or may not have been carried out. */
export const isTimeout = (error: unknown): boolean => isBecauseOf(error, 'Timeout');

/** The server did not understand the request. */
export const isBadRequest = (error: unknown): boolean => isBecauseOf(error, 'BadRequest');

/** The resource does not support the verb. */
export const isMethodNotAllowed = (error: unknown): boolean => isBecauseOf(error, 'MethodNotAllowed');

/** The server cannot answer in any format the client accepts. */
export const isNotAcceptable = (error: unknown): boolean => isBecauseOf(error, 'NotAcceptable');

/** The server cannot read the format the client sent. */
export const isUnsupportedMediaType = (error: unknown): boolean => isBecauseOf(error, 'UnsupportedMediaType');

/** Something broke inside the server, or in a webhook that it calls. */
export const isInternalError = (error: unknown): boolean => isBecauseOf(error, 'InternalError');

/** The server cannot answer at present. */
export const isServiceUnavailable = (error: unknown): boolean => isBecauseOf(error, 'ServiceUnavailable');

/** The server found the object but cannot decode or decrypt it. */
export const isStorageReadError = (error: unknown): boolean => isBecauseOf(error, 'StorageReadError');

/** One of the causes that the server lists is of this kind. */
export const hasStatusCause = (error: unknown, cause: StatusCauseReason | (string & Record<never, never>)): boolean =>
  apiFailureIn(error)?.causes.some(({ reason }) => reason === cause) ?? false;

/** The answer was no Kubernetes `Status`: it came from a proxy, or from a server that broke off. */
export const isUnexpectedServerResponse = (error: unknown): boolean =>
  hasStatusCause(error, 'UnexpectedServerResponse');

/** An apply met fields that others manage. Trying again does not help; leaving them out or forcing does. */
export const isFieldManagerConflict = (error: unknown): boolean => hasStatusCause(error, 'FieldManagerConflict');

/** The server has not caught up with the resource version asked for. Servers before 1.18 say so only in words. */
export const isResourceVersionTooLarge = (error: unknown): boolean => {
  if (hasStatusCause(error, 'ResourceVersionTooLarge')) return true;
  const failure = apiFailureIn(error);
  if (failure === undefined || !isTimeout(failure)) return false;
  const words = [failure.status.message, ...failure.causes.map(({ message }) => message)];
  return words.some((text) => text?.includes('Too large resource version'));
};

/** How long the server asks to wait before the request is tried again; undefined when it does not ask. */
export const suggestsClientDelay = (error: unknown): number | undefined => {
  const failure = apiFailureIn(error);
  if (failure === undefined) return undefined;
  return failure.retryAfterMs ?? (failure.reason === 'ServerTimeout' ? 0 : undefined);
};

const isBecauseOf = (error: unknown, reason: StatusReason): boolean => {
  const failure = apiFailureIn(error);
  return failure !== undefined && effectiveReason(failure.reason, failure.httpStatus) === reason;
};

const isApiFailure = (value: unknown): value is ApiFailure =>
  String(propertyOf(value, 'code')).startsWith('REEVE_') &&
  typeof propertyOf(value, 'reason') === 'string' &&
  typeof propertyOf(value, 'httpStatus') === 'number';
