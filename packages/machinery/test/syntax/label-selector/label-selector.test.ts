import {
  LabelQuery,
  labelSelectorToQuery,
  labelSelectorToString,
  labelsToQuery,
  parseLabelSelector,
  queryToLabelSelector,
} from '@reeve/machinery';
import type { ReadableLabelSelector } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { isRefused, vectors } from '../vectors.ts';

interface Recorded {
  labelSets: Record<string, string>[];
  objects: { selector: ReadableLabelSelector; ok: boolean; canonical?: string; matches?: string }[];
}

const { labelSets, objects } = vectors('label-selector') as Recorded;

describe('selectors of objects', () => {
  const good = objects.filter(({ ok }) => ok);

  test('print as upstream prints them', () => {
    expect(good.length).toBeGreaterThan(40);
    expect(good.map(({ selector }) => labelSelectorToString(selector))).toEqual(good.map(({ canonical }) => canonical));
  });

  test('match what upstream says they match', () => {
    const ours = good.map((vector) => {
      const query = labelSelectorToQuery(vector.selector);
      return { ...vector, matches: labelSets.map((labels) => (query.matches(labels) ? '1' : '0')).join('') };
    });
    expect(ours).toEqual(good);
  });

  test('are refused where upstream refuses them', () => {
    const bad = objects.filter(({ ok }) => !ok);
    expect(bad.length).toBeGreaterThan(20);
    expect(bad.filter(({ selector }) => !isRefused(() => labelSelectorToQuery(selector)))).toEqual([]);
  });

  test('survive the way to a query and back', () => {
    const changed = good.filter(({ selector }) => {
      const query = labelSelectorToQuery(selector);
      return !labelSelectorToQuery(queryToLabelSelector(query)).equals(query);
    });
    expect(changed).toEqual([]);
  });
});

test('a missing selector matches nothing, an empty one everything', () => {
  expect(labelSelectorToQuery(undefined)).toBe(LabelQuery.nothing);
  expect(labelSelectorToQuery(null)).toBe(LabelQuery.nothing);
  expect(labelSelectorToQuery({})).toBe(LabelQuery.everything);
  expect(labelSelectorToQuery({ matchLabels: {}, matchExpressions: [] })).toBe(LabelQuery.everything);
  expect(queryToLabelSelector(LabelQuery.nothing)).toBeUndefined();
  expect(queryToLabelSelector(LabelQuery.everything)).toEqual({});
});

test('labels make the query that requires them all, sorted by key', () => {
  expect(String(labelsToQuery({ tier: 'web', app: 'x' }))).toBe('app=x,tier=web');
  expect(labelsToQuery({})).toBe(LabelQuery.everything);
  expect(() => labelsToQuery({ app: 'not good' })).toThrow('value "not good"');
});

test('an unknown operator is refused with those there are', () => {
  expect(() => labelSelectorToQuery({ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] })).toThrow(
    '"Gt" is not a valid label selector operator: write one of In, NotIn, Exists, DoesNotExist',
  );
  expect(() => labelSelectorToQuery({ matchExpressions: [{ key: 'a', operator: 'constructor' }] })).toThrow(
    'is not a valid',
  );
});

test('the text of a selector becomes labels where it can, and expressions elsewhere', () => {
  expect(queryToLabelSelector(parseLabelSelector('a=1,b==2,a=3,c!=4,d in (6,5),e,!f'))).toEqual({
    matchLabels: { a: '1', b: '2' },
    matchExpressions: [
      { key: 'a', operator: 'In', values: ['3'] },
      { key: 'c', operator: 'NotIn', values: ['4'] },
      { key: 'd', operator: 'In', values: ['5', '6'] },
      { key: 'e', operator: 'Exists' },
      { key: 'f', operator: 'DoesNotExist' },
    ],
  });
  expect(() => queryToLabelSelector(parseLabelSelector('a>1'))).toThrow("as in 'a>1': use In");
});
