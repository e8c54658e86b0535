/**
 * The values that an enum allows. Upstream compares after converting to the type of the allowed value, as Go converts: a
 * float loses its fraction where an integer is allowed, and an integer is a code point where a string is.
 * Upstream: kube-openapi basicCommonValidator.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { deepEqual } from '@reeve/machinery';
import { notSupported } from '../field/field-error.ts';
import { goJson } from '../go-text/json.ts';
import { float64ToInt64, isInt64 } from '../go-text/number.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { ValidationRun } from './run.ts';

/** Checks a value, null included. */
export type EnumCheck = (value: ReadonlyJson, run: ValidationRun) => void;

/** The check of a node's enum, or undefined when it has none. */
export function compileEnumCheck({ enum: allowed }: SchemaNode): EnumCheck | undefined {
  if (allowed.length === 0) return undefined;
  const texts = new Set(allowed.filter((each) => typeof each === 'string'));
  const printed = allowed.map((each) => (typeof each === 'string' ? each : goJson(each)));
  return (value, run) => {
    if (typeof value === 'string' ? texts.has(value) : allowed.some((each) => isAllowed(value, each))) return;
    const path = run.path();
    const sentence = `${path} in body should be one of ${goJson(allowed)}`;
    run.fail(path, sentence, (field) => notSupported(field, value, printed));
  };
}

/** Null is never allowed, not even by an enum that lists it. */
function isAllowed(value: ReadonlyJson, allowed: ReadonlyJson): boolean {
  if (value === null || allowed === null) return false;
  if (typeof value !== 'number' && typeof value !== 'bigint') return deepEqual(value, allowed);
  if (typeof allowed === 'string') return isInt64(value) && allowed === character(Number(value));
  if (typeof allowed === 'object' || typeof allowed === 'boolean') return false;
  return isInt64(allowed) && !isInt64(value)
    ? float64ToInt64(Number(value)) === BigInt(allowed)
    : deepEqual(value, allowed);
}

function character(code: number): string {
  const isCharacter = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
}
