/**
 * JSON Patch as data: a list of operations on places in a document.
 * Upstream: RFC 6902; what kube-apiserver takes as `application/json-patch+json` and webhooks answer with.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import { parseJsonPointer } from '../../json/json-pointer.ts';

/** Puts a value at a place: sets a key, inserts into a list, or (with `-`) appends to it. */
export interface AddOperation {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

/** Removes what is at a place. */
export interface RemoveOperation {
  readonly op: 'remove';
  readonly path: string;
}

/** Puts a value in the place of another, which must be there. */
export interface ReplaceOperation {
  readonly op: 'replace';
  readonly path: string;
  readonly value: unknown;
}

/** Takes what is at one place and puts it at another. */
export interface MoveOperation {
  readonly op: 'move';
  readonly from: string;
  readonly path: string;
}

/** Puts what is at one place at another too. */
export interface CopyOperation {
  readonly op: 'copy';
  readonly from: string;
  readonly path: string;
}

/** Lets the whole patch fail unless a value is at a place. */
export interface TestOperation {
  readonly op: 'test';
  readonly path: string;
  readonly value: unknown;
}

/** One step of a JSON Patch. Places are JSON Pointers. */
export type JsonPatchOperation =
  | AddOperation
  | RemoveOperation
  | ReplaceOperation
  | MoveOperation
  | CopyOperation
  | TestOperation;

/** Checks the form of a patch that came from outside, and returns it typed. Throws `InvalidInputError`. */
export function parseJsonPatch(input: unknown): readonly JsonPatchOperation[] {
  if (!isJsonArray(input)) throw new InvalidInputError(typeof input, 'a JSON Patch is a list of operations');
  input.forEach(checkOperation);
  return input as unknown as readonly JsonPatchOperation[]; // each one was checked
}

type Members = Readonly<Record<string, unknown>>;

function checkOperation(operation: unknown, index: number): void {
  if (!isJsonObject(operation)) throw malformed(index, 'it is not an object with "op" and "path"');
  checkPointer(operation, 'path', index);
  const op: unknown = operation['op'];
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      if (operation['value'] === undefined) throw malformed(index, 'give it a "value", which may be null');
      return;
    case 'remove':
      if (operation['path'] === '')
        throw malformed(index, 'a document cannot be removed from itself: replace it with null');
      return;
    case 'move':
    case 'copy':
      return checkSource(operation, index);
    default:
      throw malformed(index, 'its "op" must be add, remove, replace, move, copy or test');
  }
}

function checkSource(operation: Members, index: number): void {
  checkPointer(operation, 'from', index);
  const isIntoItself = String(operation['path']).startsWith(`${String(operation['from'])}/`);
  if (operation['op'] === 'move' && isIntoItself)
    throw malformed(index, 'a value cannot be moved into itself: copy it');
}

function checkPointer(operation: Members, member: 'path' | 'from', index: number): void {
  const pointer = operation[member];
  if (typeof pointer !== 'string') throw malformed(index, `give it a "${member}", a JSON Pointer`);
  parseJsonPointer(pointer);
}

function malformed(index: number, problem: string): InvalidInputError {
  return new InvalidInputError(`operation ${index}`, `operation ${index} of the JSON Patch is malformed: ${problem}`);
}
