/**
 * The automaton of positions of a pattern: every set of characters in it is a position, and from each position it is known
 * which may come next. Reading a text means to go from position to position.
 * Upstream: V. Glushkov's construction.
 */
import type { CharSet } from './char-set.ts';
import type { PatternPart } from './pattern-syntax.ts';

/** A pattern with more positions than that has none that are of use. */
const mostPositions = 512;

/** Which positions of a part can come first and last, and whether it can match nothing. */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const nothing: Ends = { first: [], last: [], nullable: true };

/** The positions of one pattern. */
export class Positions {
  /** The characters of each position. */
  readonly sets: CharSet[] = [];
  /** The positions that may come after each. */
  readonly next: Set<number>[] = [];
  /** The positions to start with. */
  readonly first: readonly number[];
  /** True if two ways lead from one position to another without reading anything, so that counting positions says little. */
  isAmbiguous = false;

  constructor(body: PatternPart) {
    this.first = this.#add(body).first;
  }

  #add(part: PatternPart): Ends {
    if (this.isAmbiguous) return nothing;
    if (part.type === 'characters') return this.#addSet(part.set);
    if (part.type === 'repeat') return this.#repeat(part.part, part.min, part.max);
    if (part.type === 'choice') return this.#choose(part.parts.map((each) => this.#add(each)));
    return part.parts.reduce<Ends>((before, each) => this.#join(before, this.#add(each)), nothing);
  }

  #addSet(set: CharSet): Ends {
    const position = this.sets.push(set) - 1;
    this.next.push(new Set());
    if (position > mostPositions) this.isAmbiguous = true;
    return { first: [position], last: [position], nullable: false };
  }

  #join(before: Ends, after: Ends): Ends {
    this.#connect(before.last, after.first);
    return {
      first: before.nullable ? [...before.first, ...after.first] : before.first,
      last: after.nullable ? [...before.last, ...after.last] : after.last,
      nullable: before.nullable && after.nullable,
    };
  }

  #choose(options: readonly Ends[]): Ends {
    if (options.filter(({ nullable }) => nullable).length > 1) this.isAmbiguous = true;
    return {
      first: options.flatMap(({ first }) => first),
      last: options.flatMap(({ last }) => last),
      nullable: options.some(({ nullable }) => nullable),
    };
  }

  /** `x{2,4}` is `xx(x(x)?)?`, and `x{2,}` is `xxx*`. */
  #repeat(part: PatternPart, min: number, max: number): Ends {
    let ends = nothing;
    for (let times = 1; times < min; times++) ends = this.#join(ends, this.#addOnce(part));
    const rest = max === Infinity ? this.#loop(part) : this.#upTo(part, max - Math.max(min - 1, 0));
    return this.#join(ends, min === 0 ? { ...rest, nullable: true } : rest);
  }

  #loop(part: PatternPart): Ends {
    const ends = this.#addOnce(part);
    this.#connect(ends.last, ends.first);
    return ends;
  }

  #upTo(part: PatternPart, times: number): Ends {
    if (times === 0 || this.isAmbiguous) return nothing;
    const ends = this.#addOnce(part);
    return times === 1 ? ends : this.#join(ends, { ...this.#upTo(part, times - 1), nullable: true });
  }

  /** Repeating what can match nothing gives several ways to the same place. */
  #addOnce(part: PatternPart): Ends {
    const ends = this.#add(part);
    if (ends.nullable) this.isAmbiguous = true;
    return ends;
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const position of from) {
      const next = this.next[position];
      for (const follower of to) {
        if (next?.has(follower)) this.isAmbiguous = true;
        next?.add(follower);
      }
    }
  }
}
