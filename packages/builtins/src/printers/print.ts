/**
 * What columns of different kinds have in common: lists cut short, labels and selectors as text, the containers of a template.
 */
import { labelSelectorToString, printAge } from '@reeve/machinery';
import {
  fieldsAt,
  fieldsOf,
  isSet,
  itemsAt,
  textAt,
  textOf,
  valueAt,
  type ApiObject,
  type Fields,
} from '@reeve/registry';

export const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? '';

export const ageOf = ({ metadata }: ApiObject, now: number): string => printAge(metadata.creationTimestamp, now);

/** A text, or a word in angle brackets where there is none. */
export const orElse = (text: string, word: string): string => (text === '' ? word : text);

/** A value as text, or a word where it is not set. */
export const setOr = (value: unknown, word: string): string => (isSet(value) ? textOf(value) : word);

/** Labels as `a=b,c=d`. */
export function printLabels(labels: unknown): string {
  const pairs = Object.entries(fieldsOf(labels)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return orElse(pairs.map(([key, value]) => `${key}=${textOf(value)}`).join(','), '<none>');
}

/** A label selector as a query. */
export function printSelector(selector: unknown): string {
  if (!isSet(selector)) return '<none>';
  try {
    return orElse(labelSelectorToString(fieldsOf(selector)), '<none>');
  } catch {
    return '<error>';
  }
}

/** The first few, and how many more there are. */
export function printFew(texts: readonly string[], most: number, nothing: string, separator = ','): string {
  const shown = texts.slice(0, most).join(separator);
  return texts.length > most ? `${shown} + ${texts.length - most} more...` : orElse(shown, nothing);
}

/** The names and the images of a template's containers. */
export function printContainers(podSpec: unknown): readonly [names: string, images: string] {
  const containers = itemsAt(podSpec, 'containers');
  const joined = (field: string): string => containers.map((container) => textAt(container, field)).join(',');
  return [joined('name'), joined('image')];
}

/** The status of the first condition of a type; empty when there is none. */
export const conditionStatus = (object: unknown, type: string): string => textAt(conditionOf(object, type), 'status');

export const conditionOf = (object: unknown, type: string): Fields | undefined =>
  itemsAt(object, 'status', 'conditions').find((condition) => textAt(condition, 'type') === type);

/** An amount of a resource; none is zero. */
export const quantityAt = (value: unknown, ...path: readonly string[]): string => setOr(valueAt(value, ...path), '0');

/** The addresses by which a load balancer is reached. */
export function printBalancer(object: unknown): string {
  const addresses = itemsAt(fieldsAt(object, 'status', 'loadBalancer'), 'ingress').map(
    (each) => textAt(each, 'ip') || textAt(each, 'hostname'),
  );
  return [...new Set(addresses.filter((address) => address !== ''))].toSorted().join(',');
}
