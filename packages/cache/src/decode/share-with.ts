/**
 * Gives a new state of an object the parts that did not change: what equals the part of the state before becomes that very part, shared and frozen
 * already. The rest is frozen. Most changes touch a few fields, so that most of the new state is forgotten at once; or was never made, and is put back.
 */
import { deepFreeze } from '@reeve/machinery';

/** Parts deeper than this are not compared. */
const DEEPEST = 48;

/** The parser itself holds strings of this length, and shorter ones, once. */
const INTERNALIZED = 10;

type Members = Record<string, unknown>;

/** Whether parts of the value that is worked on may be frozen: those are somebody else's. To ask each part costs as much as comparing it. */
let meetsFrozen = true;

/** How many parts were left out of the value that is worked on, and how many have been put back. */
let missing = 0;
let filled = 0;

/** The fresh value with parts of the old one, or the old one itself when they are equal. All of it is frozen. What was just parsed has no frozen parts. */
export function shareWith<T>(old: unknown, fresh: T, mayBeFrozen = true): T {
  missing = 0;
  meetsFrozen = mayBeFrozen;
  return share(old, fresh, 0) as T; // equal to what it was given
}

/**
 * The same, for a value that was parsed from a text from which `count` parts of the old one had been left out: they are put where it has null and the
 * old one has a part. Undefined when there are more such places: then a null is meant, and nobody can tell which.
 */
export function fillFrom<T>(old: unknown, fresh: T, count: number): T | undefined {
  missing = count;
  filled = 0;
  meetsFrozen = false;
  const whole = share(old, fresh, 0) as T; // equal to what was written
  return filled === count ? whole : undefined;
}

function share(old: unknown, fresh: unknown, depth: number): unknown {
  if (typeof fresh !== 'object') return fresh;
  if (fresh === null) return missing > 0 && typeof old === 'object' ? putBack(old) : fresh;
  const isComparable = typeof old === 'object' && old !== null && Array.isArray(old) === Array.isArray(fresh);
  if (!isComparable || depth > DEEPEST || (meetsFrozen && Object.isFrozen(fresh))) return deepFreeze(fresh);
  return Array.isArray(fresh)
    ? shareElements(old as unknown[], fresh, depth)
    : shareMembers(old as Members, fresh as Members, depth);
}

/** Null and the state before are not the same, so that there was a part. */
function putBack(part: object | null): object | null {
  filled += 1;
  return part;
}

function shareElements(old: unknown[], fresh: unknown[], depth: number): unknown[] {
  let isSame = old.length === fresh.length;
  for (let at = 0; at < fresh.length; at += 1) {
    const value = fresh[at];
    if (value === old[at]) {
      if (typeof value === 'string' && value.length > INTERNALIZED) fresh[at] = old[at]; // equal, and shared with others already
      continue;
    }
    const shared = share(old[at], value, depth + 1);
    if (shared !== value) fresh[at] = shared;
    isSame &&= shared === old[at];
  }
  return isSame ? old : (Object.freeze(fresh) as unknown[]);
}

function shareMembers(old: Members, fresh: Members, depth: number): Members {
  let isSame = true;
  let count = 0;
  for (const key in fresh) {
    count += 1;
    const value = fresh[key];
    const before = old[key];
    if (value === before) {
      if (typeof value === 'string' && value.length > INTERNALIZED) fresh[key] = before; // equal, and shared with others already
      continue;
    }
    if (key === '__proto__') {
      deepFreeze(value);
      isSame = false;
      continue;
    }
    const shared = share(before, value, depth + 1);
    if (shared !== value) fresh[key] = shared;
    isSame &&= shared === before;
  }
  return isSame && count === countOf(old) ? old : Object.freeze(fresh);
}

function countOf(members: Members): number {
  let count = 0;
  for (const _key in members) count += 1;
  return count;
}
