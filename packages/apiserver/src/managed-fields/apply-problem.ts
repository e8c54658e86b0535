/**
 * How a client hears of an apply that did not work: conflicts as such, everything about types as a bare 500, as upstream has it.
 */
import { InvalidInputError, isJsonArray, isJsonObject } from '@reeve/machinery';
import { StatusError } from '@reeve/registry';
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

/** True for a value that nests too deep to be gone through by recursion. What is the very same in what is stored is not gone through. */
export const isTooDeep = (value: unknown, stored?: unknown): boolean => isDeeperThan(value, maxDepth, stored);

function isDeeperThan(value: unknown, levels: number, stored: unknown): boolean {
  if (typeof value !== 'object' || value === null || value === stored) return false;
  if (levels < 0) return true;
  if (isJsonArray(value)) {
    const before = isJsonArray(stored) ? stored : [];
    return value.some((part, index) => isDeeperThan(part, levels - 1, before[index]));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const before: Readonly<Record<string, unknown>> = isJsonObject(stored) ? stored : {};
  for (const name in fields) if (isDeeperThan(fields[name], levels - 1, before[name])) return true;
  return false;
}
