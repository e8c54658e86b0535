/**
 * Takes up a pod where its status says it was, after a restart of the process that plays the kubelet.
 */
import { parseTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { ContainerStatus, Pod } from '@reeve/kinds/core/v1';
import type { ContainerRun } from './container-run.ts';
import type { ContainerState, Termination } from './container-state.ts';
import type { PodRun } from './pod-run.ts';
import { isPodTerminal } from '../pod/pod-state.ts';

/** Brings a new run to where the pod's status says it is. */
export function resumeRun(pod: DeepReadonly<Pod>, run: PodRun): void {
  const { status } = pod;
  if (status?.startTime === undefined) return;
  const statuses = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  for (const container of run.containers) {
    const known = statuses.find(({ name }) => name === container.name);
    if (known) resumeContainer(container, known);
  }
  run.resume(status.podIP, isPodTerminal(pod));
}

function resumeContainer(container: ContainerRun, known: DeepReadonly<ContainerStatus>): void {
  const last = known.lastState?.terminated;
  container.resume(stateFrom(known), known.restartCount, last && terminationFrom(last));
}

function stateFrom({ state = {}, lastState, containerID = '' }: DeepReadonly<ContainerStatus>): ContainerState {
  if (state.running) return { type: 'running', startedMs: timeFrom(state.running.startedAt), id: containerID };
  if (state.terminated) return { type: 'ended', ...terminationFrom(state.terminated) };
  if (state.waiting?.reason !== 'CrashLoopBackOff') return { type: 'idle' };
  return { type: 'backingOff', untilMs: timeFrom(lastState?.terminated?.finishedAt) + 10_000, delayMs: 10_000 };
}

type Terminated = NonNullable<NonNullable<DeepReadonly<ContainerStatus>['state']>['terminated']>;

const terminationFrom = ({
  exitCode,
  reason = '',
  startedAt,
  finishedAt,
  containerID = '',
}: Terminated): Termination => ({
  exitCode,
  reason,
  startedMs: timeFrom(startedAt),
  finishedMs: timeFrom(finishedAt),
  id: containerID,
});

const timeFrom = (text: string | undefined): number => parseTime(text) ?? 0;
