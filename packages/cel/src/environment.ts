/**
 * An environment: the libraries and variables that expressions may use. It compiles expressions into programs.
 */
import { check } from './check/checker.ts';
import { Declarations } from './check/declarations.ts';
import { checkLiterals } from './check/literal-checks.ts';
import { standardLibrary } from './evaluate/standard/standard-library.ts';
import type { Library } from './library/library.ts';
import { Program } from './program.ts';
import type { ParseOptions } from './syntax/parser.ts';
import { parse } from './syntax/parser.ts';
import type { CompileIssue } from './syntax/source.ts';
import { Source } from './syntax/source.ts';
import type { Type } from './types/type.ts';

/** What expressions of an environment may use. */
export interface EnvironmentOptions {
  /** Libraries beside the standard one; a later one replaces overloads of the same id. */
  readonly libraries?: readonly Library[];
  /** The variables by name. */
  readonly variables?: Readonly<Record<string, Type>>;
  /** Where names are looked up first: `a.b` lets `a.b.c` be written `c`. */
  readonly container?: string;
  /** Whether elements of a list, and entries of a map, must have one type, as Kubernetes asks for; false unless said otherwise. */
  readonly homogeneousLiterals?: boolean;
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` are allowed; true unless said otherwise. */
  readonly optionalSyntax?: boolean;
  /** Whether fields may be written in backquotes; true unless said otherwise. */
  readonly escapedFields?: boolean;
  /** The most code points of an expression; 100,000 unless said otherwise. */
  readonly sizeLimit?: number;
  /** The most levels of nesting; 250 unless said otherwise. */
  readonly depthLimit?: number;
  /** Whether `has()` costs 1 more than its operand; it does not in Kubernetes, nor unless said otherwise. */
  readonly presenceTestHasCost?: boolean;
}

/** A program, or everything that is wrong with the expression. */
export type CompileResult =
  | { readonly program: Program; readonly issues: readonly [] }
  | { readonly program: undefined; readonly issues: readonly CompileIssue[] };

/** What expressions may use; compiles them. */
export class Environment {
  readonly #options: EnvironmentOptions;
  readonly #libraries: readonly Library[];
  readonly #declarations: Declarations;
  readonly #parseOptions: ParseOptions;

  constructor(options: EnvironmentOptions = {}) {
    this.#options = options;
    this.#libraries = [standardLibrary, ...(options.libraries ?? [])];
    this.#declarations = new Declarations(this.#libraries, options.variables ?? {}, options.container ?? '');
    this.#parseOptions = { ...options, macros: this.#libraries.flatMap((library) => library.macros ?? []) };
  }

  /** The same environment with more variables and libraries. */
  extend(options: Pick<EnvironmentOptions, 'libraries' | 'variables'>): Environment {
    return new Environment({
      ...this.#options,
      libraries: [...(this.#options.libraries ?? []), ...(options.libraries ?? [])],
      variables: { ...this.#options.variables, ...options.variables },
    });
  }

  /** Parses and checks an expression. */
  compile(text: string): CompileResult {
    try {
      return this.#compile(text);
    } catch (error) {
      // parsing limits how deep an expression nests; a caller that is deep in calls itself may have less room than that takes
      if (!(error instanceof RangeError)) throw error;
      const issue = new Source(text).issue('expression nests too deep for the stack that is left');
      return { program: undefined, issues: [issue] };
    }
  }

  #compile(text: string): CompileResult {
    const { expression, issues: syntaxIssues } = parse(text, this.#parseOptions);
    if (expression === undefined) return { program: undefined, issues: sorted(syntaxIssues) };
    const issues: CompileIssue[] = [];
    const source = new Source(text);
    const checked = check(expression, this.#declarations, source, issues);
    const homogeneousLiterals = this.#options.homogeneousLiterals ?? false;
    if (issues.length === 0)
      checkLiterals(checked, source, issues, { libraries: this.#libraries, homogeneousLiterals });
    if (issues.length > 0) return { program: undefined, issues: sorted(issues) };
    const presenceTestCost = (this.#options.presenceTestHasCost ?? false) ? 1 : 0;
    return { program: new Program(checked, { presenceTestCost, root: this.#options.variables?.['self'] }), issues: [] };
  }
}

/** The issues in the order of their places. */
function sorted(issues: readonly CompileIssue[]): readonly CompileIssue[] {
  return issues.toSorted((one, other) => one.line - other.line || one.column - other.column);
}
