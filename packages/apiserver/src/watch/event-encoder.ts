/**
 * How the events of one watch go over the wire. An encoder serves one stream, as a Table sends its columns only once.
 */
import type { Status } from '@reeve/machinery';
import type { StoredObject } from '../store/stored-object.ts';

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface EventEncoder {
  /** An object as it is stored. */
  change(type: ChangeType, stored: StoredObject): Uint8Array;
  /** The last matching state of an object that matches no more, under the version of that change. */
  departure(before: StoredObject, resourceVersion: string): Uint8Array;
  bookmark(resourceVersion: string, annotations: Readonly<Record<string, string>> | undefined): Uint8Array;
  error(status: Status): Uint8Array;
}
