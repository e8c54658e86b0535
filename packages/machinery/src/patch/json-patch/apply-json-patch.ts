/**
 * Applies a JSON Patch: all of it, or nothing. The document that went in stays as it is, and the result shares with it
 * whatever the patch did not touch; it also shares the values of the patch.
 * Upstream: RFC 6902, and the limits that kube-apiserver sets.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { deepEqual } from '../../json/deep-equal.ts';
import { stringifyJson } from '../../json/stringify-json.ts';
import { parseJsonPointer } from '../../json/json-pointer.ts';
import { JsonPatchPathError, JsonPatchTestError } from './json-patch-error.ts';
import { parseJsonPatch } from './json-patch.ts';
import type { JsonPatchOperation } from './json-patch.ts';
import { PatchedDocument } from './patched-document.ts';

/** Limits, and where the API server is more lenient than the RFC. */
export interface ApplyJsonPatchOptions {
  /** How many operations a patch may have; 10,000 by default, as for the API server. */
  readonly maxOperations?: number;
  /** How many bytes of JSON all copy operations together may copy; 3 MiB by default, as for the API server. */
  readonly maxCopyBytes?: number;
  /** Whether `/list/-1` names the last element and `/list/01` the second, as for the API server. By default such places do not exist. */
  readonly negativeIndices?: boolean;
  /**
   * Whether an absent key of an object counts as null, as for the API server: a test for null holds, a replace sets the
   * key, a copy from it gives null. By default all three fail.
   */
  readonly absentIsNull?: boolean;
}

/**
 * Returns the document with the patch applied, in the type that it had, which the patch may belie: validate what comes
 * from others. Throws `JsonPatchTestError` if a test does not hold, `JsonPatchPathError` if a place is not there, and
 * `InvalidInputError` if the patch is malformed or beyond the limits.
 */
export function applyJsonPatch<T>(
  document: T,
  patch: readonly JsonPatchOperation[],
  options: ApplyJsonPatchOptions = {},
): T {
  const { maxOperations = 10_000 } = options;
  if (patch.length > maxOperations) throw tooMuch(`${patch.length} operations`, `at most ${maxOperations}`);
  const application = new Application(document, options);
  parseJsonPatch(patch).forEach((operation, index) => application.apply(operation, index));
  return application.document as T;
}

class Application {
  readonly #document: PatchedDocument;
  readonly #options: ApplyJsonPatchOptions;
  #copied = 0;

  constructor(document: unknown, options: ApplyJsonPatchOptions) {
    this.#document = new PatchedDocument(document, options.negativeIndices ?? false);
    this.#options = options;
  }

  get document(): unknown {
    return this.#document.root;
  }

  apply(operation: JsonPatchOperation, index: number): void {
    if (operation.op === 'test') return this.#test(operation.path, operation.value, index);
    if (!this.#change(operation, index)) throw new JsonPatchPathError(index, operation.op, operation.path);
  }

  /** False if the place is not there. */
  #change(operation: Exclude<JsonPatchOperation, { op: 'test' }>, index: number): boolean {
    const path = parseJsonPointer(operation.path);
    if (operation.op === 'add') return this.#document.add(path, operation.value);
    if (operation.op === 'remove') return this.#document.remove(path);
    if (operation.op === 'replace') return this.#replace(path, operation.value);
    const value = this.#source(operation, index);
    return operation.op === 'move' ? this.#move(value, operation.from, path) : this.#copy(value, path);
  }

  #source(operation: Extract<JsonPatchOperation, { from: string }>, index: number): unknown {
    const from = parseJsonPointer(operation.from);
    const value = this.#document.get(from);
    if (value !== undefined) return value;
    if (operation.op === 'copy' && this.#isNullByAbsence(from)) return null;
    throw new JsonPatchPathError(index, operation.op, operation.from);
  }

  #replace(path: readonly string[], value: unknown): boolean {
    return this.#isNullByAbsence(path) ? this.#document.add(path, value) : this.#document.replace(path, value);
  }

  #move(value: unknown, from: string, path: readonly string[]): boolean {
    if (from === '') return true; // onto itself: into itself was refused as malformed
    return this.#document.remove(parseJsonPointer(from)) && this.#document.add(path, value);
  }

  #copy(value: unknown, path: readonly string[]): boolean {
    const { maxCopyBytes = 3 * 1024 * 1024 } = this.#options;
    this.#copied += utf8.encode(stringifyJson(value)).length;
    if (this.#copied > maxCopyBytes) throw tooMuch(`copies of ${this.#copied} bytes`, `at most ${maxCopyBytes}`);
    this.#document.share();
    return this.#document.add(path, value);
  }

  #test(pointer: string, expected: unknown, index: number): void {
    const path = parseJsonPointer(pointer);
    const actual = this.#document.get(path);
    if (actual === undefined ? expected === null && this.#isNullByAbsence(path) : deepEqual(actual, expected)) return;
    throw new JsonPatchTestError(index, pointer, expected, actual);
  }

  /** Only a key of an object can be absent in this way; an element that is not there is missing to the API server too. */
  #isNullByAbsence(path: readonly string[]): boolean {
    if (this.#options.absentIsNull !== true || this.#document.get(path) !== undefined) return false;
    const parent = this.#document.get(path.slice(0, -1));
    return typeof parent === 'object' && parent !== null && !Array.isArray(parent);
  }
}

const utf8 = new TextEncoder();

function tooMuch(input: string, limit: string): InvalidInputError {
  return new InvalidInputError(input, `the JSON Patch has ${input}, where ${limit} are allowed: split it`);
}
