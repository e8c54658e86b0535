/**
 * Which pods an autoscaler looks at: those that its target selects, unless nobody can say which, or another autoscaler selects them as well.
 * Upstream: kubernetes pkg/controller/podautoscaler validateAndParseSelector.
 */
import { Pod } from '@reeve/kinds/core/v1';
import { parseKey, parseLabelSelector, queryToLabelSelector } from '@reeve/machinery';
import type { LabelQuery } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import type { KnownSelectors } from '../pod/known-selectors.ts';
import { messageOf } from '../pod/pod-control.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import type { AutoscalerVoice } from './autoscaler-target.ts';

/** The pods, and what selects them. */
export interface AutoscaledPods {
  readonly selector: LabelQuery;
  readonly pods: readonly ReadPod[];
}

/** The pods behind the selector of a scale; undefined, and said why, where they cannot be told. */
export async function autoscaledPods(
  text: string,
  ctx: Pick<ReconcileContext, 'key' | 'list'>,
  known: KnownSelectors,
  voice: AutoscalerVoice,
): Promise<AutoscaledPods | undefined> {
  const selector = readSelector(text, voice);
  if (selector === undefined) return undefined;
  known.set(ctx.key, queryToLabelSelector(selector));
  const pods = await ctx.list(Pod, { namespace: parseKey(ctx.key).namespace ?? '', labels: selector });
  const claimants = [...new Set(pods.flatMap((pod) => known.selecting(pod)))];
  if (claimants.length <= 1) return { selector, pods };
  sayAmbiguous(text, claimants, voice);
  return undefined;
}

function readSelector(text: string, { status, event }: AutoscalerVoice): LabelQuery | undefined {
  const say = (message: string): void =>
    status.say('ScalingActive', { status: 'False', reason: 'InvalidSelector', message });
  if (text === '') {
    event({ type: 'Warning', reason: 'SelectorRequired', message: 'selector is required' });
    say("the HPA target's scale is missing a selector");
    return undefined;
  }
  try {
    return parseLabelSelector(text);
  } catch (error) {
    const message = `couldn't convert selector into a corresponding internal selector object: ${messageOf(error)}`;
    event({ type: 'Warning', reason: 'InvalidSelector', message });
    say(message);
    return undefined;
  }
}

/** Two autoscalers over the same pods would pull at them from both sides. */
function sayAmbiguous(selector: string, keys: readonly string[], { status, event }: AutoscalerVoice): void {
  const names = keys.map(parseKey).map(({ namespace = '', name }) => `{${name} ${namespace}}`);
  const message = `pods by selector ${selector} are controlled by multiple HPAs: [${names.join(' ')}]`;
  event({ type: 'Warning', reason: 'AmbiguousSelector', message });
  status.say('ScalingActive', { status: 'False', reason: 'AmbiguousSelector', message });
}
