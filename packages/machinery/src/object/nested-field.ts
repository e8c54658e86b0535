/**
 * Fields deep inside an object, by path. Reading tells "absent" from "there"; writing gives a new object that shares
 * everything off the path with the old one. Only maps are entered, not lists. A path may be of any length.
 * Upstream: apimachinery unstructured NestedFieldNoCopy, SetNestedField, RemoveNestedField.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { isJsonObject } from '../json/json-value.ts';

/** The names of the fields on the way, outermost first: `['spec', 'replicas']`. */
export type NestedPath = readonly string[];

/** What is at the end of a path. */
export type NestedField =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly value?: undefined };

/**
 * The field at the end of the path. A field that is missing, or below a missing or null one, is not found;
 * a list or scalar where the path goes on is an `InvalidInputError`.
 */
export function nestedField(object: object, path: NestedPath): NestedField {
  checkPath('nestedField(object, path)', path);
  let value: unknown = object;
  for (const [depth, field] of path.entries()) {
    if (value === null || value === undefined) return { found: false };
    if (!isJsonObject(value)) throw notAMap('read', path, depth, value);
    if (!Object.hasOwn(value, field)) return { found: false };
    value = value[field];
  }
  return { found: true, value };
}

/**
 * The object with the field at the end of the path set. Missing maps on the way are made; anything else that is
 * in the way, null included, is an `InvalidInputError`. Meant for objects whose kind is not known at compile time:
 * that the value fits the type of a typed one is the caller's word.
 */
export function setNestedField<O extends object>(object: O, path: NestedPath, value: unknown): O {
  checkPath('setNestedField(object, path, value)', path);
  if (path.length === 0)
    throw new InvalidInputError('', 'The path to a nested field is empty: name at least one field');
  return rebuilt(stepsAlong(object, path), value) as O;
}

/** The object without the field at the end of the path: the very same object when it is not there. */
export function removeNestedField<O extends object>(object: O, path: NestedPath): O {
  checkPath('removeNestedField(object, path)', path);
  if (!isPresent(object, path)) return object;
  const steps = stepsAlong(object, path);
  const last = steps.pop();
  return last === undefined ? object : (rebuilt(steps, withoutField(last)) as O);
}

/** Go's SetNestedField takes the value before the path, and objects of unknown kinds take any value for either. */
function checkPath(call: string, path: NestedPath): void {
  const given: unknown = path;
  if (Array.isArray(given) && given.every((field) => typeof field === 'string')) return;
  const found = Array.isArray(given)
    ? 'a list with other things than texts'
    : given === null
      ? 'null'
      : typeof given === 'object'
        ? 'an object'
        : `a ${typeof given}`;
  throw new InvalidInputError(
    found,
    `The path to a nested field is ${found}: it is a list of texts such as ['spec', 'replicas'], and the order is ${call}`,
  );
}

/** One field on the way, and the map it lives in. */
interface Step {
  readonly map: Readonly<Record<string, unknown>>;
  readonly field: string;
}

/** The steps of a path; where the map is not there yet, an empty one stands for it. */
function stepsAlong(object: object, path: NestedPath): Step[] {
  let value: unknown = object;
  return path.map((field, depth) => {
    const map = value;
    if (!isJsonObject(map)) throw notAMap('set', path, depth, map);
    value = Object.hasOwn(map, field) ? map[field] : {};
    return { map, field };
  });
}

/** Copies the maps on the way, from the inside out. A computed key is an own field, also `__proto__`. */
const rebuilt = (steps: readonly Step[], value: unknown): unknown =>
  steps.reduceRight((inner, { map, field }) => ({ ...map, [field]: inner }), value);

function isPresent(object: object, path: NestedPath): boolean {
  let value: unknown = object;
  return path.every((field) => {
    if (!isJsonObject(value) || !Object.hasOwn(value, field)) return false;
    value = value[field];
    return true;
  });
}

const withoutField = ({ map, field }: Step): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).filter(([key]) => key !== field));

function notAMap(verb: 'read' | 'set', path: NestedPath, depth: number, value: unknown): InvalidInputError {
  const text = `.${path.join('.')}`;
  const place = depth === 0 ? 'the object' : `.${path.slice(0, depth).join('.')}`;
  const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  return new InvalidInputError(
    text,
    `Cannot ${verb} ${text}: ${place} is ${found}, not a map. Name a path that goes through maps only`,
  );
}
