/**
 * The number of properties, the values that properties and additionalProperties specify, then what is required.
 * Upstream: kube-openapi objectValidator.
 */
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { invalid, required, tooMany } from '../field/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { Check, ValidationRun } from './run.ts';

/** Checks an object; returns the number of checks that its parts passed. */
export type ObjectCheck = (value: ReadonlyJsonObject, run: ValidationRun) => number;

/** The checks of the parts of an object. */
export interface PartChecks {
  readonly properties: ReadonlyMap<string, Check>;
  readonly additional: Check | undefined;
}

/** The check of objects, or undefined when every object passes. */
export function compileObjectCheck(node: SchemaNode, parts: PartChecks): ObjectCheck | undefined {
  const size = compileSizeCheck(node);
  const others = compileOthersCheck(node, parts);
  const named = [...parts.properties].map(([name, check]) => ({ name, check, isInherited: name in Object.prototype }));
  const { required: names } = node;
  if (size === undefined && others === undefined && named.length === 0 && names.length === 0) return undefined;
  return (value, run) => {
    size?.(value, run);
    let passed = others === undefined ? 0 : others(value, run);
    for (const { name, check, isInherited } of named) {
      const part = isInherited ? ownValue(value, name) : value[name];
      if (part !== undefined) passed += run.property(name, part, check);
    }
    for (const name of names) if (!Object.hasOwn(value, name)) refuseMissing(run, name);
    return passed;
  };
}

const ownValue = (object: ReadonlyJsonObject, name: string): ReadonlyJson | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function compileSizeCheck({ minProperties = 0, maxProperties = Infinity }: SchemaNode): Refusal | undefined {
  if (minProperties <= 0 && maxProperties === Infinity) return undefined;
  return (value, run) => {
    const size = Object.keys(value).length;
    const path = run.path();
    if (size < minProperties) {
      const sentence = `${path} in body should have at least ${minProperties} properties`;
      run.fail(path, sentence, (field) => invalid(field, size, sentence));
    }
    if (size > maxProperties) {
      const sentence = `${path} in body should have at most ${maxProperties} properties`;
      run.fail(path, sentence, (field) => tooMany(field, size, maxProperties));
    }
  };
}

type Refusal = (value: ReadonlyJsonObject, run: ValidationRun) => void;

/** The check of what `properties` does not name. */
function compileOthersCheck(node: SchemaNode, { properties, additional }: PartChecks): ObjectCheck | undefined {
  if (node.additionalProperties?.allows === false) return refuseOthers(properties);
  if (additional === undefined) return undefined;
  return (value, run) => {
    let passed = 0;
    for (const key of Object.keys(value)) {
      if (!properties.has(key)) passed += run.entry(key, value[key] ?? null, additional);
    }
    return passed;
  };
}

const refuseOthers =
  (properties: ReadonlyMap<string, Check>): ObjectCheck =>
  (value, run) => {
    const path = run.path();
    for (const key of Object.keys(value)) {
      if (properties.has(key)) continue;
      const sentence = `${path}.${key} in body is a forbidden property`;
      run.fail(path, sentence, (field) => invalid(field, key, sentence));
    }
    return 0;
  };

function refuseMissing(run: ValidationRun, name: string): void {
  const path = `${run.path()}.${name}`;
  run.fail(path, `${path} in body is required`, (field) => required(field));
}
