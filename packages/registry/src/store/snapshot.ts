/**
 * Everything a store held at one moment, by reference to its frozen objects.
 */
import type { StoredObject } from './stored-object.ts';

export interface Snapshot {
  readonly revision: number;
  readonly resources: ReadonlyMap<string, readonly StoredObject[]>;
}
