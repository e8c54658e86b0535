/**
 * Writes the history of an object: makes a revision of its template, or brings an equal one to the front. A name that is taken by another template gets a new hash.
 * Upstream: kubernetes pkg/controller/history realHistory.
 */
import { ControllerRevision } from '@reeve/kinds/apps/v1';
import type { PodTemplateSpec } from '@reeve/kinds/core/v1';
import { edit, isAlreadyExists, nameOf, namespaceOf } from '@reeve/machinery';
import type { DeepReadonly, HasMetadata, ObjectMeta } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import { podTemplateHash } from '../pod/pod-template-hash.ts';
import { holdsData, revisionData } from './revision-data.ts';
import type { ReadRevision } from './revision-data.ts';
import { nextRevisionNumber, sortRevisions } from './revision-order.ts';

/** What a revision is to be made of. */
export interface RevisionInput {
  readonly owner: HasMetadata;
  readonly template: DeepReadonly<PodTemplateSpec>;
  /** The revisions that there are. */
  readonly history: readonly ReadRevision[];
  readonly collisionCount: number;
  /** Labels and annotations of a new revision. */
  readonly describe: (hash: string) => Pick<ObjectMeta, 'labels' | 'annotations'>;
}

/** The revision of the template, and how many hashes were taken. */
export interface CurrentRevision {
  readonly revision: ReadRevision;
  readonly collisionCount: number;
}

/** The parts of a run's context that are needed here. */
export type RevisionWriter = Pick<ReconcileContext, 'create' | 'update' | 'client' | 'signal'>;

/** Sees to it that the newest revision is that of the template. */
export async function currentRevision(writer: RevisionWriter, input: RevisionInput): Promise<CurrentRevision> {
  const { template, history, collisionCount } = input;
  const data = revisionData(template);
  const sorted = sortRevisions(history);
  const [newest, equal] = [sorted.at(-1), sorted.findLast((revision) => holdsData(revision, data))];
  if (equal === undefined) return await createRevision(writer, input);
  if (equal === newest) return { revision: equal, collisionCount };
  const revision = edit(equal, (draft) => {
    draft.revision = nextRevisionNumber(history);
  });
  return { revision: await writer.update(ControllerRevision, revision), collisionCount };
}

/** The name of a revision; long names of owners are cut. */
export const revisionName = (owner: HasMetadata, hash: string): string =>
  `${(nameOf(owner) ?? '').slice(0, maxOwnerName)}-${hash}`;

/** What a name can have besides a dash, the hash and room for more. */
const maxOwnerName = 223;

async function createRevision(writer: RevisionWriter, input: RevisionInput): Promise<CurrentRevision> {
  const { owner, template, history, describe } = input;
  const [data, revision] = [revisionData(template), nextRevisionNumber(history)];
  for (let { collisionCount } = input; ; collisionCount++) {
    const hash = podTemplateHash(template, collisionCount);
    const metadata = { name: revisionName(owner, hash), ...namespaced(owner), ...describe(hash) };
    try {
      const made = await writer.create(ControllerRevision, ControllerRevision.of({ metadata, data, revision }));
      return { revision: made, collisionCount };
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const taken = await writer.client.get(ControllerRevision, metadata, { signal: writer.signal });
      if (holdsData(taken, data)) return { revision: taken, collisionCount };
    }
  }
}

const namespaced = (owner: HasMetadata): Pick<ObjectMeta, 'namespace'> => {
  const namespace = namespaceOf(owner);
  return namespace === undefined ? {} : { namespace };
};
