/**
 * The fields that a scale subresource reads: replicas are counts, and the selector is text.
 * Upstream: registry/customresource ValidateScaleSpec and ValidateScaleStatus.
 */
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { isJsonObject } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { invalid } from '../field/field-error.ts';
import { isInt64 } from '../go-text/number.ts';
import { goPlain } from '../go-text/plain.ts';

/** The paths of a scale subresource, as in `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** Checks the field that `/scale` writes. */
export const checkScaleSpec = (object: ReadonlyJsonObject, { specReplicasPath }: ScalePaths): FieldError[] =>
  checkReplicas(object, specReplicasPath);

/** Checks the fields that `/scale` reports. */
export const checkScaleStatus = (object: ReadonlyJsonObject, paths: ScalePaths): FieldError[] => [
  ...checkReplicas(object, paths.statusReplicasPath),
  ...checkSelector(object, paths.labelSelectorPath),
];

/** The value at a simple path, undefined if there is none, or why the path cannot be followed. */
export function scaleValue(
  object: ReadonlyJsonObject,
  path: string,
): { readonly value: ReadonlyJson | undefined } | { readonly problem: string } {
  let value: ReadonlyJson | undefined = object;
  for (const name of path.replace(/^\./, '').split('.')) {
    if (value === undefined || value === null) return { value: undefined };
    if (!isJsonObject(value)) return { problem: accessorProblem(path, value, 'map[string]interface{}') };
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return { value };
}

const mostReplicas = 2 ** 31 - 1;

function checkReplicas(object: ReadonlyJsonObject, path: string): FieldError[] {
  const found = scaleValue(object, path);
  if ('problem' in found) return [invalid(path, 0, found.problem)];
  const { value = 0 } = found;
  if ((typeof value !== 'number' && typeof value !== 'bigint') || !isInt64(value)) {
    return [invalid(path, 0, accessorProblem(path, value, 'int64'))];
  }
  if (value < 0) return [invalid(path, value, 'should be a non-negative integer')];
  return value > mostReplicas ? [invalid(path, value, `should be less than or equal to ${mostReplicas}`)] : [];
}

function checkSelector(object: ReadonlyJsonObject, path: string | undefined): FieldError[] {
  if (path === undefined) return [];
  const found = scaleValue(object, path);
  if ('problem' in found) return [invalid(path, '', found.problem)];
  const { value = '' } = found;
  return typeof value === 'string' ? [] : [invalid(path, '', accessorProblem(path, value, 'string'))];
}

function accessorProblem(path: string, value: ReadonlyJson, expected: string): string {
  const place = `.${path.replace(/^\./, '')}`;
  return `${place} accessor error: ${goPlain(value)} is of the type ${goType(value)}, expected ${expected}`;
}

function goType(value: ReadonlyJson): string {
  if (value === null) return '<nil>';
  if (typeof value === 'object') return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : isInt64(value) ? 'int64' : 'float64';
}
