/**
 * How a client hears of an apply that did not work: conflicts as such, everything about types as a bare 500, as upstream has it.
 */
import { InvalidInputError, isJsonArray, isJsonObject } from '@reeve/machinery';
import { StatusError } from '../error/status-error.ts';
import { ConflictsError } from './conflicts.ts';
import { ManagedFieldsError } from './managers.ts';
import { TypedValueError } from './typed-problem.ts';

/** Deeper than this nothing is looked into; what is stored never is. */
const maxDepth = 500;

export function applyProblem(error: unknown): unknown {
  if (error instanceof ConflictsError) return error.toStatus();
  if (error instanceof ManagedFieldsError)
    return new StatusError(500, '', `failed to decode managed fields: ${error.message}`, { hasDetails: false });
  if (error instanceof TypedValueError || error instanceof InvalidInputError)
    return new StatusError(500, '', error.message, { hasDetails: false });
  return error;
}

/** True for a value that nests too deep to be gone through by recursion. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const next: unknown[] = [];
    for (const each of level) next.push(...partsOf(each));
    level = next;
  }
  return false;
}

function partsOf(value: unknown): unknown[] {
  if (!isJsonArray(value) && !isJsonObject(value)) return [];
  return Object.values(value).filter((part) => typeof part === 'object' && part !== null);
}
