import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Environment, EvaluationError, kubernetesLibraries, LimitError } from '@reeve/cel';
import { bindings, broken, variables } from './expressions.ts';

const environment = new Environment({ libraries: kubernetesLibraries, variables, homogeneousLiterals: true });

test('broken expressions end with issues, values or typed errors', () => {
  let compiled = 0;
  fc.assert(
    fc.property(broken, (text) => {
      const { program, issues } = environment.compile(text);
      if (program === undefined) {
        expect(issues.length).toBeGreaterThan(0);
        for (const issue of issues) expect(issue.text).toContain(issue.message);
        return;
      }
      compiled++;
      expect(program.estimate.min).toBeLessThanOrEqual(program.estimate.max);
      const { error } = program.run(bindings);
      if (error !== undefined) expect(error instanceof EvaluationError || error instanceof LimitError).toBe(true);
    }),
    { seed: 45, numRuns: 20_000 },
  );
  expect(compiled).toBeGreaterThan(1000);
});
