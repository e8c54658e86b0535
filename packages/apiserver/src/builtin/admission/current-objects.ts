/**
 * Everything that a table holds now, for rules that look at other objects than the one they judge.
 */
import type { ApiObject } from '../../resource/served-resource.ts';
import type { Store } from '../../store/store.ts';

/** The objects of a table, in key order. */
export const currentObjects = (store: Store, table: string): readonly ApiObject[] =>
  Array.from(store.table(table).current(), ({ object }) => object);
