/**
 * What changed from one value to another of the same type, as the paths that were added, removed and modified. What is the same object on both sides is not
 * looked into. Upstream: structured-merge-diff typed.TypedValue.Compare.
 */
import {
  deepEqual,
  fieldElement,
  FieldSet,
  isJsonArray,
  isJsonObject,
  type FieldSetEntry,
  type PathElement,
} from '@reeve/machinery';
import { ElementMap } from './element-map.ts';
import { itemElements } from './item-element.ts';
import { TypedValueError } from './typed-problem.ts';
import { scalarProblem } from './validate-value.ts';
import { allPaths } from './value-paths.ts';
import {
  deduced,
  fieldType,
  shapeOf,
  type ListSchema,
  type MapSchema,
  type Shape,
  type ValueSchema,
} from './value-schema.ts';

export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

export const noChanges: Comparison = {
  removed: FieldSet.empty,
  modified: FieldSet.empty,
  added: FieldSet.empty,
};

/** Compares two objects. */
export function compareObjects(schema: ValueSchema, before: object, after: object): Comparison {
  return before === after ? noChanges : (compareMaps(schema.map, before, after) ?? noChanges);
}

/** The changes at one level, which become those of one element of the level above. */
class Changes {
  readonly #entries: Record<keyof Comparison, FieldSetEntry[] | undefined> = {
    removed: undefined,
    modified: undefined,
    added: undefined,
  };

  add(kind: keyof Comparison, element: PathElement, isMember: boolean, below: FieldSet): void {
    (this.#entries[kind] ??= []).push({ element, isMember, below });
  }

  comparison(): Comparison {
    const { removed, modified, added } = this.#entries;
    if (!removed && !modified && !added) return noChanges;
    return { removed: setOf(removed), modified: setOf(modified), added: setOf(added) };
  }

  /** Takes over the changes below an element. */
  below(element: PathElement, { removed, modified, added }: Comparison): void {
    if (!removed.isEmpty) this.add('removed', element, false, removed);
    if (!modified.isEmpty) this.add('modified', element, false, modified);
    if (!added.isEmpty) this.add('added', element, false, added);
  }
}

const setOf = (entries: FieldSetEntry[] | undefined): FieldSet =>
  entries === undefined ? FieldSet.empty : FieldSet.fromEntries(entries);

function compareInto(
  changes: Changes,
  element: PathElement,
  schema: ValueSchema,
  before: unknown,
  after: unknown,
): void {
  if (before === after) return;
  if (before === undefined) return changes.add('added', element, true, allPaths(schema, after));
  if (after === undefined) return changes.add('removed', element, true, allPaths(schema, before));
  const [shape, other] = [shapeOf(schema, before), shapeOf(schema, after)];
  compareAs(shape, changes, element, schema, before, after);
  if (other !== shape) compareAs(other, changes, element, schema, before, after);
}

function compareAs(
  shape: Shape,
  changes: Changes,
  element: PathElement,
  schema: ValueSchema,
  before: unknown,
  after: unknown,
): void {
  if (shape === 'scalar') checkScalars(schema, before, after);
  const inner = innerChanges(shape, schema, before, after);
  if (inner) changes.below(element, inner);
  else if (!deepEqual(before, after)) changes.add('modified', element, true, FieldSet.empty);
}

/** Undefined where the whole is one field. */
function innerChanges(shape: Shape, schema: ValueSchema, before: unknown, after: unknown): Comparison | undefined {
  if (shape === 'scalar') return undefined;
  return shape === 'map' ? compareMaps(schema.map, before, after) : compareLists(schema.list, before, after);
}

/** One of the two at least must be of the type. */
function checkScalars({ scalar = 'untyped' }: ValueSchema, before: unknown, after: unknown): void {
  const problems = [scalarProblem(scalar, before, 'lhs: '), scalarProblem(scalar, after, 'rhs: ')];
  const [left, right] = problems;
  if (left !== undefined && right !== undefined)
    throw new TypedValueError([
      { path: '', text: left },
      { path: '', text: right },
    ]);
}

/** Undefined where the map is one field: it is atomic, or there is nothing in it on either side. */
function compareMaps(map: MapSchema | undefined, left: unknown, right: unknown): Comparison | undefined {
  const before = isJsonObject(left) ? left : {};
  const after = isJsonObject(right) ? right : {};
  if (map === undefined || map.isAtomic || (isEmpty(before) && isEmpty(after))) return undefined;
  const changes = new Changes();
  for (const name in before)
    compareInto(changes, fieldElement(name), fieldType(map, name) ?? deduced, before[name], own(after, name));
  for (const name in after)
    if (own(before, name) === undefined)
      compareInto(changes, fieldElement(name), fieldType(map, name) ?? deduced, undefined, after[name]);
  return changes.comparison();
}

const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function isEmpty(object: object): boolean {
  for (const _name in object) return false;
  return true;
}

function compareLists(list: ListSchema | undefined, left: unknown, right: unknown): Comparison | undefined {
  const before = isJsonArray(left) ? left : [];
  const after = isJsonArray(right) ? right : [];
  if (list === undefined || list.isAtomic || (before.length === 0 && after.length === 0)) return undefined;
  const changes = new Changes();
  for (const { element, left: old, right: now } of pairs(list, before, after))
    comparePair(changes, element, list, old, now);
  return changes.comparison();
}

interface Pair {
  readonly element: PathElement;
  readonly left: unknown[];
  readonly right: unknown[];
}

/** The items of both lists by what they are; more than one on a side are duplicates. */
function pairs(list: ListSchema, before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const found: Pair[] = [];
  const byElement = new ElementMap<Pair>();
  const collect = (side: 'left' | 'right', items: readonly unknown[]) => {
    for (const [index, element] of itemElements(list, items).entries()) {
      let pair = byElement.get(element);
      if (pair === undefined) {
        pair = { element, left: [], right: [] };
        byElement.set(element, pair);
        found.push(pair);
      }
      pair[side].push(items[index]);
    }
  };
  collect('left', before);
  collect('right', after);
  return found;
}

/** Duplicates are compared as one field without parts. */
function comparePair(
  changes: Changes,
  element: PathElement,
  { items }: ListSchema,
  left: unknown[],
  right: unknown[],
): void {
  if (left.length <= 1 && right.length <= 1) return compareInto(changes, element, items, left[0], right[0]);
  if (left.length > 1 && right.length > 1) {
    if (!deepEqual(left, right)) changes.add('modified', element, true, FieldSet.empty);
  } else if (left.length > 1) {
    if (right.length > 0) compareInto(changes, element, items, undefined, right[0]);
    changes.add('removed', element, true, FieldSet.empty);
  } else {
    if (left.length > 0) compareInto(changes, element, items, left[0], undefined);
    changes.add('added', element, true, FieldSet.empty);
  }
}
