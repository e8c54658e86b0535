/**
 * A template of JSONPath as kubectl has it: text with expressions in braces, `range` and `end` around what is repeated.
 * Upstream: client-go util/jsonpath.
 */
import { parseJsonPath, type JsonPathStep } from '@reeve/machinery';
import { CliError } from '../../error/cli-error.ts';

/** A piece of a template. */
export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'path'; readonly steps: readonly JsonPathStep[] }
  | { readonly type: 'range'; readonly steps: readonly JsonPathStep[]; readonly body: readonly Piece[] };

/** A template that cannot be read. */
export class TemplateError extends CliError {
  constructor(problem: string) {
    super('REEVE_TEMPLATE', `error parsing jsonpath: ${problem}`, {
      next: `write it as in -o jsonpath='{.metadata.name}'`,
    });
  }
}

/** Reads a template. */
export function parseTemplate(text: string): Piece[] {
  const open: { steps: readonly JsonPathStep[]; body: Piece[] }[] = [{ steps: [], body: [] }];
  const here = (): Piece[] => open.at(-1)?.body ?? [];
  for (const { isExpression, content } of split(text)) {
    const range = /^range\s+(.*)$/s.exec(content)?.[1];
    if (!isExpression) here().push({ type: 'text', text: content });
    else if (range !== undefined) open.push({ steps: parseJsonPath(range.trim(), problem), body: [] });
    else if (content === 'end') closeRange(open);
    else here().push(expressionPiece(content));
  }
  if (open.length > 1) throw new TemplateError('unmatched range: write {end}');
  return here();
}

function closeRange(open: { steps: readonly JsonPathStep[]; body: Piece[] }[]): void {
  const range = open.length > 1 ? open.pop() : undefined;
  if (range === undefined) throw new TemplateError('not in range, nothing to end');
  open.at(-1)?.body.push({ type: 'range', ...range });
}

/** Quoted text stands for itself. */
function expressionPiece(content: string): Piece {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(content)?.[1] ?? /^'((?:[^'\\]|\\.)*)'$/s.exec(content)?.[1];
  return quoted === undefined
    ? { type: 'path', steps: parseJsonPath(content, problem) }
    : { type: 'text', text: unescaped(quoted) };
}

const problem = (text: string): TemplateError => new TemplateError(text);

/** Text and what is in braces, in order; quotes and brackets hide braces. */
function* split(text: string): Generator<{ isExpression: boolean; content: string }, void, void> {
  let rest = text;
  while (rest !== '') {
    const start = rest.indexOf('{');
    if (start !== 0) yield { isExpression: false, content: start < 0 ? rest : rest.slice(0, start) };
    if (start < 0) return;
    const [whole = '', content = ''] =
      /^\{((?:[^{}"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)\}/s.exec(rest.slice(start)) ?? [];
    if (whole === '') throw new TemplateError('unclosed action');
    yield { isExpression: true, content: content.trim() };
    rest = rest.slice(start + whole.length);
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Quoted text as it is meant. */
export const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, char: string) => escapes[char] ?? char);
