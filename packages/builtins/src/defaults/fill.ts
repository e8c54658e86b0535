/**
 * Filling in what was left out, copy on write: what is complete already comes back as it is. What Go calls nil, and an empty text, count as left out.
 */
import { withFields } from '@reeve/machinery';
import { fieldsOf, isSet, listAt, type Fields } from '@reeve/registry';

/** Completes the fields of an object. */
export type Fill = (fields: Fields) => Fields;

/** Adds the fields that are missing. */
export function fill(fields: Fields, missing: Fields): Fields {
  let added: Record<string, unknown> | undefined;
  for (const name in missing) if (isSet(missing[name]) && isLeftOut(fields[name])) (added ??= {})[name] = missing[name];
  return added === undefined ? fields : withFields(fields, added);
}

/** Adds the fields that are missing or zero: numbers that Go does not keep behind a pointer. */
export function fillZeros(fields: Fields, missing: Readonly<Record<string, number>>): Fields {
  const added = Object.entries(missing).filter(([name]) => !isSet(fields[name]) || fields[name] === 0);
  return added.length === 0 ? fields : withFields(fields, Object.fromEntries(added));
}

/** Completes a part, where there is one. */
export function within(fields: Fields, name: string, complete: Fill): Fields {
  if (!isSet(fields[name])) return fields;
  return replaced(fields, name, complete(fieldsOf(fields[name])));
}

/** Completes a part that is there in any case, if only empty. */
export const always = (fields: Fields, name: string, complete: Fill): Fields =>
  replaced(fields, name, complete(fieldsOf(fields[name])));

/** Completes each item of a list. */
export function each(fields: Fields, name: string, complete: Fill): Fields {
  const items = listAt(fields, name);
  if (items.length === 0) return fields;
  const completed = items.map((item) => complete(fieldsOf(item)));
  return completed.every((item, index) => item === items[index]) ? fields : withFields(fields, { [name]: completed });
}

/** One after the other. */
export const all =
  (...steps: readonly Fill[]): Fill =>
  (fields) =>
    steps.reduce((value, step) => step(value), fields);

export const isLeftOut = (value: unknown): boolean => !isSet(value) || value === '';

const replaced = (fields: Fields, name: string, value: unknown): Fields =>
  value === fields[name] ? fields : withFields(fields, { [name]: value });
