/**
 * Which Services wait for which nodes: a pod may say a node that nobody knows yet, and is left out until the node is there.
 */
import type { ObjectKey } from '@reeve/machinery';

/** Nodes that are waited for, by those who wait. */
export class AwaitedNodes {
  readonly #byService = new Map<ObjectKey, ReadonlySet<string>>();

  /** Remembers what a Service waits for. */
  set(service: ObjectKey, nodes: readonly string[]): void {
    if (nodes.length === 0) this.#byService.delete(service);
    else this.#byService.set(service, new Set(nodes));
  }

  forget(service: ObjectKey): void {
    this.#byService.delete(service);
  }

  /** The Services that wait for a node. */
  by(node: string): ObjectKey[] {
    return [...this.#byService].flatMap(([service, nodes]) => (nodes.has(node) ? [service] : []));
  }
}
