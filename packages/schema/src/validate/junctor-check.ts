/**
 * anyOf, oneOf, allOf and not. When no alternative holds, the failures of the one that came furthest are reported as well.
 * Upstream: kube-openapi schemaPropsValidator.
 */
import { quote } from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';
import { invalid } from '../field/field-error.ts';
import type { Check, ValidationRun } from './run.ts';

/** The checks of the clauses of each junctor. */
export interface ClauseChecks {
  readonly anyOf: readonly Check[];
  readonly oneOf: readonly Check[];
  readonly allOf: readonly Check[];
  readonly not: Check | undefined;
}

/** The check of all junctors of a node, or undefined when it has none. Returns the number of checks that clauses passed. */
export function compileJunctorCheck({ anyOf, oneOf, allOf, not }: ClauseChecks): Check | undefined {
  const checks: Check[] = [];
  if (anyOf.length > 0) checks.push((value, run) => checkAnyOf(anyOf, value, run));
  if (oneOf.length > 0) checks.push((value, run) => checkOneOf(oneOf, value, run));
  if (allOf.length > 0) checks.push((value, run) => checkAllOf(allOf, value, run));
  if (not !== undefined) checks.push((value, run) => checkNot(not, value, run));
  if (checks.length === 0) return undefined;
  return (value, run) => {
    let passed = 0;
    for (const check of checks) passed += check(value, run);
    return passed;
  };
}

type Attempt = ReturnType<ValidationRun['attempt']>;

function checkAnyOf(clauses: readonly Check[], value: ReadonlyJson, run: ValidationRun): number {
  let best: Attempt | undefined;
  for (const clause of clauses) {
    const attempt = run.attempt(clause, value);
    if (attempt.failures.length === 0) return attempt.passed;
    if (best === undefined || attempt.passed > best.passed) best = attempt;
  }
  refuse(run, 'must validate at least one schema (anyOf)');
  return report(run, best);
}

function checkOneOf(clauses: readonly Check[], value: ReadonlyJson, run: ValidationRun): number {
  let best: Attempt | undefined;
  const valid: Attempt[] = [];
  for (const clause of clauses) {
    const attempt = run.attempt(clause, value);
    if (attempt.failures.length === 0) valid.push(attempt);
    else if (best === undefined || attempt.passed > best.passed) best = attempt;
  }
  const [first] = valid;
  if (first !== undefined && valid.length === 1) return first.passed;
  const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
  refuse(run, `must validate one and only one schema (oneOf). ${found}`);
  return report(run, valid.length === 0 ? best : undefined);
}

function checkAllOf(clauses: readonly Check[], value: ReadonlyJson, run: ValidationRun): number {
  const attempts = clauses.map((clause) => run.attempt(clause, value));
  const failed = attempts.filter(({ failures }) => failures.length > 0).length;
  let passed = 0;
  for (const attempt of attempts) passed += report(run, attempt);
  if (failed > 0) {
    refuse(run, `must validate all the schemas (allOf)${failed === clauses.length ? '. None validated' : ''}`);
  }
  return passed;
}

function checkNot(clause: Check, value: ReadonlyJson, run: ValidationRun): number {
  if (run.attempt(clause, value).failures.length === 0) refuse(run, 'must not validate the schema (not)');
  return 0;
}

function report(run: ValidationRun, attempt: Attempt | undefined): number {
  if (attempt === undefined) return 0;
  run.failures.push(...attempt.failures);
  return attempt.passed;
}

function refuse(run: ValidationRun, problem: string): void {
  const sentence = `${quote(run.path())} ${problem}`;
  run.failSomewhere(sentence, (field) => invalid(field, '', sentence));
}
