/**
 * Objects that expressions write as `Object{…}`: each is called by the path of fields that leads to it, `Object.spec.template`.
 * Upstream: CheckTypeNamesMatchFieldPathNames of apiserver cel/mutation/dynamic.
 */
import { ListValue, MapValue, ObjectValue, type Value } from '@reeve/cel';

/** What is wrong with the names of an object's types; undefined if nothing is. Lists and maps have no part in them. */
export function typeNameProblem(value: Value): string | undefined {
  if (!(value instanceof ObjectValue) || !value.isWritten) return undefined;
  const problems = problemsAt(value, value.type.name);
  return problems.length === 0 ? undefined : problems.join('\n');
}

function problemsAt(value: Value, path: string): readonly string[] {
  if (value instanceof ListValue) return [...value].flatMap((element) => problemsAt(element, path));
  if (value instanceof ObjectValue) return value.isWritten ? objectProblems(value, path) : [];
  return value instanceof MapValue ? [...value.entries()].flatMap(([, entry]) => problemsAt(entry, path)) : [];
}

function objectProblems(object: ObjectValue, path: string): readonly string[] {
  const { name } = object.type;
  const inner = [...object.properties()].flatMap(([field, value]) => problemsAt(value, `${path}.${field}`));
  return name === path
    ? inner
    : [
        `unexpected type name ${JSON.stringify(name)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`,
        ...inner,
      ];
}
