/**
 * Readiness of pods, and what is wrong with them.
 */
import { keyOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, ReadonlyJsonObject } from '@reeve/machinery';
import { failed, progressing, ready } from './readiness.ts';
import type { Readiness } from './readiness.ts';
import { conditionIn, mapIn, mapsIn, textIn, toldBy, viewOf } from './status-view.ts';
import type { StatusView } from './status-view.ts';

/** Reasons of waiting containers that do not pass by themselves. */
const lasting: ReadonlySet<string> = new Set([
  'CrashLoopBackOff',
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);

/** Whether a pod is ready: its containers are, or it has run to its end. */
export function podReadiness(view: StatusView): Readiness {
  const phase = textIn(view.status, 'phase');
  if (phase === 'Succeeded') return ready('it has run to its end');
  if (phase === 'Failed')
    return failed(textIn(view.status, 'message') ?? textIn(view.status, 'reason') ?? 'it has failed');
  if (conditionIn(view, 'Ready')?.status === 'True') return ready('it is ready');
  const waiting = waitingContainer(view);
  if (waiting !== undefined) {
    const text = `the container ${waiting.name} is ${waiting.reason}`;
    return lasting.has(waiting.reason) ? failed(text) : progressing(text);
  }
  const unscheduled = conditionIn(view, 'PodScheduled');
  if (unscheduled?.status === 'False') return progressing(toldBy(unscheduled));
  return progressing(phase === undefined ? 'it has no phase yet' : `its phase is ${phase}`);
}

/** What is wrong with the newest pod that is not ready: `newest pod default/web-7 is ImagePullBackOff`. */
export function troubleOfPods(pods: readonly DeepReadonly<KubeObject>[]): string | undefined {
  const unready = pods.filter((pod) => !podReadiness(viewOf(pod)).isReady);
  const newest = unready.toSorted((one, other) => (createdAt(one) < createdAt(other) ? 1 : -1))[0];
  if (newest === undefined) return undefined;
  const view = viewOf(newest);
  const waiting = waitingContainer(view);
  return `newest pod ${keyOf(newest)} is ${waiting?.reason ?? textIn(view.status, 'reason') ?? textIn(view.status, 'phase') ?? 'unknown'}`;
}

/** The first container that waits for something else than its turn. */
function waitingContainer({ status }: StatusView): { readonly name: string; readonly reason: string } | undefined {
  const containers = [...mapsIn(status, 'initContainerStatuses'), ...mapsIn(status, 'containerStatuses')];
  return containers
    .map((container) => ({ name: textIn(container, 'name') ?? '', reason: reasonOf(container) }))
    .find(
      (one): one is { name: string; reason: string } => one.reason !== undefined && one.reason !== 'PodInitializing',
    );
}

const reasonOf = (container: ReadonlyJsonObject): string | undefined =>
  textIn(mapIn(mapIn(container, 'state'), 'waiting'), 'reason');

const createdAt = ({ metadata }: DeepReadonly<KubeObject>): string =>
  `${metadata.creationTimestamp ?? ''} ${metadata.name ?? ''}`;
