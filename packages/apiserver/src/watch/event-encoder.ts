/**
 * How the events of one watch go over the wire. Encoders with a `form` are without memory; one of a Table is not, as its columns go out only once.
 */
import type { Status } from '@reeve/machinery';
import type { StoredObject } from '@reeve/registry';

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface EventEncoder {
  /** The same for encoders of a resource that write the same; absent when an encoder is one stream's alone. */
  readonly form?: string;
  /** An object as it is stored. */
  change(type: ChangeType, stored: StoredObject): Uint8Array;
  /** The last matching state of an object that matches no more, under the version of that change. */
  departure(before: StoredObject, resourceVersion: string): Uint8Array;
  bookmark(resourceVersion: string, annotations: Readonly<Record<string, string>> | undefined): Uint8Array;
  error(status: Status): Uint8Array;
}
