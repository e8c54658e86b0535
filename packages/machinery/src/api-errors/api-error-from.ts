/**
 * From what a server answered to the error to throw: a `Status` object, or a bare HTTP response from a proxy, a load balancer
 * or an endpoint that speaks no Kubernetes.
 * Upstream: apimachinery errors.FromObject and NewGenericServerResponse.
 */
import { isStatus, type Status, type StatusDetails, type StatusReason } from '../object/status.ts';
import type { DeepReadonly } from '../json/deep-readonly.ts';
import { isJsonArray, isJsonObject, type ReadonlyJsonObject } from '../json/json-value.ts';
import { visibleText } from '../syntax/visible-text.ts';
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

  /** The `Location` header: where a redirect leads. */
  readonly location?: string | undefined;
}

/** The error that a `Status` stands for. What the request says about the object goes before what the status says. */
export const apiErrorFromStatus = (
  status: DeepReadonly<Status>,
  request: ApiRequest = {},
  options: ErrorOptions = {},
): ApiError => {
  const sound = soundStatus(status);
  const Class = classOfReason[effectiveReason(sound.reason, sound.code)];
  const { kind = nameIn(sound.details?.kind), key = nameIn(sound.details?.name), verb } = request;
  return new Class(kind, key, { ...options, verb, status: sound });
};

/** Names are short; what a server says that is longer is none. */
const nameIn = (text = ''): string => visibleText(text.slice(0, LONGEST_NAME));

const LONGEST_NAME = 512;

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

/**
 * The status without fields that hold something else than they should. Whoever looks at an error must not meet another error because a server, or what
 * stands in its place, sent `causes: 5`. A status as it should be is given back as it is.
 */
function soundStatus(status: DeepReadonly<Status>): DeepReadonly<Status> {
  const { message, reason, code, details } = status as { readonly [Field in keyof Status]: unknown };
  const isSound =
    isOptional(message, 'string') && isOptional(reason, 'string') && isOptional(code, 'number') && areSound(details);
  if (isSound) return status;
  const { message: _message, reason: _reason, code: _code, details: _details, ...rest } = status;
  return {
    ...rest,
    ...(typeof message === 'string' && { message }),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof code === 'number' && { code }),
    ...(isJsonObject(details) && { details: soundDetails(details) }),
  };
}

const textsOfDetails = ['name', 'group', 'kind', 'uid'] as const;
const textsOfCauses = ['reason', 'message', 'field'] as const;

const isOptional = (value: unknown, type: 'string' | 'number'): boolean => value === undefined || typeof value === type;

const areSound = (details: unknown): boolean =>
  details === undefined ||
  (isJsonObject(details) &&
    textsOfDetails.every((name) => isOptional(details[name], 'string')) &&
    isOptional(details['retryAfterSeconds'], 'number') &&
    (details['causes'] === undefined || (isJsonArray(details['causes']) && details['causes'].every(isSoundCause))));

const isSoundCause = (cause: unknown): boolean =>
  isJsonObject(cause) && textsOfCauses.every((name) => isOptional(cause[name], 'string'));

function soundDetails(details: ReadonlyJsonObject): DeepReadonly<StatusDetails> {
  const { causes, retryAfterSeconds } = details;
  return {
    ...textsIn(details, textsOfDetails),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    ...(isJsonArray(causes) && { causes: causes.filter(isJsonObject).map((cause) => textsIn(cause, textsOfCauses)) }),
  };
}

const textsIn = (object: ReadonlyJsonObject, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = object[name];
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );

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

const statusOfResponse = ({ httpStatus, method, body, location }: FailedResponse): Status => {
  const page = typeof body === 'string' ? body.slice(0, LONGEST_BODY) : '';
  const isRedirect = httpStatus >= 300 && httpStatus < 400 && location !== undefined;
  const text = isRedirect ? `HTTP ${httpStatus}, location ${location.slice(0, LONGEST_BODY)}` : page;
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
