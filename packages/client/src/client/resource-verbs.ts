/**
 * The verbs that take the kind first. Reads give back plain objects that are the caller's own; every failure is a typed error, and no
 * half-read object ever comes back.
 * Upstream: controller-runtime client.Client; client-go's typed and dynamic clients.
 */
import type { AnyKind, ObjectList, Status, StoredObject } from '@reeve/machinery';
import type { Table } from '../request/table.ts';
import type { ApiCall } from '../verbs/api-call.ts';
import type { ApplyInput, Input } from '../verbs/input.ts';
import { ListPager, type ListPagerOptions } from '../verbs/list-pager.ts';
import type {
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  NamespaceOption,
  WatchOptions,
  WriteOptions,
} from '../verbs/options.ts';
import type { Patch } from '../verbs/patch.ts';
import type { Ref } from '../verbs/ref.ts';
import type { HasSubresource } from '../verbs/has-subresource.ts';
import type { WatchStream } from '../request/watch-stream.ts';
import { collectionCall, createCall, deleteCall, getCall, objectCall, patchCall } from './kind-calls.ts';

/** Options of a list that is fetched page by page. */
export type PagedOptions<K extends AnyKind> = Omit<ListOptions<K>, 'continue' | 'limit'> &
  NamespaceOption<K['scope']> &
  Pick<ListPagerOptions, 'pageSize' | 'bufferPages' | 'fullListIfExpired'>;

/** Where a new object goes when it does not say so itself. */
export type CreateOptions<K extends AnyKind> = WriteOptions & NamespaceOption<K['scope']>;

/** The verbs. */
export abstract class ResourceVerbs {
  /** Makes a call. A watch comes back at once, everything else as a promise. */
  protected abstract call(call: ApiCall): unknown;

  /** Reads one object. */
  async get<K extends AnyKind>(kind: K, ref: Ref<K>, options?: GetOptions): Promise<StoredObject<K>> {
    return (await this.call(getCall(kind, ref, options))) as StoredObject<K>;
  }

  /** Reads the objects of a kind, or one page of them when `limit` is given. */
  async list<K extends AnyKind>(kind: K, options?: ListOptions<K>): Promise<ObjectList<StoredObject<K>>> {
    return (await this.call(collectionCall('list', kind, options))) as ObjectList<StoredObject<K>>;
  }

  /** Reads all objects of a kind, page by page, into one list. */
  listAll<K extends AnyKind>(kind: K, options?: PagedOptions<K>): Promise<ObjectList<StoredObject<K>>> {
    return this.#pager(kind, options).list();
  }

  /** Reads page after page, the next one while the last is being looked at. */
  listPages<K extends AnyKind>(
    kind: K,
    options?: PagedOptions<K>,
  ): AsyncGenerator<ObjectList<StoredObject<K>>, void, void> {
    return this.#pager(kind, options).pages();
  }

  /** Reads object after object, page by page. */
  listEach<K extends AnyKind>(kind: K, options?: PagedOptions<K>): AsyncGenerator<StoredObject<K>, void, void> {
    return this.#pager(kind, options).each();
  }

  /** Reads objects as the table that the server prints of them. */
  async table<K extends AnyKind>(kind: K, options?: ListOptions<K>): Promise<Table> {
    return (await this.call(collectionCall('list', kind, options, { shape: 'table' }))) as Table;
  }

  /** Watches the objects of a kind. The request is sent with the first event asked for; leaving the loop ends it. */
  watch<K extends AnyKind>(kind: K, options?: WatchOptions<K>): WatchStream<StoredObject<K>> {
    return this.call(collectionCall('watch', kind, options)) as WatchStream<StoredObject<K>>;
  }

  /** Creates an object and gives it back as stored. */
  async create<K extends AnyKind>(kind: K, object: Input<K>, options?: CreateOptions<K>): Promise<StoredObject<K>> {
    return (await this.call(createCall(kind, object, options))) as StoredObject<K>;
  }

  /** Replaces an object. When it has a resource version, that must still be the newest. */
  async update<K extends AnyKind>(kind: K, object: Input<K>, options?: CreateOptions<K>): Promise<StoredObject<K>> {
    return (await this.call(objectCall('update', kind, object, options))) as StoredObject<K>;
  }

  /** Replaces the status of an object and nothing else. */
  async updateStatus<K extends AnyKind>(
    kind: K & HasSubresource<K, 'status'>,
    object: Input<K>,
    options?: CreateOptions<K>,
  ): Promise<StoredObject<K>> {
    return (await this.call(objectCall('update', kind, object, options, 'status'))) as StoredObject<K>;
  }

  /** Changes an object by a patch: `mergePatch({ spec: { replicas: 2 } })`. */
  async patch<K extends AnyKind>(kind: K, ref: Ref<K>, patch: Patch, options?: PatchOptions): Promise<StoredObject<K>> {
    return (await this.call(patchCall(kind, ref, patch, options))) as StoredObject<K>;
  }

  /** Changes the status of an object by a patch. */
  async patchStatus<K extends AnyKind>(
    kind: K & HasSubresource<K, 'status'>,
    ref: Ref<K>,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<StoredObject<K>> {
    return (await this.call(patchCall(kind, ref, patch, options, { subresource: 'status' }))) as StoredObject<K>;
  }

  /**
   * Sends the fields that the caller wants to own, and creates the object if needed. Fields of others are a `ConflictError` that
   * `fieldConflictsOf` explains, unless `force` takes them over. Needs a field manager.
   */
  async apply<K extends AnyKind>(
    kind: K,
    object: ApplyInput<K>,
    options?: ApplyOptions & NamespaceOption<K['scope']>,
  ): Promise<StoredObject<K>> {
    return (await this.call(objectCall('apply', kind, object, options))) as StoredObject<K>;
  }

  /** Applies fields of the status. */
  async applyStatus<K extends AnyKind>(
    kind: K & HasSubresource<K, 'status'>,
    object: ApplyInput<K>,
    options?: ApplyOptions & NamespaceOption<K['scope']>,
  ): Promise<StoredObject<K>> {
    return (await this.call(objectCall('apply', kind, object, options, 'status'))) as StoredObject<K>;
  }

  /**
   * Deletes an object. Given as an object with a uid, only that very one is deleted. Comes back as the object when finalizers or a
   * grace period may still hold it, or as the server's `Status`.
   */
  async delete<K extends AnyKind>(kind: K, ref: Ref<K>, options?: DeleteOptions): Promise<StoredObject<K> | Status> {
    return (await this.call(deleteCall(kind, ref, options))) as StoredObject<K> | Status;
  }

  /** Deletes all objects that match. */
  async deleteCollection<K extends AnyKind>(
    kind: K,
    options?: DeleteCollectionOptions<K>,
  ): Promise<ObjectList<StoredObject<K>> | Status> {
    return (await this.call(collectionCall('deleteCollection', kind, options))) as ObjectList<StoredObject<K>> | Status;
  }

  #pager<K extends AnyKind>(kind: K, options: PagedOptions<K> = {} as PagedOptions<K>): ListPager<StoredObject<K>> {
    const { pageSize, bufferPages, fullListIfExpired, resourceVersion, signal, ...selection } = options;
    return new ListPager(
      async (page) =>
        (await this.call(collectionCall('list', kind, { ...selection, ...page }))) as ObjectList<StoredObject<K>>,
      { pageSize, bufferPages, fullListIfExpired, resourceVersion, signal },
    );
  }
}
