/**
 * A JSON patch as the real server reads it, which is more lenient than the standard here and there, and told in Go's words where it is not a patch at all.
 * Upstream: the jsonPatcher of apiserver, and evanphx/json-patch.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import { badRequest, tooLarge } from '@reeve/registry';
import type { FieldValidation } from '../request/write-options.ts';
import { goKind } from './go-kind.ts';

export interface JsonPatchDocument {
  /** For `parseJsonPatch`, which has the last word. */
  readonly operations: readonly unknown[];
  /** Members of operations that nobody knows. */
  readonly oddities: readonly string[];
}

const maxOperations = 10_000;
const members = new Set(['op', 'path', 'from', 'value']);
const textMembers = ['op', 'path', 'from'] as const;

/** Reads a parsed body. Nothing at all is a patch without operations. */
export function readJsonPatch(document: unknown, validation: FieldValidation): JsonPatchDocument {
  if (document === null) return { operations: [], oddities: [] };
  if (!isJsonArray(document))
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${goKind(document)} into Go value of type ${validation === 'Ignore' ? 'jsonpatch.Patch' : '[]handlers.jsonPatchOp'}`,
    );
  if (document.length > maxOperations) {
    throw tooLarge(
      `Request entity too large: The allowed maximum operations in a JSON patch is ${maxOperations}, got ${document.length}`,
    );
  }
  if (validation !== 'Ignore') document.forEach(checkMembers);
  return { operations: document.map(asStandard), oddities: document.flatMap(unknownMembers) };
}

function checkMembers(operation: unknown): void {
  if (!isJsonObject(operation)) return;
  for (const name of textMembers) {
    const value = operation[name];
    if (value === undefined || value === null || typeof value === 'string') continue;
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${goKind(value)} into Go struct field jsonPatchOp.${name} of type string`,
    );
  }
}

function unknownMembers(operation: unknown, index: number): string[] {
  if (!isJsonObject(operation)) return [];
  const unknown = Object.keys(operation).filter((name) => !members.has(name));
  return unknown.map((name) => `json patch unknown field "[${index}].${name}"`);
}

/** The operation as the standard has it: a value that is left out is null, and paths are what the server takes them for. */
function asStandard(operation: unknown): unknown {
  if (!isJsonObject(operation)) return operation;
  const { path, from } = operation;
  return {
    value: null,
    ...operation,
    ...(typeof path === 'string' && { path: asPointer(path) }),
    ...(typeof from === 'string' && { from: asPointer(from) }),
  };
}

/** What stands before the first slash does not count, and a tilde that escapes nothing is one. The whole document has no path. */
function asPointer(path: string): string {
  const start = path.indexOf('/');
  if (start < 0) return 'no path at all';
  return path.slice(start).replaceAll(/~(?![01])/g, '~0');
}
