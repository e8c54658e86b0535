/**
 * What a run did, as it is noted on the way: what it read, what it wrote, which steps it took.
 */
import type { StepRecord } from './step-record.ts';
import type { WriteRecord } from '../write/write-record.ts';

/** A read of a run. */
export interface ReadRecord {
  readonly verb: 'get' | 'list';
  readonly kind: string;
  /** Which object; absent for lists. */
  readonly key?: string;
}

/** More reads than this are not noted. */
const readLimit = 10;

/** The notes of one run. */
export class RunNotes {
  #reads: ReadRecord[] | undefined;
  #writes: WriteRecord[] | undefined;
  #steps: StepRecord[] | undefined;

  get reads(): readonly ReadRecord[] {
    return this.#reads ?? none;
  }

  get writes(): readonly WriteRecord[] {
    return this.#writes ?? none;
  }

  get steps(): readonly StepRecord[] {
    return this.#steps ?? none;
  }

  noteRead(read: ReadRecord): void {
    if (this.reads.length < readLimit) (this.#reads ??= []).push(read);
  }

  noteWrite(write: WriteRecord): void {
    (this.#writes ??= []).push(write);
  }

  noteStep(step: StepRecord): void {
    (this.#steps ??= []).push(step);
  }
}

/** What most runs have noted: records are kept, so it is one for all. */
const none: readonly never[] = Object.freeze([]);

/** The notes of a run that made none. */
export const noNotes: Pick<RunNotes, 'reads' | 'writes' | 'steps'> = Object.freeze({
  reads: none,
  writes: none,
  steps: none,
});
