/**
 * The status of a pod as its kubelet reports it: phase, addresses, containers and conditions, from what runs.
 * Upstream: kubelet's generateAPIPodStatus, pkg/kubelet/status.
 */
import { isSidecar } from '@reeve/kinds';
import { deletionStarted, findCondition, formatTime, generationOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod, PodCondition, PodStatus } from '@reeve/kinds/core/v1';
import type { ContainerRun } from './container-run.ts';
import { containerStatus } from './container-status.ts';
import type { PodRun } from './pod-run.ts';

/** Where the pod is. */
export interface PodPlace {
  readonly nodeAddress: string;
  readonly nowMs: number;
}

/** The status of the pod now; of what it said before only the times of its conditions count. */
export function podStatus(pod: DeepReadonly<Pod>, run: PodRun, { nodeAddress, nowMs }: PodPlace): PodStatus {
  const phase = phaseOfRun(pod, run, nowMs);
  const generation = generationOf(pod);
  const statusOf = (container: ContainerRun) => containerStatus(pod, run, container, nowMs);
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    phase,
    ...run.failure,
    conditions: podConditions(pod, run, phase, nowMs),
    hostIP: nodeAddress,
    hostIPs: [{ ip: nodeAddress }],
    ...(run.ip !== undefined && { podIP: run.ip, podIPs: [{ ip: run.ip }] }),
    startTime: formatTime(run.startedMs),
    ...(run.inits.length > 0 && { initContainerStatuses: run.inits.map(statusOf) }),
    containerStatuses: run.mains.map(statusOf),
  };
}

type Phase = NonNullable<PodStatus['phase']>;

function phaseOfRun(pod: DeepReadonly<Pod>, run: PodRun, nowMs: number): Phase {
  if (run.failure !== undefined) return 'Failed';
  if (run.isOver) return run.mains.every(hasSucceeded) ? 'Succeeded' : 'Failed';
  const isWaiting = ({ state, last }: ContainerRun) =>
    last === undefined && state.type !== 'running' && state.type !== 'ended';
  return !run.isInitialized(nowMs) || run.mains.some(isWaiting) ? 'Pending' : 'Running';
}

const hasSucceeded = ({ state }: ContainerRun): boolean => state.type === 'ended' && state.exitCode === 0;

interface Finding {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

function podConditions(pod: DeepReadonly<Pod>, run: PodRun, phase: Phase, nowMs: number): PodCondition[] {
  const containersReady = containersReadyFinding(run, phase, nowMs);
  const findings: readonly Finding[] = [
    { type: 'PodReadyToStartContainers', status: run.ip !== undefined && !run.isOver ? 'True' : 'False' },
    initializedFinding(run, phase, nowMs),
    readyFinding(pod, containersReady),
    containersReady,
    { type: 'PodScheduled', status: 'True' },
  ];
  return findings.map((finding) => conditionOf(pod, finding, nowMs));
}

/** The condition; its time moves only with its status. */
function conditionOf(pod: DeepReadonly<Pod>, finding: Finding, nowMs: number): PodCondition {
  const before = findCondition(pod.status?.conditions, finding.type);
  const isSame = before?.status === finding.status;
  const generation = generationOf(pod);
  return {
    ...finding,
    ...(generation !== undefined && { observedGeneration: generation }),
    lastTransitionTime: (isSame ? before.lastTransitionTime : undefined) ?? formatTime(nowMs),
  };
}

function containersReadyFinding(run: PodRun, phase: Phase, nowMs: number): Finding {
  const type = 'ContainersReady';
  if (phase === 'Succeeded') return { type, status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { type, status: 'False', reason: 'PodFailed' };
  const counted = [...run.inits.filter(({ spec }) => isSidecar(spec)), ...run.mains];
  const unready = counted.filter((container) => !container.isReady(nowMs)).map(({ name }) => name);
  if (unready.length === 0) return { type, status: 'True' };
  const message = `containers with unready status: [${unready.join(' ')}]`;
  return { type, status: 'False', reason: 'ContainersNotReady', message };
}

function readyFinding(pod: DeepReadonly<Pod>, containersReady: Finding): Finding {
  if (containersReady.status !== 'True') return { ...containersReady, type: 'Ready' };
  const problems = (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const status = findCondition(pod.status?.conditions, conditionType)?.status;
    if (status === 'True') return [];
    return status === undefined
      ? `corresponding condition of pod readiness gate "${conditionType}" does not exist.`
      : `the status of pod readiness gate "${conditionType}" is not "True", but ${status}`;
  });
  if (problems.length === 0) return { type: 'Ready', status: 'True' };
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') };
}

function initializedFinding(run: PodRun, phase: Phase, nowMs: number): Finding {
  const type = 'Initialized';
  if (phase === 'Succeeded') return { type, status: 'True', reason: 'PodCompleted' };
  if (run.isInitialized(nowMs)) return { type, status: 'True' };
  const incomplete = run.inits.filter((init) => !isInitShownDone(init, nowMs)).map(({ name }) => name);
  const message = `containers with incomplete status: [${incomplete.join(' ')}]`;
  return { type, status: 'False', reason: 'ContainersNotInitialized', message };
}

const isInitShownDone = (init: ContainerRun, nowMs: number): boolean =>
  isSidecar(init.spec) ? init.isStarted(nowMs) : hasSucceeded(init);

/** True when the pod has been told to go and nothing of it runs: it can be removed. */
export const canBeRemoved = (pod: DeepReadonly<Pod>, run: PodRun): boolean => deletionStarted(pod) && run.isOver;
