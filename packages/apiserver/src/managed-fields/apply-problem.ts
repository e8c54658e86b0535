/**
 * How a client hears of an apply that did not work: conflicts as such, everything about types as a bare 500, as upstream has it.
 */
import { InvalidInputError, isJsonArray } from '@reeve/machinery';
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
export const isTooDeep = (value: unknown): boolean => isDeeperThan(value, maxDepth);

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels < 0) return true;
  if (isJsonArray(value)) return value.some((part) => isDeeperThan(part, levels - 1));
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) if (isDeeperThan(fields[name], levels - 1)) return true;
  return false;
}
