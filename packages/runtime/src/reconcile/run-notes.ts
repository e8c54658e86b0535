/**
 * What a run did, as it is noted on the way: what it read, what it wrote, which steps it took.
 */
import type { StepRecord } from '../step/step-record.ts';
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
  readonly reads: ReadRecord[] = [];
  readonly writes: WriteRecord[] = [];
  readonly steps: StepRecord[] = [];

  noteRead(read: ReadRecord): void {
    if (this.reads.length < readLimit) this.reads.push(read);
  }
}
