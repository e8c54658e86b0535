/**
 * The Lease that leaders hold, and what is recorded in it.
 * Upstream: coordination/v1 Lease, client-go leaderelection/resourcelock.LeaderElectionRecord.
 */
import { defineKind, formatMicroTime, microsFromMs, parseMicroTime } from '@reeve/machinery';
import type { Kind, KubeObject } from '@reeve/machinery';

/** What a Lease says. */
export interface LeaseSpec {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
  strategy?: string;
  preferredHolder?: string;
}

/** A Lease. */
export interface Lease extends KubeObject {
  spec?: LeaseSpec;
}

/** The kind of Leases. */
export const Lease: Kind<Lease, 'Namespaced', never> = defineKind<Lease, 'Namespaced'>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
});

/** Who leads, since when and for how long. Times are milliseconds since 1970, for people: nobody decides by them. */
export interface LeaderRecord {
  /** Empty when nobody leads. */
  readonly holder: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: number | undefined;
  readonly renewTime: number | undefined;
  /** How often the holder has changed: a value to fence writes by. */
  readonly transitions: number;
  readonly strategy?: string | undefined;
  readonly preferredHolder?: string | undefined;
}

/** The record in a Lease. */
export const recordOf = (spec: LeaseSpec = {}): LeaderRecord => ({
  holder: spec.holderIdentity ?? '',
  leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
  acquireTime: millis(spec.acquireTime),
  renewTime: millis(spec.renewTime),
  transitions: spec.leaseTransitions ?? 0,
  strategy: spec.strategy,
  preferredHolder: spec.preferredHolder,
});

/** A record as a Lease says it. */
export const specOf = (record: LeaderRecord): LeaseSpec => ({
  holderIdentity: record.holder,
  leaseDurationSeconds: record.leaseDurationSeconds,
  ...(record.acquireTime !== undefined && { acquireTime: microTime(record.acquireTime) }),
  ...(record.renewTime !== undefined && { renewTime: microTime(record.renewTime) }),
  leaseTransitions: record.transitions,
  ...(record.strategy !== undefined && { strategy: record.strategy }),
  ...(record.preferredHolder !== undefined && { preferredHolder: record.preferredHolder }),
});

const microTime = (ms: number): string => formatMicroTime(microsFromMs(ms));

function millis(text: string | undefined): number | undefined {
  const micros = parseMicroTime(text);
  return micros === undefined ? undefined : Number(micros) / 1000;
}
