/**
 * Checks calls of `string.format` when an expression is compiled: a constant template with a list that is written out must have
 * as many clauses as elements, of types that the clauses can take.
 * Upstream: cel-go ext stringFormatValidator.
 */
import type { Expression } from '../syntax/expression.ts';
import type { Type } from '../types/type.ts';
import { runtimeTypeName } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { FormatClause, FormatStyle } from '../values/format-string.ts';
import { partsOf, refusal } from '../values/format-string.ts';
import type { CallCheck, CallProblem } from './library.ts';

type TypeOf = (node: Expression) => Type;

/** The check of a style. */
export const formatCheck = (style: FormatStyle): CallCheck => ({
  name: 'format',
  problems: ([template, values], typeOf) => {
    if (template?.kind !== 'literal' || typeof template.value !== 'string' || values?.kind !== 'list') return [];
    try {
      return [...problemsOf(template.value, values.elements, style, typeOf)].slice(0, 1);
    } catch (error) {
      if (error instanceof EvaluationError) return [{ message: error.message }];
      throw error;
    }
  },
});

function* problemsOf(
  template: string,
  values: readonly Expression[],
  style: FormatStyle,
  typeOf: TypeOf,
): Generator<CallProblem, void, void> {
  const clauses = [...partsOf(template)].filter((part): part is FormatClause => typeof part !== 'string');
  for (const [index, { verb }] of clauses.entries()) {
    const value = values[index];
    if (value === undefined) yield { message: `index ${index} out of range` };
    else yield* refused(verb, value, style, typeOf);
  }
  if (values.length > clauses.length) {
    const counts = `expected ${clauses.length}, got ${values.length}`;
    yield { message: `too many arguments supplied to string.format (${counts})` };
  }
}

const numbers = ['int', 'uint', 'double'];

/** The kinds of types that each verb takes. */
const taken: Readonly<Record<FormatStyle, Readonly<Record<string, readonly string[]>>>> = {
  locale: {
    d: ['int', 'uint'],
    f: ['double', 'string'],
    e: ['double', 'string'],
    b: ['int', 'uint', 'bool'],
    x: ['int', 'uint', 'string', 'bytes'],
    X: ['int', 'uint', 'string', 'bytes'],
    o: ['int', 'uint'],
    s: [...numbers, 'list', 'map', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
  },
  plain: {
    d: numbers,
    f: numbers,
    e: numbers,
    b: ['int', 'uint', 'bool'],
    x: ['int', 'uint', 'string', 'bytes'],
    X: ['int', 'uint', 'string', 'bytes'],
    o: ['int', 'uint'],
    s: [...numbers, 'list', 'map', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
  },
};

/** The values that a verb cannot take; `%s` looks into lists and maps that are written out. */
function* refused(
  verb: string,
  value: Expression,
  style: FormatStyle,
  typeOf: TypeOf,
): Generator<CallProblem, void, void> {
  const type = typeOf(value);
  if (type.kind !== 'dyn' && taken[style][verb]?.includes(type.kind) !== true) {
    yield { message: refusal(verb, runtimeTypeName(type)), at: value };
  }
  if (verb === 's') for (const part of partsWritten(value)) yield* refused(verb, part, style, typeOf);
}

function partsWritten(value: Expression): readonly Expression[] {
  if (value.kind === 'list') return value.elements;
  return value.kind === 'map' ? value.entries.flatMap((entry) => [entry.key, entry.value]) : [];
}
