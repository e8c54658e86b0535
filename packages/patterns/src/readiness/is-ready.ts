/**
 * Whether an object is ready, with the reason in words: for built-in kinds by their status, for all others by their conditions. Decided without I/O.
 * Upstream: kstatus of cli-utils, kubectl's wait and rollout status.
 */
import { deletionStarted, formatGroupKind, generationOf, parseApiVersion } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { clusterReadiness } from './cluster-kinds.ts';
import { conditionReadiness } from './condition-readiness.ts';
import { podReadiness, troubleOfPods } from './pod-readiness.ts';
import { failed, progressing } from './readiness.ts';
import type { Readiness } from './readiness.ts';
import type { StatusView } from './status-view.ts';
import { viewOf } from './status-view.ts';
import { workloadReadiness } from './workload-readiness.ts';

/** What else is known. */
export interface ReadinessOptions {
  /** Pods of a workload: the reason names the newest one that is in trouble. */
  readonly pods?: readonly DeepReadonly<KubeObject>[];
}

/** Whether an object is ready, and why. */
export function isReady(object: DeepReadonly<KubeObject>, { pods = [] }: ReadinessOptions = {}): Readiness {
  if (deletionStarted(object)) return deleting(object);
  const view = viewOf(object);
  if (view.observedGeneration !== undefined && view.observedGeneration < (generationOf(object) ?? 0))
    return progressing('its controller has not looked at the latest change yet');
  const readiness = builtInReadiness(groupKindOf(object), view) ?? conditionReadiness(view);
  const trouble = readiness.isReady ? undefined : troubleOfPods(pods);
  return trouble === undefined ? readiness : { ...readiness, reason: `${readiness.reason}, ${trouble}` };
}

/** What is known of a built-in kind; undefined for any other. */
const builtInReadiness = (kind: string, view: StatusView): Readiness | undefined =>
  kind === 'Pod' ? podReadiness(view) : (workloadReadiness[kind] ?? clusterReadiness[kind])?.(view);

function groupKindOf({ apiVersion = '', kind = '' }: DeepReadonly<KubeObject>): string {
  try {
    return formatGroupKind({ group: parseApiVersion(apiVersion).group, kind });
  } catch {
    return kind;
  }
}

function deleting({ metadata: { finalizers = [] } }: DeepReadonly<KubeObject>): Readiness {
  const held = finalizers.length === 0 ? '' : `, and waits for ${finalizers.join(', ')}`;
  return { isReady: false, state: 'deleting', reason: `it is being deleted${held}` };
}

/** The readiness of several objects: all are ready, or the worst of them. */
export function allReady(objects: readonly DeepReadonly<KubeObject>[]): Readiness {
  const judged = objects.map((object) => ({ object, readiness: isReady(object) }));
  const worst =
    judged.find(({ readiness }) => readiness.state === 'failed') ?? judged.find(({ readiness }) => !readiness.isReady);
  if (worst === undefined) return { isReady: true, state: 'ready', reason: `all ${objects.length} objects are ready` };
  const { object, readiness } = worst;
  const reason = `${object.kind ?? ''} ${object.metadata.name ?? ''}: ${readiness.reason}`;
  return readiness.state === 'failed' ? failed(reason) : { ...readiness, reason };
}
