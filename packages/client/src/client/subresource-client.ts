/**
 * The verbs of one subresource of a kind. What it reads and writes depends on its name: a `scale` is a Scale, a `status` the object.
 * Upstream: controller-runtime client.SubResource(name).
 */
import type { AnyKind, Status } from '@reeve/machinery';
import type { ApiCall } from '../verbs/api-call.ts';
import type { ApplyOptions, GetOptions, PatchOptions, WriteOptions } from '../verbs/options.ts';
import type { Patch } from '../verbs/patch.ts';
import type { Ref } from '../verbs/ref.ts';
import type { SubresourceObject } from '../verbs/subresource-objects.ts';
import { getCall, patchCall, subresourceCall } from './kind-calls.ts';

/** A subresource of a kind. */
export class SubresourceClient<K extends AnyKind, Name extends string> {
  readonly kind: K;
  readonly name: Name;
  readonly #call: (call: ApiCall) => unknown;

  constructor(kind: K, name: Name, call: (call: ApiCall) => unknown) {
    this.kind = kind;
    this.name = name;
    this.#call = call;
  }

  /** Reads the subresource of an object. */
  async get(ref: Ref<K>, options?: GetOptions): Promise<SubresourceObject<K, Name>> {
    const call = getCall(this.kind, ref, options, { subresource: this.name });
    return (await this.#call(call)) as SubresourceObject<K, Name>;
  }

  /** Posts to the subresource: an eviction, a binding, a request for a token. Some answer with a `Status` only. */
  async create(ref: Ref<K>, body: Body<K, Name>, options?: WriteOptions): Promise<SubresourceObject<K, Name> | Status> {
    const call = subresourceCall('create', this.kind, ref, this.name, body, options);
    return (await this.#call(call)) as SubresourceObject<K, Name> | Status;
  }

  /** Replaces the subresource of an object. */
  async update(ref: Ref<K>, body: Body<K, Name>, options?: WriteOptions): Promise<SubresourceObject<K, Name>> {
    const call = subresourceCall('update', this.kind, ref, this.name, body, options);
    return (await this.#call(call)) as SubresourceObject<K, Name>;
  }

  /** Changes the subresource of an object by a patch. */
  async patch(ref: Ref<K>, patch: Patch, options?: PatchOptions): Promise<SubresourceObject<K, Name>> {
    const call = patchCall(this.kind, ref, patch, options, { subresource: this.name });
    return (await this.#call(call)) as SubresourceObject<K, Name>;
  }

  /** Applies fields of the subresource of an object. */
  async apply(ref: Ref<K>, body: object, options?: ApplyOptions): Promise<SubresourceObject<K, Name>> {
    const call = subresourceCall('apply', this.kind, ref, this.name, body, options);
    return (await this.#call(call)) as SubresourceObject<K, Name>;
  }
}

/** What is written: frozen or not, its type left out or not. */
type Body<K extends AnyKind, Name extends string> = SubresourceObject<K, Name> | Readonly<SubresourceObject<K, Name>>;
