/**
 * Spec and status of any object, read without trust: a field of another type than expected counts as absent.
 */
import { isJsonObject } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, ReadonlyJsonObject } from '@reeve/machinery';

/** A condition, as far as it is one. */
export interface ConditionView {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration: number | undefined;
}

/** An object by what tells how far it is. */
export interface StatusView {
  readonly object: DeepReadonly<KubeObject>;
  readonly spec: ReadonlyJsonObject;
  readonly status: ReadonlyJsonObject;
  readonly hasStatus: boolean;
  readonly conditions: readonly ConditionView[];
  readonly observedGeneration: number | undefined;
}

export function viewOf(object: DeepReadonly<KubeObject>): StatusView {
  const { spec, status } = object as { readonly spec?: unknown; readonly status?: unknown };
  const known = isJsonObject(status) ? status : {};
  return {
    object,
    spec: isJsonObject(spec) ? spec : {},
    status: known,
    hasStatus: isJsonObject(status),
    conditions: conditionsIn(known['conditions']),
    observedGeneration: numberIn(known, 'observedGeneration'),
  };
}

/** The number in a field; undefined for anything else. */
export const numberIn = (fields: ReadonlyJsonObject, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
};

/** The text in a field; undefined for anything else. */
export const textIn = (fields: ReadonlyJsonObject, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The map in a field; empty for anything else. */
export const mapIn = (fields: ReadonlyJsonObject, name: string): ReadonlyJsonObject => {
  const value = fields[name];
  return isJsonObject(value) ? value : {};
};

/** The maps in a list; none for anything else. */
export const mapsIn = (fields: ReadonlyJsonObject, name: string): readonly ReadonlyJsonObject[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((one): one is ReadonlyJsonObject => isJsonObject(one)) : [];
};

/** The condition of a type. */
export const conditionIn = ({ conditions }: StatusView, type: string): ConditionView | undefined =>
  conditions.find((condition) => condition.type === type);

/** What a condition says in words: its message, else its reason. */
export const toldBy = ({ type, status, reason, message }: ConditionView): string =>
  message !== ''
    ? `${type} is ${status}: ${message}`
    : reason !== ''
      ? `${type} is ${status}: ${reason}`
      : `${type} is ${status}`;

function conditionsIn(value: unknown): ConditionView[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (!isJsonObject(one)) return [];
    const [type, status] = [textIn(one, 'type'), textIn(one, 'status')];
    if (type === undefined || status === undefined) return [];
    const [reason, message] = [textIn(one, 'reason') ?? '', textIn(one, 'message') ?? ''];
    return [{ type, status, reason, message, observedGeneration: numberIn(one, 'observedGeneration') }];
  });
}
