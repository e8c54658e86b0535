/**
 * Field managers: the names under which writers own fields. At most 128 bytes of printable characters.
 * Upstream: apimachinery meta/v1/validation ValidateFieldManager.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { isLongerThan, tooLong } from './name-rule.ts';

declare const brand: unique symbol;

/** The name of a field manager, which has been checked. Made by `fieldManager`. */
export type FieldManager = string & { readonly [brand]: 'FieldManager' };

/** The longest name of a field manager, in bytes. */
export const maxFieldManagerLength = 128;

/** The name as a field manager. One that is empty, too long or not printable is an `InvalidInputError`. */
export function fieldManager(name: string): FieldManager {
  const problems = name === '' ? ['must be non-empty'] : fieldManagerProblems(name);
  if (problems.length === 0) return name as FieldManager;
  throw new InvalidInputError(
    name,
    `The field manager ${JSON.stringify(name)} cannot be used: ${problems.join('; ')}. Write a short name such as 'website-controller'`,
  );
}

/** The problems of a field manager's name. An empty one is none: requests that leave it out get a default. */
export function fieldManagerProblems(name: string): string[] {
  const problems = isLongerThan(name, maxFieldManagerLength) ? [tooLong(maxFieldManagerLength)] : [];
  let position = 0;
  for (const character of name) {
    if (!isPrintable(character)) problems.push(`invalid character ${codePoint(character)} (at position ${position})`);
    position += Buffer.byteLength(character);
  }
  return problems;
}

/** Letters, marks, numbers, punctuation and symbols of any script; of all spaces only the plain one. */
const isPrintable = (character: string): boolean => /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
