/**
 * Webhooks that change objects, one after the other. When one of them changes something, those before it that want to see changes are asked again in a second
 * round, and so they are when a built-in plugin changes something there. Upstream: MutatingAdmissionWebhook.
 */
import { deepEqual } from '@reeve/machinery';
import { internalError, type AdmissionPlugin, type AdmissionRequest, type ApiObject } from '@reeve/registry';
import type { HookSource, Hook } from './hook.ts';
import type { ReviewAnswer } from './admission-review.ts';
import { HookCallError, type HookCaller } from './invoke-hook.ts';
import { applyPatch, readPatch } from './patched-object.ts';
import { webhookOperations } from './validating-webhooks.ts';
import {
  inVersion,
  invocationOf,
  isUnasked,
  ReviewBodies,
  type Dispatch,
  type Invocation,
} from './webhook-dispatch.ts';

/** What the first round leaves for the second. */
interface Round {
  /** Webhooks that were asked and want to be asked again when something changes. */
  readonly asked: Set<string>;
  /** Those of them after which something changed. */
  readonly again: Set<string>;
  /** The object as the webhooks left it. */
  output: ApiObject | undefined;
}

export class MutatingWebhooks implements AdmissionPlugin {
  readonly name = 'MutatingAdmissionWebhook';
  readonly operations = webhookOperations;
  readonly #source: HookSource;
  readonly #dispatch: Dispatch;
  readonly #caller: HookCaller;

  constructor(source: HookSource, dispatch: Dispatch, caller: HookCaller) {
    this.#source = source;
    this.#dispatch = dispatch;
    this.#caller = caller;
  }

  mutate(request: AdmissionRequest): ApiObject | undefined | Promise<ApiObject | undefined> {
    const { hooks } = this.#source;
    return hooks.length === 0 || isUnasked(request) ? request.object : this.#mutate(request);
  }

  async #mutate(request: AdmissionRequest): Promise<ApiObject | undefined> {
    const { rounds } = request;
    const round = rounds.keptBy<Round>(this, () => ({ asked: new Set(), again: new Set(), output: request.object }));
    if (rounds.isRepeated && !deepEqual(request.object, round.output)) askAgain(round);
    let current = request;
    let bodies = new ReviewBodies(current);
    for (const [index, hook] of this.#source.hooks.entries()) {
      const invocation = await invocationOf(this.#dispatch, hook, current);
      if (invocation === undefined || (rounds.isRepeated && !round.again.has(hook.id))) continue;
      const object = await this.#ask(hook, current, { index, invocation, body: bodies.of(invocation) });
      if (object !== current.object) {
        current = current.with(object);
        bodies = new ReviewBodies(current);
        askAgain(round);
        rounds.requireRepetition();
      }
      if (hook.isReinvoked) round.asked.add(hook.id);
    }
    round.output = current.object;
    return current.object;
  }

  /** The object as one webhook makes it; the same one where it changes nothing. */
  async #ask(
    hook: Hook,
    request: AdmissionRequest,
    { index, invocation, body }: { index: number; invocation: Invocation; body: string },
  ): Promise<ApiObject | undefined> {
    const place = `round_${request.rounds.isRepeated ? 1 : 0}_index_${index}`;
    const { configuration, name: webhook } = hook;
    const { resource } = invocation.matched;
    let isChanged = false;
    try {
      const answered = await this.#caller.ask(hook, request, body, (answer) => patched(hook, invocation, answer));
      if (answered === undefined) request.annotate(`failed-open.mutating.webhook.admission.k8s.io/${place}`, webhook);
      if (answered?.used === undefined) return request.object;
      const { object, patch } = answered.used;
      const noted = { configuration, webhook, patch: JSON.parse(patch) as unknown, patchType: 'JSONPatch' };
      request.annotate(`patch.webhook.admission.k8s.io/${place}`, JSON.stringify(noted));
      isChanged = !deepEqual(object, invocation.object);
      return isChanged ? await inVersion(object, resource, request.resource, request) : request.object;
    } finally {
      const noted = { configuration, webhook, mutated: isChanged };
      request.annotate(`mutation.webhook.admission.k8s.io/${place}`, JSON.stringify(noted));
    }
  }
}

/** Those that were asked so far are asked again. */
function askAgain({ asked, again }: Round): void {
  for (const id of asked) again.add(id);
  asked.clear();
}

/** What a patch makes of the object that the webhook saw; undefined without a patch. */
function patched(
  hook: Hook,
  { matched, object }: Invocation,
  { patch, patchType }: ReviewAnswer,
): { object: ApiObject; patch: string } | undefined {
  if (patch === '') return undefined;
  const operations = readPatch(patch, (problem) => {
    throw new HookCallError(hook, `received undecodable patch in webhook response: ${problem}`, 503);
  });
  if (operations.length === 0) return undefined;
  if (object === undefined)
    throw internalError(
      `admission webhook ${JSON.stringify(hook.name)} attempted to modify the object, which is not supported for this operation`,
    );
  if (patchType !== 'JSONPatch')
    throw new HookCallError(hook, `unsupported patch type ${JSON.stringify(patchType)}`, 400);
  return { object: applyPatch(object, operations, matched.form), patch };
}
