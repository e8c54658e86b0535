/**
 * A field selector that is ready to be asked: all of its requirements must be fulfilled. Immutable; prints in canonical form,
 * sorted, which parses to an equal one.
 * Upstream: apimachinery fields.Selector.
 */
import { everyIn } from '../../collections/frozen-lists.ts';
import { fieldMatches, fieldRequirement, fieldRequirementToString } from './field-requirement.ts';
import type { FieldRequirement, FieldSource } from './field-requirement.ts';
import { parseFieldRequirements } from './parse-field-requirements.ts';

/** Gives another field and value for one, or undefined to drop the requirement. Both empty drop it, too. */
export type FieldTransform = (
  field: string,
  value: string,
) => { readonly field: string; readonly value: string } | undefined;

/** The query for the text of a selector. Empty text selects everything; a mistake in it is an `InvalidInputError`. */
export const parseFieldSelector = (selector: string): FieldQuery => FieldQuery.of(parseFieldRequirements(selector));

/** The query for fields that must all have these values. No fields are `everything`. */
export const fieldsToQuery = (fields: Readonly<Record<string, string>>): FieldQuery =>
  FieldQuery.of(Object.entries(fields).map(([field, value]) => fieldRequirement(field, '=', value)));

/** A compiled field selector. Made by `parseFieldSelector`, `fieldsToQuery` and `FieldQuery.of`. */
export class FieldQuery {
  /** Matches whatever fields there are. */
  static readonly everything = new FieldQuery([], false);

  /** Matches no object at all. */
  static readonly nothing = new FieldQuery([], true);

  /** Sorted as they are printed. */
  readonly requirements: readonly FieldRequirement[];

  /** True of the query that can never match, so that nobody needs to ask a server. */
  readonly isNothing: boolean;

  private constructor(requirements: readonly FieldRequirement[], isNothing: boolean) {
    this.requirements = Object.freeze(requirements.toSorted(asPrinted));
    this.isNothing = isNothing;
    Object.freeze(this);
  }

  /** The query with these requirements; without any it is `everything`. */
  static of(requirements: readonly FieldRequirement[]): FieldQuery {
    return requirements.length === 0 ? FieldQuery.everything : new FieldQuery(requirements, false);
  }

  /** True when the query restricts nothing, so that nobody needs to look at fields. */
  get isEverything(): boolean {
    return !this.isNothing && this.requirements.length === 0;
  }

  /** True when the fields fulfil every requirement. A field that is missing counts as empty. */
  matches(fields: FieldSource): boolean {
    return !this.isNothing && everyIn(this.requirements, (requirement) => fieldMatches(requirement, fields));
  }

  /** The query that matches what both match. */
  and(other: FieldQuery): FieldQuery {
    if (this.isNothing || other.isNothing) return FieldQuery.nothing;
    return FieldQuery.of([...this.requirements, ...other.requirements]);
  }

  /** The one value that the field must have, or undefined when none is required. */
  requiresExactMatch(field: string): string | undefined {
    return this.requirements.find((requirement) => requirement.field === field && requirement.operator === '=')?.value;
  }

  /** The query with every field and value replaced, as when a server translates the fields of another version. */
  transform(replace: FieldTransform): FieldQuery {
    if (this.isNothing) return this;
    const replaced = this.requirements.flatMap(({ field, operator, value }) => {
      const next = replace(field, value);
      if (next === undefined || (next.field === '' && next.value === '')) return [];
      return [fieldRequirement(next.field, operator, next.value)];
    });
    return FieldQuery.of(replaced);
  }

  /** True when both have the same requirements. */
  equals(other: FieldQuery): boolean {
    if (this.isNothing !== other.isNothing) return false;
    const mine = new Set(this.requirements.map(fieldRequirementToString));
    const theirs = new Set(other.requirements.map(fieldRequirementToString));
    return mine.size === theirs.size && [...mine].every((requirement) => theirs.has(requirement));
  }

  /**
   * The selector as text, for a server or a log. The query that matches nothing has no such text: it prints as one that
   * every server refuses, since the empty text would select everything.
   */
  toString(): string {
    return this.isNothing ? '<nothing>' : this.requirements.map(fieldRequirementToString).join(',');
  }
}

function asPrinted(one: FieldRequirement, other: FieldRequirement): number {
  const [left, right] = [fieldRequirementToString(one), fieldRequirementToString(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
