/**
 * Everything that a table holds now, for rules that look at other objects than the one they judge.
 */
import type { ApiObject, Store } from '@reeve/registry';

/** The objects of a table, in key order. */
export const currentObjects = (store: Store, table: string): readonly ApiObject[] =>
  Array.from(store.table(table).current(), ({ object }) => object);

/** The objects of a table that live in a namespace. */
export const inNamespace = (store: Store, table: string, namespace: string): readonly ApiObject[] =>
  store.table(table).count === 0 ? [] : Array.from(store.table(table).current(`${namespace}/`), ({ object }) => object);
