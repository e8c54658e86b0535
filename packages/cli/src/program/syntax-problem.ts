/**
 * Types are taken out of a source in place, so that lines and columns stay what they were. What cannot be read is told through the text of an error, since that is all
 * that comes through from the thread where modules are loaded.
 */
import { createRequire } from 'node:module';
import type { transformSync as Transform } from '@swc/wasm-typescript';

/** What is wrong with a source. */
export interface SyntaxProblem {
  readonly file: string;
  readonly message: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const mark = 'reeve cannot read this source: ';

/** The source without types. Throws what `syntaxProblemIn` understands. */
export function withoutTypes(source: string, file: string): string {
  const { transformSync } = createRequire(import.meta.url)('@swc/wasm-typescript') as {
    transformSync: typeof Transform;
  }; // the package of that name
  try {
    return transformSync(source, { mode: 'strip-only', module: true, filename: file }).code;
  } catch (cause) {
    throw new SyntaxError(`${mark}${JSON.stringify({ ...(cause as SyntaxProblem), file })}`, { cause });
  }
}

/** The problem that an error tells of, if it is one of these. */
export function syntaxProblemIn(error: unknown): SyntaxProblem | undefined {
  const message = error instanceof Error ? error.message : '';
  const at = message.indexOf(mark);
  return at === -1 ? undefined : (JSON.parse(message.slice(at + mark.length)) as SyntaxProblem); // written above
}
