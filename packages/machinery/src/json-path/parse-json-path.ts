/**
 * The steps of a JSONPath expression in Kubernetes' dialect: fields, items, everything, everything below, and those that pass a filter.
 * Upstream: client-go util/jsonpath.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** One step from a value to others. */
export type JsonPathStep =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'slice'; readonly from?: number; readonly to?: number; readonly by: number }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'all' }
  | { readonly type: 'below' }
  | { readonly type: 'root' }
  | { readonly type: 'union'; readonly steps: readonly (readonly JsonPathStep[])[] }
  | { readonly type: 'filter'; readonly filter: JsonPathFilter };

/** What an item must be: compared with another value, or there at all. */
export interface JsonPathFilter {
  readonly left: JsonPathOperand;
  readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'exists';
  readonly right?: JsonPathOperand;
}

/** A value given in the expression, or found from the item. */
export type JsonPathOperand =
  | { readonly value: string | number | boolean | null }
  | { readonly steps: readonly JsonPathStep[] };

/** Makes the error for an expression that cannot be read. */
type Problem = (text: string) => Error;

/**
 * Parses an expression such as `.items[?(@.type=="Ready")].name`. One that cannot be read is an `InvalidInputError`, or the error that `problem` makes of the
 * reason.
 */
export function parseJsonPath(text: string, problem: Problem = problemOf(text)): JsonPathStep[] {
  if (depthOf(text) > maxDepth) throw problem(`nested more than ${maxDepth} times`);
  return parseSteps(text, problem);
}

const problemOf =
  (text: string): Problem =>
  (reason) =>
    new InvalidInputError(text, `cannot read the JSONPath ${JSON.stringify(text)}: ${reason}`);

/** Brackets in brackets are read by functions in functions. */
const maxDepth = 100;

/** How many brackets are open at most; those in quotes count too. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const character of text) {
    if (character === '[') most = Math.max(most, (depth += 1));
    if (character === ']' && depth > 0) depth -= 1;
  }
  return most;
}

function parseSteps(text: string, problem: Problem): JsonPathStep[] {
  const steps: JsonPathStep[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [step, length] = nextStep(rest, steps.length === 0, problem);
    if (step !== undefined) steps.push(step);
    rest = rest.slice(length);
  }
  return steps;
}

/** A step and how much of the text it takes; undefined for those that lead nowhere. */
function nextStep(text: string, isFirst: boolean, problem: Problem): [JsonPathStep | undefined, number] {
  if (text.startsWith('..')) return [{ type: 'below' }, /^\.\.(?=[[*])/.test(text) ? 2 : text[2] === undefined ? 2 : 1];
  if (text.startsWith('[')) return bracketStep(text, problem);
  if (text.startsWith('$')) return [{ type: 'root' }, 1];
  if (text.startsWith('@')) return [undefined, 1];
  const [whole = '', star, name] = /^\.?(?:(\*)|((?:[^\s.[\]\\(){}$@*]|\\.)+))/.exec(text) ?? [];
  if (star !== undefined) return [{ type: 'all' }, whole.length];
  if (name !== undefined && (whole.startsWith('.') || isFirst))
    return [{ type: 'field', name: name.replace(/\\(.)/g, '$1') }, whole.length];
  if (text === '.') return [undefined, 1];
  throw problem(`unrecognized character in action: ${text}`);
}

function bracketStep(text: string, problem: Problem): [JsonPathStep, number] {
  const inside = insideOf(text, problem);
  const length = inside.length + 2;
  const words = inside.trim();
  if (words === '*' || words === '') return [{ type: 'all' }, length];
  const filter = /^\?\((.*)\)$/s.exec(words)?.[1];
  if (filter !== undefined) return [{ type: 'filter', filter: filterOf(filter, problem) }, length];
  const parts = words.match(/(?:[^,'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+/g) ?? [];
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return [itemStep(only.trim(), problem), length];
  return [{ type: 'union', steps: parts.map((part) => unionSteps(part.trim(), problem)) }, length];
}

/** What stands in brackets, brackets in it included. */
function insideOf(text: string, problem: Problem): string {
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[[\]]/g)) {
    if (piece === '[') depth += 1;
    if (piece === ']') depth -= 1;
    if (depth === 0) return text.slice(1, index);
  }
  throw problem('unterminated array');
}

function itemStep(text: string, problem: Problem): JsonPathStep {
  const quoted = /^'((?:[^'\\]|\\.)*)'$|^"((?:[^"\\]|\\.)*)"$/s.exec(text);
  if (quoted) return { type: 'field', name: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1') };
  if (/^-?\d+$/.test(text)) return { type: 'index', index: Number(text) };
  const slice = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/.exec(text);
  if (slice === null) throw problem(`invalid array index ${text}`);
  const [, from = '', to = '', by = ''] = slice;
  if (by !== '' && Number(by) <= 0) throw problem('step must be > 0');
  return {
    type: 'slice',
    by: by === '' ? 1 : Number(by),
    ...(from !== '' && { from: Number(from) }),
    ...(to !== '' && { to: Number(to) }),
  };
}

const unionSteps = (text: string, problem: Problem): JsonPathStep[] =>
  /^(?:-?\d|['":])/.test(text) ? [itemStep(text, problem)] : parseSteps(text, problem);

function filterOf(text: string, problem: Problem): JsonPathFilter {
  const comparison = /^((?:[^'"=!<>]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/s.exec(text);
  if (comparison === null) return { left: operandOf(text.trim(), problem), operator: 'exists' };
  const [, left = '', operator, right = ''] = comparison;
  return {
    left: operandOf(left.trim(), problem),
    operator: operator as JsonPathFilter['operator'], // one of those in the expression above
    right: operandOf(right.trim(), problem),
  };
}

function operandOf(text: string, problem: Problem): JsonPathOperand {
  const quoted = /^'((?:[^'\\]|\\.)*)'$|^"((?:[^"\\]|\\.)*)"$/s.exec(text);
  if (quoted) return { value: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1') };
  if (/^-?\d+(\.\d+)?$/.test(text)) return { value: Number(text) };
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  return { steps: parseSteps(text, problem) };
}
