/**
 * Lists, maps and objects that an expression writes out.
 */
import type { ObjectType } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { ListValue } from '../values/list-value.ts';
import { MapValue, placeOf } from '../values/map-value.ts';
import { Double } from '../values/numbers.ts';
import { ObjectValue } from '../values/object-value.ts';
import type { Value } from '../values/value.ts';
import { Optional } from '../values/value.ts';
import type { Code, Frame } from './frame.ts';

/** The costs of making them. */
const listCost = 10;
const mapCost = 30;
const structCost = 40;

interface Part {
  readonly code: Code;
  readonly isOptional: boolean;
}

/** The value of a part; undefined for an optional part without a value. */
function valueOf(frame: Frame, { code, isOptional }: Part, what: string): Value | undefined {
  const value = code(frame);
  if (!isOptional) return value;
  if (value instanceof Optional) return value.value;
  throw new EvaluationError(`cannot initialize optional ${what} from non-optional value`);
}

/** `[a, ?b]`. */
export function listCode(parts: readonly Part[]): Code {
  return (frame) => {
    frame.charge(listCost);
    const values: Value[] = [];
    for (const part of parts) {
      const value = valueOf(frame, part, 'list element');
      if (value !== undefined) values.push(value);
    }
    return ListValue.of(values);
  };
}

/** `{a: b, ?c: d}`. */
export function mapCode(parts: readonly (Part & { readonly key: Code })[]): Code {
  return (frame) => {
    frame.charge(mapCost);
    const entries: [Value, Value][] = [];
    for (const part of parts) {
      const key = part.key(frame);
      const value = valueOf(frame, part, 'entry');
      if (value !== undefined) entries.push([key, value]);
    }
    return mapOf(entries);
  };
}

/** A map of entries; the last of equal keys counts, which is no error to cel-go. */
export function mapOf(entries: readonly (readonly [Value, Value])[]): MapValue {
  for (const [key] of entries) {
    if (placeOf(key) === undefined || key instanceof Double) throw new EvaluationError('unsupported key type');
  }
  return MapValue.of(entries);
}

/** `Type{field: value}`. */
export function structCode(type: ObjectType, parts: readonly (Part & { readonly name: string })[]): Code {
  return (frame) => {
    frame.charge(structCost);
    const values: Record<string, Value> = Object.create(null) as Record<string, Value>;
    for (const part of parts) {
      const value = valueOf(frame, part, 'field');
      if (value !== undefined) values[part.name] = value;
    }
    return ObjectValue.ofFields(type, values);
  };
}
