/**
 * Applies a set once: the record grows, waves are applied one after the other as far as they are ready, what is no longer wanted is deleted, and the record shrinks. A run that is
 * interrupted anywhere is completed by the next one.
 */
import {
  deletionStarted,
  formatGroupKind,
  isConflict,
  isFieldManagerConflict,
  resourceVersionOf,
} from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';
import { isReady } from '../readiness/is-ready.ts';
import type { ApplyProgress, ApplyReport, ObjectResult } from './apply-report.ts';
import { decide, describeMember, removals } from './decide.ts';
import type { Decision, Member, Removal } from './decide.ts';
import type { DesiredObject } from './desired-objects.ts';
import type { LiveState } from './live-state.ts';
import { ruleResult } from './previous-state.ts';
import type { ResolvedSet } from './resolved-set.ts';
import type { LiveObject, SetAccess } from './set-access.ts';
import { contentsOf, unionOf } from './set-record.ts';
import type { SetRecord } from './set-record.ts';

/** What a run works with. */
export interface ApplyRunParts {
  readonly set: ResolvedSet;
  readonly access: SetAccess;
  readonly desired: readonly DesiredObject[];
  readonly state: LiveState;
  readonly record: SetRecord;
  readonly progress: ApplyProgress;
}

const defaultRetryMs = 2000;
/** After a conflict: what changed is in the cache, or can be read, at once. */
const conflictRetryMs = 100;

/** One run. */
export class ApplyRun {
  readonly #parts: ApplyRunParts;
  readonly #results: ObjectResult[] = [];
  readonly #waitingFor: string[] = [];
  readonly #kept: Pick<Member, 'kind' | 'object'>[] = [];
  #retryAfterMs: number;
  #isStopped = false;

  constructor(parts: ApplyRunParts) {
    this.#parts = parts;
    this.#retryAfterMs = parts.set.options.retryAfterMs ?? defaultRetryMs;
  }

  async run(): Promise<ApplyReport> {
    const { record, desired, state } = this.#parts;
    const wanted = contentsOf(desired);
    const members = state.members.filter(({ object }) => !deletionStarted(object)); // nothing is left to do for the others
    await record.write(unionOf(record.contents, unionOf(wanted, contentsOf(members))));
    if (await this.#applyWaves()) {
      await this.#prune();
      if (!this.#isStopped) await record.write(unionOf(wanted, contentsOf(this.#kept)));
    }
    return this.#report();
  }

  /** True when all waves are through. */
  async #applyWaves(): Promise<boolean> {
    const waves = wavesOf(this.#parts.desired);
    for (const [index, wave] of waves.entries()) {
      const number = wave[0]?.wave ?? 0;
      this.#parts.progress.onWave?.({ number, index, count: waves.length, objects: wave.length });
      await this.#applyWave(wave, index < waves.length - 1);
      if (this.#isStopped) return false;
      if (index < waves.length - 1 && (this.#waitingFor.length > 0 || this.#hasFailed)) return false;
    }
    return true;
  }

  async #applyWave(wave: readonly DesiredObject[], isAwaited: boolean): Promise<void> {
    const { set, access, state } = this.#parts;
    const readinessOf = set.options.isReady ?? isReady;
    for (const desired of wave) {
      const live = state.existing.get(desired.id);
      const isKnown = live !== undefined && !deletionStarted(live) && access.isKnown?.(desired.object, live) === true;
      if (isKnown)
        this.#noted({
          action: 'unchanged',
          kind: formatGroupKind(desired.kind),
          key: desired.key,
          wave: desired.wave,
          object: live,
        });
      const object = isKnown
        ? live
        : await this.#try(desired, () => this.#carryOut(decide(set, access, desired, live)));
      if (this.#isStopped) return;
      if (!isAwaited || object === undefined) continue;
      const readiness = readinessOf(object);
      if (!readiness.isReady) this.#waitFor(desired, readiness.reason);
    }
  }

  /** The object as it is afterwards. */
  async #carryOut(decision: Decision): Promise<LiveObject | undefined> {
    const { desired } = decision;
    switch (decision.type) {
      case 'create':
        return await this.#apply(desired, undefined, false);
      case 'apply':
        return await this.#update(desired, decision.live, decision.isAdoption);
      case 'replace':
        return await this.#replace(desired, decision.live, decision.reason);
      case 'wait':
        this.#note(desired, { action: 'waiting', reason: decision.reason });
        this.#waitFor(desired, decision.reason);
        return undefined;
      case 'refuse':
        throw decision.error;
    }
  }

  async #update(desired: DesiredObject, live: LiveObject, isAdoption: boolean): Promise<LiveObject | undefined> {
    const { set, access } = this.#parts;
    const rule = set.options.rules?.find(
      ({ kind, reconcile }) => reconcile !== undefined && isOfKind(kind, desired.kind),
    );
    if (rule === undefined || (!isAdoption && access.isApplied(desired.object, live)))
      return await this.#apply(desired, live, isAdoption);
    switch (await ruleResult(rule, { access, desired, live, client: access.client })) {
      case 'apply':
        return await this.#apply(desired, live, isAdoption);
      case 'replace':
        return await this.#replace(desired, live, 'the rule for its kind replaces it');
      case 'leave':
        this.#note(desired, { action: 'left', object: live, reason: 'the rule for its kind leaves it as it is' });
        return live;
      case 'handled': {
        const now = await access.get(desired.kind, desired.key);
        this.#note(desired, { action: 'updated', ...(now && { object: now }), reason: 'by the rule for its kind' });
        return now;
      }
    }
  }

  async #apply(desired: DesiredObject, live: LiveObject | undefined, takesOver: boolean): Promise<LiveObject> {
    const object = await this.#parts.access.apply(desired.kind, desired.object, live, takesOver);
    const isSame = live !== undefined && resourceVersionOf(live) === resourceVersionOf(object);
    this.#note(desired, { action: live === undefined ? 'created' : isSame ? 'unchanged' : 'updated', object });
    return object;
  }

  /** Deletes the object, and creates it again if it is gone at once. */
  async #replace(desired: DesiredObject, live: LiveObject, reason: string): Promise<LiveObject | undefined> {
    const { access } = this.#parts;
    await access.remove(desired.kind, live);
    if ((await access.get(desired.kind, desired.key)) === undefined) {
      const object = await access.apply(desired.kind, desired.object, undefined, false);
      this.#note(desired, { action: 'updated', object, reason: `it was replaced: ${reason}` });
      return object;
    }
    this.#note(desired, { action: 'replacing', reason });
    this.#waitFor(desired, `it is being replaced: ${reason}`);
    return undefined;
  }

  async #prune(): Promise<void> {
    const { set, desired, state } = this.#parts;
    for (const removal of removals(set, desired, state.members)) {
      await this.#try(removal, () => this.#remove(removal));
      if (this.#isStopped) return;
    }
  }

  async #remove({ type, kind, key, live, reason }: Removal): Promise<undefined> {
    const at = { kind, key };
    if (type === 'protect') {
      this.#kept.push({ kind, object: live });
      this.#note(at, { action: 'protected', object: live, ...(reason && { reason }) });
      return undefined;
    }
    try {
      await this.#parts.access.remove(kind, live);
      this.#note(at, { action: 'deleted' });
    } catch (error) {
      this.#kept.push({ kind, object: live });
      if (!isConflict(error)) throw error;
      this.#note(at, { action: 'changed', reason: 'somebody else changed it meanwhile' });
      this.#retryAfterMs = conflictRetryMs;
      this.#waitFor(at, 'somebody else changed it before it was deleted');
    }
    return undefined;
  }

  /** What fails for one object stops no other, unless that is asked for. A version that is no longer the newest is no failure: the next run has it. */
  async #try<T>(at: { readonly kind: AnyKind; readonly key: string }, act: () => Promise<T>): Promise<T | undefined> {
    const { set, access } = this.#parts;
    try {
      return await act();
    } catch (error) {
      access.signal?.throwIfAborted();
      if (isConflict(error) && !isFieldManagerConflict(error)) this.#retryAfterMs = conflictRetryMs;
      this.#note(at, { action: 'failed', error });
      this.#isStopped ||= set.options.stopsOnError === true;
      return undefined;
    }
  }

  #note(
    at: { readonly kind: AnyKind; readonly key: string; readonly wave?: number },
    what: Omit<ObjectResult, 'kind' | 'key'>,
  ): void {
    const { key, wave } = at;
    const kind = formatGroupKind(at.kind);
    this.#noted(wave === undefined ? { ...what, kind, key } : { ...what, kind, key, wave });
  }

  #noted(result: ObjectResult): void {
    this.#results.push(result);
    this.#parts.progress.onResult?.(result);
  }

  #waitFor(at: { readonly kind: AnyKind; readonly key: string }, reason: string): void {
    this.#waitingFor.push(`${describeMember(at)}: ${reason}`);
  }

  get #hasFailed(): boolean {
    return this.#results.some(({ action }) => action === 'failed');
  }

  #report(): ApplyReport {
    const common = { results: this.#results, waitingFor: this.#waitingFor };
    if (this.#hasFailed) return { state: 'failed', ...common };
    if (this.#waitingFor.length === 0) return { state: 'done', ...common };
    return { state: 'waiting', ...common, retryAfterMs: this.#retryAfterMs };
  }
}

/** The objects by wave, in their order within a wave. */
function wavesOf(desired: readonly DesiredObject[]): DesiredObject[][] {
  const waves = new Map<number, DesiredObject[]>();
  for (const one of desired) {
    const wave = waves.get(one.wave);
    if (wave === undefined) waves.set(one.wave, [one]);
    else wave.push(one);
  }
  return [...waves.entries()].toSorted(([one], [other]) => one - other).map(([, wave]) => wave);
}

const isOfKind = (one: AnyKind, other: AnyKind): boolean => one.kind === other.kind && one.group === other.group;
