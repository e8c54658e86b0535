/**
 * The log of a virtual container: when it started, what it prints, how it ended. It follows from the pod, so that whoever has the pod has the log.
 */
import { formatMicroTime, microsFromMs, parseTime } from '@reeve/machinery';
import type { DeepReadonly, PodLogOptions } from '@reeve/machinery';
import type { ContainerStatus, Pod } from '@reeve/kinds/core/v1';
import { defaultTiming, type BehaviourOf } from '../kubelet/container-behaviour.ts';
import { declaredBehaviour } from '../kubelet/declared-behaviour.ts';

/** A line, and when it was printed. */
export interface LogLine {
  readonly ms: number;
  readonly text: string;
}

/** What is known of a container: its log so far, and its exit code once it has ended for good. */
export interface ContainerLog {
  readonly lines: readonly LogLine[];
  readonly exitCode?: number;
}

/** The log of a container as its pod tells it. */
export function containerLog(
  pod: DeepReadonly<Pod>,
  name: string,
  previous: boolean,
  behaviour?: BehaviourOf,
): ContainerLog {
  const { initContainers = [], containers } = pod.spec;
  const spec = [...initContainers, ...containers].find((one) => one.name === name);
  const status = containerStatusOf(pod, name);
  const isWaiting = status?.state?.waiting !== undefined; // for its next run: the last one is the one to tell of
  const state = previous || isWaiting ? status?.lastState : status?.state;
  const startedAt = state?.running?.startedAt ?? state?.terminated?.startedAt;
  if (spec === undefined || startedAt === undefined) return { lines: [] };
  const does = { ...declaredBehaviour(pod, spec, defaultTiming), ...behaviour?.(pod, spec) };
  const startedMs = parseTime(startedAt) ?? 0;
  const run = (status?.restartCount ?? 0) + (previous ? 0 : 1);
  const begun = [
    `${name} started: ${spec.image ?? ''}, run ${run}, on ${pod.spec.nodeName ?? ''}`,
    ...(does.lines ?? []),
  ];
  const lines = begun.map((text) => ({ ms: startedMs, text }));
  const { terminated } = state ?? {};
  if (terminated === undefined) return { lines };
  const end = `${name} ended: exit code ${terminated.exitCode}, ${terminated.reason ?? ''}`;
  const last = { ms: parseTime(terminated.finishedAt) ?? startedMs, text: end };
  return { lines: [...lines, last], exitCode: terminated.exitCode };
}

/** The status of a container by its name. */
export function containerStatusOf(
  { status }: DeepReadonly<Pod>,
  name: string,
): DeepReadonly<ContainerStatus> | undefined {
  const { initContainerStatuses = [], containerStatuses = [] } = status ?? {};
  return [...initContainerStatuses, ...containerStatuses].find((one) => one.name === name);
}

/** The lines that are wanted, as text. */
export function wantedLines(lines: readonly LogLine[], options: PodLogOptions): string {
  const { sinceMs = -Infinity, tailLines, timestamps } = options;
  const recent = lines.filter(({ ms }) => ms >= sinceMs);
  const kept = tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - tailLines));
  const printed = ({ ms, text }: LogLine): string =>
    timestamps ? `${formatMicroTime(microsFromMs(ms))} ${text}\n` : `${text}\n`;
  return kept.map(printed).join('');
}
