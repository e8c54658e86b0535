/**
 * Merges the configuration that a policy makes into an object, as server-side apply merges, but without managers of fields; what has no fields of its own may not
 * be changed, as the rest of it would be lost. Upstream: ApplyStructuredMergeDiff of apiserver admission/plugin/policy/mutating/patch.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';
import { mergeValues } from '../managed-fields/merge-values.ts';
import { printProblems, TypedValueError } from '../managed-fields/typed-problem.ts';
import { problemsOf } from '../managed-fields/validate-value.ts';
import { fieldType, type ValueSchema } from '../managed-fields/value-schema.ts';

/** The object with the configuration in it, or why that is not to be had. */
export type MergeOutcome =
  | { readonly merged: unknown; readonly problem: undefined }
  | { readonly merged: undefined; readonly problem: string };

export function mergeConfiguration(schema: ValueSchema, object: ApiObject, config: unknown): MergeOutcome {
  const problems = problemsOf(schema, config, false);
  if (problems.length > 0) return refused(`failed to convert patch object to typed object: ${printProblems(problems)}`);
  const atomics = atomicPaths(schema, config, '');
  if (atomics.length > 0)
    return refused(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`);
  try {
    return { merged: mergeValues(schema, object, config), problem: undefined };
  } catch (error) {
    if (error instanceof TypedValueError) return refused(`failed to merge patch: ${error.message}`);
    throw error;
  }
}

const refused = (problem: string): MergeOutcome => ({ merged: undefined, problem });

/** The paths of values that are one field as a whole. */
function atomicPaths(schema: ValueSchema, value: unknown, path: string): readonly string[] {
  if (isJsonArray(value) && schema.list) {
    const { isAtomic, items } = schema.list;
    return [...(isAtomic ? [path] : []), ...value.flatMap((item, at) => atomicPaths(items, item, `${path}[${at}]`))];
  }
  if (!isJsonObject(value) || !schema.map) return [];
  const { map } = schema;
  const inner = Object.entries(value).flatMap(([name, field]) =>
    map.fields.has(name) ? atomicPaths(fieldType(map, name) ?? {}, field, `${path}.${name}`) : [],
  );
  return map.isAtomic ? [path, ...inner] : inner;
}
