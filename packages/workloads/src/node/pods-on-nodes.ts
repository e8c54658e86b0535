/**
 * Which pods are on which node, as a controller of pods has seen them: so that an event about a node finds them.
 */
import { parseKey } from '@reeve/machinery';
import type { DeepReadonly, ObjectKey } from '@reeve/machinery';
import type { Node } from '@reeve/kinds/core/v1';
import { requestOf, sidesOf } from '@reeve/runtime';
import type { EventMapper, ObjectEvent, Request } from '@reeve/runtime';

export class PodsOnNodes {
  readonly #nodeOf = new Map<ObjectKey, string>();
  readonly #podsOf = new Map<string, Set<ObjectKey>>();

  /** Notes where a pod is. */
  note(key: ObjectKey, node: string): void {
    if (this.#nodeOf.get(key) === node) return;
    this.forget(key);
    this.#nodeOf.set(key, node);
    this.#podsOf.set(node, (this.#podsOf.get(node) ?? new Set()).add(key));
  }

  /** The node on which a pod is, as far as that is known. */
  nodeOf(key: ObjectKey): string | undefined {
    return this.#nodeOf.get(key);
  }

  forget(key: ObjectKey): void {
    const node = this.#nodeOf.get(key);
    if (node === undefined) return;
    this.#nodeOf.delete(key);
    const pods = this.#podsOf.get(node);
    pods?.delete(key);
    if (pods?.size === 0) this.#podsOf.delete(node);
  }

  /** Wakes the pods of a node when something of it changes that `of` gives; and when it comes or goes. */
  mapper(of: (node: DeepReadonly<Node>) => string): EventMapper<Node> {
    const isSame = (event: ObjectEvent<Node>): boolean => {
      const [one, other] = sidesOf(event).map(of);
      return event.type === 'update' && one === other;
    };
    return { name: 'pods of the node', requests: (event) => (isSame(event) ? [] : this.requests(event)) };
  }

  /** All pods of the node. */
  requests({ object }: Pick<ObjectEvent<Node>, 'object'>): readonly Request[] {
    return [...(this.#podsOf.get(object.metadata.name ?? '') ?? [])].map((key) => {
      const { namespace, name } = parseKey(key);
      return requestOf(namespace, name);
    });
  }
}
