import { yamlSize } from '@reeve/machinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';

/** How deeply a value is nested, and of how many keys, values and items it is. */
function sizeOf(value: unknown): { depth: number; nodes: number } {
  if (typeof value !== 'object' || value === null) return { depth: 1, nodes: 1 };
  const parts = Object.values(value).map(sizeOf);
  const keys = Array.isArray(value) ? 0 : parts.length;
  return {
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 1 + keys),
  };
}

test('yamlSize gives no less than the true depth and the true number of nodes, in block style and in flow style', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), fc.constantFrom(0, 80), fc.boolean(), (value, lineWidth, isFlow) => {
      const text = isFlow ? JSON.stringify(value) : stringify(value, { lineWidth, indentSeq: false, indent: 1 });
      const { depth, nodes } = sizeOf(value);
      expect(yamlSize(text).depth).toBeGreaterThanOrEqual(depth - 1); // a scalar opens nothing
      expect(yamlSize(text).nodes).toBeGreaterThanOrEqual(nodes - 1);
    }),
    { seed: 42, numRuns: 500 },
  );
});

test('yamlSize of a manifest is small, and that of a deep or a long text is not', () => {
  expect(yamlSize('kind: A\nspec:\n  list:\n  - a: 1\n    b: 2\n').depth).toBeLessThan(20);
  expect(yamlSize('['.repeat(1000)).depth).toBeGreaterThan(1000);
  expect(yamlSize('- '.repeat(1000)).depth).toBeGreaterThan(1000);
  expect(yamlSize('a: 1\n'.repeat(1000)).nodes).toBeGreaterThan(1999);
});
