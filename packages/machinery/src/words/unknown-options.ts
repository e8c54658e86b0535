/**
 * Options that a function does not know. Programs whose types are only taken out never hear of a misspelled one, and what it was to do would just not happen.
 */
import { nearest } from './nearest.ts';

/** An option that nobody reads. */
export interface UnknownOption {
  readonly name: string;
  /** The one that was probably meant. */
  readonly meant: string | undefined;
}

/** The options that are not among the known ones. An option without a value is none. */
export function unknownOptions(given: object, known: Readonly<Record<string, unknown>>): UnknownOption[] {
  return Object.entries(given)
    .filter(([name, value]) => value !== undefined && !Object.hasOwn(known, name))
    .map(([name]) => ({ name, meant: meantBy(name, Object.keys(known)) }));
}

/** The nearest name, or else one that has the given one in it. */
function meantBy(name: string, names: readonly string[]): string | undefined {
  const part = name.toLowerCase();
  return nearest(name, names) ?? names.find((one) => part.length > 2 && one.toLowerCase().includes(part));
}
