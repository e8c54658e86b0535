/**
 * The tree below a field set: at each level the elements in order, each with whether the path that ends there is a member
 * and with the level below. Operations walk two trees side by side and share every part they do not change.
 * Upstream: structured-merge-diff fieldpath.Set, with its members and children in one list.
 *
 * Invariants: elements are strictly ascending; a node is a member or has a level below; no path is longer than `maxDepth`.
 */
import { compareElements } from './path-element.ts';
import type { PathElement } from './path-element.ts';

/** One level: the elements that paths have in this place. */
export type FieldTrie = readonly FieldNode[];

/** An element of paths. */
export interface FieldNode {
  readonly element: PathElement;
  readonly isMember: boolean;
  readonly below: FieldTrie;
}

/** The level with nothing in it. */
export const emptyTrie: FieldTrie = Object.freeze([]);

/** The node for an element, or undefined. Looks by halving. */
export function findNode(trie: FieldTrie, element: PathElement): FieldNode | undefined {
  let low = 0;
  let high = trie.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const node = trie[middle];
    const order = node === undefined ? 1 : compareElements(node.element, element);
    if (order === 0) return node;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** The level that these nodes make: empty ones left out, the others in order, and those of one element joined. */
export function levelOf(nodes: readonly FieldNode[]): FieldTrie {
  const some = nodes.every(isNeeded) ? nodes : nodes.filter(isNeeded);
  return isAscending(some)
    ? some
    : joinNeighbours(some.toSorted((one, other) => compareElements(one.element, other.element)));
}

/** Members of either. */
export function unionTries(left: FieldTrie, right: FieldTrie): FieldTrie {
  if (left === right || right.length === 0) return left;
  if (left.length === 0) return right;
  return joinTries(left, right, (one, other) => {
    if (one === undefined || other === undefined) return one ?? other;
    return nodeLike(one, one.isMember || other.isMember, unionTries(one.below, other.below));
  });
}

/** Members of both. */
export function intersectTries(left: FieldTrie, right: FieldTrie): FieldTrie {
  if (left === right || left.length === 0) return left;
  if (right.length === 0) return emptyTrie;
  return joinTries(left, right, (one, other) => {
    if (one === undefined || other === undefined) return undefined;
    return nodeLike(one, one.isMember && other.isMember, intersectTries(one.below, other.below));
  });
}

/** Members of the left that are not members of the right. */
export function subtractTries(left: FieldTrie, right: FieldTrie): FieldTrie {
  if (left === right) return emptyTrie;
  if (left.length === 0 || right.length === 0) return left;
  return joinTries(left, right, (one, other) => {
    if (one === undefined || other === undefined) return one;
    return nodeLike(one, one.isMember && !other.isMember, subtractTries(one.below, other.below));
  });
}

/** Members of the left that are neither members of the right nor below one. */
export function subtractTriesBelow(left: FieldTrie, right: FieldTrie): FieldTrie {
  if (left.length === 0 || right.length === 0) return left;
  return joinTries(left, right, (one, other) => {
    if (one === undefined || other === undefined) return one;
    if (other.isMember) return undefined;
    return nodeLike(one, one.isMember, subtractTriesBelow(one.below, other.below));
  });
}

/** The trie with the nodes that `change` returns instead; undefined takes a node out. */
export function mapTrie(trie: FieldTrie, change: (node: FieldNode) => FieldNode | undefined): FieldTrie {
  return sharedTrie(
    trie,
    trie.map(change).filter((node) => node !== undefined),
  );
}

/** The node with other contents: the same node when nothing differs, undefined when nothing is left. */
export function nodeLike(node: FieldNode, isMember: boolean, below: FieldTrie): FieldNode | undefined {
  if (node.isMember === isMember && node.below === below) return node;
  return isMember || below.length > 0 ? { element: node.element, isMember, below } : undefined;
}

function isNeeded({ isMember, below }: FieldNode): boolean {
  return isMember || below.length > 0;
}

function isAscending(nodes: readonly FieldNode[]): boolean {
  for (let at = 1; at < nodes.length; at += 1) {
    const [before, node] = [nodes[at - 1], nodes[at]];
    if (before && node && compareElements(before.element, node.element) >= 0) return false;
  }
  return true;
}

/** Nodes in order, of which neighbours may be of one element. */
function joinNeighbours(nodes: readonly FieldNode[]): FieldTrie {
  const level: FieldNode[] = [];
  for (const node of nodes) {
    const last = level.at(-1);
    if (last === undefined || compareElements(last.element, node.element) < 0) level.push(node);
    else level[level.length - 1] = unionTries([last], [node])[0] ?? node;
  }
  return level;
}

type Join = (left: FieldNode | undefined, right: FieldNode | undefined) => FieldNode | undefined;

/** Walks two levels in step, asking for each element of either what becomes of it. */
function joinTries(left: FieldTrie, right: FieldTrie, join: Join): FieldTrie {
  const joined: FieldNode[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const one = left[l];
    const other = right[r];
    const order = one === undefined ? 1 : other === undefined ? -1 : compareElements(one.element, other.element);
    const node = join(order <= 0 ? one : undefined, order >= 0 ? other : undefined);
    if (node !== undefined) joined.push(node);
    if (order <= 0) l += 1;
    if (order >= 0) r += 1;
  }
  return sharedTrie(left, joined);
}

function sharedTrie(known: FieldTrie, nodes: FieldTrie): FieldTrie {
  const isSame = known.length === nodes.length && known.every((node, at) => node === nodes[at]);
  return isSame ? known : nodes;
}
