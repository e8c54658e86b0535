/**
 * What is wrong with a value, given its type: where, and in upstream's words. Thrown as an error where a value with problems cannot be worked with.
 * Upstream: structured-merge-diff typed.ValidationErrors.
 */

export interface TypedProblem {
  /** The path as text, `.spec.ports`; empty for the whole. */
  readonly path: string;
  readonly text: string;
}

/** A value that is not of its type. Caught inside the folder; clients see what becomes of it. */
export class TypedValueError extends Error {
  constructor(problems: readonly TypedProblem[], message: string = printProblems(problems)) {
    super(message);
    this.name = 'TypedValueError';
  }
}

export const printProblems = (problems: readonly TypedProblem[]): string => {
  const lines = problems.map(({ path, text }) => (path === '' ? text : `${path}: ${text}`));
  return lines.length === 1 ? (lines[0] ?? '') : ['errors:', ...lines.map((line) => `  ${line}`)].join('\n');
};
