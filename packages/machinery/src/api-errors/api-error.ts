/**
 * A request that an API server refused, with everything it said about why. One subclass per reason in `api-errors.ts`;
 * guards such as `isNotFound` tell them apart without knowing the class.
 * Upstream: apimachinery api/errors StatusError and the APIStatus interface.
 */
import type { Status, StatusCause, StatusReason } from '../object/status.ts';
import type { DeepReadonly } from '../json/deep-readonly.ts';
import { apiErrorMessage } from './api-error-message.ts';
import { codeOfReason, httpStatusOfReason } from './api-reason.ts';
import { retryAfterMsOf } from '../transport/answer-limits.ts';
import { ReeveError, type ErrorCode } from '../errors/reeve-error.ts';

/** A kind, or only its name. */
export type NamedKind = string | { readonly kind: string };

/** What is known about a refusal besides the object. */
export interface ApiErrorOptions extends ErrorOptions {
  /** What was to be done, in Kubernetes' word: get, list, create, update, patch, delete, watch. */
  readonly verb?: string | undefined;

  /** What the server answered. */
  readonly status?: DeepReadonly<Status> | undefined;

  /** How long the server asks to wait; the status says it unless given. What is no finite number from 0 on does not count. */
  readonly retryAfterMs?: number | undefined;
}

/** What all refusals have in common, also those that come from another copy of this package. */
export interface ApiFailure extends Error {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly httpStatus: number;
  readonly status: DeepReadonly<Status>;
  readonly causes: readonly DeepReadonly<StatusCause>[];
  readonly retryAfterMs: number | undefined;
}

/** A refused request. */
export class ApiError extends ReeveError implements ApiFailure {
  /** The reason as the server gave it, which may be one that reeve does not know. */
  readonly reason: string;
  readonly httpStatus: number;
  readonly kind: string;

  /** `namespace/name` or `name`; empty when the request was about no single object. */
  readonly key: string;
  readonly retryAfterMs: number | undefined;
  readonly #status: DeepReadonly<Status>; // hidden from loggers: a status may quote the values of a Secret

  constructor(reason: StatusReason, kind: NamedKind, key: string, options: ApiErrorOptions = {}) {
    const kindName = typeof kind === 'string' ? kind : kind.kind;
    const { verb, status } = options;
    const retryAfterMs = finite(options.retryAfterMs) ?? retryAfterMsOf(status?.details?.retryAfterSeconds);
    const causes = status?.details?.causes ?? [];
    const facts = {
      kind: kindName,
      key,
      verb,
      serverMessage: status?.message,
      causes,
      retryAfterMs,
      httpStatus: status?.code,
    };
    const message = apiErrorMessage(reason, facts);
    super(codeOfReason[reason], message, 'cause' in options ? { cause: options.cause } : undefined);
    this.#status = status ?? statusOf(reason, kindName, key, message, retryAfterMs);
    this.reason = this.#status.reason ?? '';
    this.httpStatus = this.#status.code ?? httpStatusOfReason[reason];
    this.kind = kindName;
    this.key = key;
    this.retryAfterMs = retryAfterMs;
  }

  /** What the server answered, or would have answered. */
  get status(): DeepReadonly<Status> {
    return this.#status;
  }

  /** What made the request fail, field by field where the server says so. */
  get causes(): readonly DeepReadonly<StatusCause>[] {
    return this.#status.details?.causes ?? [];
  }
}

/** Whoever waits for it sets a timer, so that it must be a number that a timer can be set to. */
const finite = (ms: number | undefined): number | undefined =>
  ms !== undefined && Number.isFinite(ms) && ms >= 0 ? ms : undefined;

const statusOf = (reason: StatusReason, kind: string, key: string, message: string, retryAfterMs = 0): Status => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  message,
  reason,
  details: {
    kind,
    name: key.slice(key.indexOf('/') + 1),
    ...(retryAfterMs > 0 && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
  },
  code: httpStatusOfReason[reason],
});
