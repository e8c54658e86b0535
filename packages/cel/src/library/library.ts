/**
 * What a library brings to an environment: functions with overloads, macros, constants, types. The standard definitions of the
 * language are such a library, and so are Kubernetes' libraries.
 *
 * A function is found by its name (`size`, `sets.contains`, `_+_`) and by the types of its arguments: the checker picks all
 * overloads that may fit, and what is typed dyn is decided at run time by the kinds of the values.
 * An overload may say what a call costs; without that a call costs 1, and the standard functions cost what cel-go charges.
 *
 *   const environment = new Environment({ libraries: [strings, lists], variables: { self: objectType('Widget', { … }) } });
 *   const { program, issues } = environment.compile('self.name.startsWith("a")');
 *   program.evaluate({ self: { name: 'ab' } }, { costLimit: 1_000_000 }); // JSON in, a Value out
 *
 * The standard library is always there. Values are described in values/value.ts, types in types/type.ts.
 */
import type { Estimate } from '../cost/estimate.ts';
import type { Expression } from '../syntax/expression.ts';
import type { Macro } from '../syntax/macro.ts';
import type { Type } from '../types/type.ts';
import type { Value } from '../values/value.ts';

/** One signature of a function. */
export interface Overload {
  /** Unique in an environment, such as `string_to_int`; a later library replaces an overload of the same id. */
  readonly id: string;
  /** True for `target.name(…)`; then the first parameter is the target. */
  readonly isMember?: boolean;
  /** The types of the parameters; `typeParameter('T')` stands for any type, the same one throughout the signature. */
  readonly parameters: readonly Type[];
  readonly result: Type;
  /**
   * The value of a call. The arguments have the kinds that the parameters ask for (elements of lists may be anything where the
   * parameter's element type is dyn or a type parameter). Throws `EvaluationError`.
   */
  readonly evaluate: (...args: never[]) => Value;
  /** What a call costs, estimated before it; undefined leaves it to the default of 1. */
  readonly estimate?: (call: CallNodes) => CallEstimate | undefined;
  /**
   * What a call costs, counted before it is evaluated; an integer. Calls without arguments cost 1. `estimate` says the same
   * of ranges of sizes.
   */
  readonly cost?: (...args: never[]) => number;
  /** For the functions whose cost depends on the result; replaces `cost`. */
  readonly costOfResult?: (result: never, ...args: never[]) => number;
}

/** A function with its overloads. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** The estimate of a call without the costs of its arguments, and of the size of its result if that has one. */
export interface CallEstimate {
  readonly cost: Estimate;
  readonly resultSize?: Estimate;
}

/** What a static estimate sees of a call. */
export interface CallNodes {
  /** The target of a member call. */
  readonly target: SizedNode | undefined;
  /** The arguments without the target. */
  readonly args: readonly SizedNode[];
}

/** What is known of an argument before it is evaluated. */
export interface SizedNode {
  readonly type: Type;
  readonly expression: Expression;
  /** The size of its values; `unknown` if nothing is known. */
  readonly size: Estimate;
  /** The elements of a list, where the list is one; their size is known only if a variable's type declares it. */
  readonly element: SizedNode | undefined;
}

/** A name with a value that never changes. */
export interface Constant {
  readonly type: Type;
  readonly value: Value;
}

/** What can be added to an environment. */
export interface Library {
  readonly name: string;
  readonly functions?: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  readonly constants?: Readonly<Record<string, Constant>>;
  /** Types that expressions may name (`type(x) == net.IP`); only opaque and object types need to be listed. */
  readonly types?: readonly Type[];
  /** Types that are not listed: an expression may name each whose name is answered with one. Asked when nothing else has the name. */
  readonly resolveType?: (name: string) => Type | undefined;
  /** Checks of constant arguments when an expression is compiled, such as the pattern of `matches`. */
  readonly literalChecks?: readonly LiteralCheck[];
  /** Checks of whole calls when an expression is compiled, such as the format string of `format` with its arguments. */
  readonly callChecks?: readonly CallCheck[];
  /** Functions below whose calls lists and maps may mix types even where `homogeneousLiterals` is asked for, such as `format`. */
  readonly mixedLiterals?: readonly string[];
}

/** Refuses calls by what is written in them. */
export interface CallCheck {
  /** The function. */
  readonly name: string;
  /** What is wrong; `args` begins with the target of a member call. */
  readonly problems: (args: readonly Expression[], typeOf: (node: Expression) => Type) => readonly CallProblem[];
}

/** A message, and the node that it is about; without one it is about the call. */
export interface CallProblem {
  readonly message: string;
  readonly at?: Expression;
}

/** Refuses constant arguments that would always fail at run time. */
export interface LiteralCheck {
  /** The function. */
  readonly name: string;
  /** Which argument to look at if it is a constant; a target counts as argument 0. */
  readonly argument: number;
  /** What is wrong with the value, as the message of the compile error; undefined if nothing. */
  readonly problem: (value: Value) => string | undefined;
}
