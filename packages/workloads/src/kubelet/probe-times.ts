/**
 * When the probes of a container change their minds, worked out from what it does: nothing has to be asked again and again. Probes run at their initial delay and then once a
 * period; readiness and liveness wait for startup.
 * Upstream: kubelet's prober, without its jitter.
 */
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import type { ContainerBehaviour, ContainerSpec } from './container-behaviour.ts';

type Probe = NonNullable<DeepReadonly<Pod>['spec']['containers'][number]['readinessProbe']>;

/** Times since the start of the container; `Infinity` for what never comes. */
export interface ProbeTimes {
  readonly startedMs: number;
  readonly readyMs: number;
  /** When a probe first fails, and when the container is killed for it. */
  readonly failure?: { readonly probe: 'Startup' | 'Liveness'; readonly seenMs: number; readonly killedMs: number };
  /** When the readiness probe first fails. */
  readonly unreadySeenMs?: number;
}

/** The times of a container that does this. */
export function probeTimes(container: ContainerSpec, does: ContainerBehaviour): ProbeTimes {
  const { startupProbe: startup, readinessProbe: readiness, livenessProbe: liveness } = container;
  const { readyAfterMs = 0, startedAfterMs = 0, unhealthyAfterMs = Infinity } = does;
  const startedMs = startup === undefined ? 0 : tick(startup, 0, startedAfterMs);
  const startupKillMs = startup === undefined ? Infinity : gaveUp(startup, tick(startup, 0, 0));
  if (startup !== undefined && startedMs > startupKillMs) {
    const failure = { probe: 'Startup', seenMs: tick(startup, 0, 0), killedMs: startupKillMs } as const;
    return { startedMs: Infinity, readyMs: Infinity, failure };
  }
  const readySince =
    readiness === undefined ? Math.max(startedMs, readyAfterMs) : tick(readiness, startedMs, readyAfterMs);
  const readyMs = readySince + again(readiness, (readiness?.successThreshold ?? 1) - 1);
  const unreadySeenMs = readiness && readyAfterMs > 0 ? tick(readiness, startedMs, 0) : undefined;
  const unhealthyMs = liveness === undefined ? Infinity : tick(liveness, startedMs, unhealthyAfterMs);
  return {
    startedMs,
    readyMs,
    ...(unreadySeenMs !== undefined && unreadySeenMs < readyMs && { unreadySeenMs }),
    ...(liveness &&
      unhealthyMs !== Infinity && {
        failure: { probe: 'Liveness', seenMs: unhealthyMs, killedMs: gaveUp(liveness, unhealthyMs) },
      }),
  };
}

/** The first time at which a probe runs that is not before either time. */
function tick({ initialDelaySeconds = 0, periodSeconds = 10 }: Probe, notBeforeMs: number, wantedMs: number): number {
  const [first, period] = [initialDelaySeconds * 1000, Math.max(1, periodSeconds) * 1000];
  const earliest = Math.max(first, notBeforeMs, wantedMs);
  if (earliest === Infinity || earliest <= first) return earliest === Infinity ? Infinity : first;
  return wantedMs > Math.max(first, notBeforeMs) ? first + Math.ceil((earliest - first) / period) * period : earliest; // a probe that waited for startup runs at once
}

const again = (probe: Probe | undefined, times: number): number => times * (probe?.periodSeconds ?? 10) * 1000;

const gaveUp = (probe: Probe, firstFailureMs: number): number =>
  firstFailureMs + again(probe, (probe.failureThreshold ?? 3) - 1);
