/**
 * Which webhooks are asked about a request: by their rules and selectors, then by their match conditions; with the objects as they want to see them.
 * Upstream: apiserver admission/plugin/webhook/generic.
 */
import { forbidden, type AdmissionRequest, type ApiObject, type ServedResource } from '@reeve/registry';
import { isExempt, isVirtual, type Matched, type RequestMatcher } from '../admission/request-matcher.ts';
import type { WebhookMetrics } from '../metrics/webhook-metrics.ts';
import { AskedAuthorizer, type AskAccess } from '../policy/asked-authorizer.ts';
import { bindingsOf } from '../policy/bindings.ts';
import { judgeConditions } from '../policy/match-conditions.ts';
import { OutOfBudget } from '../policy/evaluation.ts';
import { reviewBody } from './admission-review.ts';
import type { Hook } from './hook.ts';

/** What the webhooks of a request have in common. */
export interface Dispatch {
  readonly matcher: RequestMatcher;
  readonly metrics: WebhookMetrics;
  readonly ask: AskAccess;
}

/** A webhook that is to be asked, with the objects in its version. */
export interface Invocation {
  readonly matched: Matched;
  readonly object: ApiObject | undefined;
  readonly old: ApiObject | undefined;
}

/** True of requests that no webhook is asked about. */
export const isUnasked = (request: AdmissionRequest): boolean => isExempt(request) || isVirtual(request);

/** Whether to ask a webhook; undefined where not. Throws a refusal where its conditions cannot be judged. */
export async function invocationOf(
  { matcher, metrics, ask }: Dispatch,
  hook: Hook,
  request: AdmissionRequest,
): Promise<Invocation | undefined> {
  const matched = matcher.match(request, hook.criteria);
  if (matched === undefined) return undefined;
  const { resource } = request;
  const [object, old] = await Promise.all([
    inVersion(request.object, resource, matched.resource, request),
    inVersion(request.old, resource, matched.resource, request),
  ]);
  const invocation = { matched, object, old };
  if (hook.conditions.length === 0) return invocation;
  const started = metrics.now();
  const judged = await meetsConditions(ask, hook, request, invocation);
  metrics.judged(hook, request.operation, started);
  if ('problem' in judged) {
    metrics.failedToJudge(hook, request.operation);
    if (hook.ignoresFailures) return undefined;
    throw forbidden(resource, request.name, judged.problem);
  }
  if (judged.matches) return invocation;
  metrics.excluded(hook, request.operation);
  return undefined;
}

function meetsConditions(ask: AskAccess, hook: Hook, request: AdmissionRequest, { matched, object, old }: Invocation) {
  const asked = new AskedAuthorizer(ask);
  const { resource, form } = matched;
  const authorizer = asked.valueFor(request.user);
  const bindings = bindingsOf({
    request,
    matched: { resource, form, object, old, toRequested: (shown) => shown },
    authorizer,
  });
  return asked.complete(() => {
    try {
      return judgeConditions(hook.conditions, bindings);
    } catch (error) {
      if (error instanceof OutOfBudget) return { problem: error.message };
      throw error;
    }
  });
}

/** An object in another version of its resource. What is no object of the resource, such as a Scale, is the same in all. */
export async function inVersion(
  object: ApiObject | undefined,
  from: ServedResource,
  to: ServedResource,
  { form }: AdmissionRequest,
): Promise<ApiObject | undefined> {
  const isSame = from.group === to.group && from.version === to.version;
  if (object === undefined || isSame || form.kind !== from.kind || form.group !== from.group) return object;
  const { conversion } = from.storage;
  return conversion
    ? conversion.between(object, to.apiVersion)
    : to.storage.fromStorage(from.storage.toStorage(object));
}

/** The common parts of reviews, made once for all webhooks that see the same. */
export class ReviewBodies {
  readonly #request: AdmissionRequest;
  #last: { readonly invocation: Invocation; readonly text: string } | undefined;

  constructor(request: AdmissionRequest) {
    this.#request = request;
  }

  of(invocation: Invocation): string {
    const { matched, object, old } = invocation;
    const last = this.#last?.invocation;
    const isLast = last?.matched.resource === matched.resource && last.object === object && last.old === old;
    if (!isLast || this.#last === undefined)
      this.#last = { invocation, text: reviewBody(this.#request, matched, { object, old }) };
    return this.#last.text;
  }
}
