/**
 * Why a key is to be worked on: a small set of causes, merged as adds are, and capped so that a hot key stays small.
 * The queue does not look into a cause; it only tells two of them apart by their key.
 */
import { InvalidInputError } from '@reeve/machinery';

/** How causes are told apart and merged. */
export interface CauseOptions<Cause> {
  /** How many causes a key keeps. The first ones stay, later ones are only counted. 8 unless given. */
  readonly limit?: number;

  /** What two equal causes have in common, compared as a `Map` compares keys; the cause itself unless given. */
  readonly keyOf?: (cause: Cause) => unknown;

  /** What remains of two equal causes; the later one unless given. */
  readonly merge?: (earlier: Cause, later: Cause) => Cause;
}

/** The same with nothing left open. */
export type CauseRules<Cause> = Required<CauseOptions<Cause>>;

/** One for all that have no cause yet. */
const nothing: readonly unknown[] = Object.freeze([]);

/** The causes of one run. */
export class CauseSet<Cause> {
  readonly #rules: CauseRules<Cause>;
  #causes = nothing as Cause[]; // replaced by the first, never added to
  #dropped = 0;

  constructor(rules: CauseRules<Cause>) {
    this.#rules = rules;
  }

  /** The causes in the order of their first arrival. */
  get list(): readonly Cause[] {
    return this.#causes;
  }

  /** How many adds had a cause for which there was no room. */
  get dropped(): number {
    return this.#dropped;
  }

  add(cause: Cause): void {
    if (this.#causes.length === 0 && this.#rules.limit > 0) {
      this.#causes = listOf(cause);
      return;
    }
    const at = this.#placeOf(cause);
    const known = this.#causes[at];
    if (known !== undefined) this.#causes[at] = this.#rules.merge(known, cause);
    else if (this.#causes.length < this.#rules.limit) this.#causes.push(cause);
    else this.#dropped += 1;
  }

  /** A new set with these causes and then those of another. */
  followedBy(later: CauseSet<Cause> | undefined): CauseSet<Cause> {
    const both = new CauseSet(this.#rules);
    for (const set of [this, later]) {
      for (const cause of set?.list ?? []) both.add(cause);
      both.#dropped += set?.dropped ?? 0;
    }
    return both;
  }

  #placeOf(cause: Cause): number {
    const key = this.#rules.keyOf(cause);
    return this.#causes.findIndex((known) => Object.is(this.#rules.keyOf(known), key));
  }
}

/**
 * A list of one. Most keys have one cause: it need not be told apart, and a list that grows takes room for many. It is a copy, as the lists of a literal's place may be made old from the
 * start where the first of them live long, and `Array.of` takes ten times as long.
 */
function listOf<Cause>(cause: Cause): Cause[] {
  const list = room.slice() as Cause[]; // whose only element is replaced at once
  list[0] = cause;
  return list;
}

const room: readonly unknown[] = [undefined];

/** The rules that a user's options stand for. */
export const causeRulesOf = <Cause>(options: CauseOptions<Cause> = {}): CauseRules<Cause> => {
  const { limit = 8, keyOf = (cause) => cause, merge = (_earlier, later) => later } = options;
  if (Number.isSafeInteger(limit) && limit >= 0) return { limit, keyOf, merge };
  throw new InvalidInputError(String(limit), `causes.limit of a work queue is ${limit}: write a whole number from 0`);
};
