/**
 * The official conformance cases of the expression language, as @bufbuild/cel-spec carries them, run on our engine. What
 * Kubernetes does not enable is excluded by exclusions.json, with a reason.
 */
import { readFileSync } from 'node:fs';
import { getConformanceSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { Environment, kubernetesLibraries, printType, stringsLibrary } from '@reeve/cel';
import {
  functionOfProto,
  printed,
  printedProtoType,
  printedProtoValue,
  typeOfProto,
  valueOfProto,
} from './proto-values.mjs';

/** @typedef {{ name: string, passed: number, failures: Failure[], excluded: Exclusion[] }} Section */
/** @typedef {{ title: string, expression: string, problem: string }} Failure */
/** @typedef {{ title: string, reason: string }} Exclusion */
/** @typedef {import('@bufbuild/cel-spec/testdata/tests.js').IncrementalTestSuite} Suite */
/** @typedef {NonNullable<import('@bufbuild/cel-spec/testdata/tests.js').IncrementalTest['original']>} Case */

/**
 * @type {{
 *   sections: Record<string, string>,
 *   expressions: Record<string, string>,
 *   cases: Record<string, string>,
 * }}
 */
const exclusions = JSON.parse(readFileSync(new URL('exclusions.json', import.meta.url), 'utf8'));
const expressions = Object.entries(exclusions.expressions).map(
  ([pattern, reason]) => /** @type {const} */ ([new RegExp(pattern), reason]),
);

/** Kubernetes' libraries with the latest functions of strings, which the cases are written for. */
const libraries = [
  ...kubernetesLibraries.filter(({ name }) => name !== 'cel.lib.ext.strings'),
  stringsLibrary({ version: 4 }),
];

/**
 * Runs all cases.
 * @returns {Section[]}
 */
export function runConformance() {
  return (getConformanceSuite().suites ?? []).map((suite) => runSection(suite));
}

/** @param {Suite} suite */
function runSection(suite) {
  /** @type {Section} */
  const section = { name: suite.name, passed: 0, failures: [], excluded: [] };
  for (const [title, test] of casesOf(suite)) {
    const reason = exclusionOf(suite.name, title, test);
    if (reason !== undefined) section.excluded.push({ title, reason });
    else {
      const problem = problemOf(test);
      if (problem === undefined) section.passed++;
      else section.failures.push({ title, expression: test.expr, problem });
    }
  }
  return section;
}

/**
 * @param {Suite} suite
 * @returns {Generator<[title: string, test: Case], void, void>}
 */
function* casesOf(suite) {
  for (const part of suite.suites ?? []) {
    for (const { original } of part.tests ?? []) {
      if (original !== undefined) yield [`${suite.name}/${part.name}/${original.name}`, original];
    }
  }
}

/**
 * @param {string} section
 * @param {string} title
 * @param {Case} test
 */
function exclusionOf(section, title, { expr, container, typeEnv }) {
  const text = `${container} ${expr} ${JSON.stringify(typeEnv)}`.replaceAll(/"\$typeName":"[^"]*"/g, '');
  return (
    exclusions.cases[title] ??
    exclusions.cases[title.slice(0, title.lastIndexOf('/') + 1)] ??
    exclusions.sections[section] ??
    expressions.find(([pattern]) => pattern.test(text))?.[1]
  );
}

/**
 * Why a case failed; undefined if it passed.
 * @param {Case} test
 */
function problemOf(test) {
  try {
    return compare(test, outcomeOf(test));
  } catch (error) {
    return `crashed: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

/** @type {Map<string, Environment>} */
const environments = new Map();

/**
 * The environment of a case; most declare nothing, and share one.
 * @param {Case} test
 */
function environmentOf({ typeEnv, container }) {
  const key = `${container} ${JSON.stringify(typeEnv)}`;
  const known = environments.get(key);
  if (known !== undefined) return known;
  const variables = Object.fromEntries(
    typeEnv.flatMap(({ name, declKind }) =>
      declKind.case === 'ident' ? [[name, typeOfProto(declKind.value.type)]] : [],
    ),
  );
  const functions = typeEnv.flatMap(({ name, declKind }) =>
    declKind.case === 'function' ? [functionOfProto(name, declKind.value)] : [],
  );
  const environment = new Environment({
    libraries: [...libraries, { name: 'declared', functions }],
    variables,
    container,
  });
  environments.set(key, environment);
  return environment;
}

/**
 * @param {Case} test
 * @returns {{ issue: string } | { error: string, type: string } | { value: string, type: string }}
 */
function outcomeOf(test) {
  const environment = environmentOf(test);
  const { program, issues } = environment.compile(test.expr);
  if (program === undefined) return { issue: issues.map(({ message }) => message).join('; ') };
  const type = printType(program.type);
  if (test.checkOnly) return { value: '', type };
  const values = Object.fromEntries(
    Object.entries(test.bindings).map(([name, { kind }]) => [
      name,
      valueOfProto(kind.case === 'value' ? kind.value : undefined),
    ]),
  );
  try {
    return { value: printed(program.evaluate(values)), type };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { error: error.message, type };
    throw error;
  }
}

/** As Kubernetes does, we refuse constants that can only fail before anything is evaluated. */
const literalIssue = /^(?:invalid (?:timestamp|duration) argument(?:; |$))+$/;

/**
 * @param {Case} test
 * @param {ReturnType<typeof outcomeOf>} outcome
 */
function compare({ resultMatcher, checkOnly, disableCheck }, outcome) {
  // What is refused before it is evaluated fails no later than an error of evaluation.
  if (resultMatcher.case === 'evalError' || resultMatcher.case === 'anyEvalErrors') {
    if ('value' in outcome) return `an error was expected, the value is ${outcome.value}`;
    const isEarly = 'error' in outcome || disableCheck || literalIssue.test(outcome.issue);
    return isEarly ? undefined : `an error of evaluation was expected: ${outcome.issue}`;
  }
  if ('issue' in outcome) return `refused: ${outcome.issue}`;
  if ('error' in outcome) return `failed: ${outcome.error}`;
  const typed = resultMatcher.case === 'typedResult' ? resultMatcher.value : undefined;
  if (typed?.deducedType !== undefined) {
    const type = printedProtoType(typed.deducedType);
    if (outcome.type !== type) return `the type should be ${type}, it is ${outcome.type}`;
  }
  if (checkOnly) return undefined;
  const wanted = resultMatcher.case === 'value' ? resultMatcher.value : typed?.result;
  const expected = wanted === undefined ? 'true' : printedProtoValue(wanted);
  return outcome.value === expected ? undefined : `should be ${expected}, is ${outcome.value}`;
}
