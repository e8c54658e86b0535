/**
 * What a benchmark's table says of targets that it could not measure.
 */
import { expect, test, vi } from 'vitest';
import { divided, document, printTable } from '../bench/report.mjs';

const bars = [
  { name: 'sync, against the floor', value: 0.5, limit: 0.6, held: true },
  { name: 'sync, client-go against ours', value: Number.NaN, limit: 1, held: false, atLeast: true },
  { name: 'rest, against client-go', value: 3, limit: Number.NaN, held: false },
];
const report = { name: 'cache', measurements: [], ...divided(bars, 'Go is not installed') };

test('a bar without a figure, and one without a limit, are told as not measured', () => {
  expect(report.bars.map(({ name }) => name)).toEqual(['sync, against the floor']);
  expect(report.unmeasured).toEqual([
    { name: 'sync, client-go against ours', why: 'Go is not installed' },
    { name: 'rest, against client-go', why: 'Go is not installed' },
  ]);
});

test('the table of a benchmark has a line for each bar that was not measured', () => {
  const printed: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line));
  try {
    printTable(report);
  } finally {
    spy.mockRestore();
  }
  expect(printed).toContainEqual(expect.stringMatching(/sync, against the floor +0\.500 ≤ 0\.600 +held/));
  expect(printed).toContain('  sync, client-go against ours  not measured: Go is not installed');
});

test('the document of a benchmark names the bars that were not measured', () => {
  expect(document([report]).unmeasured[0]).toEqual({
    name: 'cache: sync, client-go against ours',
    why: 'Go is not installed',
  });
});
