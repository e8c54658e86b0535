/**
 * A client with the kind bound: the verbs without their first argument. The same value for the same kind of the same client.
 * Upstream: client-go's typed clients, dynamic.ResourceInterface.
 */
import type { AnyKind, KindSubresource, ObjectList, Status, StoredObject } from '@reeve/machinery';
import type { Table } from '../request/table.ts';
import type { HasSubresource } from '../verbs/has-subresource.ts';
import type { ApplyInput, Input } from '../verbs/input.ts';
import type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  NamespaceOption,
  WatchOptions,
} from '../verbs/options.ts';
import type { Patch } from '../verbs/patch.ts';
import type { Ref } from '../verbs/ref.ts';
import type { WatchStream } from '../request/watch-stream.ts';
import type { CreateOptions, PagedOptions, ResourceVerbs } from './resource-verbs.ts';
import type { SubresourceClient } from './subresource-client.ts';

/** What a bound client needs of its client. */
interface Verbs extends ResourceVerbs {
  subresource<K extends AnyKind, Name extends KindSubresource<K>>(kind: K, name: Name): SubresourceClient<K, Name>;
}

/** The verbs of one kind. */
export class ResourceClient<K extends AnyKind> {
  readonly kind: K;
  readonly #client: Verbs;

  constructor(client: Verbs, kind: K) {
    this.#client = client;
    this.kind = kind;
  }

  get(ref: Ref<K>, options?: GetOptions): Promise<StoredObject<K>> {
    return this.#client.get(this.kind, ref, options);
  }

  list(options?: ListOptions<K>): Promise<ObjectList<StoredObject<K>>> {
    return this.#client.list(this.kind, options);
  }

  listAll(options?: PagedOptions<K>): Promise<ObjectList<StoredObject<K>>> {
    return this.#client.listAll(this.kind, options);
  }

  listPages(options?: PagedOptions<K>): AsyncGenerator<ObjectList<StoredObject<K>>, void, void> {
    return this.#client.listPages(this.kind, options);
  }

  listEach(options?: PagedOptions<K>): AsyncGenerator<StoredObject<K>, void, void> {
    return this.#client.listEach(this.kind, options);
  }

  table(options?: ListOptions<K>): Promise<Table> {
    return this.#client.table(this.kind, options);
  }

  watch(options?: WatchOptions<K>): WatchStream<StoredObject<K>> {
    return this.#client.watch(this.kind, options);
  }

  create(object: Input<K>, options?: CreateOptions<K>): Promise<StoredObject<K>> {
    return this.#client.create(this.kind, object, options);
  }

  update(object: Input<K>, options?: CreateOptions<K>): Promise<StoredObject<K>> {
    return this.#client.update(this.kind, object, options);
  }

  /** Only for kinds with a status. */
  updateStatus(
    this: ResourceClient<K & HasSubresource<K, 'status'>>,
    object: Input<K>,
    options?: CreateOptions<K>,
  ): Promise<StoredObject<K>> {
    return this.#client.updateStatus<K>(this.kind, object, options);
  }

  patch(ref: Ref<K>, patch: Patch, options?: PatchOptions): Promise<StoredObject<K>> {
    return this.#client.patch(this.kind, ref, patch, options);
  }

  /** Only for kinds with a status. */
  patchStatus(
    this: ResourceClient<K & HasSubresource<K, 'status'>>,
    ref: Ref<K>,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<StoredObject<K>> {
    return this.#client.patchStatus<K>(this.kind, ref, patch, options);
  }

  apply(object: ApplyInput<K>, options?: ApplyOptions & NamespaceOption<K['scope']>): Promise<StoredObject<K>> {
    return this.#client.apply(this.kind, object, options);
  }

  /** Only for kinds with a status. */
  applyStatus(
    this: ResourceClient<K & HasSubresource<K, 'status'>>,
    object: ApplyInput<K>,
    options?: ApplyOptions & NamespaceOption<K['scope']>,
  ): Promise<StoredObject<K>> {
    return this.#client.applyStatus<K>(this.kind, object, options);
  }

  delete(ref: Ref<K>, options?: DeleteOptions): Promise<StoredObject<K> | Status> {
    return this.#client.delete(this.kind, ref, options);
  }

  deleteCollection(options?: DeleteCollectionOptions<K>): Promise<ObjectList<StoredObject<K>> | Status> {
    return this.#client.deleteCollection(this.kind, options);
  }

  subresource<Name extends KindSubresource<K>>(name: Name): SubresourceClient<K, Name> {
    return this.#client.subresource(this.kind, name);
  }
}
