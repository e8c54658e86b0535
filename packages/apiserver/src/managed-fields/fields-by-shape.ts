/**
 * The fields of new objects, remembered by what objects look like: which fields they have, and what is in their lists, where values make paths. Controllers make many
 * objects that differ in names and times only, and one look over an object costs a tenth of working out its fields.
 */
import { isJsonArray, isJsonObject, type FieldSet } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';
import { sharedFields } from './shared-entries.ts';

/** So many shapes are remembered at most; then the memory begins anew. */
const mostShapes = 100;
/** Nobody makes many objects alike that look like more than this. */
const longestShape = 4000;
/** What nests deeper is looked at by those who may refuse it. */
const deepest = 32;

export class FieldsByShape {
  readonly #empty: ApiObject;
  readonly #workOut: (object: ApiObject) => FieldSet;
  readonly #known = new Map<string, FieldSet>();

  /** `empty` is what new objects are compared with: what is as there belongs to nobody. */
  constructor(empty: ApiObject, workOut: (object: ApiObject) => FieldSet) {
    this.#empty = empty;
    this.#workOut = workOut;
  }

  fieldsOf(object: ApiObject): FieldSet {
    const shape = shapeOf(object, this.#empty, false, deepest);
    if (shape === undefined || shape.length > longestShape) return this.#workOut(object);
    let fields = this.#known.get(shape);
    if (fields === undefined) {
      fields = sharedFields(this.#workOut(object));
      if (this.#known.size >= mostShapes) this.#known.clear();
      this.#known.set(shape, fields);
    }
    return fields;
  }
}

/** The shape of a value as text; undefined where it would take more than one look. */
function shapeOf(value: unknown, empty: unknown, isInList: boolean, levels: number): string | undefined {
  if (typeof value !== 'object' || value === null) return scalarShape(value, empty, isInList);
  if (levels === 0) return undefined;
  if (isJsonArray(value)) return itemShapes(value, empty, levels);
  return fieldShapes(value as Readonly<Record<string, unknown>>, empty, isInList, levels);
}

function fieldShapes(
  fields: Readonly<Record<string, unknown>>,
  empty: unknown,
  isInList: boolean,
  levels: number,
): string | undefined {
  let text = '{';
  for (const name in fields) {
    const before = isJsonObject(empty) && Object.hasOwn(empty, name) ? empty[name] : undefined;
    const shape = shapeOf(fields[name], before, isInList, levels - 1);
    if (shape === undefined) return undefined;
    text += `${name.length}:${name}${shape}`;
  }
  return `${text}}`;
}

function itemShapes(items: readonly unknown[], empty: unknown, levels: number): string | undefined {
  if (isJsonArray(empty) && empty.length > 0) return undefined;
  let text = '[';
  for (const item of items) {
    const shape = shapeOf(item, undefined, true, levels - 1);
    if (shape === undefined) return undefined;
    text += shape;
  }
  return `${text}]`;
}

/** In lists the value itself; elsewhere its type, and whether an empty object has the same. */
function scalarShape(value: unknown, empty: unknown, isInList: boolean): string {
  if (isInList) return typeof value === 'string' ? `"${value.length}:${value}` : `<${String(value)}>`;
  const isAsEmpty = value === empty;
  switch (typeof value) {
    case 'string':
      return isAsEmpty ? 'S' : 's';
    case 'boolean':
      return isAsEmpty ? 'B' : 'b';
    case 'object':
      return isAsEmpty ? 'N' : 'n';
    default:
      return isAsEmpty ? 'D' : 'd';
  }
}
