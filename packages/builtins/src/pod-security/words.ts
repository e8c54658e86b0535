/**
 * How the checks of pods name what they found: containers in quotes, one or several. Upstream: pod-security-admission policy/helpers.go.
 */
import { itemsAt, textAt, type Fields } from '@reeve/registry';

/** What a check found wrong; nothing where the pod passes. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

export const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');

/** A word for one and a word for several. */
export const plural = (count: number, one: string, several: string = `${one}s`): string =>
  count === 1 ? one : several;

/** Values without repetition, in their order as bytes. */
export const inOrder = (values: readonly string[]): readonly string[] => [...new Set(values)].toSorted();

/** All containers of a pod: those of its start first, those that were added last. */
export const containersOf = (spec: Fields): readonly Fields[] => [
  ...itemsAt(spec, 'initContainers'),
  ...itemsAt(spec, 'containers'),
  ...itemsAt(spec, 'ephemeralContainers'),
];

export const namesOf = (containers: readonly Fields[]): readonly string[] =>
  containers.map((container) => textAt(container, 'name'));

/** `container "a"`, `containers "a", "b"`. */
export const theContainers = (names: readonly string[]): string =>
  `${plural(names.length, 'container')} ${quoted(names)}`;

/** `pod and container "a"`: who has set something. */
export const setters = (isPod: boolean, containers: readonly string[]): string =>
  [...(isPod ? ['pod'] : []), ...(containers.length > 0 ? [theContainers(containers)] : [])].join(' and ');
