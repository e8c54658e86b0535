/**
 * The history of an object as a list: in which order revisions came, which number comes next, and which may go. Nothing is written here.
 * Upstream: kubernetes pkg/controller/history.
 */
import { creationTimestampOf, nameOf } from '@reeve/machinery';
import type { ReadRevision } from './revision-data.ts';

/** The revisions, oldest first: by number, then age, then name. */
export const sortRevisions = (revisions: readonly ReadRevision[]): readonly ReadRevision[] =>
  revisions.toSorted(
    (one, other) =>
      numberOf(one) - numberOf(other) ||
      compare(creationTimestampOf(one) ?? '', creationTimestampOf(other) ?? '') ||
      compare(nameOf(one) ?? '', nameOf(other) ?? ''),
  );

/** The number of a revision; the server writes 0 where nobody gave one. */
const numberOf = ({ revision = 0 }: ReadRevision): number => revision;

/** The number of a revision that is newer than all. */
export const nextRevisionNumber = (revisions: readonly ReadRevision[]): number =>
  Math.max(0, ...revisions.map(numberOf)) + 1;

/** The revisions that nobody uses and that are more than the limit allows, oldest first. */
export function revisionsToDelete(
  revisions: readonly ReadRevision[],
  isLive: (revision: ReadRevision) => boolean,
  limit: number,
): readonly ReadRevision[] {
  const unused = sortRevisions(revisions.filter((revision) => !isLive(revision)));
  return unused.slice(0, Math.max(0, unused.length - limit));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
