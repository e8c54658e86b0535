/**
 * What a virtual container does: how long it runs, how it ends, and what its probes find. Every answer is a time or a code, never a callback that is asked again and again,
 * so that a container that does nothing costs nothing.
 */
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';

/** A container as its pod declares it. */
export type ContainerSpec = DeepReadonly<Pod>['spec']['containers'][number];

/** What one container does. Times count from the start of the container. */
export interface ContainerBehaviour {
  /** How long the image takes to arrive, where it is not on the node yet. */
  readonly pullMs?: number;
  /** Why the image does not arrive. */
  readonly pullError?: string;
  /** The user of the image, as `USER` of its Dockerfile says it: `65532`, `node`, or empty for root. It counts for `runAsNonRoot`, which is not looked at without. */
  readonly imageUser?: string;
  /** After how long the process ends; `Infinity` never. */
  readonly exitAfterMs?: number;
  /** The exit codes of the first run, the second and so on; the last one stays. */
  readonly exitCodes?: readonly number[];
  /** Why it ended, where the exit code does not say it: `OOMKilled`. */
  readonly exitReason?: string;
  /** When the readiness probe begins to find it ready; `Infinity` never. */
  readonly readyAfterMs?: number;
  /** When the startup probe begins to succeed; `Infinity` never. */
  readonly startedAfterMs?: number;
  /** When the liveness probe begins to fail; never unless given. */
  readonly unhealthyAfterMs?: number;
  /** How long it takes to end when it is asked to; `Infinity` waits to be killed. */
  readonly stopMs?: number;
  /** What it prints, line by line. */
  readonly lines?: readonly string[];
}

/** What a pod's containers do; undefined leaves it to the annotations and the declared command. */
export type BehaviourOf = (pod: DeepReadonly<Pod>, container: ContainerSpec) => ContainerBehaviour | undefined;

/** How long things take on a virtual node. */
export interface KubeletTiming {
  /** From being bound to the first container, which is when a pod is `ContainerCreating`. */
  readonly createMs: number;
  /** An image that is not on the node. */
  readonly pullMs: number;
  /** A container that is expected to end: of a Job, or an init container. */
  readonly runMs: number;
  /** A container that was asked to end. */
  readonly stopMs: number;
}

export const defaultTiming: KubeletTiming = { createMs: 100, pullMs: 0, runMs: 1000, stopMs: 0 };

/** The exit code of a run: the first is number 0. */
export const exitCodeOf = ({ exitCodes = [0] }: ContainerBehaviour, run: number): number =>
  exitCodes[Math.min(run, exitCodes.length - 1)] ?? 0;
