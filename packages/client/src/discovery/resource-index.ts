/**
 * Finds resources and kinds in what discovery told: by plural, singular or short name, by kind, by category. Answers are in order of
 * preference: groups as the server lists them, in each its preferred version first. Pure and immutable.
 * Upstream: apimachinery meta.DefaultRESTMapper and PriorityRESTMapper; client-go restmapper's shortcut and category expanders.
 */
import type { GroupKind } from '@reeve/machinery';
import type { DiscoveredGroup, DiscoveredResource, DiscoveryResult } from './discovered.ts';

/** A resource of which not everything is known. An empty group means the core group. */
export interface PartialResource {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly resource: string;
}

/** Everything that is served, ready to be looked up. */
export class ResourceIndex {
  /** What could not be discovered, by `group/version`. */
  readonly failures: ReadonlyMap<string, Error>;
  readonly #all: readonly DiscoveredResource[];
  readonly #byName = new Map<string, DiscoveredResource[]>();
  readonly #byShortName = new Map<string, DiscoveredResource[]>();
  readonly #byKind = new Map<string, DiscoveredResource[]>();
  readonly #groups: readonly DiscoveredGroup[];

  constructor({ groups, failures }: DiscoveryResult) {
    this.failures = failures;
    this.#groups = groups;
    this.#all = groups.flatMap(inOrderOfPreference);
    for (const resource of this.#all) {
      for (const name of new Set([resource.plural, resource.singular])) add(this.#byName, name, resource);
      for (const name of resource.shortNames) add(this.#byShortName, name, resource);
      add(this.#byKind, resource.kind, resource);
    }
  }

  /** The groups as the server lists them. */
  get groups(): readonly DiscoveredGroup[] {
    return this.#groups;
  }

  /** Every resource in every version, preferred ones first. */
  get resources(): readonly DiscoveredResource[] {
    return this.#all;
  }

  /** Resources by plural or singular name. A group need only begin like the given one when none is called that. */
  named({ group, version, resource }: PartialResource): DiscoveredResource[] {
    const found = (this.#byName.get(resource.toLowerCase()) ?? []).filter(inVersion(version));
    return inGroup(found, group);
  }

  /** Resources by short name. */
  shortNamed({ group, version, resource }: PartialResource): DiscoveredResource[] {
    const found = (this.#byShortName.get(resource.toLowerCase()) ?? []).filter(inVersion(version));
    return inGroup(found, group);
  }

  /** Resources of a kind, in the given versions and in their order, or in any. */
  ofKind({ group, kind }: GroupKind, versions: readonly string[] = []): DiscoveredResource[] {
    const found = (this.#byKind.get(kind) ?? []).filter((each) => each.group === group);
    if (versions.length === 0) return found;
    return versions.flatMap((version) => found.filter(inVersion(version)));
  }

  /** Resources of a category, each in its preferred version. */
  inCategory(category: string): DiscoveredResource[] {
    const taken = new Set<string>();
    return this.#all.filter(({ categories, group, plural }) => {
      const id = `${plural}.${group}`;
      return categories.includes(category) && !taken.has(id) && taken.add(id);
    });
  }
}

const inOrderOfPreference = ({ preferredVersion, versions }: DiscoveredGroup): DiscoveredResource[] =>
  [
    ...versions.filter(({ version }) => version === preferredVersion),
    ...versions.filter(({ version }) => version !== preferredVersion),
  ].flatMap(({ resources }) => resources);

const inVersion = (version: string | undefined) => (resource: DiscoveredResource) =>
  version === undefined || version === '' || resource.version === version;

function inGroup(found: DiscoveredResource[], group: string | undefined): DiscoveredResource[] {
  if (group === undefined) return found;
  const exact = found.filter((resource) => resource.group === group);
  return exact.length > 0 || group === '' ? exact : found.filter((resource) => resource.group.startsWith(group));
}

function add(index: Map<string, DiscoveredResource[]>, name: string, resource: DiscoveredResource): void {
  const entries = index.get(name);
  if (entries === undefined) index.set(name, [resource]);
  else entries.push(resource);
}
