/**
 * The elements of a list, then their number.
 * Upstream: kube-openapi schemaSliceValidator.
 */
import type { ReadonlyJsonArray } from '@reeve/machinery';
import { invalid, tooMany } from '../field/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { Check, ValidationRun } from './run.ts';

/** Checks a list; returns the number of checks that its elements passed. */
export type ArrayCheck = (value: ReadonlyJsonArray, run: ValidationRun) => number;

/** The check of lists, or undefined when every list passes. `items` is the check of each element. */
export function compileArrayCheck(node: SchemaNode, items: Check | undefined): ArrayCheck | undefined {
  const { minItems = 0, maxItems = Infinity } = node;
  if (items === undefined && minItems <= 0 && maxItems === Infinity) return undefined;
  return (value, run) => {
    let passed = 0;
    if (items !== undefined) {
      for (let at = 0; at < value.length; at++) passed += run.element(at, value[at] ?? null, items);
    }
    if (value.length < minItems) refuseFew(run, value.length, minItems);
    if (value.length > maxItems) refuseMany(run, value.length, maxItems);
    return passed;
  };
}

function refuseFew(run: ValidationRun, actual: number, minimum: number): void {
  const path = run.path();
  const sentence = `${path} in body should have at least ${minimum} items`;
  run.fail(path, sentence, (field) => invalid(field, actual, sentence));
}

function refuseMany(run: ValidationRun, actual: number, maximum: number): void {
  const path = run.path();
  run.fail(path, `${path} in body should have at most ${maximum} items`, (field) => tooMany(field, actual, maximum));
}
