/**
 * Why a server would refuse the rules of a definition: the expression with a caret below the place, and what to write.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { ruleCostLimit, schemaRuleCostLimit } from '@reeve/schema';
import type { CheckedRule, FieldError, RuleProblem } from '@reeve/schema';
import type { DefinitionProblem } from '../problem/definition-problem.ts';
import { issueAdvice } from './issue-advice.ts';
import type { SchemaPlace } from './schema-place.ts';
import { schemaPath, schemaPlaces } from './schema-place.ts';
import { sizeAdvice } from './size-advice.ts';

/** The problems that a violation of a schema's rules stands for; undefined if it is about something else. */
export function ruleProblems(
  violation: FieldError,
  rules: readonly CheckedRule[],
  schema: ReadonlyJson,
): readonly DefinitionProblem[] | undefined {
  if (violation.field === schemaPath && isAboutCost(violation)) return totalCostProblem(rules);
  const [, nodePath, index, part = ''] =
    /^(.*)\.x-kubernetes-validations\[(\d+)\]\.?(.*)$/u.exec(violation.field) ?? [];
  if (nodePath === undefined) return undefined;
  const place = [...schemaPlaces(schema)].find(({ path }) => path === nodePath);
  const checked = rules.find(({ path }) => path === `${nodePath}.x-kubernetes-validations[${index}]`);
  const path = place?.field === '' || place === undefined ? 'rules' : place.field;
  if (checked === undefined || place === undefined) return [plainProblem(path, violation, part)];
  if (isAboutCost(violation)) {
    const isMessage = part === 'messageExpression';
    // a server also names the most expensive rules beside the cost of all: here that problem shows them
    return violation.body.includes('contributed') ? [] : [costProblem(path, checked, isMessage, schema)];
  }
  const [problem, text] =
    part === 'messageExpression'
      ? [checked.messageProblem, checked.rule.messageExpression ?? '']
      : [checked.problem, checked.rule.rule];
  const what = part === 'messageExpression' ? 'a messageExpression' : 'a rule';
  if (violation.body.includes('uncorrelatable')) return [noOldValueProblem(path, place, text)];
  if (problem === undefined || part === 'fieldPath') return [plainProblem(path, violation, part)];
  return compileProblems({ path, what, text, problem, schema: place.schema });
}

const isAboutCost = ({ body }: FieldError): boolean => body.includes('estimated') && body.includes('cost');

interface Expression {
  readonly path: string;
  readonly what: string;
  readonly text: string;
  readonly problem: RuleProblem;
  readonly schema: ReadonlyJson;
}

function compileProblems({ path, what, text, problem, schema }: Expression): readonly DefinitionProblem[] {
  if (problem.issues.length === 0) {
    const isOtherResult = problem.detail.includes('must evaluate to');
    const advice =
      what === 'a rule' ? 'compare with something: a rule is true or false' : 'make it a text, with string(…)';
    return [
      {
        path,
        reason: `${what} cannot be used: ${problem.detail}`,
        advice: isOtherResult ? advice : 'correct the constant',
        frame: text,
      },
    ];
  }
  return problem.issues.map((issue) => ({
    path,
    reason: `${what} does not compile: ${issue.message}`,
    advice: issueAdvice(issue, schema),
    frame: issue.line < 1 ? text : frameOf(text, issue.line, issue.column),
  }));
}

/** The line of the expression, and a caret below the place. Columns count code points. */
function frameOf(text: string, line: number, column: number): string {
  const shown = (text.split('\n')[line - 1] ?? '').replaceAll('\t', ' ');
  return `${shown}\n${' '.repeat(Math.max(0, column - 1))}^`;
}

function costProblem(path: string, rule: CheckedRule, isMessage: boolean, schema: ReadonlyJson): DefinitionProblem {
  const cost = isMessage ? rule.messageCost : rule.totalCost;
  const reason = `${isMessage ? 'a messageExpression' : 'a rule'} may cost ${times(cost, ruleCostLimit)} what a server allows`;
  const advice = isMessage ? 'simplify it, or limit the sizes of what it reads' : sizeAdvice(schema, rule.path);
  return { path, reason, advice, frame: isMessage ? (rule.rule.messageExpression ?? '') : rule.rule.rule };
}

/** The problem of all rules together; none if one of them is too expensive alone, which is told already. */
function totalCostProblem(rules: readonly CheckedRule[]): readonly DefinitionProblem[] {
  if (rules.some(({ totalCost, messageCost }) => Math.max(totalCost, messageCost) > ruleCostLimit)) return [];
  const total = rules.reduce((sum, { totalCost, messageCost }) => sum + totalCost + messageCost, 0);
  const expensive = rules.toSorted((one, other) => other.totalCost - one.totalCost).slice(0, 4);
  return [
    {
      path: 'rules',
      reason: `all rules together may cost ${times(total, schemaRuleCostLimit)} what a server allows`,
      advice: 'simplify the most expensive ones, or limit the sizes of the lists, maps and texts that they read',
      frame: expensive.map(({ rule, totalCost }) => `${totalCost.toLocaleString('en-US')}: ${rule.rule}`).join('\n'),
    },
  ];
}

/** Elements of a list are told apart by its keys only; other lists have no old elements to compare with. */
function noOldValueProblem(path: string, place: SchemaPlace, frame: string): DefinitionProblem {
  let list: SchemaPlace | undefined = place.holder;
  while (list !== undefined && (list.schema['type'] !== 'array' || list.schema['x-kubernetes-list-type'] === 'map'))
    list = list.holder;
  const reason = `a rule compares with oldSelf, and elements of the list ${list?.field ?? path} have no old values`;
  const advice =
    "write k.listMap(item, ['name']), whose elements are found again by a key, or put the rule on the list";
  return { path, reason, advice, frame };
}

function times(cost: number, limit: number): string {
  const factor = cost / limit;
  return factor > 100
    ? 'more than 100 times'
    : `${factor < 1.5 ? (Math.ceil(factor * 100) / 100).toFixed(2) : factor.toFixed(1)} times`;
}

const adviceByPart: Readonly<Record<string, string>> = {
  fieldPath: 'name a field that the schema describes, from where the rule stands: .min',
  message: 'write a message of one line',
  rule: 'write an expression',
  optionalOldSelf: 'leave it out, or use oldSelf in the rule',
  reason: 'write one of those',
};

const plainProblem = (path: string, { body }: FieldError, part: string): DefinitionProblem => ({
  path,
  reason: `the ${part === '' || part === 'rule' ? 'rule' : `${part} of a rule`} is refused: ${body}`,
  advice: adviceByPart[part] ?? 'a server refuses it',
});
