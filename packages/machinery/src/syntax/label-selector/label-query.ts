/**
 * A label selector that is ready to be asked: all of its requirements must be fulfilled. Immutable; prints in canonical form,
 * sorted by key, which parses to an equal one.
 * Upstream: apimachinery labels.Selector.
 */
import { everyIn } from '../../collections/frozen-lists.ts';
import { requirementMatches, requirementToString } from './label-requirement.ts';
import type { LabelRequirement } from './label-requirement.ts';
import { parseLabelRequirements } from './parse-label-requirements.ts';

/** The query for the text of a selector. Empty text selects everything; a mistake in it is an `InvalidInputError`. */
export const parseLabelSelector = (selector: string): LabelQuery => LabelQuery.of(parseLabelRequirements(selector));

/** A compiled label selector. Made by `parseLabelSelector`, `labelsToQuery`, `labelSelectorToQuery` and `LabelQuery.of`. */
export class LabelQuery {
  /** Matches whatever labels there are. */
  static readonly everything = new LabelQuery([], false);

  /** Matches no labels at all. */
  static readonly nothing = new LabelQuery([], true);

  /** Sorted by key. Requirements on one key stay in the order they were given. */
  readonly requirements: readonly LabelRequirement[];

  /** True of the query that can never match, so that nobody needs to ask a server. */
  readonly isNothing: boolean;

  private constructor(requirements: readonly LabelRequirement[], isNothing: boolean) {
    this.requirements = Object.freeze(requirements.toSorted(byKey));
    this.isNothing = isNothing;
    Object.freeze(this);
  }

  /** The query with these requirements; without any it is `everything`. */
  static of(requirements: readonly LabelRequirement[]): LabelQuery {
    return requirements.length === 0 ? LabelQuery.everything : new LabelQuery(requirements, false);
  }

  /** True when the query restricts nothing, so that nobody needs to look at labels. */
  get isEverything(): boolean {
    return !this.isNothing && this.requirements.length === 0;
  }

  /** True when the labels fulfil every requirement. No labels are the same as an empty map of them. */
  matches(labels: Readonly<Record<string, string>> | null | undefined): boolean {
    const present = labels ?? {};
    return !this.isNothing && everyIn(this.requirements, (requirement) => requirementMatches(requirement, present));
  }

  /** The query that matches what both match. */
  and(other: LabelQuery): LabelQuery {
    if (this.isNothing || other.isNothing) return LabelQuery.nothing;
    return LabelQuery.of([...this.requirements, ...other.requirements]);
  }

  /** The one value that the label must have, or undefined when the first requirement on it leaves a choice. */
  requiresExactMatch(key: string): string | undefined {
    const first = this.requirements.find((requirement) => requirement.key === key);
    if (first === undefined || !['=', '==', 'in'].includes(first.operator)) return undefined;
    return first.values.length === 1 ? first.values[0] : undefined;
  }

  /** True when both have the same requirements, in whatever order and whichever of `=`, `==` and `in` says so. */
  equals(other: LabelQuery): boolean {
    if (this.isNothing !== other.isNothing) return false;
    const [mine, theirs] = [meanings(this), meanings(other)];
    return mine.size === theirs.size && [...mine].every((meaning) => theirs.has(meaning));
  }

  /**
   * The selector as text, for a server or a log. The query that matches nothing has no such text: it prints as one that
   * every server refuses, since the empty text would select everything.
   */
  toString(): string {
    return this.isNothing ? '<nothing>' : this.requirements.map(requirementToString).join(',');
  }
}

function byKey(one: LabelRequirement, other: LabelRequirement): number {
  if (one.key === other.key) return 0;
  return one.key < other.key ? -1 : 1;
}

const meanings = (query: LabelQuery): Set<string> =>
  new Set(query.requirements.map((requirement) => requirementToString(plain(requirement))));

/** One spelling for what can be said in several ways. */
function plain(requirement: LabelRequirement): LabelRequirement {
  if (requirement.operator === '=' || requirement.operator === '==') return { ...requirement, operator: 'in' };
  return requirement.operator === '!=' ? { ...requirement, operator: 'notin' } : requirement;
}
