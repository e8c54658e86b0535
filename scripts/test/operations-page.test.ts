/**
 * docs/operations.md and the code name the same metrics, with the same types, labels and words; and alerts use none that does not exist.
 */
import { readFileSync } from 'node:fs';
import { Metrics } from '@reeve/runtime';
import { describe, expect, test } from 'vitest';
import { root } from '../setup/paths.mjs';

const page = readFileSync(`${root}/docs/operations.md`, 'utf8');

interface Registered {
  readonly name: string;
  readonly type: string;
  readonly labelNames: readonly string[];
  readonly help: string;
}
const registry = new Metrics({ requestDetails: true, process: false }).registry;
const registered = registry.getMetricsAsArray() as unknown as readonly Registered[]; // the library's own objects, which have more than its types say

const rows = [...page.matchAll(/^\| `(\w+)` +\| (counter|gauge|histogram) +\| (.*?) *\| (.*?) *\|$/gm)].map(
  ([, name = '', type = '', labels = '', help = '']) => ({
    name,
    type,
    labelNames: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    help,
  }),
);

describe('docs/operations.md', () => {
  test('has every metric that is registered, and no other', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(registered.map(({ name }) => name).toSorted());
  });

  for (const { name, type, labelNames, help } of registered)
    test(`says of ${name} what the code says`, () => {
      expect(rows.find((row) => row.name === name)).toEqual({ name, type, labelNames: [...labelNames], help });
    });

  const alerts = [...page.matchAll(/^ +- alert: (\w+).*\n +expr: (.*)$/gm)];

  test('has alerts', () => {
    expect(alerts.length).toBeGreaterThanOrEqual(10);
  });

  for (const [, alert, expression = ''] of alerts)
    test(`alerts of ${alert} by metrics that exist`, () => {
      const names = [...expression.matchAll(/\b[a-z]+(?:_[a-z]+)+(?=[[{) ])/g)].map(([name]) => name);
      const series = names
        .filter((name) => !name.startsWith('histogram_'))
        .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
      expect(series).not.toEqual([]);
      expect(registered.map(({ name }) => name)).toEqual(expect.arrayContaining(series));
    });
});
