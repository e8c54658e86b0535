/**
 * Whether a manager leads, and what that means: who is elected catches up with the leader before, then starts what only a leader runs; and writes of its controllers start only while the
 * lease outlasts them. Without an election this process always leads.
 * Upstream: controller-runtime manager's leader election.
 */
import { Client } from '@reeve/client';
import { InvalidInputError } from '@reeve/machinery';
import type { Host, Transport } from '@reeve/machinery';
import type { EventRecorder } from '../events/event-input.ts';
import { electionTrouble } from '../leader/election-trouble.ts';
import { LeaderElector } from '../leader/leader-elector.ts';
import type { Lease } from '../leader/lease.ts';
import { LeaseLock } from '../leader/lease-lock.ts';
import type { CaughtUp } from '../leader/catch-up.ts';
import type { Logger } from '../log/logger.ts';
import { leaseFence, openFence } from '../write/fence.ts';
import type { Fence } from '../write/fence.ts';
import type { Election } from './lifecycle.ts';
import type { LeaderElectionOptions, ManagerOptions } from './manager-options.ts';

/** What leading needs. */
export interface LeadershipParts {
  readonly host: Host;
  readonly log: Logger;
  readonly transport: Transport;
  /** The name of this instance: that of the machine, or of the pod. */
  readonly instance: string;
  readonly events: () => EventRecorder;
  /** Waits until what is held is as new as what the server has. */
  catchUp(timeoutMs: number, signal: AbortSignal): Promise<CaughtUp>;
}

/** Longer than a silent watch is trusted. */
const defaultCatchUpMs = 90_000;

/** Whether a manager leads. */
export class Leadership {
  /** Takes part in the election; undefined where there is none. */
  readonly elector: LeaderElector | undefined;
  readonly #options: Pick<ManagerOptions, 'leaderElection' | 'requestTimeoutMs'>;
  readonly #parts: LeadershipParts;
  #onLeading: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  #haveStopped: () => boolean = () => true;

  constructor(options: Pick<ManagerOptions, 'leaderElection' | 'requestTimeoutMs'>, parts: LeadershipParts) {
    this.#options = options;
    this.#parts = parts;
    this.elector = options.leaderElection && this.#electorFor(options.leaderElection);
  }

  /** The election, for what is started when it is won. */
  get election(): Election | undefined {
    const { elector } = this;
    if (elector === undefined) return undefined;
    return {
      description: elector.name,
      run: async (leading, signal, haveStopped) => {
        this.#haveStopped = haveStopped;
        this.#onLeading = (lost) => this.#lead(leading, lost, signal);
        await elector.run(signal);
      },
    };
  }

  /** The lock as people call it. */
  get #lease(): string {
    const { name = '', namespace = '', lock } = this.#options.leaderElection ?? {};
    return `Lease ${lock?.description ?? `${namespace}/${name}`}`;
  }

  /** What keeps writes from starting that could outlive the lease. */
  fence(needsLeaderElection: boolean): Fence {
    const { elector } = this;
    if (elector === undefined || !needsLeaderElection) return openFence;
    return leaseFence(this.#parts.host.clock, () => elector.leadsUntil, this.#leasedRequestMs());
  }

  /** `lost` aborts when this process leads no longer, `end` where it was told to stop. */
  async #lead(leading: (lost: AbortSignal) => Promise<void>, lost: AbortSignal, end: AbortSignal): Promise<void> {
    lost.addEventListener('abort', () => this.#sayLost(end), { once: true });
    await this.#catchUp(lost);
    if (!lost.aborted) await leading(lost);
  }

  #sayLost(end: AbortSignal): void {
    if (end.aborted) return;
    const { renewDeadlineMs = 10_000 } = this.#options.leaderElection ?? {};
    const { leader = '', isLeader = false } = this.elector ?? {};
    const why =
      leader === '' || isLeader ? `it could not be renewed for ${renewDeadlineMs / 1000}s` : `${leader} holds it`;
    this.#parts.log.error(`lost leadership of ${this.#lease}: ${why}; what only a leader runs is stopped`);
  }

  async #catchUp(lost: AbortSignal): Promise<void> {
    const { catchUpMs = defaultCatchUpMs } = this.#options.leaderElection ?? {};
    if (catchUpMs <= 0) return;
    const { seconds, kinds, behind } = await this.#parts.catchUp(catchUpMs, lost);
    const { log } = this.#parts;
    if (lost.aborted || kinds === 0) return;
    if (behind.length === 0) return log.info('what is held is as new as what the server has', { kinds, seconds });
    log.warn('leads although what is held may be older than what the leader before has made: do its watches live?', {
      kinds: behind.map(({ kind }) => kind),
      seconds,
    });
  }

  /** A write under a lease may take half of what is between two renewals and the end of the lease. */
  #leasedRequestMs(): number {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000 } = this.#options.leaderElection ?? {};
    return Math.min(this.#options.requestTimeoutMs ?? 30_000, leaseDurationMs - renewDeadlineMs);
  }

  #electorFor(options: LeaderElectionOptions): LeaderElector {
    const { host, log, instance } = this.#parts;
    const {
      name,
      namespace,
      labels,
      identity = `${instance}_${host.uuid()}`,
      releaseOnStop = true,
      lock,
      catchUpMs: _,
      ...timing
    } = options;
    if (lock === undefined && !namespace)
      throw new InvalidInputError(
        'namespace',
        'leader election: say in which namespace the Lease is: leaderElection: { name, namespace }',
      );
    const lease = (): LeaseLock =>
      new LeaseLock({ ...this.#lockParts(options), namespace, name, identity, ...(labels && { labels }) });
    return new LeaderElector({
      ...timing,
      host,
      releaseOnCancel: () => releaseOnStop && this.#haveStopped(),
      lock: lock ?? lease(),
      callbacks: {
        onStartedLeading: (signal) => this.#onLeading(signal),
        onNewLeader: sayLeader(log, this.#lease, lock?.identity ?? identity),
        onTryFailed: electionTrouble(log, `${namespace}/${name}`, namespace),
      },
    });
  }

  /** A request for the lease is given up in time for another. */
  #lockParts({ renewDeadlineMs = 10_000 }: LeaderElectionOptions): {
    readonly client: Client;
    readonly events: (lease: Lease, message: string) => void;
  } {
    const { transport, host, events } = this.#parts;
    return {
      client: new Client({ transport, host, timeoutMs: Math.max(1000, renewDeadlineMs / 2) }),
      events: (lease, message) => events().event(lease, { reason: 'LeaderElection', message }),
    };
  }
}

/** A listener for `onNewLeader`: who leads, each time that it is somebody else. */
function sayLeader(log: Logger, lease: string, identity: string): (leader: string) => void {
  let led = false;
  return (leader) => {
    if (leader === identity) log.info(`became leader of ${lease}`, { leader });
    else if (leader !== '') log.info(`waiting for ${lease}: ${leader} leads`, { leader, identity });
    else if (led) log.info(`gave ${lease} back: this process leads no longer`, { identity });
    else log.info(`${lease} has no holder: trying to acquire it`, { identity });
    led = leader === identity;
  };
}
