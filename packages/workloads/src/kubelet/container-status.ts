/**
 * The status of one container as its kubelet reports it.
 * Upstream: kubelet's convertToAPIContainerStatuses.
 */
import { isSidecar } from '@reeve/kinds';
import { formatTime, stableHash } from '@reeve/machinery';
import type { DeepReadonly, DeepWritable } from '@reeve/machinery';
import type { ContainerState, ContainerStatus, Pod } from '@reeve/kinds/core/v1';
import type { ContainerRun } from './container-run.ts';
import type { Termination } from './container-state.ts';
import type { PodRun } from './pod-run.ts';

/** The status of a container now. */
export function containerStatus(
  pod: DeepReadonly<Pod>,
  run: PodRun,
  container: ContainerRun,
  nowMs: number,
): ContainerStatus {
  const { state, last, restartCount, spec, name } = container;
  const { image = '', resources } = spec;
  const id = idOf(container);
  const isInit = run.inits.includes(container) && !isSidecar(spec);
  const hasRun = id !== undefined;
  return {
    name,
    state: stateOf(pod, run, container),
    lastState: last === undefined ? {} : { terminated: terminated(last) },
    ready: isInit ? state.type === 'ended' && state.exitCode === 0 : container.isReady(nowMs),
    restartCount,
    image,
    imageID: hasRun ? `${image.split(/[@:](?=[^/]*$)/)[0] ?? ''}@sha256:${digestOf(image)}` : '',
    ...(hasRun && { containerID: id }),
    started: !isInit && container.isStarted(nowMs),
    ...(resources?.requests && { allocatedResources: { ...resources.requests } }),
    ...(hasRun && { resources: structuredCloneOf(resources ?? {}) }),
  };
}

const structuredCloneOf = <T extends object>(value: T): DeepWritable<T> =>
  JSON.parse(JSON.stringify(value)) as DeepWritable<T>; // plain data of the API

/** Sixty-four digits that belong to an image. */
const digestOf = (image: string): string =>
  ['a', 'b', 'c', 'd']
    .map((salt) => stableHash(`${salt}${image}`).padStart(16, '0'))
    .join('')
    .slice(0, 64);

function stateOf(pod: DeepReadonly<Pod>, run: PodRun, container: ContainerRun): ContainerState {
  const { state } = container;
  switch (state.type) {
    case 'running':
      return { running: { startedAt: formatTime(state.startedMs) } };
    case 'ended':
      return { terminated: terminated(state) };
    case 'backingOff':
      return { waiting: { reason: 'CrashLoopBackOff', message: backOffMessage(pod, container, state.delayMs) } };
    case 'notPulled':
      return { waiting: notPulled(container, state.isBackingOff) };
    case 'notCreated':
      return { waiting: { reason: 'CreateContainerConfigError', message: state.message } };
    case 'pulling':
    case 'idle':
      return { waiting: { reason: run.inits.length > 0 ? 'PodInitializing' : 'ContainerCreating' } };
  }
}

function backOffMessage({ metadata }: DeepReadonly<Pod>, { name }: ContainerRun, delayMs: number): string {
  const time = delayMs < 60_000 ? `${delayMs / 1000}s` : `${Math.floor(delayMs / 60_000)}m${(delayMs / 1000) % 60}s`;
  const { name: pod = '', namespace = '', uid = '' } = metadata;
  return `back-off ${time} restarting failed container=${name} pod=${pod}_${namespace}(${uid})`;
}

function notPulled({ spec, does }: ContainerRun, isBackingOff: boolean): { reason: string; message: string } {
  const failed = `failed to pull image "${spec.image ?? ''}": ${does.pullError ?? ''}`;
  return isBackingOff
    ? { reason: 'ImagePullBackOff', message: `Back-off pulling image "${spec.image ?? ''}": ErrImagePull: ${failed}` }
    : { reason: 'ErrImagePull', message: failed };
}

const idOf = ({ state, last }: ContainerRun): string | undefined =>
  state.type === 'running' || state.type === 'ended' ? state.id : last?.id;

const terminated = ({
  exitCode,
  reason,
  startedMs,
  finishedMs,
  id,
}: Termination): ContainerState['terminated'] & {} => ({
  exitCode,
  reason,
  startedAt: formatTime(startedMs),
  finishedAt: formatTime(finishedMs),
  containerID: id,
});
