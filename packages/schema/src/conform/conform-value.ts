/**
 * One pass over a value that brings it into the form of its schema: unknown fields go, nulls that nothing allows go or
 * become the default, defaults come, and the metadata of embedded objects is coerced. Each of these can be left out.
 * Parts that need nothing are returned as they are, and nothing that was passed in is changed.
 * Upstream: apiserver/schema pruning, defaulting and objectmeta, run one after the other.
 */
import type { JsonObject, ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '@reeve/machinery';
import { isJsonArray } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { invalid } from '../field/field-error.ts';
import { coerceObjectMeta } from '../metadata/coerce-object-meta.ts';
import { firstOf, setOwn, withDefaults } from './object-copy.ts';
import type { Shape } from './shape.ts';
import type { Step } from './step.ts';
import { fieldPath, prunedPath } from './step.ts';
import { withoutProperties } from './without-properties.ts';

/** What the pass does. */
export interface ConformSteps {
  readonly prune: boolean;
  /** Drops nulls that nothing allows, and puts in defaults. */
  readonly fill: boolean;
  /** What becomes of the type and metadata of embedded objects when it is malformed; `leave` does not look. */
  readonly embedded: 'leave' | 'refuse' | 'drop';
}

/** The default of a shape, conformed with the defaults inside it. */
export const conformDefault = (value: ReadonlyJson, shape: Shape): ReadonlyJson =>
  new ConformingPass({ prune: true, fill: true, embedded: 'drop' }).value(value, shape);

/** One pass, and what it found. */
export class ConformingPass {
  /** Paths of pruned fields, in the order of the object. */
  readonly pruned: string[] = [];
  /** Paths of dropped fields of metadata in embedded objects. */
  readonly unknownMetadata: string[] = [];
  /** The first embedded object that is refused. */
  refusal: FieldError | undefined;
  readonly #steps: ConformSteps;
  readonly #trail: Step[] = [];
  /** Inside apiVersion, kind and metadata nothing is pruned. */
  #isPruning: boolean;

  constructor(steps: ConformSteps) {
    this.#steps = steps;
    this.#isPruning = steps.prune;
  }

  /** A whole object. Its own apiVersion, kind and metadata are left alone. */
  root(object: ReadonlyJsonObject, shape: Shape): ReadonlyJsonObject {
    return this.#object(object, shape, shape.keepsUnknown, true);
  }

  /** A value that is not null, or null where that is fine. */
  value(value: ReadonlyJson, shape: Shape, keepsUnknown = shape.keepsUnknown): ReadonlyJson {
    if (typeof value !== 'object' || value === null) return value;
    if (isJsonArray(value)) return this.#list(value, shape, keepsUnknown);
    return this.#object(value, shape, keepsUnknown, false);
  }

  #object(object: ReadonlyJsonObject, shape: Shape, keepsUnknown: boolean, isRoot: boolean): ReadonlyJsonObject {
    const keys = Object.keys(object);
    let changed: JsonObject | undefined;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? '';
      const before = object[key] ?? null;
      const after = this.#part(key, before, shape, keepsUnknown, isRoot);
      if (after !== before) changed ??= firstOf(object, keys, at);
      if (changed !== undefined && after !== undefined) setOwn(changed, key, after);
    }
    return this.#steps.fill ? withDefaults(object, changed, shape.defaults) : (changed ?? object);
  }

  /** What becomes of a property; undefined when it is dropped. */
  #part(
    key: string,
    before: ReadonlyJson,
    shape: Shape,
    keepsUnknown: boolean,
    isRoot: boolean,
  ): ReadonlyJson | undefined {
    if (isMetaField(key)) {
      if (isRoot) return before;
      if (shape.isEmbedded) return this.#metaField(key, before, shape);
    }
    const property = shape.properties.get(key);
    const known = property ?? shape.additional;
    if (known === undefined) {
      if (keepsUnknown || !this.#isPruning) return before;
      this.pruned.push(prunedPath([...this.#trail, key]));
      return undefined;
    }
    this.#trail.push(property === undefined ? { key } : key);
    const after = known === 'any' ? this.#shapeless(before) : this.#nullable(before, known);
    this.#trail.pop();
    return after;
  }

  #nullable(before: ReadonlyJson, shape: Shape): ReadonlyJson | undefined {
    if (before === null && !shape.nullable && this.#steps.fill) return shape.default;
    return this.value(before, shape);
  }

  #list(list: ReadonlyJsonArray, { items }: Shape, keepsUnknown: boolean): ReadonlyJsonArray {
    let changed: ReadonlyJson[] | undefined;
    for (let at = 0; at < list.length; at++) {
      const before = list[at] ?? null;
      this.#trail.push(at);
      const after = this.#element(before, items, keepsUnknown);
      this.#trail.pop();
      if (after !== before) changed ??= list.slice(0, at);
      changed?.push(after);
    }
    return changed ?? list;
  }

  /** A null that nothing allows stays in a list when there is no default: dropping it would move the others. */
  #element(before: ReadonlyJson, items: Shape | undefined, keepsUnknown: boolean): ReadonlyJson {
    if (items === undefined) return keepsUnknown ? before : this.#shapeless(before);
    if (before === null && !items.nullable && this.#steps.fill) return items.default ?? null;
    return this.value(before, items, keepsUnknown || items.keepsUnknown);
  }

  #shapeless(value: ReadonlyJson): ReadonlyJson {
    if (!this.#isPruning) return value;
    return withoutProperties(value, (steps) => this.pruned.push(prunedPath([...this.#trail, ...steps])));
  }

  #metaField(key: string, before: ReadonlyJson, shape: Shape): ReadonlyJson | undefined {
    const known = shape.properties.get(key);
    if (before === null && known?.nullable === false && known.default === undefined && this.#steps.fill)
      return undefined;
    const coerced = this.#steps.embedded === 'leave' ? before : this.#coerce(key, before, this.#steps.embedded);
    if (coerced === undefined || known === undefined) return coerced;
    const wasPruning = this.#isPruning;
    this.#isPruning = false;
    const after = this.#nullable(coerced, known);
    this.#isPruning = wasPruning;
    return after;
  }

  #coerce(key: string, before: ReadonlyJson, malformed: 'refuse' | 'drop'): ReadonlyJson | undefined {
    const field = fieldPath([...this.#trail, key]);
    if (key !== 'metadata') {
      if (typeof before === 'string') return before;
      if (malformed === 'refuse') this.refusal ??= invalid(field, before, 'must be a string');
      return malformed === 'drop' ? undefined : before;
    }
    const { metadata, unknownFields, problem } = coerceObjectMeta(before, { malformed });
    if (problem !== undefined) {
      if (malformed === 'refuse') this.refusal ??= invalid(field, before, problem);
      return before;
    }
    for (const name of unknownFields) this.unknownMetadata.push(`${field}.${name}`);
    return metadata;
  }
}

const isMetaField = (key: string): boolean => key === 'metadata' || key === 'kind' || key === 'apiVersion';
