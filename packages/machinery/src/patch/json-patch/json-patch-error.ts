/**
 * The two ways in which a well-formed JSON Patch fails on a document: a test does not hold, or a place is not there.
 * Nothing has been applied in either case.
 */
import { ReeveError } from '../../errors/reeve-error.ts';
import { stringifyJson } from '../../json/stringify-json.ts';
import type { JsonPatchOperation } from './json-patch.ts';

/** A `test` operation whose value is not the one in the document. */
export class JsonPatchTestError extends ReeveError {
  /** The position of the operation in the patch, from 0. */
  readonly index: number;
  readonly path: string;
  readonly expected: unknown;
  /** What is there instead; undefined if nothing is. */
  readonly actual: unknown;

  constructor(index: number, path: string, expected: unknown, actual: unknown) {
    const found = actual === undefined ? 'there is nothing' : `it is ${brief(actual)}`;
    super(
      'REEVE_PATCH_TEST_FAILED',
      `operation ${index} of the JSON Patch expects ${brief(expected)} at "${path}", and ${found}: ` +
        'read the object again and make the patch anew',
    );
    this.index = index;
    this.path = path;
    this.expected = expected;
    this.actual = actual;
  }
}

/** An operation on a place that the document does not have. */
export class JsonPatchPathError extends ReeveError {
  /** The position of the operation in the patch, from 0. */
  readonly index: number;
  readonly op: JsonPatchOperation['op'];
  /** The pointer that leads nowhere: the `path` of the operation or its `from`. */
  readonly path: string;

  constructor(index: number, op: JsonPatchOperation['op'], path: string) {
    super(
      'REEVE_PATCH_PATH_MISSING',
      `operation ${index} of the JSON Patch (${op}) needs "${path}", which the document does not have: ` +
        'add the parent first, and mind that indexes go up to the length of the list',
    );
    this.index = index;
    this.op = op;
    this.path = path;
  }
}

function brief(value: unknown): string {
  const text = stringifyJson(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
