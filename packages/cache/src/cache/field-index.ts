/**
 * Finding objects by fields: by those that were indexed, and by name and namespace, which every object has. Only equality can be asked for.
 * Upstream: controller-runtime client.FieldIndexer, and field selectors in cached lists.
 */
import { InvalidInputError, nameOf, namespaceOf, type FieldQuery, type HasMetadata } from '@reeve/machinery';
import type { ReadonlyIndexer } from '../store/indexer.ts';
import { UnknownIndexError } from '../store/index-error.ts';
import type { IndexFunction } from '../store/object-index.ts';

/** The name of a field's index. */
export const fieldIndexName = (field: string): string => `field:${field}`;

/** The objects whose fields are all as required: the first index finds them, the others narrow. */
export function listByFields<T extends HasMetadata>(store: ReadonlyIndexer<T>, fields: FieldQuery): T[] {
  const [only] = fields.requirements;
  if (only !== undefined && fields.requirements.length === 1 && isIndexed(only, store.indexers))
    return store.byIndex(fieldIndexName(only.field), only.value);
  const [first, ...others] = requirements(fields, store.indexers);
  if (first === undefined) return fields.isNothing ? [] : store.list();
  const found =
    first.index === undefined
      ? store.list().filter((object) => first.matches(object))
      : store.byIndex(first.index, first.value);
  return found.filter((object) => others.every((requirement) => requirement.matches(object)));
}

/** The objects among these whose fields are as required, for where there is no store. */
export function filterByFields<T extends HasMetadata>(
  objects: readonly T[],
  fields: FieldQuery,
  indexers: Readonly<Record<string, IndexFunction<T>>>,
): T[] {
  if (fields.isNothing) return [];
  const all = requirements(fields, indexers);
  return objects.filter((object) => all.every((requirement) => requirement.matches(object)));
}

/** True where an index alone finds what is asked for. */
const isIndexed = (
  { field, operator }: FieldQuery['requirements'][number],
  indexers: Readonly<Record<string, unknown>>,
): boolean => operator === '=' && !Object.hasOwn(builtIn, field) && Object.hasOwn(indexers, fieldIndexName(field));

interface FieldCheck<T> {
  readonly index: string | undefined;
  readonly value: string;
  matches(object: T): boolean;
}

/** Indexed fields come first: they find, the others have to look. */
function requirements<T extends HasMetadata>(
  fields: FieldQuery,
  indexers: Readonly<Record<string, IndexFunction<T>>>,
): FieldCheck<T>[] {
  const checks = fields.requirements.map(({ field, operator, value }): FieldCheck<T> => {
    if (operator !== '=') {
      throw new InvalidInputError(
        field,
        `A cache finds fields by equality only: write ${field}=…, or filter the result`,
      );
    }
    const read = Object.hasOwn(builtIn, field) ? builtIn[field] : undefined;
    if (read !== undefined) return { index: undefined, value, matches: (object) => read(object) === value };
    const index = fieldIndexName(field);
    const valuesOf = Object.hasOwn(indexers, index) ? indexers[index] : undefined;
    if (valuesOf === undefined) throw new UnknownIndexError(field, Object.keys(indexers));
    return { index, value, matches: (object) => valuesOf(object).includes(value) };
  });
  return checks.toSorted((one, other) => Number(one.index === undefined) - Number(other.index === undefined));
}

const builtIn: Readonly<Record<string, (object: HasMetadata) => string>> = {
  'metadata.name': (object) => nameOf(object) ?? '',
  'metadata.namespace': (object) => namespaceOf(object) ?? '',
};
