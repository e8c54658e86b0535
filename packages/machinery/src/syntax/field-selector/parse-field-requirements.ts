/**
 * The grammar of field selectors: `field=value`, `field==value` and `field!=value`, joined by commas. In a value a backslash
 * stands before a backslash, comma or equals that is meant; a field cannot have any.
 * Upstream: apimachinery fields.ParseSelector.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import type { FieldRequirement } from './field-requirement.ts';
import { unescapeFieldValue } from './field-value-escape.ts';

/** The requirements of a selector, in the order they were written. A mistake is an `InvalidInputError`. */
export function parseFieldRequirements(selector: string): FieldRequirement[] {
  return terms(selector)
    .filter((term) => term !== '') // servers take commas that separate nothing
    .map((term) => requirementIn(selector, term))
    .filter(({ field, value }) => field !== '' || value !== '');
}

/** The text between the commas, of which escaped ones are part of a value. */
function terms(selector: string): string[] {
  const commas = [...selector.matchAll(/\\.|,/gsu)].filter((found) => found[0] === ',').map((found) => found.index);
  const starts = [0, ...commas.map((comma) => comma + 1)];
  return starts.map((start, index) => selector.slice(start, commas[index] ?? selector.length));
}

function requirementIn(selector: string, term: string): FieldRequirement {
  const operator = /!=|==?/.exec(term);
  if (operator === null) {
    throw new InvalidInputError(
      selector,
      `Invalid selector: '${selector}'; can't understand '${term}'. Write field=value or field!=value, joined by ','`,
    );
  }
  return Object.freeze({
    field: term.slice(0, operator.index),
    operator: operator[0] === '!=' ? '!=' : '=',
    value: unescapeFieldValue(term.slice(operator.index + operator[0].length)),
  });
}
