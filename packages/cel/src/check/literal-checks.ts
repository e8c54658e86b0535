/**
 * Looks at what is written in an expression after its types are known: constants that would fail whenever they are evaluated,
 * such as durations, timestamps and patterns, and lists and maps that mix types.
 * Upstream: cel-go cel/validator.go.
 */
import type { CallCheck, Library, LiteralCheck } from '../library/library.ts';
import type { CallExpression, Expression, ListExpression, MapExpression } from '../syntax/expression.ts';
import type { CompileIssue, Source } from '../syntax/source.ts';
import type { Type } from '../types/type.ts';
import { printType, types, typesEqual } from '../types/type.ts';
import type { CheckedExpression } from './checker.ts';

/** What to look for. */
export interface LiteralCheckOptions {
  readonly libraries: readonly Library[];
  /** Whether the elements of a list, and the keys and values of a map, must have one type. */
  readonly homogeneousLiterals: boolean;
}

/** Adds what is found in a tree to the issues. */
export function checkLiterals(
  checked: CheckedExpression,
  source: Source,
  issues: CompileIssue[],
  { libraries, homogeneousLiterals }: LiteralCheckOptions,
): void {
  const report = (message: string, { offset }: Expression): void => void issues.push(source.issue(message, offset));
  for (const node of nodesOf(checked.expression)) {
    const args = node.kind === 'call' ? argumentsOf(node, checked) : undefined;
    const checks = args === undefined ? undefined : checksOf(libraries).get(checked.functionOf(node)?.name ?? '');
    if (args === undefined || checks === undefined) continue;
    for (const { argument, problem } of checks.literals) {
      const literal = args[argument];
      const message = literal?.kind === 'literal' ? problem(literal.value) : undefined;
      if (message !== undefined && literal !== undefined) report(message, literal);
    }
    for (const { problems } of checks.calls) {
      for (const { message, at = node } of problems(args, (each) => checked.typeOf(each))) report(message, at);
    }
  }
  if (homogeneousLiterals) {
    const exempt = new Set(libraries.flatMap((library) => library.mixedLiterals ?? []));
    for (const [at, expected, found] of mixedLiterals(checked, exempt)) {
      report(`expected type '${printType(expected)}' but found '${printType(found)}'`, at);
    }
  }
}

interface Checks {
  readonly literals: LiteralCheck[];
  readonly calls: CallCheck[];
}

/** The checks of libraries by the names of functions, put together once for the libraries of an environment. */
function checksOf(libraries: readonly Library[]): ReadonlyMap<string, Checks> {
  const known = gathered.get(libraries);
  if (known !== undefined) return known;
  const checks = new Map<string, Checks>();
  const of = (name: string): Checks => {
    const found = checks.get(name) ?? { literals: [], calls: [] };
    checks.set(name, found);
    return found;
  };
  for (const check of libraries.flatMap((library) => library.literalChecks ?? [])) of(check.name).literals.push(check);
  for (const check of libraries.flatMap((library) => library.callChecks ?? [])) of(check.name).calls.push(check);
  gathered.set(libraries, checks);
  return checks;
}

const gathered = new WeakMap<readonly Library[], ReadonlyMap<string, Checks>>();

/** The arguments of a call; a target comes first. */
function argumentsOf(node: CallExpression, checked: CheckedExpression): readonly Expression[] {
  const hasTarget = checked.functionOf(node)?.hasTarget === true;
  return hasTarget && node.target !== undefined ? [node.target, ...node.args] : node.args;
}

/** All nodes of a tree, those above before those below; nodes that are not walked into with what is below them. */
function nodesOf(root: Expression, isSkipped: (node: Expression) => boolean = () => false): readonly Expression[] {
  const seen = new Set<Expression>();
  const waiting = [root];
  for (let node; (node = waiting.pop()) !== undefined;) {
    if (seen.has(node) || isSkipped(node)) continue;
    seen.add(node);
    const parts = partsOf(node);
    for (let index = parts.length - 1; index >= 0; index--) waiting.push(parts[index] as Expression);
  }
  return [...seen];
}

/** The nodes directly below a node, in the order in which they are written. */
function partsOf(node: Expression): readonly Expression[] {
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

type Mismatch = readonly [at: Expression, expected: Type, found: Type];

/** Where the parts of lists and maps differ in their types; of a list the first such element. */
function mixedLiterals(checked: CheckedExpression, exempt: ReadonlySet<string>): readonly Mismatch[] {
  const nodes = nodesOf(
    checked.expression,
    (node) => node.kind === 'call' && exempt.has(checked.functionOf(node)?.name ?? ''),
  );
  const lists = nodes.filter((node): node is ListExpression => node.kind === 'list');
  const maps = nodes.filter((node): node is MapExpression => node.kind === 'map');
  return [
    ...lists.flatMap(({ elements, optionals }) =>
      mismatches(elements.map((element, index) => [element, typeOfPart(checked, element, optionals.has(index))])).slice(
        0,
        1,
      ),
    ),
    ...maps.flatMap(({ entries }) => [
      ...mismatches(entries.map(({ key }) => [key, checked.typeOf(key)])),
      ...mismatches(entries.map(({ value, isOptional }) => [value, typeOfPart(checked, value, isOptional)])),
    ]),
  ];
}

function typeOfPart(checked: CheckedExpression, node: Expression, isOptional: boolean): Type {
  const type = checked.typeOf(node);
  return isOptional && type.kind === 'opaque' ? (type.parameters[0] ?? types.dyn) : type;
}

function mismatches(parts: readonly (readonly [Expression, Type])[]): Mismatch[] {
  const expected = parts[0]?.[1];
  if (expected === undefined) return [];
  return parts.flatMap(([at, found]) => (typesEqual(expected, found) ? [] : [[at, expected, found] as const]));
}
