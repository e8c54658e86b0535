/**
 * From kinds to resources and back, by asking the server: nothing before the first question, and again when one finds no match.
 * Names may be plural, singular or short; where several groups or versions have one, the server's preference decides.
 * Upstream: apimachinery meta.RESTMapper; controller-runtime apiutil's lazy mapper.
 */
import { formatApiVersion, formatGroupKind, formatGvr, nodeHost } from '@reeve/machinery';
import type {
  GroupKind,
  GroupResource,
  GroupVersionKind,
  GroupVersionResource,
  Host,
  Kind,
  ResourceScope,
  UnstructuredObject,
} from '@reeve/machinery';
import type { DiscoveredResource } from './discovered.ts';
import { AmbiguousMatchError, NoMatchError } from './discovery-error.ts';
import type { Discovery, DiscoveryOptions } from './discovery.ts';
import { KindCatalogue } from './kind-catalogue.ts';
import { LiveIndex } from './live-index.ts';
import { meantBy, namedIn } from './names.ts';
import type { PartialResource, ResourceIndex } from './resource-index.ts';

/** How a kind is served. */
export interface RestMapping {
  readonly gvk: GroupVersionKind;
  readonly gvr: GroupVersionResource;
  readonly scope: ResourceScope;
  /** The same as a `Kind`, for the verbs of a client. */
  readonly kind: Kind<UnstructuredObject>;
}

/** How a mapper asks, and for how long it believes the answers. */
export interface RestMapperOptions {
  readonly discovery: Pick<Discovery, 'discover'>;
  readonly host?: Host;
  /** How long a miss is believed; 2 seconds unless given. */
  readonly missMs?: number;
  /** How long answers are believed, so that definitions that went are forgotten; 5 minutes unless given. */
  readonly maxAgeMs?: number;
  /** Hears when a short name stands for several resources and the first is taken. */
  readonly onAmbiguity?: (message: string) => void;
}

/** Names as they are served by one server. */
export class RestMapper {
  readonly #index: LiveIndex;
  readonly #onAmbiguity: RestMapperOptions['onAmbiguity'];
  readonly #kinds = new KindCatalogue();
  constructor({ discovery, host = nodeHost(), missMs = 2000, maxAgeMs = 300_000, onAmbiguity }: RestMapperOptions) {
    this.#index = new LiveIndex({ discovery, host, missMs, maxAgeMs });
    this.#onAmbiguity = onAmbiguity;
  }

  /** The kind that a resource holds, in the preferred group and version when they are not given. */
  async kindFor(resource: PartialResource, options: DiscoveryOptions = {}): Promise<GroupVersionKind> {
    return gvkOf(await this.#best(resource, options));
  }

  /** All kinds that a resource may hold, preferred ones first. */
  async kindsFor(resource: PartialResource, options: DiscoveryOptions = {}): Promise<GroupVersionKind[]> {
    return (await this.#matches(resource, options)).map(gvkOf);
  }

  /** The resource with everything that was left out, by plural, singular or short name. */
  async resourceFor(resource: PartialResource, options: DiscoveryOptions = {}): Promise<GroupVersionResource> {
    return gvrOf(await this.#best(resource, options));
  }

  /** All resources that may be meant, preferred ones first. */
  async resourcesFor(resource: PartialResource, options: DiscoveryOptions = {}): Promise<GroupVersionResource[]> {
    return (await this.#matches(resource, options)).map(gvrOf);
  }

  /** How a kind is served: in the first of the given versions that is served, or in the preferred one. */
  async mapping(
    kind: GroupKind & { readonly version?: string | undefined },
    options: MappingOptions = {},
  ): Promise<RestMapping> {
    const [first] = await this.mappings(kind, options);
    if (first === undefined) throw new NoMatchError(formatGroupKind(kind)); // mappings() has thrown already
    return first;
  }

  /** All ways in which a kind is served, preferred ones first. */
  async mappings(
    { group, kind, version }: GroupKind & { readonly version?: string | undefined },
    { versions = version === undefined ? [] : [version], ...options }: MappingOptions = {},
  ): Promise<RestMapping[]> {
    const wanted = [`kind ${formatGroupKind({ group, kind })}`, ...versions].join(' in version ');
    const found = await this.#index.look(
      { wanted, group },
      (index) => index.ofKind({ group, kind }, versions),
      options,
    );
    return found.map((resource) => this.#mappingOf(resource));
  }

  /** The `Kind` for whatever names one: `deployments.apps`, `Deployment.v1.apps`, `deploy`, or its parts as an object. */
  async kind(name: KindName, options: DiscoveryOptions = {}): Promise<Kind<UnstructuredObject>> {
    if (typeof name !== 'string') {
      return 'kind' in name
        ? (await this.mapping(name, options)).kind
        : this.#kinds.kindOf(await this.#best(name, options));
    }
    const found = await this.#index.look(
      { wanted: `resource or kind ${name}` },
      (index) => meantBy(index, name, this.#onAmbiguity),
      options,
    );
    return this.#kinds.kindOf(this.#first(name, found));
  }

  /** The singular name of a resource. */
  async singular(resource: string, options: DiscoveryOptions = {}): Promise<string> {
    return (await this.#best({ resource }, options)).singular;
  }

  /** The resources of a category such as `all`; empty for one that nobody is in. */
  async category(name: string, options: DiscoveryOptions = {}): Promise<GroupResource[]> {
    const index = await this.index(options);
    return index.inCategory(name).map(({ group, plural }) => ({ group, resource: plural }));
  }

  /** Whether objects of a kind are in namespaces. */
  async isNamespaced(
    kind: GroupKind & { readonly version?: string },
    options: DiscoveryOptions = {},
  ): Promise<boolean> {
    return (await this.mapping(kind, options)).scope === 'Namespaced';
  }

  /** Everything that is known, asked for if nothing is. */
  index(options: DiscoveryOptions = {}): Promise<ResourceIndex> {
    return this.#index.current(options);
  }

  /** Forgets everything, so that the next question asks the server. */
  invalidate(): void {
    this.#index.forget();
  }

  async #best(resource: PartialResource, options: DiscoveryOptions): Promise<DiscoveredResource> {
    return this.#first(describe(resource), await this.#matches(resource, options));
  }

  #matches(resource: PartialResource, options: DiscoveryOptions): Promise<DiscoveredResource[]> {
    const question = { wanted: `resource ${describe(resource)}`, group: resource.group };
    return this.#index.look(question, (index) => namedIn(index, resource, this.#onAmbiguity), options);
  }

  /** The preferred one. Two of one group and version that go by the same name cannot be told apart. */
  #first(wanted: string, found: readonly DiscoveredResource[]): DiscoveredResource {
    const [first] = found;
    if (first === undefined) throw new NoMatchError(wanted);
    const equals = found.filter(({ group, version }) => group === first.group && version === first.version);
    if (equals.length > 1)
      throw new AmbiguousMatchError(
        wanted,
        equals.map((each) => formatGvr(gvrOf(each))),
      );
    return first;
  }

  #mappingOf(resource: DiscoveredResource): RestMapping {
    return { gvk: gvkOf(resource), gvr: gvrOf(resource), scope: resource.scope, kind: this.#kinds.kindOf(resource) };
  }
}

/** Whatever names a kind. */
export type KindName = string | PartialResource | (GroupKind & { readonly version?: string | undefined });

/** Which versions will do, in order of preference. */
export interface MappingOptions extends DiscoveryOptions {
  readonly versions?: readonly string[];
}

const describe = ({ group, version, resource }: PartialResource): string =>
  [formatGroup(resource, group ?? ''), version && `in ${formatApiVersion({ group: group ?? '', version })}`]
    .filter(Boolean)
    .join(' ');

const formatGroup = (plural: string, group: string): string => (group === '' ? plural : `${plural}.${group}`);

const gvkOf = ({ group, version, kind }: DiscoveredResource): GroupVersionKind => ({ group, version, kind });

const gvrOf = ({ group, version, plural }: DiscoveredResource): GroupVersionResource => ({
  group,
  version,
  resource: plural,
});
