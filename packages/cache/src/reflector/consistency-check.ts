/**
 * Compares a streamed list with an ordinary one of exactly the same version. Costs a second list; for tests and for doubts about a server.
 * Upstream: client-go util/consistencydetector.
 */
import { canonicalJson } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';

/** What differs, as `namespace/name` with a word about it; empty when both are equal, in whatever order. */
export function differencesOf<T extends KubeObject>(
  streamed: readonly DeepReadonly<T>[],
  listed: readonly DeepReadonly<T>[],
): string[] {
  const left = byUid(streamed);
  const right = byUid(listed);
  const differences: string[] = [];
  for (const [uid, object] of left) {
    const other = right.get(uid);
    if (other === undefined) differences.push(`${nameOf(object)} is not listed`);
    else if (canonicalJson(object) !== canonicalJson(other)) differences.push(`${nameOf(object)} has another content`);
  }
  for (const [uid, object] of right) if (!left.has(uid)) differences.push(`${nameOf(object)} is not streamed`);
  return differences;
}

const byUid = <T extends KubeObject>(objects: readonly DeepReadonly<T>[]): Map<string, DeepReadonly<T>> =>
  new Map(objects.map((object) => [object.metadata.uid ?? nameOf(object), object]));

const nameOf = ({ metadata }: DeepReadonly<KubeObject>): string =>
  metadata.namespace === undefined ? `${metadata.name}` : `${metadata.namespace}/${metadata.name}`;
