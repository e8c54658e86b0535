/**
 * From paths to the tree below a field set and back, and questions about single paths in it.
 */
import { checkDepth } from '../../json/depth.ts';
import type { FieldPath } from './field-path.ts';
import { emptyTrie, findNode, mapTrie, nodeLike, unionTries } from './field-trie.ts';
import type { FieldTrie } from './field-trie.ts';
import { compareElements } from './path-element.ts';

/** The trie with one path in it; none for the empty path. */
export function branchOf(path: FieldPath): FieldTrie {
  checkDepth(path.length, 'field path');
  let trie = emptyTrie;
  for (const element of path.toReversed()) trie = [{ element, isMember: trie === emptyTrie, below: trie }];
  return trie;
}

/** The union of tries, halving the list so that a long one costs no more than sorting it. */
export function uniteAll(tries: readonly FieldTrie[]): FieldTrie {
  if (tries.length < 2) return tries[0] ?? emptyTrie;
  const middle = tries.length >>> 1;
  return unionTries(uniteAll(tries.slice(0, middle)), uniteAll(tries.slice(middle)));
}

/** What continues a path. */
export function trieBelow(trie: FieldTrie, path: FieldPath): FieldTrie {
  let below = trie;
  for (const element of path) below = findNode(below, element)?.below ?? emptyTrie;
  return below;
}

/** How many paths there are. */
export function countMembers(trie: FieldTrie): number {
  let count = 0;
  for (const { isMember, below } of trie) count += (isMember ? 1 : 0) + countMembers(below);
  return count;
}

/** The paths that no other continues. */
export function leavesOf(trie: FieldTrie): FieldTrie {
  return mapTrie(trie, (node) => nodeLike(node, node.below.length === 0, leavesOf(node.below)));
}

/** The paths that a function says yes to. */
export function filterTrie(trie: FieldTrie, prefix: FieldPath, keeps: (path: FieldPath) => boolean): FieldTrie {
  return mapTrie(trie, (node) => {
    const path = [...prefix, node.element];
    return nodeLike(node, node.isMember && keeps(path), filterTrie(node.below, path, keeps));
  });
}

/** True if both have the same paths. */
export function sameTries(left: FieldTrie, right: FieldTrie): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  return left.every((node, at) => {
    const other = right[at];
    if (other === undefined || node.isMember !== other.isMember) return false;
    return compareElements(node.element, other.element) === 0 && sameTries(node.below, other.below);
  });
}

/** All paths; of each level those that end there first. */
export function* pathsOf(trie: FieldTrie, prefix: FieldPath): Generator<FieldPath, void, void> {
  for (const { element, isMember } of trie) if (isMember) yield [...prefix, element];
  for (const { element, below } of trie) if (below.length > 0) yield* pathsOf(below, [...prefix, element]);
}
