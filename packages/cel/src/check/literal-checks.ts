/**
 * Looks at constant arguments that would fail whenever they are evaluated: durations, timestamps, patterns.
 * Upstream: cel-go cel/validator.go.
 */
import type { LiteralCheck } from '../library/library.ts';
import type { Expression } from '../syntax/expression.ts';
import type { CompileIssue, Source } from '../syntax/source.ts';
import type { CheckedExpression } from './checker.ts';

/** Adds what the checks find in a tree. */
export function checkLiterals(
  checked: CheckedExpression,
  checks: readonly LiteralCheck[],
  source: Source,
  issues: CompileIssue[],
): void {
  const seen = new Set<Expression>();
  const waiting: Expression[] = [checked.expression];
  for (let node; (node = waiting.pop()) !== undefined;) {
    if (seen.has(node)) continue;
    seen.add(node);
    waiting.push(...partsOf(node).toReversed());
    const found = checked.functionOf(node);
    if (found === undefined || node.kind !== 'call') continue;
    const args = found.hasTarget && node.target !== undefined ? [node.target, ...node.args] : node.args;
    for (const { name, argument, problem } of checks) {
      const literal = args[argument];
      if (name !== found.name || literal?.kind !== 'literal') continue;
      const message = problem(literal.value);
      if (message !== undefined) issues.push(source.issue(message, literal.offset));
    }
  }
}

/** The nodes directly below a node, in the order in which they are written. */
export function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'select':
      return [node.operand];
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case 'list':
      return node.elements;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return node.fields.map(({ value }) => value);
    case 'comprehension':
      return [node.range, node.initial, node.condition, node.step, node.result];
    default:
      return [];
  }
}
