/**
 * What is served, found by where it is kept and by what owner references call it. Follows the registry: definitions come and go.
 */
import type { ResourceRegistry, ServedResource } from '@reeve/registry';

export class KnownKinds {
  readonly #registry: ResourceRegistry;
  #generation = -1;
  #byTable = new Map<string, ServedResource>();
  #byKind = new Map<string, ServedResource>();

  constructor(registry: ResourceRegistry) {
    this.#registry = registry;
  }

  /** The resource through which the objects of a table are written: its group's preferred version. */
  ofTable(table: string): ServedResource | undefined {
    this.#refresh();
    return this.#byTable.get(table);
  }

  /** The resource that an owner reference speaks of. */
  ofKind(apiVersion: string, kind: string): ServedResource | undefined {
    this.#refresh();
    return this.#byKind.get(`${apiVersion} ${kind}`);
  }

  /** The resources whose objects live in namespaces, each storage once. */
  namespaced(): ServedResource[] {
    this.#refresh();
    return [...this.#byTable.values()].filter(({ scope }) => scope === 'Namespaced');
  }

  #refresh(): void {
    if (this.#generation === this.#registry.generation) return;
    this.#generation = this.#registry.generation;
    this.#byTable = new Map();
    this.#byKind = new Map();
    for (const { name, versions } of this.#registry.groups())
      for (const version of versions)
        for (const resource of this.#registry.inVersion(name, version)) this.#note(resource);
  }

  /** Reviews and their like are answered, not kept, and so have nothing to delete. */
  #note(resource: ServedResource): void {
    if (!resource.verbs.has('delete')) return;
    const { apiVersion, kind, storage } = resource;
    this.#byKind.set(`${apiVersion} ${kind}`, resource);
    if (!this.#byTable.has(storage.table)) this.#byTable.set(storage.table, resource);
  }
}
