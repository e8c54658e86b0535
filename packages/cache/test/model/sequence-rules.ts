/**
 * A store that holds a mirror to its word: versions of an object only ever grow, nothing that was deleted comes back under its uid, events come in
 * the order of their versions.
 */
import { Store, type ReflectorStore } from '@reeve/cache';
import { compareResourceVersions, type DeepReadonly, type KubeObject } from '@reeve/machinery';

type Stored = DeepReadonly<KubeObject>;

export class RuledStore implements ReflectorStore<Stored> {
  readonly store = new Store<Stored>();
  /** Rules that were broken, in words. */
  readonly broken: string[] = [];
  readonly #seen = new Map<string, string>();
  readonly #deleted = new Set<string>();
  #reached = '0';

  add(object: Stored): void {
    this.#event('add', object);
    this.store.add(object);
  }

  update(object: Stored): void {
    this.#event('update', object);
    this.store.update(object);
  }

  delete(object: Stored): void {
    this.#event('delete', object);
    this.#deleted.add(object.metadata.uid ?? '');
    this.store.delete(object);
  }

  replace(objects: readonly Stored[], resourceVersion: string): void {
    if (isOlder(resourceVersion, this.#reached))
      this.broken.push(`a list at ${resourceVersion} after ${this.#reached}`);
    this.#reached = resourceVersion;
    for (const object of objects) this.#see('list', object);
    this.store.replace(objects, resourceVersion);
  }

  resync(): void {}

  bookmark(resourceVersion: string): void {
    if (isOlder(resourceVersion, this.#reached))
      this.broken.push(`a bookmark at ${resourceVersion} after ${this.#reached}`);
    this.#reached = resourceVersion;
    this.store.bookmark(resourceVersion);
  }

  peek(namespace: string | undefined, name: string): Stored | undefined {
    return this.store.peek(namespace, name);
  }

  #event(what: string, object: Stored): void {
    const { resourceVersion = '0', name } = object.metadata;
    if (!isOlder(this.#reached, resourceVersion))
      this.broken.push(`${what} ${name} at ${resourceVersion} after ${this.#reached}`);
    this.#reached = resourceVersion;
    this.#see(what, object);
  }

  #see(what: string, { metadata }: Stored): void {
    const { uid = '', name, resourceVersion = '0' } = metadata;
    const before = this.#seen.get(uid) ?? '0';
    if (isOlder(resourceVersion, before)) this.broken.push(`${what} ${name} at ${resourceVersion}, known at ${before}`);
    if (this.#deleted.has(uid)) this.broken.push(`${what} ${name}, which was deleted`);
    this.#seen.set(uid, resourceVersion);
  }
}

const isOlder = (one: string, other: string): boolean =>
  one !== '0' && other !== '0' ? compareResourceVersions(one, other) === -1 : one === '0' && other !== '0';
