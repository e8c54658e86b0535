/**
 * Compiles a schema into one function that checks a value with everything the schema says about values, in the order in
 * which the server does. The numbers are those of the checks that the server counts on the way.
 * Upstream: kube-openapi SchemaValidator.
 */
import { formatTest } from '@reeve/cel';
import type { ReadonlyJson } from '@reeve/machinery';
import { isJsonArray } from '@reeve/machinery';
import type { SchemaNode } from '../structural/schema-node.ts';
import { effectiveFormat } from '../structural/unrecognized-formats.ts';
import { compileArrayCheck } from './array-check.ts';
import { compileEnumCheck } from './enum-check.ts';
import { compileJunctorCheck } from './junctor-check.ts';
import { compileNumberCheck } from './number-check.ts';
import { compileObjectCheck } from './object-check.ts';
import type { Check } from './run.ts';
import { compileStringCheck } from './string-check.ts';
import { compileNullCheck, compileTypeCheck } from './type-check.ts';

/**
 * What values are checked for. For the defaults of a schema the server takes formats and int-or-string as they stand; for
 * objects it first drops formats that it does not know, and makes int-or-string a type.
 */
export type CheckPurpose = 'objects' | 'defaults';

/** The check of a schema. */
export function compileCheck(node: SchemaNode, purpose: CheckPurpose): Check {
  const types = typesOf(node, purpose);
  const format = purpose === 'objects' ? effectiveFormat(node.format, types) : node.format;
  const expected = { types, format, nullable: node.nullable };
  const byType = compileTypeCheck(expected);
  const ofNull = compileNullCheck(expected);
  const junctors = compileJunctors(node, purpose);
  const allowed = compileEnumCheck(node);
  const byKind = compileKindChecks(node, types, format, purpose);
  const always = byType === undefined ? 4 : 5;
  return (value, run) => {
    let passed = 0;
    if (value === null) {
      passed = ofNull(value, run);
      allowed?.(value, run);
      return passed;
    }
    passed = always;
    if (byType !== undefined) passed += byType(value, run);
    if (junctors !== undefined) passed += junctors(value, run);
    if (typeof value !== 'object') passed += byKind.scalar(value, run);
    else if (isJsonArray(value)) passed += byKind.array === undefined ? 2 : 2 + byKind.array(value, run);
    allowed?.(value, run);
    if (typeof value === 'object' && !isJsonArray(value)) passed += 1 + (byKind.object?.(value, run) ?? 0);
    return passed;
  };
}

function typesOf({ type, intOrString }: SchemaNode, purpose: CheckPurpose): readonly string[] {
  if (intOrString && purpose === 'objects') return ['integer', 'string'];
  return type === '' ? [] : [type];
}

function compileJunctors({ anyOf, oneOf, allOf, not }: SchemaNode, purpose: CheckPurpose): Check | undefined {
  const compile = (clause: SchemaNode): Check => compileCheck(clause, purpose);
  return compileJunctorCheck({
    anyOf: anyOf.map(compile),
    oneOf: oneOf.map(compile),
    allOf: allOf.map(compile),
    not: not === undefined ? undefined : compile(not),
  });
}

/** The checks that look at one kind of value each. */
function compileKindChecks(node: SchemaNode, types: readonly string[], format: string, purpose: CheckPurpose) {
  const compile = (part: SchemaNode | undefined): Check | undefined => part && compileCheck(part, purpose);
  return {
    scalar: compileScalarCheck(node, types, format),
    array: compileArrayCheck(node, compile(node.items)),
    object: compileObjectCheck(node, {
      properties: new Map([...node.properties].map(([name, part]) => [name, compileCheck(part, purpose)])),
      additional: compile(node.additionalProperties?.schema),
    }),
  };
}

function compileScalarCheck(node: SchemaNode, types: readonly string[], format: string) {
  const strings = compileStringCheck(node, format);
  const numbers = compileNumberCheck(node, types, format);
  const passedByString = formatTest(format) === undefined ? 1 : 2;
  return (value: Exclude<ReadonlyJson, object | null>, run: Parameters<Check>[1]): number => {
    if (typeof value === 'boolean') return 0;
    if (typeof value === 'string') {
      strings?.(value, run);
      return passedByString;
    }
    numbers(value, run);
    return 2;
  };
}
