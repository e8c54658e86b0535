import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '@reeve/cel';
import { Double, Environment, EvaluationError, ListValue } from '@reeve/cel';
import { bindings, bool, double, int, list, string, variables } from '../expressions.ts';
import { Failed, naively, plain } from './naive-evaluator.ts';

const environment = new Environment({ variables });
const scope = new Map(Object.entries(bindings).map(([name, value]) => [name, plain(value)]));

test('an expression has the value that a naive evaluator finds, and fails where that fails', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.oneof(bool, int, string, double, list), (text) => {
      const { program } = environment.compile(text);
      if (program === undefined) return;
      const { value, error } = program.run(bindings, { costLimit: Infinity });
      const ours = error === undefined ? naive(value) : failed(error);
      expect({ text, value: ours }).toEqual({ text, value: theirs(program.expression) });
      compared++;
    }),
    { seed: 44, numRuns: 4000 },
  );
  expect(compared).toBeGreaterThan(2000);
});

function failed(error: Error): string {
  expect(error).toBeInstanceOf(EvaluationError);
  return 'failed';
}

function theirs(expression: Parameters<typeof naively>[0]): unknown {
  try {
    return naively(expression, scope);
  } catch (error) {
    if (error instanceof Failed) return 'failed';
    throw error;
  }
}

function naive(value: Value): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (value instanceof Double) return value.value;
  return value instanceof ListValue ? [...value].map(naive) : value;
}
