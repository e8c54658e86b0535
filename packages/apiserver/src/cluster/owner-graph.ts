/**
 * Who depends on whom: for every owner, by uid, the objects that name it. Only objects with owners are remembered.
 *
 * Invariant: an entry is among the dependents of exactly the uids that its references name.
 */
import { deepEqual, ownerReferencesOf, type OwnerReference } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';

/** An object that names owners. A change of its references makes another entry. */
export interface Dependent {
  readonly id: string;
  readonly owners: readonly Readonly<OwnerReference>[];
  /** The uids of owners of which somebody was told that they are elsewhere. */
  readonly reported: Set<string>;
}

export class OwnerGraph {
  readonly #entries = new Map<string, Dependent>();
  readonly #dependents = new Map<string, Set<Dependent>>();

  get(id: string): Dependent | undefined {
    return this.#entries.get(id);
  }

  /** Notes the owners of an object as it is now; undefined where there are none. */
  put(id: string, object: ApiObject): Dependent | undefined {
    const owners = ownerReferencesOf(object);
    const before = this.#entries.get(id);
    if (before !== undefined && deepEqual(before.owners, owners)) return before;
    this.remove(id);
    if (owners.length === 0) return undefined;
    const entry: Dependent = { id, owners, reported: new Set() };
    this.#entries.set(id, entry);
    for (const { uid } of owners) this.#of(uid).add(entry);
    return entry;
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    for (const { uid } of entry?.owners ?? []) {
      const dependents = this.#dependents.get(uid);
      dependents?.delete(entry as Dependent);
      if (dependents?.size === 0) this.#dependents.delete(uid);
    }
  }

  /** The objects that name an owner. */
  dependentsOf(uid: string): Dependent[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  hasDependents(uid: string): boolean {
    return this.#dependents.has(uid);
  }

  clear(): void {
    this.#entries.clear();
    this.#dependents.clear();
  }

  #of(uid: string): Set<Dependent> {
    let dependents = this.#dependents.get(uid);
    if (dependents === undefined) this.#dependents.set(uid, (dependents = new Set()));
    return dependents;
  }
}

/** True where the owner has to wait for this dependent. */
export const isBlocking = ({ owners }: Dependent, uid: string): boolean =>
  owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true);
