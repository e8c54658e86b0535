/**
 * The chain of an error and its causes. Guards look along it, so that wrapping an error hides nothing.
 */

/** Longer chains are cut: they come from a loop that wraps its own error. */
const LONGEST_CHAIN = 100;

/** The error, its `cause`, the cause of that, and so on; a chain that bites its own tail ends there. */
export function* causeChain(error: unknown): Generator<unknown, void, void> {
  const seen = new Set<unknown>();
  for (let link = error; link !== undefined && link !== null; link = causeOf(link)) {
    if (seen.has(link) || seen.size === LONGEST_CHAIN) return;
    seen.add(link);
    yield link;
  }
}

/** True when the error or one of its causes has this code. */
export const hasCode = (error: unknown, code: string): boolean => {
  for (const link of causeChain(error)) if (propertyOf(link, 'code') === code) return true;
  return false;
};

/** A property of anything, if it is an object that has it: errors may come from another copy of a package. */
export const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const causeOf = (error: unknown): unknown => propertyOf(error, 'cause');
