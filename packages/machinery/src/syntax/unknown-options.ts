/**
 * Options that a function does not know. Programs whose types are only taken out never hear of a misspelled one, and what it was to do would just not happen.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
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

/** Refuses an option that is not among the known ones, with what was probably meant. */
export function refuseUnknownOptions(whose: string, given: object, known: Readonly<Record<string, unknown>>): void {
  const [unknown] = unknownOptions(given, known);
  if (unknown === undefined) return;
  const { name, meant } = unknown;
  const advice = meant === undefined ? `there are ${Object.keys(known).join(', ')}` : `did you mean ${meant}?`;
  throw new InvalidInputError(name, `${whose} has no option ${name}: ${advice}`);
}

/** The nearest name, or else one that has the given one in it. */
function meantBy(name: string, names: readonly string[]): string | undefined {
  const part = name.toLowerCase();
  return nearest(name, names) ?? names.find((one) => part.length > 2 && one.toLowerCase().includes(part));
}
