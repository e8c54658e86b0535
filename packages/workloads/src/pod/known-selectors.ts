/**
 * The selectors of the objects that a controller has seen, so that an event about an orphan finds who would adopt it. An object that was never seen is yet to run, and will
 * look for itself.
 * Upstream: what listers do for the getPod…s functions of the controllers.
 */
import { labelsOf, namespaceOf, parseKey } from '@reeve/machinery';
import type { HasMetadata, LabelQuery, ReadableLabelSelector } from '@reeve/machinery';
import { queryOf } from './query-of.ts';

/** Selectors by the keys of their objects. */
export class KnownSelectors {
  readonly #byNamespace = new Map<string, Map<string, LabelQuery>>();

  /** Remembers the selector of an object; none forgets it. */
  set(key: string, selector: ReadableLabelSelector | undefined): void {
    if (selector === undefined) return this.delete(key);
    const namespace = parseKey(key).namespace ?? '';
    const known = this.#byNamespace.get(namespace) ?? new Map<string, LabelQuery>();
    this.#byNamespace.set(namespace, known.set(key, queryOf(selector)));
  }

  delete(key: string): void {
    const namespace = parseKey(key).namespace ?? '';
    const known = this.#byNamespace.get(namespace);
    known?.delete(key);
    if (known?.size === 0) this.#byNamespace.delete(namespace);
  }

  /** The keys of all. */
  keys(): string[] {
    return [...this.#byNamespace.values()].flatMap((known) => [...known.keys()]);
  }

  /** The keys of those that select the object. */
  selecting(object: HasMetadata): string[] {
    const labels = labelsOf(object);
    const known = this.#byNamespace.get(namespaceOf(object) ?? '') ?? [];
    return [...known].flatMap(([key, query]) => (query.matches(labels) ? [key] : []));
  }
}
