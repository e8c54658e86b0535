/**
 * Field sets beside a type: declared fields that lead to a member made members too, and sets brought along when a type has become atomic.
 * Upstream: structured-merge-diff fieldpath.Set.EnsureNamedFieldsAreMembers and typed.ReconcileFieldSetWithSchema.
 */
import { FieldSet, type FieldSetEntry, type PathElement } from '@reeve/machinery';
import { deduced, type MapSchema, type ValueSchema } from './value-schema.ts';

/** The set with every declared field above a member: with `.spec.a` in it, `.spec` is too. */
export function withNamedFields(schema: ValueSchema | undefined, set: FieldSet): FieldSet {
  const entries: FieldSetEntry[] = [];
  for (const { element, isMember, below } of set.entries()) {
    const isNamed = !below.isEmpty && element.type === 'field' && schema?.map?.fields.has(element.name) === true;
    entries.push({ element, isMember: isMember || isNamed, below: withNamedFields(typeBelow(schema, element), below) });
  }
  return FieldSet.fromEntries(entries);
}

/** Sets that are known to fit their type. */
const fitting = new WeakMap<FieldSet, ValueSchema>();

/** The set as it is when what was owned part by part has become one field. The same set where nothing has. */
export function fitToSchema(schema: ValueSchema, set: FieldSet): FieldSet {
  if (fitting.get(set) === schema) return set;
  const fitted = fitLevel(schema, set);
  fitting.set(fitted, schema);
  return fitted;
}

function fitLevel(schema: ValueSchema, set: FieldSet): FieldSet {
  const { map, list } = schema;
  if (map ? isUntold(map) : !list) return set;
  const entries: FieldSetEntry[] = [];
  let isSame = true;
  for (const entry of set.entries()) {
    const fitted = fitEntry(map ? mapTypeBelow(map, entry.element) : list?.items, entry);
    isSame &&= fitted === entry;
    entries.push(fitted);
  }
  return isSame ? set : FieldSet.fromEntries(entries);
}

function fitEntry(type: ValueSchema | undefined, entry: FieldSetEntry): FieldSetEntry {
  const { element, isMember, below } = entry;
  if (type === undefined) return entry;
  if (!(isMember && below.isEmpty) && isOneField(type, below))
    return { element, isMember: true, below: FieldSet.empty };
  const fitted = fitLevel(type, below);
  return fitted === below ? entry : { element, isMember, below: fitted };
}

function isOneField({ map, scalar, list }: ValueSchema, below: FieldSet): boolean {
  if (map) return map.isAtomic && !isUntold(map) && !below.isEmpty;
  return scalar === undefined && list?.isAtomic === true;
}

/** A map of which nothing is declared is as its values are. */
function isUntold({ fields, others }: MapSchema): boolean {
  return fields.size === 0 && others === deduced;
}

function mapTypeBelow({ fields, others }: MapSchema, element: PathElement): ValueSchema | undefined {
  return (element.type === 'field' ? fields.get(element.name)?.type : undefined) ?? others;
}

function typeBelow(schema: ValueSchema | undefined, element: PathElement): ValueSchema | undefined {
  if (element.type === 'field') return schema?.map && mapTypeBelow(schema.map, element);
  return element.type === 'key' ? schema?.list?.items : undefined;
}
