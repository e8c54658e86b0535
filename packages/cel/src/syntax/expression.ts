/**
 * The syntax tree. The nodes are those of cel-go, so that costs can be counted as it counts them: operators are calls of
 * functions with names such as `_+_`, and a macro is what it expands to, with the call that was written beside it.
 */
import type { Uint, Double } from '../values/numbers.ts';

/** A constant: null, bool, int (number or bigint), uint, double, string or bytes. */
export type Literal = null | boolean | number | bigint | Uint | Double | string | Uint8Array;

interface Node {
  /** Unique within the expression. */
  readonly id: number;
  /** Where the node stands in the text, in UTF-16 units: at its operator, dot, bracket or first character. */
  readonly offset: number;
  /** What was written, if a macro made this node. */
  readonly macroCall?: CallExpression;
}

export interface LiteralExpression extends Node {
  readonly kind: 'literal';
  readonly value: Literal;
}

/** A name; a leading dot means that it is looked up from the root. */
export interface IdentExpression extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

/** `operand.field`, or the test of a field that `has(operand.field)` expands to. */
export interface SelectExpression extends Node {
  readonly kind: 'select';
  readonly operand: Expression;
  readonly field: string;
  readonly isTest: boolean;
}

/** `name(…)` or `target.name(…)`. */
export interface CallExpression extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target?: Expression;
  readonly args: readonly Expression[];
}

export interface ListExpression extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
  /** The indices of the elements written `?element`. */
  readonly optionals: ReadonlySet<number>;
}

export interface MapEntry {
  readonly id: number;
  readonly offset: number;
  readonly key: Expression;
  readonly value: Expression;
  readonly isOptional: boolean;
}

export interface MapExpression extends Node {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

export interface StructField {
  readonly id: number;
  readonly offset: number;
  readonly name: string;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** `Type{field: value}`. */
export interface StructExpression extends Node {
  readonly kind: 'struct';
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/** The loop that macros expand to. `variable2` is set by macros of two variables. */
export interface ComprehensionExpression extends Node {
  readonly kind: 'comprehension';
  readonly range: Expression;
  readonly variable: string;
  readonly variable2?: string;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

export type Expression =
  | LiteralExpression
  | IdentExpression
  | SelectExpression
  | CallExpression
  | ListExpression
  | MapExpression
  | StructExpression
  | ComprehensionExpression;

/** The functions that operators call. */
export const operators = {
  conditional: '_?_:_',
  and: '_&&_',
  or: '_||_',
  not: '!_',
  negate: '-_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  in: '@in',
  index: '_[_]',
  optionalIndex: '_[?_]',
  optionalSelect: '_?._',
  notStrictlyFalse: '@not_strictly_false',
} as const;

/** The variable that loops of macros gather their result in; users cannot write that name. */
export const accumulatorName = '@result';
