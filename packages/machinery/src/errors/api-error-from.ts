/**
 * From what a server answered to the error to throw: a `Status` object, or a bare HTTP response from a proxy, a load balancer
 * or an endpoint that speaks no Kubernetes.
 * Upstream: apimachinery errors.FromObject and NewGenericServerResponse.
 */
import { isStatus, type Status, type StatusReason } from '../object/status.ts';
import type { DeepReadonly } from '../values/deep-readonly.ts';
import type { ApiError, NamedKind } from './api-error.ts';
import { classOfReason } from './api-errors.ts';
import { effectiveReason } from './api-reason.ts';

/** What was asked of the server. */
export interface ApiRequest {
  /** What was to be done, in Kubernetes' word: get, list, create, update, patch, delete, watch. */
  readonly verb?: string;
  readonly kind?: NamedKind;

  /** `namespace/name` or `name`. */
  readonly key?: string;
}

/** The parts of an HTTP response that tell why it failed. */
export interface FailedResponse {
  readonly httpStatus: number;

  /** The HTTP method of the request: a 409 means something else for a POST. */
  readonly method?: string;

  /** The body, as text or already parsed. */
  readonly body?: unknown;

  /** The `Retry-After` header. Only whole seconds count; a date does not. */
  readonly retryAfter?: string | undefined;
}

/** The error that a `Status` stands for. What the request says about the object goes before what the status says. */
export const apiErrorFromStatus = (
  status: DeepReadonly<Status>,
  request: ApiRequest = {},
  options: ErrorOptions = {},
): ApiError => {
  const Class = classOfReason[effectiveReason(status.reason, status.code)];
  const { kind = status.details?.kind ?? '', key = status.details?.name ?? '', verb } = request;
  return new Class(kind, key, { ...options, verb, status });
};

/** The error that a failed HTTP response stands for. */
export const apiErrorFromResponse = (response: FailedResponse, request: ApiRequest = {}): ApiError => {
  const status = parseStatus(response.body) ?? statusOfResponse(response);
  const seconds = retryAfterSeconds(response.retryAfter) ?? status.details?.retryAfterSeconds;
  return apiErrorFromStatus(
    {
      ...status,
      code: status.code || response.httpStatus,
      ...(seconds !== undefined && { details: { ...status.details, retryAfterSeconds: seconds } }),
    },
    request,
  );
};

/** A failed `Status`, if the body is one. A successful one in a failed response explains nothing. */
const parseStatus = (body: unknown): Status | undefined => {
  const value = typeof body === 'string' ? parseJson(body) : body;
  return isStatus(value) && value.status !== 'Success' ? value : undefined;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: the text itself is all there is
  }
};

const statusOfResponse = ({ httpStatus, method, body }: FailedResponse): Status => {
  const text = typeof body === 'string' ? body.slice(0, LONGEST_BODY) : '';
  return {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    code: httpStatus,
    reason: reasonOfResponse(httpStatus, method),
    message: text,
    details: { causes: [{ reason: 'UnexpectedServerResponse', message: text }] },
  };
};

/** A body that is no Status may be a whole web page. */
const LONGEST_BODY = 2048;

const reasonOfResponse = (httpStatus: number, method?: string): StatusReason => {
  if (httpStatus === 409 && method?.toUpperCase() === 'POST') return 'AlreadyExists';
  const reason = effectiveReason(undefined, httpStatus);
  return reason === '' && httpStatus >= 500 ? 'InternalError' : reason;
};

const retryAfterSeconds = (header: string | undefined): number | undefined =>
  header !== undefined && /^\s*\d{1,9}\s*$/.test(header) ? Number(header) : undefined;
