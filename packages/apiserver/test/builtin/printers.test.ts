import { describe, expect, test } from 'vitest';
import { builtinPrinter, rowConditions } from '@reeve/builtins';
import { type ApiObject } from '@reeve/registry';
import { recorded, served, servedAs } from './recorded.ts';

type Recorded = Record<
  string,
  { now: number; rows: { cells: unknown[]; conditions?: unknown[]; object: ApiObject }[] }
>;

const tables = recorded('tables') as Recorded;

/** Version 1 tells metrics in another order than the one they are kept in, and the real server prints what it keeps. */
const isKeptInAnotherOrder = (resource: string, { metadata }: ApiObject): boolean =>
  resource === 'autoscaling/v1/horizontalpodautoscalers' && metadata.name === 'measured';

test('every resource that can be listed was asked for', () => {
  const listable = [...served].filter(([, { facts }]) => facts.verbs.includes('list')).map(([name]) => name);
  expect(Object.keys(tables).toSorted()).toEqual(listable.toSorted());
});

for (const [resource, { now, rows }] of Object.entries(tables)) {
  const { group, facts } = servedAs(resource);
  const cells = builtinPrinter(group, facts.plural);
  describe(`a row of ${resource} reads as on the real server`, () => {
    for (const { object, cells: expected } of rows) {
      if (isKeptInAnotherOrder(resource, object)) continue;
      test(`${object.metadata.name ?? ''} · N6`, () => {
        expect(cells(object, now)).toEqual(expected);
      });
    }

    test('and has one cell per column, even of an empty object · N6', () => {
      const empty: ApiObject = { apiVersion: '', kind: '', metadata: {} };
      const surplus = facts.plural === 'ipaddresses' ? 1 : 0; // an age without a column, as on the real server
      expect(cells(empty, now)).toHaveLength((facts.columns?.length ?? 0) + surplus);
    });
  });
}

test('rows of pods that are over say so, and no others · N6', () => {
  const rows = Object.values(tables).flatMap((table) => table.rows);
  expect(rows.filter(({ conditions }) => conditions).length).toBeGreaterThan(1);
  for (const { object, conditions = [] } of rows) expect(rowConditions(object)).toEqual(conditions);
});
