/**
 * Readiness of workloads: replicas that are updated and available, jobs that are complete.
 * Upstream: kubectl's rollout status and kstatus.
 */
import { failed, progressing, ready } from './readiness.ts';
import type { Readiness } from './readiness.ts';
import { conditionIn, mapIn, numberIn, textIn, toldBy } from './status-view.ts';
import type { StatusView } from './status-view.ts';

/** How each kind of workload is judged. */
export const workloadReadiness: Readonly<Record<string, (view: StatusView) => Readiness>> = {
  'Deployment.apps': deployment,
  'StatefulSet.apps': statefulSet,
  'DaemonSet.apps': daemonSet,
  'ReplicaSet.apps': (view) => replicas(view),
  ReplicationController: (view) => replicas(view),
  'Job.batch': job,
  'CronJob.batch': ({ spec }) => ready(spec['suspend'] === true ? 'it is suspended' : 'it is scheduled'),
};

function deployment(view: StatusView): Readiness {
  if (!isSeen(view)) return notSeen;
  const stuck = conditionIn(view, 'Progressing');
  if (stuck?.reason === 'ProgressDeadlineExceeded') return failed(toldBy(stuck));
  const refused = conditionIn(view, 'ReplicaFailure');
  if (refused?.status === 'True') return failed(toldBy(refused));
  const wanted = wantedReplicas(view);
  const updated = count(view, 'updatedReplicas');
  if (updated < wanted) return progressing(`${updated} of ${wanted} replicas are updated`);
  const total = count(view, 'replicas');
  if (total > updated) return progressing(`${total - updated} old replicas are still there`);
  return countedReplicas(count(view, 'availableReplicas'), wanted, count(view, 'readyReplicas'));
}

function statefulSet(view: StatusView): Readiness {
  if (!isSeen(view)) return notSeen;
  const wanted = wantedReplicas(view);
  const isReadyNow = count(view, 'readyReplicas');
  if (isReadyNow < wanted) return progressing(`${isReadyNow} of ${wanted} replicas are ready`);
  const strategy = mapIn(view.spec, 'updateStrategy');
  if (textIn(strategy, 'type') === 'OnDelete') return ready(`${isReadyNow} of ${wanted} replicas are ready`);
  const partition = numberIn(mapIn(strategy, 'rollingUpdate'), 'partition') ?? 0;
  const toUpdate = Math.max(0, wanted - partition);
  const isCurrent = view.status['currentRevision'] === view.status['updateRevision'];
  const updated = isCurrent ? wanted : count(view, 'updatedReplicas');
  if (updated < toUpdate) return progressing(`${updated} of ${toUpdate} replicas are updated`);
  return ready(`${isReadyNow} of ${wanted} replicas are ready`);
}

function daemonSet(view: StatusView): Readiness {
  if (!isSeen(view)) return notSeen;
  const wanted = count(view, 'desiredNumberScheduled');
  const isOnDelete = textIn(mapIn(view.spec, 'updateStrategy'), 'type') === 'OnDelete';
  const updated = count(view, 'updatedNumberScheduled');
  if (!isOnDelete && updated < wanted) return progressing(`on ${updated} of ${wanted} nodes the pod is updated`);
  const available = count(view, 'numberAvailable');
  if (available < wanted) return progressing(`on ${available} of ${wanted} nodes the pod is available`);
  return ready(`on ${available} of ${wanted} nodes the pod is available`);
}

function replicas(view: StatusView): Readiness {
  if (!isSeen(view)) return notSeen;
  const refused = conditionIn(view, 'ReplicaFailure');
  if (refused?.status === 'True') return failed(toldBy(refused));
  return countedReplicas(count(view, 'availableReplicas'), wantedReplicas(view), count(view, 'readyReplicas'));
}

function job(view: StatusView): Readiness {
  const failure = conditionIn(view, 'Failed');
  if (failure?.status === 'True') return failed(toldBy(failure));
  if (conditionIn(view, 'Complete')?.status === 'True') return ready('it is complete');
  const wanted = numberIn(view.spec, 'completions') ?? 1;
  const [succeeded, active] = [count(view, 'succeeded'), count(view, 'active')];
  if (view.spec['suspend'] === true) return progressing(`it is suspended after ${succeeded} of ${wanted} completions`);
  return progressing(`${succeeded} of ${wanted} completions, ${active} pods are active`);
}

function countedReplicas(available: number, wanted: number, isReadyNow: number): Readiness {
  if (isReadyNow < wanted) return progressing(`${isReadyNow} of ${wanted} replicas are ready`);
  if (available < wanted) return progressing(`${available} of ${wanted} replicas are available`);
  return ready(`${available} of ${wanted} replicas are available`);
}

/** A status of built-in workloads says which generation it is about. */
const isSeen = ({ observedGeneration }: StatusView): boolean => observedGeneration !== undefined;
const notSeen = progressing('its controller has not looked at it yet');
const wantedReplicas = ({ spec }: StatusView): number => numberIn(spec, 'replicas') ?? 1;
const count = ({ status }: StatusView, field: string): number => numberIn(status, field) ?? 0;
