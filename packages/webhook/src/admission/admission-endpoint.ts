/**
 * A handler at a path: reads AdmissionReviews of both versions, and answers in the version that it was asked in, with the UID of the request and a complete status.
 * Upstream: controller-runtime admission.Webhook.
 */
import { isJsonObject, stringifyJson } from '@reeve/machinery';
import type { AdmissionRequest, AdmissionResponse, Logger, ReadonlyJsonObject } from '@reeve/machinery';
import type { Endpoint, ReviewContext } from '../http/endpoint.ts';
import { ReviewError } from '../http/review-error.ts';
import { errored } from './admission-answer.ts';
import type { AdmissionAnswer, AdmissionHandler } from './admission-answer.ts';

/** How an endpoint of admission is made. */
export interface AdmissionEndpointOptions {
  readonly path: string;
  readonly purpose: 'defaulting' | 'validation';
  readonly handle: AdmissionHandler;
  /** The log of one request; unless given it carries what the request is about. */
  readonly logOf?: (log: Logger, request: AdmissionRequest) => Logger;
}

const versions: ReadonlySet<unknown> = new Set(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1']);
const v1 = 'admission.k8s.io/v1';

/** The endpoint of a handler. */
export function admissionEndpoint({ path, purpose, handle, logOf = requestLog }: AdmissionEndpointOptions): Endpoint {
  return {
    path,
    purpose,
    maxBytes: (limits) => limits.maxAdmissionBytes,
    answer: async (review, context: ReviewContext) => {
      const request = requestIn(review);
      const answer = await handle(request, new HandlerContext(context, request, logOf));
      return reviewOf(review, request.uid, sound(answer));
    },
    failure: (review, code, message) => reviewOf(review, uidIn(review), errored(code, message)),
  };
}

/** What a handler is given; the log and the signal are made when it asks for them. */
class HandlerContext {
  readonly #context: ReviewContext;
  readonly #request: AdmissionRequest;
  readonly #logOf: (log: Logger, request: AdmissionRequest) => Logger;
  #log: Logger | undefined;

  constructor(
    context: ReviewContext,
    request: AdmissionRequest,
    logOf: (log: Logger, request: AdmissionRequest) => Logger,
  ) {
    this.#context = context;
    this.#request = request;
    this.#logOf = logOf;
  }

  get log(): Logger {
    return (this.#log ??= this.#logOf(this.#context.log, this.#request));
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }
}

/** The facts of a request by which logs are searched. */
function requestLog(log: Logger, request: AdmissionRequest): Logger {
  const { kind, resource, namespace = '', name = '', userInfo, uid, operation } = request;
  return log.with({
    webhookGroup: kind.group,
    webhookKind: kind.kind,
    object: namespace === '' ? name : `${namespace}/${name}`,
    namespace,
    name,
    resource: resource.resource,
    operation,
    user: userInfo.username ?? '',
    requestID: uid,
  });
}

function requestIn(review: ReadonlyJsonObject): AdmissionRequest {
  const { apiVersion = v1, kind = 'AdmissionReview', request } = review;
  if (!versions.has(apiVersion) || kind !== 'AdmissionReview')
    throw new ReviewError(
      400,
      `this path takes AdmissionReviews of ${[...versions].join(' and ')}, and not ${stringifyJson(kind)} of ${stringifyJson(apiVersion)}`,
    );
  if (!isJsonObject(request)) throw new ReviewError(400, 'the AdmissionReview has no request');
  for (const field of ['uid', 'operation'])
    if (typeof request[field] !== 'string') throw new ReviewError(400, `request.${field} is missing or no text`);
  for (const field of ['kind', 'resource', 'userInfo'])
    if (!isJsonObject(request[field])) throw new ReviewError(400, `request.${field} is missing or no object`);
  return request as unknown as AdmissionRequest; // what is used of it was looked at
}

const uidIn = (review: ReadonlyJsonObject | undefined): string => {
  const request = review?.['request'];
  const uid = isJsonObject(request) ? request['uid'] : undefined;
  return typeof uid === 'string' ? uid : '';
};

/** What JavaScript lets a function return is not always an answer. */
function sound(answer: AdmissionAnswer | undefined): AdmissionAnswer {
  const isAnswer = isJsonObject(answer) && typeof answer['allowed'] === 'boolean';
  if (!isAnswer)
    throw new TypeError('a handler answered with something else than { allowed: true } or { allowed: false, … }');
  return answer;
}

function reviewOf(review: ReadonlyJsonObject | undefined, uid: string, answer: AdmissionAnswer): object {
  const { apiVersion } = review ?? {};
  return {
    kind: 'AdmissionReview',
    apiVersion: versions.has(apiVersion) ? apiVersion : v1,
    response: responseOf(uid, answer),
  };
}

function responseOf(
  uid: string,
  { allowed: isAllowed, status, patch = [], ...notes }: AdmissionAnswer,
): AdmissionResponse {
  return {
    uid,
    allowed: isAllowed,
    status: { ...status, code: status?.code ?? (isAllowed ? 200 : 403) },
    ...(isAllowed && patch.length > 0 && { patch: base64(stringifyJson(patch)), patchType: 'JSONPatch' }),
    ...notes,
  };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The path of a webhook for a kind, as kubebuilder names it: `/validate-batch-v1-cronjob`. */
export function admissionPath(
  action: 'mutate' | 'validate',
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): string {
  return `/${[action, group.replaceAll('.', '-'), version, kind.toLowerCase()].join('-')}`;
}
