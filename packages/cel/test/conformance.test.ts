/** The official conformance cases of the expression language; `npm run cel:conformance` prints what is excluded, and why. */
import { describe, expect, test } from 'vitest';
import { runConformance } from '../../../tools/cel-conformance/run-cases.mjs';

const sections = runConformance();

describe('the engine gives the result that the conformance case asks for', () => {
  for (const { name, failures } of sections) {
    test(`section ${name}`, () => expect(failures).toEqual([]));
  }
});

test('the conformance cases that concern Kubernetes are not excluded', () => {
  const count = (of: (section: (typeof sections)[number]) => number): number =>
    sections.reduce((sum, section) => sum + of(section), 0);
  expect(count(({ passed }) => passed)).toBeGreaterThanOrEqual(1384);
  expect(count(({ excluded }) => excluded.length)).toBeLessThanOrEqual(960);
});
