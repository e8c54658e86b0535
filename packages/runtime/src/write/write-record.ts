/**
 * What a run wrote, or found that it need not write.
 */
import type { ObjectKey } from '@reeve/machinery';

/** One write of a run. */
export interface WriteRecord {
  readonly verb: 'apply' | 'create' | 'update' | 'patch' | 'delete' | 'status';
  readonly kind: string;
  readonly key: ObjectKey;
  /** True when it would have changed nothing, and was not sent. */
  readonly skipped?: boolean;
  /** The fields that the write changed, where the state before was known. */
  readonly changed?: readonly string[];
  /** A hash of what these fields said before and after: two writes that have the same did the same. */
  readonly diff?: string;
  /** The version that came of it. */
  readonly version?: string;
}
