/**
 * Whether a machine that tries alternatives one after the other needs no more steps than a small multiple of the text's
 * length. Two things are enough for that, if the pattern holds on to the start of the text, or has a loop at its end only.
 * Either there is one loop over single characters, and only a few ways through all the rest. Or no character leaves open
 * whether to stay in a loop: then the text decides when each loop ends, so that there are no more ways to read a text than
 * there are ways through the pattern without turning in loops; these are counted.
 * Upstream: A. Weber, H. Seidl, "On the degree of ambiguity of finite automata".
 */
import { areDisjoint } from './char-set.ts';
import type { PatternPart, PatternTree } from './pattern-syntax.ts';
import { Positions } from './positions.ts';

/** True if a backtracking engine is safe with the pattern, whatever the text. */
export function isLinear({ body, fromStart, toEnd }: PatternTree): boolean {
  const loops = countLoops(body);
  // It is tried again from every character of the text, unless whatever gets as far as the loop has matched.
  if (loops > 0 && !fromStart) return loops === 1 && !toEnd && endsInLoop(body) && waysThrough(body) <= mostWays;
  return (loops <= 1 && waysThrough(body) <= mostWays) || waysToRead(new Positions(body)) <= mostWays;
}

/** Beyond that the factor is no longer small. */
const mostWays = 64;

/** True of a pattern whose one loop is the last thing in it. */
function endsInLoop(part: PatternPart): boolean {
  const last = part.type === 'sequence' ? part.parts.at(-1) : part;
  return last?.type === 'repeat' && last.max === Infinity && last.min <= 1;
}

/** The number of repetitions without a limit; one that holds more than a set of characters counts as many. */
function countLoops(part: PatternPart): number {
  if (part.type === 'characters') return 0;
  if (part.type !== 'repeat') return part.parts.reduce((sum, each) => sum + countLoops(each), 0);
  if (part.max === Infinity) return part.part.type === 'characters' ? 1 : 2;
  return countLoops(part.part) * part.max;
}

/** In how many ways the part can match, not counting how often a loop turns. */
function waysThrough(part: PatternPart): number {
  if (part.type === 'characters') return 1;
  if (part.type === 'sequence') return part.parts.reduce((product, each) => product * waysThrough(each), 1);
  if (part.type === 'choice') return part.parts.reduce((sum, each) => sum + waysThrough(each), 0);
  return part.max === Infinity ? 1 : repeatedWays(waysThrough(part.part), part.min, part.max);
}

function repeatedWays(ways: number, min: number, max: number): number {
  let sum = 0;
  for (let times = min; times <= max && sum <= mostWays; times++) sum += ways ** times;
  return sum;
}

/** The most ways to read any text; infinity if a character may leave open whether to stay in a loop. */
function waysToRead(positions: Positions): number {
  if (positions.isAmbiguous) return Infinity;
  const { sets, next, first } = positions;
  const reached = next.map((_, position) => reachable(position, next));
  const ways: (number | undefined)[] = [];
  const overlap = (one: number, other: number): boolean => !areDisjoint(sets[one] ?? [], sets[other] ?? []);

  /** Positions that a loop leads back from are part of it, and share what can be read after it. */
  const waysFrom = (position: number): number => {
    const loop = [position, ...(reached[position] ?? [])].filter(
      (each) => reached[each]?.has(position) ?? each === position,
    );
    ways[position] ??= Math.max(
      1,
      ...[position, ...loop].map((each) => waysAfter([...(next[each] ?? [])], new Set(loop))),
    );
    return ways[position] ?? Infinity;
  };

  /** The most ways to go on from followers of one position that is in a loop, or in none. */
  const waysAfter = (followers: readonly number[], loop: ReadonlySet<number>): number =>
    Math.max(
      1,
      ...followers.map((one) => {
        const rivals = followers.filter((other) => other === one || overlap(one, other));
        if (rivals.length > 1 && rivals.some((rival) => loop.has(rival))) return Infinity;
        return rivals.reduce((sum, rival) => sum + (loop.has(rival) ? 0 : waysFrom(rival)), 0);
      }),
    );

  return waysAfter(first, new Set());
}

/** All positions that come after one, sooner or later. */
function reachable(position: number, next: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const found = new Set<number>();
  const waiting = [position];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const to of next[from] ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      waiting.push(to);
    }
  }
  return found;
}
