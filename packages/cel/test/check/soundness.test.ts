import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '@reeve/cel';
import { Double, Environment, kubernetesLibraries, ListValue, printType } from '@reeve/cel';
import { bindings, bool, broken, double, int, list, string, variables } from '../expressions.ts';

const environment = new Environment({ libraries: kubernetesLibraries, variables });

/** Whether a value is of a type, as far as the expressions have such types. */
const kinds: Readonly<Record<string, (value: Value) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => (typeof value === 'number' && Number.isSafeInteger(value)) || typeof value === 'bigint',
  string: (value) => typeof value === 'string',
  double: (value) => value instanceof Double,
  'list(string)': (value) => value instanceof ListValue && [...value].every((element) => typeof element === 'string'),
};

test('an expression of a type has only values of that type', () => {
  fc.assert(
    fc.property(fc.oneof(bool, int, string, double, list, broken), (text) => {
      const { program } = environment.compile(text);
      if (program === undefined) return;
      const { value, error } = program.run(bindings);
      const isOfType = kinds[printType(program.type)];
      if (error === undefined && isOfType !== undefined) expect(isOfType(value), text).toBe(true);
    }),
    { seed: 42, numRuns: 6000 },
  );
});

test('a bigint as a value is an int beyond the safe integers', () => {
  fc.assert(
    fc.property(int, (text) => {
      const { program } = environment.compile(text);
      const value = program?.run(bindings).value;
      if (typeof value === 'bigint')
        expect(value >= -(2n ** 63n) && value < 2n ** 63n && !Number.isSafeInteger(Number(value)), text).toBe(true);
    }),
    { seed: 43, numRuns: 2000 },
  );
});
