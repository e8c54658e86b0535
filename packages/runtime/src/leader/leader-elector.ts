/**
 * Takes part in an election: tries to lead, renews while it leads, and stops before another can lead. Whether a lease still holds is judged by the local,
 * monotonic clock alone: the time since this process last saw the record change, against the duration in the record. Clocks of others do not matter.
 * Upstream: client-go leaderelection.LeaderElector.
 *
 * Invariants: `leading` aborts no later than the renew deadline after the last write that is known to have succeeded, whatever a request waits for. The Lease is renewed until leading work has
 * ended, and given back only then; one that was lost is never given back.
 */
import { deadlineSignal, isConflict, isNotFound, poll, TaskScope, until, withTimeout } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { checkedTiming, jitterFactor } from './election-options.ts';
import type { ElectionOptions, ElectionTiming } from './election-options.ts';
import type { LeaderLock } from './leader-lock.ts';
import type { LeaderRecord } from './lease.ts';

/** A candidate, and at times the leader. */
export class LeaderElector {
  readonly #options: ElectionOptions;
  readonly #timing: Required<ElectionTiming>;
  readonly #lock: LeaderLock;
  readonly #host: Host;
  #observed: LeaderRecord | undefined;
  #observedRaw: string | undefined;
  #observedAt = 0;
  #renewedAt = 0;
  #hasLost = false;
  #reported: string | undefined;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#timing = checkedTiming(options);
    this.#lock = options.lock;
    this.#host = options.host;
  }

  get name(): string {
    return this.#options.name ?? this.#lock.description;
  }

  /** Who leads as far as this process knows; empty for nobody. */
  get leader(): string {
    return this.#observed?.holder ?? '';
  }

  /** True while this process holds the record, as far as it knows. */
  get isLeader(): boolean {
    return this.leader === this.#lock.identity;
  }

  /** How often the leader has changed: whoever leads later has a higher number. */
  get transitions(): number {
    return this.#observed?.transitions ?? 0;
  }

  /** Until when, on the monotonic clock, nobody else can lead; in the past when this process does not lead. */
  get leadsUntil(): number {
    return this.isLeader && !this.#hasLost ? this.#renewedAt + this.#timing.leaseDurationMs : -Infinity;
  }

  /** Takes part until the signal aborts or the lead is lost. Leading work gets a signal of its own and is awaited. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      if (await this.#acquire(signal)) await this.#lead(signal);
    } finally {
      this.#options.callbacks.onStoppedLeading?.();
    }
  }

  /** An error when this process leads and has not renewed for so long that another may lead too. */
  check(toleranceMs: number): Error | undefined {
    if (!this.isLeader) return undefined;
    const silentMs = this.#host.clock.monotonic() - this.#observedAt;
    if (silentMs <= this.#timing.leaseDurationMs + toleranceMs) return undefined;
    return new Error(`failed election to renew leadership on lease ${this.name}`);
  }

  async #acquire(signal: AbortSignal): Promise<boolean> {
    const done = new AbortController();
    const stop = AbortSignal.any([signal, done.signal]);
    const tryOnce = async (): Promise<void> => {
      if (await this.#tryToLead(signal)) done.abort();
    };
    await until(this.#host, tryOnce, { periodMs: this.#timing.retryPeriodMs, jitter: jitterFactor, signal: stop });
    if (!done.signal.aborted) return false;
    this.#lock.recordEvent('became leader');
    return true;
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#hasLost = false;
    const scope = new TaskScope(signal);
    const ended = new AbortController();
    scope.run((leading) => this.#work(leading).finally(() => ended.abort()));
    scope.run(async () => {
      await this.#renewUntilLost(ended.signal);
      scope.abort();
    });
    try {
      await scope.join();
    } finally {
      this.#lock.recordEvent('stopped leading');
      if (this.#mayRelease()) await this.#release();
      this.#options.callbacks.onLost?.();
    }
  }

  /** Work that has nothing to wait for leads on all the same. */
  async #work(leading: AbortSignal): Promise<void> {
    await this.#options.callbacks.onStartedLeading(leading);
    if (!leading.aborted) await new Promise((resolve) => leading.addEventListener('abort', resolve, { once: true }));
  }

  #mayRelease(): boolean {
    const { releaseOnCancel = false } = this.#options;
    return !this.#hasLost && (typeof releaseOnCancel === 'function' ? releaseOnCancel() : releaseOnCancel);
  }

  /** Returns when renewing has failed for the renew deadline, when somebody else holds the Lease, or when told to stop. */
  async #renewUntilLost(signal: AbortSignal): Promise<void> {
    const { retryPeriodMs, renewDeadlineMs } = this.#timing;
    const lost = new AbortController();
    const stop = AbortSignal.any([signal, lost.signal]);
    const tryToRenew = async (within: AbortSignal): Promise<'renewed' | 'taken' | undefined> => {
      if (await this.#tryToLead(within)) return 'renewed';
      return this.isLeader || this.leader === '' ? undefined : 'taken';
    };
    const renewInTime = async (within: AbortSignal): Promise<boolean> =>
      (await poll(this.#host, tryToRenew, { intervalMs: retryPeriodMs, signal: within })) === 'renewed';
    const renew = async (): Promise<void> => {
      const left = this.#renewedAt + renewDeadlineMs - this.#host.clock.monotonic(); // a blocked event loop counts too
      const options = { signal: stop, waitingFor: `the renewal of ${this.name}` };
      const isRenewed = left > 0 && (await withTimeout(this.#host, left, renewInTime, options).catch(() => false));
      if (isRenewed || signal.aborted) return;
      this.#hasLost = true;
      lost.abort();
    };
    await until(this.#host, renew, { periodMs: retryPeriodMs, signal: stop });
  }

  /** One try. False leaves everything as it is; errors are a try that failed. */
  async #tryToLead(signal: AbortSignal): Promise<boolean> {
    try {
      return this.#options.coordinated === true ? await this.#renewGiven(signal) : await this.#acquireOrRenew(signal);
    } catch (error) {
      if (!signal.aborted) this.#options.callbacks.onTryFailed?.(error);
      return false;
    } finally {
      this.#reportLeader();
    }
  }

  async #acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    if (this.isLeader && this.#isValid() && (await this.#renewDirectly(signal))) return true;
    if (!(await this.#observe(signal))) {
      await this.#write(this.#fresh(0), (record) => this.#lock.create(record, signal), signal);
      return true;
    }
    if (this.leader !== '' && !this.isLeader && this.#isValid()) return false;
    const record = this.isLeader ? this.#renewed() : this.#fresh(this.transitions + 1);
    await this.#update(record, signal);
    return true;
  }

  /** Somebody else chose the leader: hold on to what was given, and let go when another is preferred. */
  async #renewGiven(signal: AbortSignal): Promise<boolean> {
    if (!(await this.#observe(signal))) return false;
    const hasExpired = !this.#isValid();
    if (!this.isLeader || hasExpired) return false;
    const preferred = this.#observed?.preferredHolder;
    if (preferred !== undefined && preferred !== '' && preferred !== this.#lock.identity) return false;
    await this.#update(this.#renewed(), signal);
    return true;
  }

  /** A leader whose lease holds need not read before it writes. */
  async #renewDirectly(signal: AbortSignal): Promise<boolean> {
    try {
      await this.#update(this.#renewed(), signal);
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      return false;
    }
  }

  /** Reads the record, and notes when it changed. False when there is none. */
  async #observe(signal: AbortSignal): Promise<boolean> {
    try {
      const { record, raw } = await this.#lock.get(signal);
      if (raw === this.#observedRaw) return true;
      this.#setObserved(record, this.#host.clock.monotonic());
      this.#observedRaw = raw;
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async #update(record: LeaderRecord, signal: AbortSignal): Promise<void> {
    await this.#write(record, (one) => this.#lock.update(one, signal), signal);
  }

  /** The lease counts from before the write: the answer may come late, the server may have acted at once. An answer that nobody waits for any more changes nothing here. */
  async #write(
    record: LeaderRecord,
    send: (record: LeaderRecord) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const before = this.#host.clock.monotonic();
    await send(record);
    signal.throwIfAborted();
    this.#setObserved(record, before);
    this.#observedRaw = undefined;
    this.#renewedAt = before;
  }

  #setObserved(record: LeaderRecord, at: number): void {
    this.#observed = record;
    this.#observedAt = at;
  }

  #isValid(): boolean {
    const durationMs = (this.#observed?.leaseDurationSeconds ?? 0) * 1000;
    return this.#observedAt + durationMs > this.#host.clock.monotonic();
  }

  #fresh(transitions: number): LeaderRecord {
    const now = this.#host.clock.now();
    const { identity: holder } = this.#lock;
    return { holder, leaseDurationSeconds: this.#seconds(), acquireTime: now, renewTime: now, transitions };
  }

  #renewed(): LeaderRecord {
    const { acquireTime, transitions, strategy, preferredHolder } = this.#observed ?? this.#fresh(0);
    return { ...this.#fresh(transitions), acquireTime, strategy, preferredHolder };
  }

  #seconds(): number {
    return Math.trunc(this.#timing.leaseDurationMs / 1000);
  }

  /** Empties the record, so that the next one need not wait. Tries again while others write, as long as the renew deadline. */
  async #release(): Promise<void> {
    if (!this.isLeader) return;
    const { renewDeadlineMs, retryPeriodMs } = this.#timing;
    using deadline = deadlineSignal(this.#host, renewDeadlineMs, { waitingFor: `the release of ${this.name}` });
    const release = async (signal: AbortSignal): Promise<true | undefined> => {
      try {
        if (!(await this.#observe(signal)) || !this.isLeader) return true;
        const now = this.#host.clock.now();
        const { transitions } = this;
        const empty = { holder: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now, transitions };
        await this.#update(empty, signal);
        return true;
      } catch (error) {
        if (isConflict(error)) return undefined;
        throw error;
      }
    };
    await poll(this.#host, release, { intervalMs: retryPeriodMs, signal: deadline.signal }).catch(() => undefined); // the lease runs out by itself
    this.#reportLeader();
  }

  #reportLeader(): void {
    if (this.#observed === undefined || this.#reported === this.leader) return;
    this.#reported = this.leader;
    this.#options.callbacks.onNewLeader?.(this.leader);
  }
}
