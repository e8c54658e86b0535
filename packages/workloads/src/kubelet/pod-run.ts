/**
 * The life of one pod on its node: a place is made for it, init containers run one after the other, then all containers until they end or it is deleted. A state machine
 * over times that are given; it does no I/O and says when it wants to be asked again.
 * Upstream: kubelet's pod workers and computePodActions.
 */
import { isSidecar } from '@reeve/kinds';
import { deletionStarted } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import type { ContainerBehaviour, ContainerSpec } from './container-behaviour.ts';
import { ContainerRun, type ContainerSurroundings } from './container-run.ts';

/** What a pod's run needs. */
export interface PodRunOptions {
  readonly pod: DeepReadonly<Pod>;
  readonly nowMs: number;
  readonly createMs: number;
  readonly around: ContainerSurroundings;
  readonly behaviour: (pod: DeepReadonly<Pod>, container: ContainerSpec) => ContainerBehaviour;
  /** An address for the pod, asked for once. */
  address(): string;
}

/** Why a pod as a whole has failed. */
export interface PodFailure {
  readonly reason: string;
  readonly message: string;
}

export class PodRun {
  readonly startedMs: number;
  readonly inits: readonly ContainerRun[];
  readonly mains: readonly ContainerRun[];
  /** The pod's address, from when its containers can start. */
  ip: string | undefined;
  failure: PodFailure | undefined;
  /** True when nothing of it runs any more, nor will. */
  isOver = false;
  readonly #options: PodRunOptions;
  #stops: ReadonlyMap<ContainerRun, number> | undefined;
  #readyToStartMs: number;

  constructor(options: PodRunOptions) {
    const { pod, nowMs, around, behaviour } = options;
    this.#options = options;
    this.startedMs = nowMs;
    this.#readyToStartMs = nowMs + options.createMs;
    const run = (spec: ContainerSpec) => new ContainerRun(spec, behaviour(pod, spec), around);
    this.inits = (pod.spec.initContainers ?? []).map(run);
    this.mains = pod.spec.containers.map(run);
  }

  get containers(): readonly ContainerRun[] {
    return [...this.inits, ...this.mains];
  }

  /** True when every init container has done its part. */
  isInitialized(nowMs: number): boolean {
    return this.mains.some(hasBegun) || this.inits.every((init) => isInitDone(init, nowMs));
  }

  /** Takes up a pod that ran before this process did. */
  resume(ip: string | undefined, isOver: boolean): void {
    this.ip = ip;
    this.isOver = isOver;
    if (ip !== undefined) this.#readyToStartMs = -Infinity;
  }

  /** Does what is due for the pod as it is declared now, and says when something is next. */
  advance(pod: DeepReadonly<Pod>, nowMs: number): number {
    if (this.isOver) return Infinity;
    for (const container of this.containers) this.#heed(pod, container);
    if (deletionStarted(pod)) return this.#stop(pod, nowMs);
    const deadlineMs = this.startedMs + (pod.spec.activeDeadlineSeconds ?? Infinity) * 1000;
    if (nowMs >= deadlineMs) return this.#fail(nowMs);
    if (nowMs < this.#readyToStartMs) return Math.min(deadlineMs, this.#readyToStartMs);
    this.ip ??= this.#options.address();
    const next = this.#run(pod, nowMs);
    return this.isOver ? Infinity : Math.min(deadlineMs, next);
  }

  /** What a pod says its containers do may change while they run. */
  #heed(pod: DeepReadonly<Pod>, container: ContainerRun): void {
    if (pod === this.#options.pod) return;
    const does = this.#options.behaviour(pod, container.spec);
    if (JSON.stringify(does) !== JSON.stringify(container.does)) container.does = does;
  }

  #run(pod: DeepReadonly<Pod>, nowMs: number): number {
    let next = Infinity;
    for (const init of this.inits) {
      init.begin(nowMs);
      next = Math.min(
        next,
        init.advance(nowMs, (code) => restartsInit(pod, init, code)),
      );
      if (isInitFailed(pod, init)) return this.#over(nowMs);
      if (!isInitDone(init, nowMs) && !this.mains.some(hasBegun)) return next;
    }
    for (const main of this.mains) {
      main.begin(nowMs);
      next = Math.min(
        next,
        main.advance(nowMs, (code) => restarts(pod, main, code)),
      );
    }
    return this.mains.every(({ state }) => state.type === 'ended') ? this.#over(nowMs) : next;
  }

  /** Nothing will run again: what is left of it ends. */
  #over(nowMs: number): number {
    for (const container of this.containers) container.end(nowMs, 'done');
    this.isOver = true;
    return Infinity;
  }

  #fail(nowMs: number): number {
    this.failure = {
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    };
    for (const container of this.containers) container.end(nowMs, 'killed');
    this.isOver = true;
    return Infinity;
  }

  /** Asks all to end, and waits for the last. */
  #stop(pod: DeepReadonly<Pod>, nowMs: number): number {
    const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds ?? 30) * 1000;
    this.#stops ??= new Map(this.containers.map((one) => [one, one.stop(nowMs, graceMs)]));
    for (const [container, atMs] of this.#stops) {
      if (nowMs >= atMs) container.end(atMs, (container.does.stopMs ?? 0) > graceMs ? 'killed' : 'asked');
    }
    const waiting = [...this.#stops].filter(([{ state }]) => state.type === 'running').map(([, atMs]) => atMs);
    this.isOver = waiting.length === 0;
    return this.isOver ? Infinity : Math.min(...waiting);
  }
}

const hasBegun = ({ state, last }: ContainerRun): boolean =>
  last !== undefined || state.type === 'running' || state.type === 'ended';

/** An init container is done when it ended well, one that stays when it has started. */
function isInitDone(init: ContainerRun, nowMs: number): boolean {
  if (isSidecar(init.spec)) return init.isStarted(nowMs);
  return init.state.type === 'ended' && init.state.exitCode === 0;
}

const isInitFailed = (pod: DeepReadonly<Pod>, init: ContainerRun): boolean =>
  init.state.type === 'ended' && init.state.exitCode !== 0 && !restartsInit(pod, init, init.state.exitCode);

function restarts(pod: DeepReadonly<Pod>, { spec }: ContainerRun, exitCode: number): boolean {
  const policy = spec.restartPolicy ?? pod.spec.restartPolicy ?? 'Always';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

const restartsInit = (pod: DeepReadonly<Pod>, { spec }: ContainerRun, exitCode: number): boolean =>
  isSidecar(spec) || (exitCode !== 0 && pod.spec.restartPolicy !== 'Never');
