/**
 * What a server answers when it has no object to give: why a request failed, or that it succeeded.
 * Upstream: apimachinery meta/v1 Status.
 */
import { isJsonObject } from '../json/json-value.ts';
import type { TypeMeta } from './kube-object.ts';
import type { ListMeta } from './list-meta.ts';

/** Every reason that the API machinery itself gives. The empty one means that the server does not know. */
export const statusReasons = [
  '',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'StorageReadError',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
] as const;

/** Why a request failed, in one word. */
export type StatusReason = (typeof statusReasons)[number];

/** What is wrong with one field, or with the answer as a whole. */
export type StatusCauseReason =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError'
  | 'UnexpectedServerResponse'
  | 'FieldManagerConflict'
  | 'ResourceVersionTooLarge';

/** A word that is known, or one that a newer server or a webhook made up. Editors still offer the known ones. */
type OrOther<Known extends string> = Known | (string & Record<never, never>);

/** One of the things that made a request fail. */
export interface StatusCause {
  reason?: OrOther<StatusCauseReason>;
  message?: string;
  /** The path of the field, as in `spec.ports[0].name`. */
  field?: string;
}

/** What the failure is about, as data. */
export interface StatusDetails {
  name?: string;
  group?: string;
  /** The kind, or the plural name of the resource: servers send either. */
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  /** How many seconds to wait before trying again. */
  retryAfterSeconds?: number;
}

/** The outcome of a request. */
export interface Status extends TypeMeta {
  metadata?: ListMeta;
  status?: OrOther<'Success' | 'Failure'>;
  message?: string;
  reason?: OrOther<StatusReason>;
  details?: StatusDetails;
  /** The HTTP status code. */
  code?: number;
}

/** True of the `Status` a server sends, told by its `apiVersion` and `kind`. */
export function isStatus(value: unknown): value is Status {
  return isJsonObject(value) && value['apiVersion'] === 'v1' && value['kind'] === 'Status';
}

/** True of the reasons that the API machinery itself gives; false of others, which only the HTTP code explains. */
export function isStatusReason(reason: string | undefined): reason is StatusReason {
  return known.has(reason);
}

const known: ReadonlySet<string | undefined> = new Set(statusReasons);
