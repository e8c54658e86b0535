/**
 * Webhooks that look at a request, all at the same time. Upstream: ValidatingAdmissionWebhook.
 */
import type { AdmissionOperation, AdmissionPlugin, AdmissionRequest } from '@reeve/registry';
import type { HookSource } from './hook.ts';
import type { HookCaller } from './invoke-hook.ts';
import { invocationOf, isUnasked, ReviewBodies, type Dispatch } from './webhook-dispatch.ts';

/** The operations that webhooks are asked about. */
export const webhookOperations: ReadonlySet<AdmissionOperation> = new Set(['CREATE', 'UPDATE', 'DELETE', 'CONNECT']);

export class ValidatingWebhooks implements AdmissionPlugin {
  readonly name = 'ValidatingAdmissionWebhook';
  readonly operations = webhookOperations;
  readonly #source: HookSource;
  readonly #dispatch: Dispatch;
  readonly #caller: HookCaller;

  constructor(source: HookSource, dispatch: Dispatch, caller: HookCaller) {
    this.#source = source;
    this.#dispatch = dispatch;
    this.#caller = caller;
  }

  validate(request: AdmissionRequest): void | Promise<void> {
    const { hooks } = this.#source;
    if (hooks.length > 0 && !isUnasked(request)) return this.#validate(request);
  }

  async #validate(request: AdmissionRequest): Promise<void> {
    const bodies = new ReviewBodies(request);
    const called: (() => Promise<void>)[] = [];
    for (const [index, hook] of this.#source.hooks.entries()) {
      const invocation = await invocationOf(this.#dispatch, hook, request);
      if (invocation === undefined) continue;
      const body = bodies.of(invocation);
      called.push(async () => {
        const answered = await this.#caller.ask(hook, request, body, () => true);
        if (answered === undefined)
          request.annotate(`failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`, hook.name);
      });
    }
    const results = await Promise.allSettled(called.map((call) => call()));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}
