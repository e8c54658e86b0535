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

/** The causes of one run. Most have one: it is told apart from nobody, and a list is made of it when somebody asks. */
export class CauseSet<Cause> {
  readonly #rules: CauseRules<Cause>;
  #first: Cause | undefined = undefined;
  #causes: Cause[] | undefined = undefined;
  #dropped = 0;

  constructor(rules: CauseRules<Cause>) {
    this.#rules = rules;
  }

  /** The causes in the order of their first arrival. */
  get list(): readonly Cause[] {
    return this.#listed();
  }

  /** The only cause; undefined where there are none, or several. */
  get only(): Cause | undefined {
    return this.#causes === undefined || this.#causes.length === 1 ? this.#first : undefined;
  }

  /** How many adds had a cause for which there was no room. */
  get dropped(): number {
    return this.#dropped;
  }

  add(cause: Cause): void {
    if (this.#first === undefined && this.#rules.limit > 0) this.#first = cause;
    else this.#addTo(this.#listed(), cause);
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

  #listed(): Cause[] {
    if (this.#causes !== undefined) return this.#causes;
    return this.#first === undefined ? [] : (this.#causes = listOf(this.#first));
  }

  #addTo(causes: Cause[], cause: Cause): void {
    const key = this.#rules.keyOf(cause);
    const at = causes.findIndex((known) => Object.is(this.#rules.keyOf(known), key));
    const known = causes[at];
    if (known !== undefined) causes[at] = this.#rules.merge(known, cause);
    else if (causes.length < this.#rules.limit) causes.push(cause);
    else this.#dropped += 1;
    this.#first = causes[0];
  }
}

/**
 * A list of one, as a list that grows takes room for many. It is a copy, as the lists of a literal's place may be made old from the
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
