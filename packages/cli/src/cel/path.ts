/**
 * A path into an object and its schema: `spec.ports[0].name`, `spec.limits['cpu']`; `[]` is the first element of a list.
 */
import { isJsonArray, isJsonObject, type ReadonlyJson } from '@reeve/machinery';
import { UsageError } from '../error/usage-error.ts';

/** The name of a field or key, or the place in a list. */
export type PathStep = string | number;

/** The steps of a path; none for the object itself. */
export function pathSteps(path: string): readonly PathStep[] {
  const tokens = path.match(/\.?[^.[\]]+|\[\d*\]|\['(?:[^'\\]|\\.)*'\]|./gsu) ?? [];
  return tokens.filter((token) => token !== '.' || tokens.length > 1).map((token) => stepOf(token, path));
}

function stepOf(token: string, path: string): PathStep {
  if (token === '[]') return 0;
  if (/^\[\d+\]$/u.test(token)) return Number(token.slice(1, -1));
  if (/^\['.*'\]$/su.test(token)) return token.slice(2, -2).replaceAll(/\\(.)/gsu, '$1');
  if (/^\.?[^.[\]]+$/u.test(token)) return token.replace(/^\./u, '');
  throw new UsageError(`--path ${path} is no path: write it as spec.ports[0].name or spec.limits['cpu']`);
}

/** The schema at a path; undefined where it describes nothing. */
export function schemaAtPath(schema: unknown, steps: readonly PathStep[]): unknown {
  return steps.reduce((at, step) => partOf(at, step)?.part, schema);
}

/** The schema with another one in place of that at the path. */
export function replacedAtPath(
  schema: unknown,
  steps: readonly PathStep[],
  change: (schema: object) => object,
): object {
  const [step, ...rest] = steps;
  if (step === undefined) return change(isJsonObject(schema) ? schema : {});
  const found = partOf(schema, step);
  if (found === undefined || !isJsonObject(schema)) return {};
  const part = replacedAtPath(found.part, rest, change);
  if (found.keyword !== 'properties') return { ...schema, [found.keyword]: part };
  return { ...schema, properties: { ...(schema['properties'] as object), [step]: part } };
}

interface SchemaPart {
  readonly keyword: 'properties' | 'additionalProperties' | 'items';
  readonly part: unknown;
}

function partOf(schema: unknown, step: PathStep): SchemaPart | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { properties, additionalProperties, items } = schema;
  if (schema['type'] === 'array') return { keyword: 'items', part: items };
  if (isJsonObject(properties) && Object.hasOwn(properties, step))
    return { keyword: 'properties', part: properties[step] };
  return additionalProperties === undefined
    ? undefined
    : { keyword: 'additionalProperties', part: additionalProperties };
}

/** The value at a path; undefined where there is none. */
export function valueAtPath(value: ReadonlyJson, steps: readonly PathStep[]): ReadonlyJson | undefined {
  return steps.reduce<ReadonlyJson | undefined>((at, step) => {
    if (isJsonArray(at)) return at[Number(step)];
    return isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}
