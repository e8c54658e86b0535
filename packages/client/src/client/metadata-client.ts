/**
 * The verbs that make sense on metadata alone: read, watch, patch, delete. Servers send no more than the metadata, which costs a
 * fraction of the whole. There is no create and no update, as they would lose the rest of the object.
 * Upstream: client-go metadata; controller-runtime's metadata-only objects.
 */
import type { AnyKind, ObjectList, PartialObjectMetadata, Status } from '@reeve/machinery';
import type { ApiCall } from '../verbs/api-call.ts';
import type {
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  WatchOptions,
} from '../verbs/options.ts';
import type { Patch } from '../verbs/patch.ts';
import type { Ref } from '../verbs/ref.ts';
import type { WatchStream } from '../request/watch-stream.ts';
import { collectionCall, deleteCall, getCall, patchCall } from './kind-calls.ts';

/** The metadata of the objects of one kind. */
export class MetadataClient<K extends AnyKind> {
  readonly kind: K;
  readonly #call: (call: ApiCall) => unknown;

  constructor(kind: K, call: (call: ApiCall) => unknown) {
    this.kind = kind;
    this.#call = call;
  }

  async get(ref: Ref<K>, options?: GetOptions): Promise<PartialObjectMetadata> {
    return (await this.#call(getCall(this.kind, ref, options, metadata))) as PartialObjectMetadata;
  }

  async list(options?: ListOptions<K>): Promise<ObjectList<PartialObjectMetadata>> {
    return (await this.#call(
      collectionCall('list', this.kind, options, metadata),
    )) as ObjectList<PartialObjectMetadata>;
  }

  watch(options?: WatchOptions<K>): WatchStream<PartialObjectMetadata> {
    return this.#call(collectionCall('watch', this.kind, options, metadata)) as WatchStream<PartialObjectMetadata>;
  }

  async patch(ref: Ref<K>, patch: Patch, options?: PatchOptions): Promise<PartialObjectMetadata> {
    return (await this.#call(patchCall(this.kind, ref, patch, options, metadata))) as PartialObjectMetadata;
  }

  /** Patches the metadata by way of the status. */
  async patchStatus(ref: Ref<K>, patch: Patch, options?: PatchOptions): Promise<PartialObjectMetadata> {
    const call = patchCall(this.kind, ref, patch, options, { ...metadata, subresource: 'status' });
    return (await this.#call(call)) as PartialObjectMetadata;
  }

  async delete(ref: Ref<K>, options?: DeleteOptions): Promise<PartialObjectMetadata | Status> {
    return (await this.#call({ ...deleteCall(this.kind, ref, options), ...metadata })) as
      | PartialObjectMetadata
      | Status;
  }

  async deleteCollection(options?: DeleteCollectionOptions<K>): Promise<ObjectList<PartialObjectMetadata> | Status> {
    const call = collectionCall('deleteCollection', this.kind, options, metadata);
    return (await this.#call(call)) as ObjectList<PartialObjectMetadata> | Status;
  }
}

const metadata = { shape: 'metadata' } as const;
