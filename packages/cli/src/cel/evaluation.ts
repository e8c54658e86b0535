/**
 * An expression, compiled and evaluated: what is printed of it, as lines and as JSON.
 */
import { printType } from '@reeve/cel';
import type { CompileIssue, EvaluationError, LimitError, Program, Value } from '@reeve/cel';
import type { JsonValue, ReadonlyJson } from '@reeve/machinery';
import { issueAdvice, sizeAdvice } from '@reeve/define';
import { ruleCostLimit, structuralSchema } from '@reeve/schema';
import { CliError } from '../error/cli-error.ts';
import { codeFrame } from '../program/code-frame.ts';
import { replacedAtPath, schemaAtPath } from './path.ts';
import type { RulePlace, Subject } from './subject.ts';
import { valueJson, valueText } from './value-text.ts';

/** What came of an expression. */
export interface Evaluation {
  readonly program: Program;
  /** Undefined if a variable has no value. */
  readonly result: { readonly value: Value; readonly cost: number } | undefined;
  /** The variables without a value that the expression reads. */
  readonly missing: readonly string[];
  readonly rule: RuleVerdict | undefined;
}

/** What a server says to the expression as a rule of the definition. */
export interface RuleVerdict {
  /** The most that it costs, over all places in an object where it is evaluated. */
  readonly cost: number;
  readonly problems: readonly string[];
  /** Which sizes to limit, if it costs too much. */
  readonly advice: string | undefined;
}

/** An expression that does not compile. */
export class ExpressionError extends CliError {
  constructor(text: string, problems: readonly CompileIssue[], place: RulePlace | undefined) {
    const [first] = problems;
    const schema = place === undefined ? {} : ((schemaAtPath(place.schema, place.steps) ?? {}) as ReadonlyJson); // a part of it
    const shown = problems.map(({ message, line, column }) =>
      line < 1 ? message : `${message}\n\n${codeFrame(text, { line, column })}\n`,
    );
    const next = first === undefined || place === undefined ? undefined : issueAdvice(first, schema);
    super('REEVE_EXPRESSION', `the expression does not compile: ${shown.join('\n')}`, { next });
  }
}

/** Compiles an expression and evaluates it if its variables have values. */
export function evaluate(text: string, { environment, bindings, place }: Subject): Evaluation {
  const { program, issues } = environment.compile(text);
  if (program === undefined) throw new ExpressionError(text, issues, place);
  const missing = [...program.variables].filter((name) => !Object.hasOwn(bindings, name));
  const rule = place === undefined || program.type.kind !== 'bool' ? undefined : verdictOf(text, place);
  if (missing.length > 0) return { program, result: undefined, missing, rule };
  const { value, error, cost } = program.run(bindings);
  if (error !== undefined) throw failed(error, cost);
  return { program, result: { value, cost }, missing, rule };
}

function failed(error: EvaluationError | LimitError, cost: number): CliError {
  return new CliError(error.code, `the evaluation failed after a cost of ${cost}: ${error.message}`, { cause: error });
}

/** Puts the expression into the schema as a rule, and asks what a server would ask. */
function verdictOf(rule: string, { schema, steps, optionalOldSelf }: RulePlace): RuleVerdict {
  const added = { rule, message: mark, ...(optionalOldSelf ? { optionalOldSelf } : {}) };
  const changed = replacedAtPath(schema, steps, (at) => ({ ...at, 'x-kubernetes-validations': [added] }));
  const { violations, rules } = structuralSchema(changed as ReadonlyJson);
  const own = rules.find((checked) => checked.rule.message === mark);
  const problems = violations.filter(({ field }) => own !== undefined && field.startsWith(own.path));
  const cost = own?.totalCost ?? 0;
  const isTooExpensive = own !== undefined && cost > ruleCostLimit;
  return {
    cost,
    problems: problems.map(({ body }) => body),
    advice: isTooExpensive ? sizeAdvice(changed as ReadonlyJson, own.path) : undefined,
  };
}

/** By its message the rule is found among those of the schema. */
const mark = 'the expression given to reeve cel';

/** An evaluation as lines. */
export function evaluationLines({ program, result, rule }: Evaluation): string[] {
  const { min, max } = program.estimate;
  return [
    `type:      ${printType(program.type)}`,
    ...(result === undefined ? [] : [`value:     ${valueText(result.value)}`, `cost:      ${result.cost}`]),
    `estimate:  ${estimateText(min, max)}`,
    ...(rule === undefined ? [] : ruleLines(rule)),
  ];
}

function estimateText(min: number, max: number): string {
  if (isUnbounded(max)) return `from ${count(min)}, without an end: the sizes of what it reads are unknown`;
  return min === max ? count(min) : `${count(min)} to ${count(max)}`;
}

function ruleLines({ cost, problems, advice }: RuleVerdict): string[] {
  const most = isUnbounded(cost) ? 'without an end' : count(cost);
  const more = [...problems, ...(advice === undefined ? [] : [advice])];
  return [`as a rule: ${most} of ${count(ruleCostLimit)}`, ...more.map((line) => `           ${line}`)];
}

/** An evaluation as JSON. */
export function evaluationJson({ program, result, missing, rule }: Evaluation): JsonValue {
  const { min, max } = program.estimate;
  return {
    type: printType(program.type),
    ...(result === undefined ? {} : { value: valueJson(result.value), cost: result.cost }),
    ...(missing.length === 0 ? {} : { missing: [...missing] }),
    estimate: { min, max: bounded(max) },
    ...(rule === undefined
      ? {}
      : {
          rule: {
            cost: bounded(rule.cost),
            limit: ruleCostLimit,
            problems: [...rule.problems],
            ...(rule.advice === undefined ? {} : { advice: rule.advice }),
          },
        }),
  };
}

/** Sizes that nobody knows count as 2^64. */
const isUnbounded = (cost: number): boolean => cost >= 2 ** 53;

const bounded = (cost: number): number | null => (isUnbounded(cost) ? null : cost);

const count = (cost: number): string => cost.toLocaleString('en-US');
