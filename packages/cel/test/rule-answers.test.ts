/** Rules over an object with a schema, with what Kubernetes answers to them (tools/cel-rules). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CompileIssue } from '@reeve/cel';
import { Environment, kubernetesLibraries, printType } from '@reeve/cel';
import type { Schema } from './kubernetes-types.ts';
import { printed, typeOfSchema } from './kubernetes-types.ts';

interface Answer {
  readonly expression: string;
  readonly problem?: string;
  readonly type?: string;
  readonly min?: number | 'unbounded';
  readonly max?: number | 'unbounded';
  readonly cost?: number;
  readonly value?: string;
  readonly error?: string;
  readonly programError?: string;
}

interface Answers {
  readonly schema: Schema;
  readonly object: object;
  readonly answers: readonly Answer[];
}

const file = new URL('fixtures/rule-answers.json', import.meta.url);
const { schema, object, answers } = JSON.parse(readFileSync(file, 'utf8')) as Answers;
const self = typeOfSchema(schema, 'Self');
const environment = new Environment({
  libraries: kubernetesLibraries,
  variables: { self, oldSelf: self },
  homogeneousLiterals: true,
});

describe('a rule has the message, the estimate, the cost and the value that it has in Kubernetes', () => {
  test.each(answers.map((answer) => [answer.expression, answer] as const))('%s', (_, answer) => {
    expect(ours(answer.expression)).toEqual(answer);
  });
});

function ours(expression: string): Answer {
  const { program, issues } = environment.compile(expression);
  if (program === undefined) return { expression, problem: textOf(issues) };
  const { min, max } = program.estimate;
  const type = printType(program.type);
  const { constantProblem } = program;
  if (constantProblem !== undefined) {
    return { expression, type, min: bounded(min), max: bounded(max), programError: constantProblem };
  }
  const { value, error, cost } = program.run({ self: object, oldSelf: object });
  const result = error === undefined ? { value: printed(value) } : { error: error.message };
  return { expression, type, min: bounded(min), max: bounded(max), cost, ...result };
}

function textOf(issues: readonly CompileIssue[]): string {
  return issues.map(({ text }) => text).join('\n');
}

/** A number above 2^53 stems from a size that is unknown. */
function bounded(amount: number): number | 'unbounded' {
  return amount > 2 ** 53 ? 'unbounded' : amount;
}
