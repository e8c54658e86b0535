import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Environment, EvaluationError, kubernetesLibraries, LimitError } from '@reeve/cel';
import { bindings, broken, variables } from './expressions.ts';

const environment = new Environment({ libraries: kubernetesLibraries, variables, homogeneousLiterals: true });

/** What is wrong with how an expression ended. */
function problemWith(text: string, onCompiled: () => void): string | undefined {
  const { program, issues } = environment.compile(text);
  if (program === undefined) {
    const isTold = issues.length > 0 && issues.every((issue) => issue.text.includes(issue.message));
    return isTold ? undefined : 'an expression was refused without a reason';
  }
  onCompiled();
  const { min, max } = program.estimate;
  if (min > max) return `costs at least ${min} and at most ${max}`;
  const { error } = program.run(bindings);
  const isTyped = error === undefined || error instanceof EvaluationError || error instanceof LimitError;
  return isTyped ? undefined : `failed with ${String(error)}`;
}

/** `npm run cel:fuzz` asks for more than CI does, and for other ones. */
const [runs, seed] = [
  Number(process.env['REEVE_CEL_FUZZ_RUNS'] ?? 20_000),
  Number(process.env['REEVE_CEL_FUZZ_SEED'] ?? 45),
];

test('broken expressions end with issues, values or typed errors', () => {
  let compiled = 0;
  fc.assert(
    fc.property(broken, (text) => {
      expect(problemWith(text, () => compiled++)).toBeUndefined();
    }),
    { seed, numRuns: runs },
  );
  expect(compiled).toBeGreaterThan(1000);
});
