/**
 * From a syntax tree back to text. Macros are printed as they were written. Printing what was parsed from a printed text gives
 * the same text; parentheses stand only where they are needed.
 * Upstream: cel-go parser/unparser.go.
 */
import { Double, Uint } from '../values/numbers.ts';
import type { CallExpression, Expression, Literal } from './expression.ts';
import { operators } from './expression.ts';

interface Operator {
  readonly mark: string;
  readonly level: number;
}

const binary: ReadonlyMap<string, Operator> = new Map([
  [operators.or, { mark: '||', level: 1 }],
  [operators.and, { mark: '&&', level: 2 }],
  [operators.equals, { mark: '==', level: 3 }],
  [operators.notEquals, { mark: '!=', level: 3 }],
  [operators.less, { mark: '<', level: 3 }],
  [operators.lessEquals, { mark: '<=', level: 3 }],
  [operators.greater, { mark: '>', level: 3 }],
  [operators.greaterEquals, { mark: '>=', level: 3 }],
  [operators.in, { mark: 'in', level: 3 }],
  [operators.add, { mark: '+', level: 4 }],
  [operators.subtract, { mark: '-', level: 4 }],
  [operators.multiply, { mark: '*', level: 5 }],
  [operators.divide, { mark: '/', level: 5 }],
  [operators.modulo, { mark: '%', level: 5 }],
]);
const unary: ReadonlyMap<string, string> = new Map([
  [operators.not, '!'],
  [operators.negate, '-'],
]);

/** The level of what binds most tightly: names, literals, calls, selections. */
const memberLevel = 7;
const unaryLevel = 6;

/** The text of an expression. */
export function print(expression: Expression): string {
  const node = expression.macroCall ?? expression;
  switch (node.kind) {
    case 'literal':
      return printLiteral(node.value);
    case 'ident':
      return node.name;
    case 'select': {
      const selection = `${printAt(node.operand, memberLevel)}.${printField(node.field)}`;
      return node.isTest ? `has(${selection})` : selection;
    }
    case 'call':
      return printCall(node);
    case 'list':
      return `[${node.elements.map((element, index) => `${node.optionals.has(index) ? '?' : ''}${print(element)}`).join(', ')}]`;
    case 'map':
      return `{${node.entries.map(({ key, value, isOptional }) => `${isOptional ? '?' : ''}${print(key)}: ${print(value)}`).join(', ')}}`;
    case 'struct':
      return `${node.typeName}{${node.fields
        .map(({ name, value, isOptional }) => `${isOptional ? '?' : ''}${printField(name)}: ${print(value)}`)
        .join(', ')}}`;
    case 'comprehension':
      // only macros make loops, and their calls are printed in place of them
      return `__comprehension__(${[node.range, node.initial, node.condition, node.step, node.result].map(print).join(', ')})`;
  }
}

/** The text of an expression, in parentheses if it binds less tightly than the level. */
function printAt(expression: Expression, level: number): string {
  const text = print(expression);
  return levelOf(expression) < level ? `(${text})` : text;
}

function levelOf(expression: Expression): number {
  const node = expression.macroCall ?? expression;
  if (node.kind !== 'call') return memberLevel;
  if (node.name === operators.conditional) return 0;
  return binary.get(node.name)?.level ?? (unary.has(node.name) ? unaryLevel : memberLevel);
}

function printCall({ name, target, args }: CallExpression): string {
  const [first, second, third] = args;
  if (target !== undefined) return `${printAt(target, memberLevel)}.${name}(${args.map(print).join(', ')})`;
  if (first !== undefined && unary.has(name)) return `${unary.get(name)}${printOperand(first)}`;
  if (first === undefined || second === undefined) return `${name}(${args.map(print).join(', ')})`;
  const operator = binary.get(name);
  if (operator !== undefined) {
    const { mark, level } = operator;
    // chains of one logical operator are balanced when they are parsed, whatever their parentheses
    return `${printAt(first, level)} ${mark} ${printAt(second, level <= 2 ? level : level + 1)}`;
  }
  switch (name) {
    case operators.conditional:
      return `${printAt(first, 1)} ? ${printAt(second, 1)} : ${third === undefined ? '' : print(third)}`;
    case operators.index:
      return `${printAt(first, memberLevel)}[${print(second)}]`;
    case operators.optionalIndex:
      return `${printAt(first, memberLevel)}[?${print(second)}]`;
    case operators.optionalSelect:
      return `${printAt(first, memberLevel)}.?${printField(second.kind === 'literal' && typeof second.value === 'string' ? second.value : '')}`;
    default:
      return `${name}(${args.map(print).join(', ')})`;
  }
}

/** The operand of a sign: another sign, or a number that the sign would join, needs parentheses. */
function printOperand(operand: Expression): string {
  const text = printAt(operand, memberLevel);
  const leftmost = leftmostOf(operand);
  return leftmost.kind === 'literal' && isNumber(leftmost.value) && !text.startsWith('(') ? `(${text})` : text;
}

function leftmostOf(expression: Expression): Expression {
  let node: Expression = expression;
  for (;;) {
    node = node.macroCall ?? node;
    if (node.kind === 'select') node = node.operand;
    else if (node.kind === 'call' && node.target !== undefined) node = node.target;
    else if (node.kind === 'call' && isPostfix(node.name) && node.args[0] !== undefined) node = node.args[0];
    else return node;
  }
}

function isPostfix(name: string): boolean {
  return name === operators.index || name === operators.optionalIndex || name === operators.optionalSelect;
}

function isNumber(value: Literal): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double || value instanceof Uint;
}

function printField(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^(?:in|true|false|null)$/.test(name) ? name : `\`${name}\``;
}

function printLiteral(value: Literal): string {
  if (typeof value === 'string') return quote(value);
  if (value instanceof Uint8Array) {
    return `b"${[...value].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
  }
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Double) {
    const text = Object.is(value.value, -0) ? '-0' : String(value.value);
    return /[.e]/.test(text) ? text : `${text}.0`;
  }
  return String(value);
}

/** A text in double quotes with the escapes that JSON and this language share. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/\\u(d[89a-f][0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
