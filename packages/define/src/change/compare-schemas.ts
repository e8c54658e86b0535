/**
 * What changes between two structural schemas mean for objects that are stored already, and for clients that are out there.
 */
import { deepEqual, isJsonObject } from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';

/** How bad a change is: objects stay valid, objects must be converted, or objects and clients break. */
export type ChangeLevel = 'compatible' | 'conversion' | 'breaking';

/** One change, where it is, and what to do about it. */
export interface Change {
  readonly level: ChangeLevel;
  readonly path: string;
  readonly what: string;
  readonly advice: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** The changes from one schema to another. */
export function compareSchemas(before: unknown, after: unknown, path: string): Change[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  if (typeName(before) !== typeName(after)) return typeChange(before, after, path);
  return [
    ...fieldChanges(before, after, path),
    ...narrowings(before, after, path),
    ...presence(before, after, path),
    ...compareSchemas(before['items'], after['items'], `${path}[]`),
    ...compareSchemas(before['additionalProperties'], after['additionalProperties'], `${path}[*]`),
  ];
}

const typeName = (schema: Schema): string =>
  schema['x-kubernetes-int-or-string'] === true
    ? 'int-or-string'
    : typeof schema['type'] === 'string'
      ? schema['type']
      : 'any value';

function typeChange(before: Schema, after: Schema, path: string): Change[] {
  const what = `was ${typeName(before)}, is ${typeName(after)}`;
  const widened =
    typeName(after) === 'any value' ||
    (typeName(after) === 'int-or-string' && ['integer', 'string'].includes(typeName(before)));
  if (widened)
    return [{ level: 'compatible', path, what, advice: 'older clients may meet values that they do not expect' }];
  return [
    { level: 'conversion', path, what, advice: 'make it a new version with a conversion webhook, or a new field' },
  ];
}

function fieldChanges(before: Schema, after: Schema, path: string): Change[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)];
  const required = new Set(requiredOf(after));
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const at = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(now, name)) return keepsUnknown(after) ? [] : [removed(at)];
    if (!Object.hasOwn(old, name)) return [added(at, required.has(name) && !hasDefault(now[name]))];
    return compareSchemas(old[name], now[name], at);
  });
}

const removed = (path: string): Change => ({
  level: 'breaking',
  path,
  what: 'the field is gone, and its values are dropped at the next write',
  advice: 'keep it and mark it as deprecated, or make a new version with a conversion webhook',
});

const added = (path: string, isRequired: boolean): Change =>
  isRequired
    ? { level: 'breaking', path, what: 'a new field is required', advice: 'give it a default, or make it optional' }
    : { level: 'compatible', path, what: 'a new field', advice: 'nothing to do' };

function presence(before: Schema, after: Schema, path: string): Change[] {
  const old = new Set(requiredOf(before));
  const newly = requiredOf(after).filter((name) => !old.has(name) && Object.hasOwn(propertiesOf(before), name));
  return newly
    .filter((name) => !hasDefault(propertiesOf(after)[name]))
    .map((name) => ({
      level: 'breaking',
      path: path === '' ? name : `${path}.${name}`,
      what: 'the field was optional and is required',
      advice: 'give it a default, or keep it optional',
    }));
}

function narrowings(before: Schema, after: Schema, path: string): Change[] {
  const change = (what: string, advice: string): Change => ({ level: 'breaking', path, what, advice });
  const stays =
    'objects that are stored stay as they are until the field changes; widen it again, or make a new version';
  return [
    ...lowered(before, after, ['maximum', 'maxLength', 'maxItems', 'maxProperties']).map((key) =>
      change(`${key} was ${shown(before[key])}, is ${shown(after[key])}`, stays),
    ),
    ...raised(before, after, ['minimum', 'minLength', 'minItems', 'minProperties']).map((key) =>
      change(`${key} was ${shown(before[key])}, is ${shown(after[key])}`, stays),
    ),
    ...goneWords(before, after).map((word) => change(`the word ${JSON.stringify(word)} is no longer allowed`, stays)),
    ...changed(before, after, ['pattern', 'format', 'multipleOf']).map((key) =>
      change(`${key} was ${shown(before[key])}, is ${shown(after[key])}`, stays),
    ),
    ...(before['nullable'] === true && after['nullable'] !== true ? [change('null is no longer allowed', stays)] : []),
    ...(keepsUnknown(before) && !keepsUnknown(after) ? [change('unknown fields are no longer kept', stays)] : []),
    ...listTypes(before, after, path),
    ...newRules(before, after).map((rule) => change(`a new rule: ${rule}`, stays)),
    ...(deepEqual(json(before['default']), json(after['default'])) ? [] : [defaultChange(before, after, path)]),
  ];
}

/** Keywords whose number became smaller, or came new. */
const lowered = (before: Schema, after: Schema, keys: readonly string[]): string[] =>
  keys.filter((key) => numberOf(after, key, Infinity) < numberOf(before, key, Infinity));

/** Keywords whose number became larger, or came new. */
const raised = (before: Schema, after: Schema, keys: readonly string[]): string[] =>
  keys.filter((key) => numberOf(after, key, -Infinity) > numberOf(before, key, -Infinity));

function numberOf(schema: Schema, key: string, otherwise: number): number {
  const value = schema[key];
  return typeof value === 'number' ? value : otherwise;
}

const changed = (before: Schema, after: Schema, keys: readonly string[]): string[] =>
  keys.filter((key) => after[key] !== undefined && after[key] !== before[key]);

function goneWords(before: Schema, after: Schema): unknown[] {
  if (!Array.isArray(after['enum'])) return [];
  const allowed = after['enum'];
  return Array.isArray(before['enum']) ? before['enum'].filter((word) => !allowed.includes(word)) : ['any other'];
}

function listTypes(before: Schema, after: Schema, path: string): Change[] {
  const keys = ['x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type'];
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({
      level: 'conversion',
      path,
      what: `${key} was ${shown(before[key])}, is ${shown(after[key])}`,
      advice: 'field ownership of stored objects changes with it; managers must apply again',
    }));
}

function newRules(before: Schema, after: Schema): string[] {
  const old = new Set(rulesOf(before));
  return rulesOf(after).filter((rule) => !old.has(rule));
}

const rulesOf = (schema: Schema): string[] =>
  Array.isArray(schema['x-kubernetes-validations'])
    ? schema['x-kubernetes-validations'].filter(isJsonObject).map((one) => shown(one['rule']))
    : [];

const defaultChange = (before: Schema, after: Schema, path: string): Change => ({
  level: 'compatible',
  path,
  what: `the default was ${shown(before['default'])}, is ${shown(after['default'])}`,
  advice: 'objects that are stored keep the old value where it was filled in',
});

const propertiesOf = (schema: Schema): Schema => (isJsonObject(schema['properties']) ? schema['properties'] : {});
const requiredOf = (schema: Schema): string[] =>
  Array.isArray(schema['required']) ? schema['required'].map(String) : [];
const keepsUnknown = (schema: Schema): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;
const hasDefault = (schema: unknown): boolean => isJsonObject(schema) && schema['default'] !== undefined;
const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
const json = (value: unknown): ReadonlyJson => (value ?? null) as ReadonlyJson;
