/**
 * One call of one admission webhook, and what becomes of its failures. Upstream: apiserver admission/plugin/webhook/mutating and validating dispatcher.
 */
import type { Host, JsonObject } from '@reeve/machinery';
import {
  badRequest,
  internalError,
  isSet,
  StatusError,
  timeout,
  valueAt,
  type AdmissionRequest,
} from '@reeve/registry';
import type { StatusCause, StatusReason } from '@reeve/machinery';
import { OutboundError } from '../outbound/outbound.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { WebhookMetrics } from '../metrics/webhook-metrics.ts';
import { InvalidAnswer, readAnswer, reviewBytes, reviewGroup, type ReviewAnswer } from './admission-review.ts';
import type { Hook } from './hook.ts';
import { callWebhook, WebhookAnswerError } from './webhook-client.ts';

export interface HookCallerOptions {
  readonly outbound: OutboundClient;
  readonly host: Host;
  readonly metrics: WebhookMetrics;
}

/** A webhook could not be asked: its failure policy counts. */
export class HookCallError extends Error {
  readonly code: number;

  constructor(hook: Hook, reason: string, code: number) {
    super(`failed calling webhook ${JSON.stringify(hook.name)}: ${reason}`);
    this.code = code;
  }
}

/** A webhook says no. */
class HookRejection extends Error {
  readonly refusal: StatusError;

  constructor(refusal: StatusError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export class HookCaller {
  readonly #options: HookCallerOptions;

  constructor(options: HookCallerOptions) {
    this.#options = options;
  }

  /**
   * Asks a webhook, and hands an answer that allows the request to `use`. Throws the refusal of the request; gives undefined where the webhook could not be asked
   * and its policy is to go on without it.
   */
  async ask<T>(
    hook: Hook,
    request: AdmissionRequest,
    body: string,
    use: (answer: ReviewAnswer) => T,
  ): Promise<{ readonly used: T } | undefined> {
    const { host, metrics } = this.#options;
    const started = host.clock.monotonic();
    const observe = (code: number, isRejected: boolean): void =>
      metrics.called(hook, request.operation, { code, isRejected, ms: host.clock.monotonic() - started });
    try {
      const answer = await this.#answer(hook, request, body);
      const used = use(answer);
      observe(200, false);
      return { used };
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      return this.#failed(hook, request, error, observe);
    }
  }

  #failed(
    hook: Hook,
    request: AdmissionRequest,
    error: unknown,
    observe: (code: number, isRejected: boolean) => void,
  ): undefined {
    const { metrics } = this.#options;
    if (error instanceof HookCallError) {
      observe(error.code, !hook.ignoresFailures);
      if (!hook.ignoresFailures) {
        metrics.rejected(hook, request.operation, 'calling_webhook_error', error.code);
        throw internalError(error.message);
      }
      metrics.failedOpen(hook);
      if (request.remainingMs() <= 0) throw timeout('request did not complete within requested timeout', 0);
      return undefined;
    }
    if (error instanceof HookRejection) {
      const { code = 0 } = error.refusal.status;
      observe(code, true);
      metrics.rejected(hook, request.operation, 'no_error', code);
      throw error.refusal;
    }
    observe(0, true);
    metrics.rejected(hook, request.operation, 'apiserver_internal_error', 0);
    throw error;
  }

  async #answer(hook: Hook, request: AdmissionRequest, body: string): Promise<ReviewAnswer> {
    if (request.isDryRun && hook.hasSideEffects)
      throw badRequest(`admission webhook ${JSON.stringify(hook.name)} does not support dry run`);
    const uid = this.#options.host.uuid();
    const review = await this.#call(hook, request, reviewBytes(hook.reviewVersion, uid, body));
    const answer = this.#read(hook, review, uid);
    for (const [key, value] of Object.entries(answer.annotations)) request.annotate(`${hook.name}/${key}`, value);
    for (const text of answer.warnings) request.warn(text);
    if (!answer.isAllowed) throw new HookRejection(denial(hook, answer.status));
    return answer;
  }

  async #call(hook: Hook, request: AdmissionRequest, review: Uint8Array): Promise<JsonObject> {
    const { outbound, host } = this.#options;
    const timeoutMs = Math.min(hook.timeoutMs, request.remainingMs());
    const wanted = { group: reviewGroup, version: hook.reviewVersion, kind: 'AdmissionReview' };
    const call = {
      target: hook.target,
      tls: { ca: hook.ca },
      timeoutMs,
      signal: request.signal,
      review,
      userAgent: 'kube-apiserver-admission',
      sleep: (ms: number) => host.sleep(ms, request.signal),
    };
    try {
      const answer = await callWebhook(outbound, call, wanted);
      const problem = typeProblem(answer);
      if (problem !== undefined) throw new WebhookAnswerError(problem);
      return answer;
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof WebhookAnswerError)) throw error;
      throw new HookCallError(hook, `failed to call webhook: ${error.message}`, 503);
    }
  }

  #read(hook: Hook, review: JsonObject, uid: string): ReviewAnswer {
    try {
      return readAnswer(review, { uid, version: hook.reviewVersion, isMutating: hook.type === 'admit' });
    } catch (error) {
      if (!(error instanceof InvalidAnswer)) throw error;
      throw new HookCallError(hook, `received invalid webhook response: ${error.message}`, 503);
    }
  }
}

/** The fields of an answer with the types that Go has for them. */
const answerTypes: Readonly<Record<string, readonly [json: string, go: string]>> = {
  uid: ['string', 'types.UID'],
  allowed: ['boolean', 'bool'],
  status: ['object', 'v1.Status'],
  patch: ['string', '[]uint8'],
  patchType: ['string', 'v1.PatchType'],
  auditAnnotations: ['object', 'map[string]string'],
  warnings: ['array', '[]string'],
};

/** A field of an answer that cannot be read, in Go's words. */
function typeProblem(review: JsonObject): string | undefined {
  for (const [field, [wanted, goType]] of Object.entries(answerTypes)) {
    const value = valueAt(review, 'response', field);
    const found = Array.isArray(value) ? 'array' : typeof value;
    if (!isSet(value) || found === wanted) continue;
    return `json: cannot unmarshal ${found === 'boolean' ? 'bool' : found} into Go struct field AdmissionResponse.response.${field} of type ${goType}`;
  }
  return undefined;
}

/** The refusal of a webhook: its own status, told to be its own. */
function denial({ name }: Hook, given: JsonObject | undefined): StatusError {
  const { code, reason, message, details, metadata } = (given ?? {}) as {
    code?: number;
    reason?: StatusReason;
    message?: string;
    details?: { causes?: StatusCause[] } & Record<string, never>;
    metadata?: Record<string, string>;
  };
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const why = message || reason;
  const isRefusal = typeof code === 'number' && code >= 400;
  return new StatusError(
    isRefusal ? (code > 999 ? 500 : code) : 400,
    reason ?? '',
    why ? `${denied}: ${why}` : `${denied} without explanation`,
    {
      ...(details === undefined ? { hasDetails: false } : details),
      ...(metadata && { metadata }),
    },
  );
}
