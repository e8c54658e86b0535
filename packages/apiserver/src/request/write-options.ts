/**
 * The parameters of create, update, patch and delete.
 */
import { fieldManagerProblems, maxFieldManagerLength, quote } from '@reeve/machinery';
import { invalidObject, invalidUntold, notSupported, required, tooLong, type FieldError } from '@reeve/registry';
import { isTrue } from './request-info.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface WriteOptions {
  readonly isDryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly isForced: boolean;
}

const validations: readonly string[] = ['Ignore', 'Strict', 'Warn'];

/** The options of a request without parameters. */
const plainOptions: WriteOptions = { isDryRun: false, fieldManager: '', fieldValidation: 'Warn', isForced: false };

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

/** Options that were read before, by the parameters that requests share. */
const known = new WeakMap<URLSearchParams, Map<string, WriteOptions>>();

/** Reads and judges the parameters; `kind` is how refusals name them (`CreateOptions`, …). */
export function parseWriteOptions(query: URLSearchParams, kind: OptionsKind, isApply = false): WriteOptions {
  if (query.size === 0 && !isApply) return plainOptions;
  let byKind = known.get(query);
  if (byKind === undefined) known.set(query, (byKind = new Map()));
  const key = isApply ? 'apply' : kind;
  let options = byKind.get(key);
  if (options === undefined) byKind.set(key, (options = readOptions(query, kind, isApply)));
  return options;
}

function readOptions(query: URLSearchParams, kind: OptionsKind, isApply: boolean): WriteOptions {
  const dryRun = query.getAll('dryRun');
  const fieldManager = query.get('fieldManager') ?? '';
  const fieldValidation = query.get('fieldValidation') ?? '';
  const problems: FieldError[] = [
    ...dryRunProblems(dryRun),
    ...(isApply && fieldManager === '' ? [required('fieldManager', 'is required for apply patch')] : []),
    ...(!isApply && kind === 'PatchOptions' && query.has('force') ? [forbiddenForce()] : []),
    ...(Buffer.byteLength(fieldManager) > maxFieldManagerLength
      ? [tooLong('fieldManager', maxFieldManagerLength)]
      : fieldManagerProblems(fieldManager).map((text) =>
          invalidUntold('fieldManager', `${quote(fieldManager)}: ${text}`),
        )),
    ...(fieldValidation !== '' && !validations.includes(fieldValidation)
      ? [notSupported('fieldValidation', fieldValidation, ['', ...validations])]
      : []),
  ];
  if (problems.length > 0) throw invalidObject('meta.k8s.io', kind, '', problems);
  return {
    isDryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as FieldValidation),
    isForced: isTrue(query.get('force')),
  };
}

export function dryRunProblems(dryRun: readonly string[]): FieldError[] {
  return dryRun.every((value) => value === 'All') ? [] : [notSupported('dryRun', dryRun, ['All'])];
}

function forbiddenForce(): FieldError {
  return { type: 'FieldValueForbidden', field: 'force', body: 'Forbidden: may not be specified for non-apply patch' };
}
