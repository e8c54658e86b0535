/**
 * What a macro is: a call that is replaced when it is parsed, before types are checked.
 */
import type { Expression } from './expression.ts';
import type { ExpressionFactory } from './expression-factory.ts';

/** A macro. */
export interface Macro {
  readonly name: string;
  /** True for `target.name(…)`. */
  readonly isMember: boolean;
  /** The number of arguments without the target. */
  readonly argumentCount: number;
  /**
   * The replacement, built with the factory; undefined if the call shall stay a call. Throws `MacroError` with the argument that
   * is wrong.
   */
  readonly expand: (
    factory: ExpressionFactory,
    target: Expression | undefined,
    args: readonly Expression[],
  ) => Expression | undefined;
}

/** A macro was called with an argument that it cannot take. */
export class MacroError extends Error {
  readonly at: Expression;

  constructor(message: string, at: Expression) {
    super(message);
    this.name = 'MacroError';
    this.at = at;
  }
}
