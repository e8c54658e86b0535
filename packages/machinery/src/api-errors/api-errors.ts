/**
 * The refusals of an API server, one class per reason. All are made alike, `new ConflictError(Website, 'default/blog')`, and
 * all carry the code of their reason; programs tell them apart with the guards, which work across copies of a package.
 */
import type { StatusReason } from '../object/status.ts';
import { ApiError, type ApiErrorOptions, type NamedKind } from './api-error.ts';

/** The object does not exist, or the server does not know its kind. */
export class NotFoundError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('NotFound', kind, key, options);
  }
}

/** An object of that name exists already. */
export class AlreadyExistsError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('AlreadyExists', kind, key, options);
  }
}

/** The object changed since it was read, or others manage fields that were applied. */
export class ConflictError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('Conflict', kind, key, options);
  }
}

/** The object breaks its schema or a validation rule; `causes` names the fields. */
export class InvalidError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('Invalid', kind, key, options);
  }
}

/** The identity may not do this, or an admission rule forbids it. */
export class ForbiddenError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('Forbidden', kind, key, options);
  }
}

/** The credentials were missing, wrong or expired. */
export class UnauthorizedError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('Unauthorized', kind, key, options);
  }
}

/** A resource version or continue token is older than what the server keeps: only a new list is sound. */
export class ExpiredError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('Expired', kind, key, options);
  }
}

/** What was asked for is no longer available; older servers say so of an expired resource version, too. */
export class GoneError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('Gone', kind, key, options);
  }
}

/** The server asks to slow down, or a disruption budget holds an eviction back. */
export class TooManyRequestsError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('TooManyRequests', kind, key, options);
  }
}

/** The server could not act in time, and nothing has happened: the request may be tried again. */
export class ServerTimeoutError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('ServerTimeout', kind, key, options);
  }
}

/** The server gave up waiting; the request may or may not have been carried out. */
export class TimeoutError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('Timeout', kind, key, options);
  }
}

/** The server did not understand the request. */
export class BadRequestError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('BadRequest', kind, key, options);
  }
}

/** The resource does not support the verb. */
export class MethodNotAllowedError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('MethodNotAllowed', kind, key, options);
  }
}

/** The server cannot answer in any format the client accepts. */
export class NotAcceptableError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('NotAcceptable', kind, key, options);
  }
}

/** The server cannot read the format the client sent. */
export class UnsupportedMediaTypeError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('UnsupportedMediaType', kind, key, options);
  }
}

/** The object or the patch is larger than the server takes. */
export class RequestEntityTooLargeError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('RequestEntityTooLarge', kind, key, options);
  }
}

/** Something broke inside the server, or in a webhook that it calls. */
export class InternalError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('InternalError', kind, key, options);
  }
}

/** The server, or the aggregated server behind it, cannot answer at present. */
export class ServiceUnavailableError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('ServiceUnavailable', kind, key, options);
  }
}

/** The server found the object in its storage but cannot decode or decrypt it. */
export class StorageReadError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('StorageReadError', kind, key, options);
  }
}

/** The server refused for a reason that reeve does not know. */
export class UnknownApiError extends ApiError {
  constructor(kind: NamedKind, key = '', options: ApiErrorOptions = {}) {
    super('', kind, key, options);
  }
}

/** The class of each reason. */
export const classOfReason: Readonly<
  Record<StatusReason, new (kind: NamedKind, key?: string, options?: ApiErrorOptions) => ApiError>
> = {
  NotFound: NotFoundError,
  AlreadyExists: AlreadyExistsError,
  Conflict: ConflictError,
  Invalid: InvalidError,
  Forbidden: ForbiddenError,
  Unauthorized: UnauthorizedError,
  Expired: ExpiredError,
  Gone: GoneError,
  TooManyRequests: TooManyRequestsError,
  ServerTimeout: ServerTimeoutError,
  Timeout: TimeoutError,
  BadRequest: BadRequestError,
  MethodNotAllowed: MethodNotAllowedError,
  NotAcceptable: NotAcceptableError,
  UnsupportedMediaType: UnsupportedMediaTypeError,
  RequestEntityTooLarge: RequestEntityTooLargeError,
  InternalError,
  ServiceUnavailable: ServiceUnavailableError,
  StorageReadError,
  '': UnknownApiError,
};
