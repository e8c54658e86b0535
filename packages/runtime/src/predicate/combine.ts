/**
 * Predicates made of predicates.
 * Upstream: controller-runtime predicate.And, Or, Not.
 */
import type { KubeObject } from '@reeve/machinery';
import type { Predicate } from './predicate.ts';

/** All of them pass the event; none is asked after one that does not. */
export const and = <T extends KubeObject>(...all: readonly Predicate<T>[]): Predicate<T> => ({
  name: named('and', all),
  test: (event) => all.every((one) => one.test(event)),
});

/** One of them passes the event. */
export const or = <T extends KubeObject>(...all: readonly Predicate<T>[]): Predicate<T> => ({
  name: named('or', all),
  test: (event) => all.some((one) => one.test(event)),
});

/** It does not pass the event. */
export const not = <T extends KubeObject>(one: Predicate<T>): Predicate<T> => ({
  name: named('not', [one]),
  test: (event) => !one.test(event),
});

const named = (word: string, parts: readonly { readonly name: string }[]): string =>
  `${word}(${parts.map(({ name }) => name).join(', ')})`;
