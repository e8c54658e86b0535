/**
 * Finds the schema that a simple JSON path leads to, as in `.spec.mode` or `.data['a.b']`: names and keys of maps only.
 * Upstream: apiserver/schema/cel ValidFieldPath.
 */
import type { Step } from '../conform/step.ts';
import { fieldPath } from '../conform/step.ts';
import type { SchemaNode } from '../structural/schema-node.ts';

/** What to take for a path. */
export interface FindFieldOptions {
  /** Whether `['name']` may stand for `.name`. True by default. */
  readonly brackets?: boolean;
}

/** A field, the names that lead to it and the path that the server prints for it, or why there is none. */
export type FoundField =
  | { readonly node: SchemaNode | undefined; readonly names: readonly string[]; readonly path: string }
  | { readonly problem: string };

/** The field of a schema at a path. */
export function findField(schema: SchemaNode, path: string, { brackets = true }: FindFieldOptions = {}): FoundField {
  const tokens = path.match(token) ?? [];
  const steps: Step[] = [];
  let node: SchemaNode | undefined = schema;
  for (let at = 0; at < tokens.length;) {
    const step = readStep(tokens, at, brackets);
    if ('problem' in step) return step;
    const next = enter(node, step.name);
    if (next === 'nothing') return { problem: 'does not refer to a valid field' };
    steps.push(node?.properties.has(step.name) === true ? step.name : { key: step.name });
    node = next;
    at += step.length;
  }
  const names = steps.map((step) => (typeof step === 'object' ? step.key : String(step)));
  return { node, names, path: fieldPath(steps) };
}

/** Delimiters one by one, quoted strings as a whole, and what is between. */
const token = /'(?:\\.|[^'\\])*'|[.[\]]|[^.[\]]+/gs;

type Token = { readonly name: string; readonly length: number } | { readonly problem: string };

function readStep(tokens: readonly string[], at: number, brackets: boolean): Token {
  const [open = '', name, close] = tokens.slice(at, at + 3);
  if (open !== '.' && open !== '[') return { problem: `expected [ or . but got: ${open}` };
  if (open === '[' && !brackets) return { problem: 'array notation is not allowed' };
  if (name === undefined) return { problem: 'unexpected end of JSON path' };
  if (open === '.') return { name, length: 2 };
  if (!/^'.*'$/s.test(name) || name.length < 2) return { problem: `expected single quoted string but got ${name}` };
  const badEscape = [...name.matchAll(/\\(.)/gs)].find(([, character = '']) => !escapes.has(character));
  if (badEscape !== undefined) return { problem: `invalid string literal: invalid escape char ${badEscape[0]}` };
  if (close !== ']')
    return { problem: close === undefined ? 'unexpected end of JSON path' : `expected ] but got ${close}` };
  const text = name.slice(1, -1).replaceAll(/\\(.)/gs, (_, character: string) => escapes.get(character) ?? '');
  return { name: text, length: 3 };
}

/** What may follow a backslash in a quoted name, and the character that it stands for. */
const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ["'", "'"],
  ['\\', '\\'],
]);

/** Properties come before additionalProperties; without either there is nothing to enter. */
function enter(node: SchemaNode | undefined, name: string): SchemaNode | undefined | 'nothing' {
  if (node === undefined) return 'nothing';
  if (node.properties.size > 0) return node.properties.get(name) ?? 'nothing';
  return node.additionalProperties === undefined ? 'nothing' : node.additionalProperties.schema;
}
