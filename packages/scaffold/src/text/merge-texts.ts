/**
 * Three texts become one: what a generator made before, what a person made of it, and what the generator makes now. Where both changed the same lines both stay, between marks.
 * Upstream: diff3, as git merges.
 */
import { commonLines, linesOf } from './line-diff.ts';

/** The merged text, and how many places a person has to decide. */
export interface MergedText {
  readonly text: string;
  readonly conflicts: number;
}

/** What the two sides of a conflict are called. */
export interface MergeNames {
  readonly mine: string;
  readonly theirs: string;
}

/** Merges line by line. Without a base, what both have is kept, and what differs is a conflict. */
export function mergeTexts(
  base: string | undefined,
  mine: string,
  theirs: string,
  { mine: mineName, theirs: theirsName }: MergeNames,
): MergedText {
  const [a, b] = [linesOf(mine), linesOf(theirs)];
  const old = base === undefined ? commonLines(a, b).map(([at]) => a[at] ?? '') : linesOf(base);
  const inMine = new Map(commonLines(old, a));
  const inTheirs = new Map(commonLines(old, b));
  const out: string[] = [];
  let conflicts = 0;
  let [o, m, t] = [0, 0, 0];

  const takeUntil = (toO: number, toM: number, toT: number): void => {
    const [was, ours, news] = [old.slice(o, toO).join(''), a.slice(m, toM).join(''), b.slice(t, toT).join('')];
    [o, m, t] = [toO, toM, toT];
    if (ours === news || news === was) out.push(ours);
    else if (ours === was) out.push(news);
    else {
      conflicts += 1;
      out.push(`<<<<<<< ${mineName}\n`, ended(ours), '=======\n', ended(news), `>>>>>>> ${theirsName}\n`);
    }
  };

  for (let at = 0; at < old.length; at += 1) {
    const [toM, toT] = [inMine.get(at), inTheirs.get(at)];
    if (toM === undefined || toT === undefined) continue;
    takeUntil(at, toM, toT);
    out.push(old[at] ?? '');
    [o, m, t] = [at + 1, toM + 1, toT + 1];
  }
  takeUntil(old.length, a.length, b.length);
  return { text: out.join(''), conflicts };
}

/** A mark begins on a line of its own. */
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
