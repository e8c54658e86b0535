/**
 * Whether a node says nothing besides some keywords. It is how the two forms of int-or-string are recognized, and what
 * metadata may say.
 */
import type { SchemaNode } from './schema-node.ts';

/** True if all keywords but the given ones are absent. */
export function isBlank(node: SchemaNode, except: readonly (keyof SchemaNode)[] = []): boolean {
  return Object.entries(node).every(([key, value]) => isAbsent(value) || except.some((name) => name === key));
}

/** True of `anyOf: [{ type: integer }, { type: string }]`, which may stand where types are otherwise forbidden. */
export function isIntOrStringAnyOf({ anyOf }: SchemaNode): boolean {
  const [first, second] = anyOf;
  if (first === undefined || second === undefined || anyOf.length !== 2) return false;
  return isOnlyType(first, 'integer') && isOnlyType(second, 'string');
}

/** True of the same inside the first of `allOf`. */
export const isIntOrStringAllOf = ({ allOf: [first] }: SchemaNode): boolean =>
  first !== undefined && isIntOrStringAnyOf(first);

const isOnlyType = (node: SchemaNode, type: string): boolean => node.type === type && isBlank(node, ['type']);

function isAbsent(value: unknown): boolean {
  if (value === undefined || value === false || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : value instanceof Map && value.size === 0;
}
