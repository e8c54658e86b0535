/**
 * JSON Pointers: `/spec/containers/0/image` names one place in a document, and the empty pointer all of it. In a key, `~`
 * is written `~0` and `/` is written `~1`. An array index has no sign and no leading zero; `-` is the place after the
 * last element, where nothing is yet.
 * Upstream: RFC 6901.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** Splits a pointer into its unescaped tokens, or throws `InvalidInputError`. The empty pointer has none. */
export function parseJsonPointer(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/'))
    throw invalid(pointer, `a JSON Pointer is empty or starts with "/": write "/${pointer}"`);
  if (/~(?![01])/.test(pointer)) throw invalid(pointer, 'write "~0" for "~" and "~1" for "/"');
  return pointer.slice(1).split('/').map(unescapeToken);
}

/** Joins keys and indexes into a pointer, escaping them. */
export function formatJsonPointer(tokens: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of tokens) pointer += '/' + (typeof token === 'number' ? token : escapeJsonPointer(token));
  return pointer;
}

/** Writes a key as a pointer has it: `a/b` becomes `a~1b`. */
export function escapeJsonPointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The value that a pointer names, or undefined if the document has no such place. */
export function getByPointer(document: unknown, pointer: string | readonly string[]): unknown {
  let value = document;
  for (const token of typeof pointer === 'string' ? parseJsonPointer(pointer) : pointer) {
    value = child(value, token);
    if (value === undefined) return undefined;
  }
  return value;
}

/** True if the document has the place that a pointer names; also if null is there. */
export function hasPointer(document: unknown, pointer: string | readonly string[]): boolean {
  return getByPointer(document, pointer) !== undefined;
}

/** The index that a token names in an array, or undefined if it does not have the form of one. */
export function parseArrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : undefined;
}

function child(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return value[parseArrayIndex(token) ?? -1] as unknown;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return (value as Record<string, unknown>)[token];
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

function invalid(pointer: string, remedy: string): InvalidInputError {
  return new InvalidInputError(pointer, `${JSON.stringify(pointer)} is no JSON Pointer: ${remedy}`);
}
