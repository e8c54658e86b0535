/**
 * The behavior of an autoscaler in the annotation that carries it through version 1: under the names that Go gives its fields, all of them, in their order.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import { fieldsAt, hasAt, isSet, itemsAt, type Fields } from '@reeve/registry';

const behaviorFields = ['ScaleUp', 'ScaleDown'];
const ruleFields = ['StabilizationWindowSeconds', 'SelectPolicy', 'Policies', 'Tolerance'];
const policyFields = ['Type', 'Value', 'PeriodSeconds'];

/** A behavior as it travels. */
export function printBehavior(behavior: Fields): Fields {
  const rules = (each: Fields): Fields => {
    const policies = isSet(each['policies'])
      ? itemsAt(each, 'policies').map((policy) => capitalized(policy, policyFields))
      : null;
    return { ...capitalized(each, ruleFields), Policies: policies };
  };
  return Object.fromEntries(
    behaviorFields.map((name) => [name, hasAt(behavior, lower(name)) ? rules(fieldsAt(behavior, lower(name))) : null]),
  );
}

const capitalized = (value: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, value[lower(name)] ?? null]));

/** A behavior that travelled; names are read whatever their case, as Go does. */
export function readBehavior(value: unknown): Fields | undefined {
  if (!isJsonObject(value)) return undefined;
  const behavior = lowered(value);
  return Object.keys(behavior).length === 0 ? undefined : behavior;
}

function lowered(value: Fields): Fields {
  const entries = Object.entries(value).filter(([, item]) => isSet(item));
  return Object.fromEntries(entries.map(([name, item]) => [lower(name), loweredItem(item)]));
}

function loweredItem(item: unknown): unknown {
  if (isJsonArray(item)) return item.map(loweredItem);
  return isJsonObject(item) ? lowered(item) : item;
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
