import {
  allNamespaces,
  effectiveScopes,
  type CachedKindSettings,
  type ScopeDefaults,
  type ScopeSettings,
} from '@reeve/cache';
import { FieldQuery, parseFieldSelector } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { ConfigMap } from '../model/world.ts';
import { Node } from './cached-world.ts';

/** Two values for every setting: one to inherit, one to keep. */
const settings = {
  labels: ['a=1', 'a=2'],
  fields: ['metadata.name=a', 'metadata.name=b'],
  resyncMs: [1000, 2000],
  transform: [(object: never) => object, (object: never) => object],
  defaults: [(object: never) => object, (object: never) => object],
  streaming: [true, false],
  pageSize: [10, 20],
  minWatchTimeoutMs: [600_000, 900_000],
  bookmarks: [true, false],
  keepManagedFields: [true, false],
  intern: [true, false],
} as const satisfies Record<keyof ScopeSettings, readonly [unknown, unknown]>;

const only = (own: CachedKindSettings | undefined, defaults: ScopeDefaults) =>
  effectiveScopes(ConfigMap, own, defaults)[0]?.settings;

describe('every setting', () => {
  test.each(Object.entries(settings))(
    '%s is inherited where it is not set, and kept where it is · CR-77',
    (name, [one, other]) => {
      const [low, high] = [{ [name]: one }, { [name]: other }];
      expect(only(undefined, low)).toEqual({ [name]: one });
      expect(only(high, low)).toEqual({ [name]: other });
      expect(only({}, { ...low, namespaces: { shop: {} } })).toEqual({ namespace: 'shop', [name]: one });
      expect(only({}, { ...low, namespaces: { shop: high } })).toEqual({ namespace: 'shop', [name]: other });
      expect(only(high, { namespaces: { shop: low } })).toEqual({ namespace: 'shop', [name]: other });
      expect(only({ ...low, namespaces: { shop: high } }, {})).toEqual({ namespace: 'shop', [name]: other });
      expect(only({ ...high, namespaces: { shop: {} } }, low)).toEqual({ namespace: 'shop', [name]: other });
      expect(only({ namespaces: { shop: {} } }, { namespaces: { shop: high } })).toEqual({
        namespace: 'shop',
        [name]: other,
      });
      expect(effectiveScopes(Node, high, low)).toEqual([{ namespace: undefined, settings: high }]);
      expect(effectiveScopes(Node, undefined, { ...low, namespaces: { shop: high } })[0]?.settings).toEqual(low);
    },
  );
});

describe('namespaces', () => {
  const names = (own: CachedKindSettings | undefined, defaults: ScopeDefaults) =>
    effectiveScopes(ConfigMap, own, defaults).map(({ namespace }) => namespace);

  test('of the cache are inherited, and an empty set means all · CR-77', () => {
    expect(names(undefined, {})).toEqual([undefined]);
    expect(names(undefined, { namespaces: { a: {}, b: {} } })).toEqual(['a', 'b']);
    expect(names({}, { namespaces: { a: {} } })).toEqual(['a']);
    expect(names({ namespaces: {} }, { namespaces: { a: {} } })).toEqual([undefined]);
    expect(names({ namespaces: { c: {} } }, { namespaces: { a: {} } })).toEqual(['c']);
  });

  test('the remainder leaves out those that are named, beside its own fields · CR-77', () => {
    const scopes = effectiveScopes(
      ConfigMap,
      { fields: 'metadata.name=x', namespaces: { a: {}, [allNamespaces]: {} } },
      {},
    );
    expect(
      scopes.map(({ settings: { fields } }) =>
        FieldQuery.everything
          .and(fields instanceof FieldQuery ? fields : parseFieldSelector(fields as string))
          .toString(),
      ),
    ).toEqual(['metadata.name=x', 'metadata.name=x,metadata.namespace!=a']);
  });

  test('the same settings always give the same scopes, and are not changed · CR-77', () => {
    const own = Object.freeze({ labels: 'a=1', namespaces: Object.freeze({ shop: Object.freeze({}) }) });
    const defaults = Object.freeze({ labels: 'b=2', namespaces: Object.freeze({ bank: Object.freeze({}) }) });
    const all = Array.from({ length: 5 }, () => effectiveScopes(ConfigMap, own, defaults));
    for (const scopes of all) expect(scopes).toEqual(all[0]);
  });
});
