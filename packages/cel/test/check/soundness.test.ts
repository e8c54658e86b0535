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

/** What the value of an expression is, if it has one that is not of its type. */
function wrongValueOf(text: string): Value | undefined {
  const { program } = environment.compile(text);
  const { value, error } = program?.run(bindings) ?? {};
  if (program === undefined || value === undefined || error !== undefined) return undefined;
  return (kinds[printType(program.type)] ?? (() => true))(value) ? undefined : value;
}

test('an expression of a type has only values of that type', () => {
  fc.assert(
    fc.property(fc.oneof(bool, int, string, double, list, broken), (text) => {
      expect(wrongValueOf(text)).toBeUndefined();
    }),
    { seed: 42, numRuns: 6000 },
  );
});

test('an int is a bigint only beyond the safe integers, and never has more than 64 bits', () => {
  fc.assert(
    fc.property(int, (text) => {
      const value = environment.compile(text).program?.run(bindings).value;
      const integer = typeof value === 'bigint' ? value : 2n ** 60n;
      expect(integer >= -(2n ** 63n) && integer < 2n ** 63n && !Number.isSafeInteger(Number(integer))).toBe(true);
    }),
    { seed: 43, numRuns: 2000 },
  );
});
