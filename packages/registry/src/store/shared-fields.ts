/**
 * The field sets in `managedFields`, each kept once: objects that were written alike are owned alike, and the sets would take as much memory as the objects.
 */
import type { DeepReadonly, UnstructuredObject } from '@reeve/machinery';

type ManagedFields = NonNullable<DeepReadonly<UnstructuredObject>['metadata']['managedFields']>;

/** So many are remembered at most; then the memory begins anew. */
const most = 1000;

export class SharedFields {
  readonly #known = new Map<string, object>();

  /** The same entries, with sets that others have too. Those that are frozen are somebody's already. */
  share(entries: ManagedFields): ManagedFields {
    if (entries.every((entry) => Object.isFrozen(entry))) return entries;
    return entries.map((entry) =>
      entry.fieldsV1 && !Object.isFrozen(entry) ? { ...entry, fieldsV1: this.#shared(entry.fieldsV1) } : entry,
    );
  }

  #shared(fields: object): object {
    const text = JSON.stringify(fields);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(text, fields);
    return fields;
  }
}
