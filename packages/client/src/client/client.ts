/**
 * A client of one server: the verbs, bound and derived clients, discovery, and the way to everything else. Derived clients share
 * connections and what is known of the server with the one they come from, which stays as it is; deriving twice gives the same value.
 * Upstream: controller-runtime client.Client and its wrappers; client-go's dynamic and metadata clients.
 */
import { InvalidInputError, RecentMap, canonicalJson, gvkOf, isJsonObject, nodeHost } from '@reeve/machinery';
import type {
  AnyKind,
  Host,
  Kind,
  KindObject,
  KindSubresource,
  KubeObject,
  UnstructuredObject,
} from '@reeve/machinery';
import { Discovery, type DiscoveryOptions, type ServerVersion } from '../discovery/discovery.ts';
import { OpenApi } from '../discovery/open-api.ts';
import { RestMapper, type KindName } from '../discovery/rest-mapper.ts';
import { RestClient } from '../request/rest-client.ts';
import { withHeaders } from '../streams/access-headers.ts';
import type { Cluster } from '../connect/cluster.ts';
import type { Impersonation } from '../config/connection-config.ts';
import { impersonationHeaders, withImpersonation } from '../transport/with-impersonation.ts';
import { withUserAgent } from '../transport/with-user-agent.ts';
import type { ApiCall, Layer } from '../verbs/api-call.ts';
import type { ApplyOptions, FieldValidation, WriteOptions } from '../verbs/options.ts';
import type { Ref } from '../verbs/ref.ts';
import type { ClientOptions } from './client-options.ts';
import { callPath } from './call-path.ts';
import { createOrPatch, createOrUpdate, type Mutate, type Outcome } from './create-or-update.ts';
import { interceptorLayer, type Interceptors } from './interceptors.ts';
import { objectCall } from './kind-calls.ts';
import { MetadataClient } from './metadata-client.ts';
import { inNamespaceLayer } from './namespace-layer.ts';
import { ResourceClient } from './resource-client.ts';
import { PodVerbs } from './pod-verbs.ts';
import { SubresourceClient } from './subresource-client.ts';
import { dryRunLayer, fieldManagerLayer, fieldValidationLayer } from './write-defaults-layers.ts';
import { WriteOnlyClient } from './write-only-client.ts';

/** A client of one server. */
export class Client extends PodVerbs {
  readonly #options: ClientOptions & { readonly host: Host };
  readonly #path: (call: ApiCall) => unknown;
  readonly #bound = new WeakMap<AnyKind, ResourceClient<AnyKind>>();
  readonly #derived = new RecentMap<Client>(1000);
  readonly mapper: RestMapper;
  readonly discovery: Discovery;
  readonly openApi: OpenApi;
  /** Requests of any shape. They carry identity and user agent of this client, but none of its layers. */
  readonly raw: RestClient;

  constructor(options: ClientOptions) {
    super();
    if (!isJsonObject(options) || typeof options.transport?.request !== 'function') {
      throw new InvalidInputError('transport', 'A client needs a transport: new Client({ transport })');
    }
    const { transport, host = nodeHost(), server, timeoutMs, onWarning, access, layers = [] } = options;
    this.#options = { ...options, host };
    this.#path = callPath({ transport, host, timeoutMs, onWarning, access }, layers);
    this.discovery = new Discovery(transport);
    this.openApi = new OpenApi(transport);
    this.mapper = options.mapper ?? new RestMapper({ discovery: this.discovery, host });
    this.raw = new RestClient({
      transport,
      host,
      ...(server && { server }),
      ...(timeoutMs && { timeoutMs }),
      ...(onWarning && { onWarning }),
    });
  }

  /** A client over a connection to a cluster, which stays the caller's to close. */
  static of(cluster: Cluster, options: Omit<ClientOptions, 'transport' | 'access'> = {}): Client {
    const { transport, server } = cluster;
    return new Client({ server, ...options, transport, access: (signal) => cluster.access(signal) });
  }

  protected override call(call: ApiCall): unknown {
    return this.#path(call);
  }

  /** The verbs of one kind. */
  resource<K extends AnyKind>(kind: K): ResourceClient<K> {
    const known = this.#bound.get(kind) ?? new ResourceClient<AnyKind>(this, kind);
    this.#bound.set(kind, known);
    return known as unknown as ResourceClient<K>; // made for this very kind
  }

  /** The verbs that work on metadata alone. */
  metadata<K extends AnyKind>(kind: K): MetadataClient<K> {
    return new MetadataClient(kind, this.#path);
  }

  /** The verbs that write, without what the server answers: less work for those who do not look at it. */
  writeOnly<K extends AnyKind>(kind: K): WriteOnlyClient<K> {
    return new WriteOnlyClient(kind, this.#path);
  }

  /** The verbs of a subresource. */
  subresource<K extends AnyKind, Name extends KindSubresource<K>>(kind: K, name: Name): SubresourceClient<K, Name> {
    return new SubresourceClient(kind, name, this.#path);
  }

  /** The kind that the server serves under a name: `deploy`, `websites.web.example.com`, `{ group, version, resource }`. */
  kind(name: KindName, options?: DiscoveryOptions): Promise<Kind<UnstructuredObject>> {
    return this.mapper.kind(name, options);
  }

  /** The kind of an object, by the scheme of this client or by what the server serves. */
  async kindOf(object: KubeObject, options?: DiscoveryOptions): Promise<AnyKind> {
    const { apiVersion = '', kind = '' } = object;
    if (apiVersion === '' || kind === '') {
      throw new InvalidInputError(
        '',
        'An object does not say its apiVersion and kind: make it with Kind.of(), or set them',
      );
    }
    const gvk = gvkOf(apiVersion, kind);
    const { scheme } = this.#options;
    return scheme?.recognizes(gvk) ? scheme.kindFor(object) : (await this.mapper.mapping(gvk, options)).kind;
  }

  /** Applies objects of any kinds, one after the other. Those before one that fails stay applied. */
  async applyAll(objects: Iterable<KubeObject>, options: ApplyOptions = {}): Promise<KubeObject[]> {
    const applied: KubeObject[] = [];
    for (const object of objects) {
      const kind = await this.kindOf(object, options);
      applied.push((await this.call(objectCall('apply', kind, object, options))) as KubeObject);
    }
    return applied;
  }

  /** Creates the object, or updates it when the function changes something. */
  createOrUpdate<K extends AnyKind>(
    kind: K,
    ref: Ref<K>,
    mutate: Mutate<KindObject<K>>,
    options?: WriteOptions,
  ): Promise<Outcome<KindObject<K>>> {
    // objects of this kind go in and come out
    return createOrUpdate(this, kind, ref, mutate as Mutate<KubeObject>, options) as Promise<Outcome<KindObject<K>>>;
  }

  /** Creates the object, or patches what the function changes. */
  createOrPatch<K extends AnyKind>(
    kind: K,
    ref: Ref<K>,
    mutate: Mutate<KindObject<K>>,
    options?: WriteOptions,
  ): Promise<Outcome<KindObject<K>>> {
    // objects of this kind go in and come out
    return createOrPatch(this, kind, ref, mutate as Mutate<KubeObject>, options) as Promise<Outcome<KindObject<K>>>;
  }

  /** The version of the server. */
  serverVersion(options?: DiscoveryOptions): Promise<ServerVersion> {
    return this.discovery.serverVersion(options);
  }

  /** This client acting as somebody else. */
  as(user: Impersonation): Client {
    const { transport, access } = this.#options;
    return this.#derive(`as ${canonicalJson(user)}`, {
      transport: withImpersonation(user)(transport),
      ...(access && { access: withHeaders(access, impersonationHeaders(user)) }),
    });
  }

  /** This client under another user agent. */
  withUserAgent(userAgent: string): Client {
    const { transport, access } = this.#options;
    return this.#derive(`agent ${userAgent}`, {
      transport: withUserAgent(userAgent)(transport),
      ...(access && { access: withHeaders(access, { 'user-agent': userAgent }) }),
    });
  }

  /** This client bound to a namespace. */
  inNamespace(namespace: string): Client {
    return this.#derive(`namespace ${namespace}`, this.#with(inNamespaceLayer(namespace)));
  }

  /** This client without effects: every write is a dry run. */
  dryRun(): Client {
    return this.#derive('dry run', this.#with(dryRunLayer));
  }

  /** This client owning fields under a name. */
  withFieldManager(fieldManager: string): Client {
    return this.#derive(`manager ${fieldManager}`, this.#with(fieldManagerLayer(fieldManager)));
  }

  /** This client with a strictness about unknown fields. */
  withFieldValidation(fieldValidation: FieldValidation): Client {
    return this.#derive(`validation ${fieldValidation}`, this.#with(fieldValidationLayer(fieldValidation)));
  }

  /** This client with hooks around its verbs. A new one each time. */
  intercept(interceptors: Interceptors): Client {
    return new Client({ ...this.#options, mapper: this.mapper, ...this.#with(interceptorLayer(interceptors)) });
  }

  #with(layer: Layer): Pick<ClientOptions, 'layers'> {
    return { layers: [...(this.#options.layers ?? []), layer] };
  }

  #derive(how: string, changes: Partial<ClientOptions>): Client {
    const known = this.#derived.get(how);
    if (known !== undefined) return known;
    const client = new Client({ ...this.#options, mapper: this.mapper, ...changes });
    this.#derived.set(how, client);
    return client;
  }
}
