/**
 * A refusal, as the Status that the client gets. Thrown anywhere while a request is served; the server turns it into the answer.
 * The wording is the interface: clients and people match on it. Upstream: apimachinery api/errors.
 */
import { quote, type Status, type StatusCause, type StatusReason } from '@reeve/machinery';

/** What a refusal says besides its message. */
export interface StatusErrorOptions {
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly kind?: string | undefined;
  readonly uid?: string | undefined;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
  /** False leaves `details` out altogether, as some answers do. */
  readonly hasDetails?: boolean;
  readonly metadata?: Status['metadata'];
}

export class StatusError extends Error {
  readonly status: Status;
  /** What there was to warn of before the refusal; told with it. */
  warnings: readonly string[] = [];

  constructor(code: number, reason: StatusReason, message: string, options: StatusErrorOptions = {}) {
    super(message);
    this.name = 'StatusError';
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: options.metadata ?? {},
      status: 'Failure',
      message,
      ...(reason !== '' && { reason }),
      ...(options.hasDetails !== false && { details: detailsOf(options) }),
      code,
    };
  }
}

/** A group and the plural of a resource, as messages print them. */
export interface ResourceName {
  readonly group: string;
  readonly plural: string;
}

/** `deployments.apps`, or `pods` for the core group. */
export const printResource = ({ group, plural }: ResourceName): string =>
  group === '' ? plural : `${plural}.${group}`;

export const notFound = (resource: ResourceName, name: string): StatusError =>
  new StatusError(404, 'NotFound', `${printResource(resource)} ${quote(name)} not found`, {
    name,
    group: resource.group,
    kind: resource.plural,
  });

export const alreadyExists = (resource: ResourceName, name: string, isBeingDeleted = false): StatusError =>
  new StatusError(
    409,
    'AlreadyExists',
    `${isBeingDeleted ? 'object is being deleted: ' : ''}${printResource(resource)} ${quote(name)} already exists`,
    {
      name,
      group: resource.group,
      kind: resource.plural,
    },
  );

export const conflict = (resource: ResourceName, name: string, problem: string): StatusError =>
  new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${printResource(resource)} ${quote(name)}: ${problem}`,
    { name, group: resource.group, kind: resource.plural },
  );

/** The well-known sentence about a stale version. */
export const staleVersion = (resource: ResourceName, name: string): StatusError =>
  conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );

export const forbidden = (
  resource: ResourceName,
  name: string,
  problem: string,
  causes: readonly StatusCause[] = [],
): StatusError => {
  const subject =
    resource.plural === ''
      ? 'forbidden'
      : name === ''
        ? `${printResource(resource)} is forbidden`
        : `${printResource(resource)} ${quote(name)} is forbidden`;
  return new StatusError(403, 'Forbidden', `${subject}: ${problem}`, {
    name: name || undefined,
    group: resource.group,
    kind: resource.plural,
    causes,
  });
};

export const badRequest = (message: string): StatusError =>
  new StatusError(400, 'BadRequest', message, { hasDetails: false });

/** A method that makes no sense here. */
export const methodNotAllowed = (): StatusError =>
  new StatusError(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');

/** A verb that a kind does not have. */
export const notSupportedOn = (verb: string, resource: ResourceName): StatusError =>
  new StatusError(
    405,
    'MethodNotAllowed',
    `${verb} is not supported on resources of kind ${JSON.stringify(printResource(resource))}`,
    { group: resource.group, kind: resource.plural },
  );

/** What a router says when it has none of the media types asked for. */
export const notRepresentable = (available: readonly string[]): StatusError =>
  new StatusError(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`);

export const notOfThatShape = (message: string): StatusError =>
  new StatusError(406, 'NotAcceptable', message, { hasDetails: false });

export const expired = (message: string, metadata?: Status['metadata']): StatusError =>
  new StatusError(410, 'Expired', message, { hasDetails: false, ...(metadata && { metadata }) });

export const internalError = (problem: string): StatusError =>
  new StatusError(500, 'InternalError', `Internal error occurred: ${problem}`, { causes: [{ message: problem }] });

export const tooLarge = (message: string): StatusError =>
  new StatusError(413, 'RequestEntityTooLarge', message, { hasDetails: false });

export const tooManyRequests = (): StatusError =>
  new StatusError(429, 'TooManyRequests', 'Too many requests, please try again later.', { retryAfterSeconds: 1 });

export const notAcceptable = (accepted: readonly string[]): StatusError =>
  new StatusError(406, 'NotAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`, {
    hasDetails: false,
  });

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
    { hasDetails: false },
  );

export const timeout = (message: string, retryAfterSeconds: number, causes: readonly StatusCause[] = []): StatusError =>
  new StatusError(504, 'Timeout', `Timeout: ${message}`, { retryAfterSeconds, causes });

/** What a known group answers for a resource that it does not have. */
export const noSuchResource = (): StatusError =>
  new StatusError(404, 'NotFound', 'the server could not find the requested resource');

function detailsOf({
  name,
  group,
  kind,
  uid,
  causes,
  retryAfterSeconds,
}: StatusErrorOptions): NonNullable<Status['details']> {
  return {
    ...(name && { name }),
    ...(group && { group }),
    ...(kind && { kind }),
    ...(uid && { uid }),
    ...(causes && causes.length > 0 && { causes: [...causes] }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
}
