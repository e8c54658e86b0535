/**
 * What is left to do for some keys when nothing has changed: steps that came later and have not seen the object, and steps that failed while independent ones succeeded.
 * A run that has any other reason does everything, and leaves nothing over.
 */
import { causeRules } from '../cause/cause.ts';
import type { Cause } from '../cause/cause.ts';
import type { Step } from './step.ts';

/** The source in the cause of a run that lets a new step catch up. */
export const catchUpSource = 'new step';

interface Remainder {
  readonly steps: ReadonlySet<Step>;
  /** The version that the others have seen; any, where they have nothing to do with it. */
  readonly version?: string | undefined;
  /** Why the run that failed was wanted. A failed run hands these on to its next try; what merges with one of them makes a new one of it. */
  readonly causes?: readonly Cause[];
}

/** A run of which something is left. */
export interface FailedRun {
  /** The steps that were to run. */
  readonly steps: readonly Step[];
  /** Those that need not run again. */
  readonly done: ReadonlySet<Step>;
  readonly version: string | undefined;
  readonly causes: readonly Cause[];
}

/** What is left, by key. */
export class Remainders {
  readonly #left = new Map<string, Remainder>();

  clear(): void {
    this.#left.clear();
  }

  /** A step has yet to see the object. */
  add(key: string, step: Step): void {
    const known = this.#left.get(key);
    this.#left.set(key, { ...known, steps: new Set([...(known?.steps ?? []), step]) });
  }

  /** The steps of this run: what is left where nothing else is a reason for it, all of them otherwise. */
  take(key: string, all: readonly Step[], causes: readonly Cause[], version: string | undefined): readonly Step[] {
    const left = this.#left.get(key);
    this.#left.delete(key);
    if (left === undefined || !areOld(causes, left.causes)) return all;
    if (left.version !== undefined && left.version !== version) return all;
    return all.filter((step) => left.steps.has(step));
  }

  /** Some steps of a run failed. Steps that came meanwhile stay. */
  keep(key: string, { steps, done, version, causes }: FailedRun): void {
    const rest = steps.filter((step) => !done.has(step));
    const added = this.#left.get(key)?.steps ?? [];
    this.#left.set(key, { steps: new Set([...rest, ...added]), version, causes });
  }
}

/** True when nothing new is among the causes. A full list may have lost some, and proves nothing. */
const areOld = (causes: readonly Cause[], old: readonly Cause[] = []): boolean =>
  causes.length < causeRules.limit &&
  causes.every((cause) => cause.type === 'retry' || cause.source === catchUpSource || old.includes(cause));
