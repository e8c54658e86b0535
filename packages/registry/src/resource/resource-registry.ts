/**
 * What is served right now. Built-ins are there from the start; custom resources come and go, and whoever depends on the set (discovery, documents) is told.
 */
import type { ServedResource } from './served-resource.ts';

/** A group with its versions in preferred order. */
export interface ServedGroup {
  readonly name: string;
  readonly versions: readonly string[];
}

export class ResourceRegistry {
  readonly #resources = new Map<string, ServedResource>();
  readonly #groups = new Map<string, string[]>();
  readonly #listeners = new Set<() => void>();
  #generation = 0;

  /** Grows with every change, so that documents made from the set know when they are stale. */
  get generation(): number {
    return this.#generation;
  }

  /** Serves these resources, in this order; a group-version not seen before comes after those known. */
  add(resources: readonly ServedResource[], groups: readonly ServedGroup[] = []): void {
    for (const { name, versions } of groups) this.#groups.set(name, [...versions]);
    for (const resource of resources) {
      this.#resources.set(keyOf(resource), resource);
      const versions = this.#groups.get(resource.group);
      if (versions === undefined) this.#groups.set(resource.group, [resource.version]);
      else if (!versions.includes(resource.version)) versions.push(resource.version);
    }
    this.#changed();
  }

  /** Stops serving what the function picks; groups without resources go too, unless they are built in. */
  remove(isGone: (resource: ServedResource) => boolean): void {
    for (const [key, resource] of this.#resources) if (isGone(resource)) this.#resources.delete(key);
    for (const [group, versions] of this.#groups) {
      const left = versions.filter((version) => this.inVersion(group, version).length > 0);
      if (left.length === 0) this.#groups.delete(group);
      else this.#groups.set(group, left);
    }
    this.#changed();
  }

  /** Puts a group's versions in order. */
  orderVersions(group: string, versions: readonly string[]): void {
    if (this.#groups.has(group)) this.#groups.set(group, [...versions]);
  }

  find(group: string, version: string, plural: string): ServedResource | undefined {
    return this.#resources.get(`${group}/${version}/${plural}`);
  }

  /** Any served version of a resource, the preferred one first. */
  findAnyVersion(group: string, plural: string): ServedResource | undefined {
    for (const version of this.#groups.get(group) ?? []) {
      const found = this.find(group, version, plural);
      if (found) return found;
    }
    return undefined;
  }

  inVersion(group: string, version: string): ServedResource[] {
    return [...this.#resources.values()].filter((resource) => resource.group === group && resource.version === version);
  }

  /** Groups in the order that discovery shows them, the core group first. */
  groups(): ServedGroup[] {
    return [...this.#groups].map(([name, versions]) => ({ name, versions }));
  }

  all(): ServedResource[] {
    return [...this.#resources.values()];
  }

  hasGroup(group: string): boolean {
    return this.#groups.has(group);
  }

  /** Whether everything in a group is defined by custom resources. */
  isCustomGroup(group: string): boolean {
    return this.hasGroup(group) && this.all().every((resource) => resource.group !== group || resource.isCustom);
  }

  hasVersion(group: string, version: string): boolean {
    return this.#groups.get(group)?.includes(version) ?? false;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    this.#generation += 1;
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = ({ group, version, plural }: ServedResource): string => `${group}/${version}/${plural}`;
