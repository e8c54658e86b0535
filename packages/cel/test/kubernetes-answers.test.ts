/** Expressions with the values, types and costs that Kubernetes' own environment gives for them (tools/cel-answers). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Environment, jsonPatchLibrary, kubernetesLibraries, listType, printType, stringType, types } from '@reeve/cel';
import { printed } from '../../../tools/cel-conformance/proto-values.mjs';

interface Answer {
  readonly expression: string;
  readonly problem?: string;
  readonly type?: string;
  readonly error?: string;
  readonly value?: string;
  readonly cost: number;
  readonly least: number;
  readonly most: number | 'unbounded';
}

const answers = JSON.parse(
  readFileSync(new URL('fixtures/kubernetes-answers.json', import.meta.url), 'utf8'),
) as readonly Answer[];

const environment = new Environment({
  libraries: [...kubernetesLibraries, jsonPatchLibrary],
  variables: {
    s: types.string,
    d: types.dyn,
    ls: listType(types.string),
    li: listType(types.int),
    // the sizes that tools/cel-answers knows of these
    n: stringType(10),
    ln: listType(stringType(7), { maxSize: 5 }),
  },
  homogeneousLiterals: true,
});
const bindings = { n: 'name', ln: ['x', 'yy'], s: 'hello', d: { a: 1, b: 'x' }, ls: ['b', 'a', 'c'], li: [3, 1, 2] };

/** Where we differ on purpose. */
const differences: Readonly<Record<string, string>> = {
  "'%.400f'.format([1.0])": 'all digits that are asked for are there',
  "format.dns1123Label().validate('A.b')": 'the words are those of machinery',
  "isQuantity('.')": 'a quantity without any digit is none, as in machinery',
  "quantity('.').isInteger()": 'a quantity without any digit is none, as in machinery',
};

describe('an expression has the value and the cost that it has in Kubernetes', () => {
  for (const answer of answers) {
    if (answer.expression in differences) continue;
    test(answer.expression, () => expect(ours(answer)).toEqual(theirs(answer)));
  }
});

function ours({ expression }: Answer): unknown {
  const { program } = environment.compile(expression);
  if (program === undefined) return 'refused';
  const { value, cost } = program.run(bindings);
  const { min, max } = program.estimate;
  return {
    type: printType(program.type),
    value: value === undefined ? 'failed' : printed(value),
    cost: value === undefined ? 'not compared' : cost,
    least: min,
    most: max > 2 ** 53 ? 'unbounded' : max,
  };
}

function theirs({ problem, type, error, value, cost, least, most }: Answer): unknown {
  if (problem !== undefined) return 'refused';
  // What an error leaves to be evaluated, and counted, is not the same.
  if (error !== undefined) return { type, value: 'failed', cost: 'not compared', least, most };
  return { type, value, cost, least, most };
}
