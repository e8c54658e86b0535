/**
 * The one way in which a reconciler writes. Owner references, namespace and field manager are filled in, what would change nothing is not sent, results are in the cache
 * before the call returns, deletes carry the uid and changes the version that they were decided on.
 * Upstream: none has all of it; JOSDK's and controller-runtime's read-your-writes, server-side apply.
 */
import type { Cache } from '@reeve/cache';
import type { Client, DeleteOptions, Patch, PatchOptions } from '@reeve/client';
import {
  isConflict,
  isFieldManagerConflict,
  isNotFound,
  keyOf,
  resourceVersionOf,
  semanticDerivative,
  uidOf,
  withMetadata,
} from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, KindObject, KubeObject, StoredMeta } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { applyAll } from './apply-all.ts';
import { isApplied, withAppliedHash } from './applied-hash.ts';
import { belongingTo } from './belonging.ts';
import type { Belonging } from './belonging.ts';
import type { Fence } from './fence.ts';
import { atOneVersion } from './field-versions.ts';
import type { WriteRecord } from './write-record.ts';
import { SentWrite } from './sent-write.ts';
import { isLetGo, isNew, isSame } from './write-result.ts';

/** What a write path needs. */
export interface WritePathOptions extends Belonging {
  readonly client: Client;
  readonly cache: Cache;
  /** All kinds that the controller knows, by which objects are recognized. */
  readonly kinds: readonly AnyKind[];
  readonly fieldManager: string;
  /** The controller that writes: others in the same manager hear of what it wrote. */
  readonly author: string;
  readonly fence: Fence;
  readonly signal: AbortSignal;
  readonly log: () => Logger;
  readonly onWrite: (record: WriteRecord) => void;
}

/** Whether what is written belongs to the object that is worked on. */
export interface OwnerOption {
  /** True sets the owner reference, false leaves it out. Unless given, objects of the kinds in `owns` have it. */
  readonly owner?: boolean;
}

/** What came of applying objects, in their order. */
export type Applied<T extends readonly KubeObject[]> = { -readonly [At in keyof T]: AppliedObject<T[At]> };

/** An object as it is after it was applied. */
export type AppliedObject<T extends KubeObject> = DeepReadonly<T> & { readonly metadata: DeepReadonly<StoredMeta> };

/** Writes for one run. */
export class WritePath {
  readonly #options: WritePathOptions;

  constructor(options: WritePathOptions) {
    this.#options = options;
  }

  /** Applies objects at the same time. One that fails loses nothing of the others; a `PartialFailureError` says which it was. */
  async applyAll<const T extends readonly KubeObject[]>(objects: T, options: OwnerOption = {}): Promise<Applied<T>> {
    const [first, ...others] = objects;
    const results =
      first !== undefined && others.length === 0
        ? [await this.apply(first, options)]
        : await applyAll(objects, (object) => this.apply(object, options));
    return results as unknown as Applied<T>; // one result per object, of its kind
  }

  /** Applies what the object says, and takes it over from whoever else says otherwise. */
  async apply<T extends KubeObject>(object: T, { owner }: OwnerOption = {}): Promise<AppliedObject<T>> {
    const kind = await this.#kindOf(object);
    const { fieldManager } = this.#options;
    const desired = withAppliedHash(belongingTo(this.#options, kind, object, owner), fieldManager);
    const current = await this.#current(kind, desired);
    if (current !== undefined && isApplied(desired, current)) {
      this.#noteSkipped('apply', kind, desired);
      return current as AppliedObject<T>;
    }
    const result = await this.#applyOver(kind, desired, current);
    this.#options.onWrite(new SentWrite('apply', kind.kind, current, result));
    return result as AppliedObject<T>;
  }

  /** Creates an object. */
  async create<K extends AnyKind>(kind: K, object: KindObject<K>): Promise<CachedObject<K>> {
    const { client } = this.#options;
    const placed = belongingTo(this.#options, kind, object);
    this.#options.fence.check();
    const result = await client.create<AnyKind>(kind, placed, this.#call(kind));
    return this.#wrote('create', kind, result, undefined, 'none') as CachedObject<K>;
  }

  /** Replaces an object that was read before; what somebody else changed since is a conflict. Replacing it by itself sends nothing. */
  async update<K extends AnyKind>(
    kind: K,
    object: KindObject<K> | DeepReadonly<KindObject<K>>,
  ): Promise<CachedObject<K>> {
    const { client } = this.#options;
    const next: DeepReadonly<KubeObject> = object;
    const current = await this.#current(kind, next);
    if (current !== undefined && isSame(current, next)) {
      this.#noteSkipped('update', kind, next);
      return current as CachedObject<K>;
    }
    this.#options.fence.check();
    const result = await client.update<AnyKind>(kind, next, this.#call(kind));
    return this.#wrote('update', kind, result, current, resourceVersionOf(next)) as CachedObject<K>;
  }

  /** Replaces the status of an object that was read before, and nothing else of it; what somebody else changed since is a conflict. One that stays the same is not sent. */
  async updateStatus<K extends AnyKind>(
    kind: K,
    object: KindObject<K> | DeepReadonly<KindObject<K>>,
  ): Promise<CachedObject<K>> {
    const { client } = this.#options;
    const next: DeepReadonly<KubeObject> = object;
    const current = await this.#current(kind, next);
    if (current !== undefined && isSame(current, next)) {
      this.#noteSkipped('status', kind, next);
      return current as CachedObject<K>;
    }
    this.#options.fence.check();
    const result = await client.updateStatus<AnyKind>(kind, next, this.#call(kind));
    return this.#wrote('status', kind, result, current, resourceVersionOf(next)) as CachedObject<K>;
  }

  /** Patches an object. */
  async patch<K extends AnyKind>(kind: K, ref: DeepReadonly<KubeObject>, patch: Patch): Promise<CachedObject<K>> {
    const { client } = this.#options;
    const current = await this.#current(kind, ref);
    this.#options.fence.check();
    const result = await client.patch<AnyKind>(kind, ref, patch, this.#call(kind));
    return this.#wrote('patch', kind, result, current, undefined) as CachedObject<K>;
  }

  /** Patches the status of an object, and nothing else of it. */
  async patchStatus<K extends AnyKind>(kind: K, ref: DeepReadonly<KubeObject>, patch: Patch): Promise<CachedObject<K>> {
    const { client } = this.#options;
    const current = await this.#current(kind, ref);
    this.#options.fence.check();
    const result = await client.patchStatus<AnyKind>(kind, ref, patch, this.#call(kind));
    return this.#wrote('status', kind, result, current, undefined) as CachedObject<K>;
  }

  /** Deletes the very object that is given; that it is gone already is as good. */
  async delete(
    kind: AnyKind,
    object: DeepReadonly<KubeObject>,
    options: Omit<DeleteOptions, 'signal'> = {},
  ): Promise<void> {
    const { client, cache } = this.#options;
    this.#options.fence.check();
    const [key, uid] = [keyOf(object), uidOf(object)];
    const { signal, parse, timeoutMs = options.timeoutMs } = this.#call(kind);
    try {
      const result = await client.delete(kind, object, { ...options, signal, parse, timeoutMs });
      if (result.kind !== 'Status') cache.overlay.wrote(kind, result as KubeObject);
      else if (uid !== undefined) cache.overlay.deleted(kind, key, uid);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    this.#options.onWrite({ verb: 'delete', kind: kind.kind, key });
  }

  /** Says the status of the primary: the fields given are this controller's, those it no longer gives are dropped. */
  async status(status: object): Promise<void> {
    const { client, kind, primary } = this.#options;
    const current = (await this.#current(kind, primary)) ?? primary;
    const before = (current as { readonly status?: object }).status ?? {};
    const hasOnlyOurs = Object.keys(before).every((field) => Object.hasOwn(status, field));
    if (hasOnlyOurs && semanticDerivative(status, before) && semanticDerivative(before, status)) {
      return this.#noteSkipped('status', kind, primary);
    }
    this.#options.fence.check();
    const { name = '', namespace } = primary.metadata;
    const version = resourceVersionOf(current);
    const apply = async (resourceVersion: string | undefined): Promise<KubeObject> => {
      const metadata = {
        name,
        ...(namespace !== undefined && { namespace }),
        ...(resourceVersion && { resourceVersion }),
      };
      const object = { apiVersion: kind.apiVersion, kind: kind.kind, metadata, status };
      return await this.#atOneVersion(kind, object, () => client.applyStatus(kind, object, this.#call(kind, true)));
    };
    try {
      this.#wrote('status', kind, await apply(version), current, version);
    } catch (error) {
      if (version === undefined || !isConflict(error) || isFieldManagerConflict(error)) throw error;
      this.#options.fence.check();
      this.#wrote('status', kind, await apply(undefined), current, undefined); // somebody was faster: the result may have their changes, too
    }
  }

  /** Applies with the version that the decision was based on, so that the result is known to be ours alone; without it when somebody was faster. */
  async #applyOver(
    kind: AnyKind,
    desired: KubeObject,
    current: DeepReadonly<KubeObject> | undefined,
  ): Promise<DeepReadonly<KubeObject>> {
    const { client, cache } = this.#options;
    const options = this.#call(kind, true);
    const version = current && resourceVersionOf(current);
    this.#options.fence.check();
    try {
      const based = version === undefined ? desired : withMetadata(desired, { resourceVersion: version });
      const result = await this.#atOneVersion(kind, desired, () => client.apply(kind, based as never, options)); // an object of the kind, with a name
      const { author } = this.#options;
      cache.overlay.wrote(kind, result, { author, baseVersion: version ?? (isNew(result) ? 'none' : '') });
      return result;
    } catch (error) {
      if (version === undefined || !isConflict(error) || isFieldManagerConflict(error)) throw error;
      this.#options.fence.check();
      const result = await this.#atOneVersion(kind, desired, () => client.apply(kind, desired as never, options));
      cache.overlay.wrote(kind, result);
      return result;
    }
  }

  /** An apply, also of an object whose owners wrote at another version of its kind. */
  #atOneVersion<T>(kind: AnyKind, object: DeepReadonly<KubeObject>, send: () => Promise<T>): Promise<T> {
    const { client, fence, log } = this.#options;
    return atOneVersion({ client, fence, log, call: this.#call(kind) }, kind, object, send);
  }

  #wrote(
    verb: WriteRecord['verb'],
    kind: AnyKind,
    result: KubeObject,
    current: DeepReadonly<KubeObject> | undefined,
    baseVersion: string | undefined,
  ): DeepReadonly<KubeObject> {
    const { author, cache } = this.#options;
    const { overlay } = cache;
    const uid = uidOf(result);
    if (uid !== undefined && isLetGo(result, current)) overlay.deleted(kind, keyOf(result), uid);
    else overlay.wrote(kind, result, baseVersion === undefined ? {} : { author, baseVersion });
    this.#options.onWrite(new SentWrite(verb, kind.kind, current, result));
    return result;
  }

  /** A write is given up when it may no longer arrive while this process leads, and what comes of it looks like what the cache holds. */
  #call(kind: AnyKind, force?: boolean): PatchOptions {
    const { fieldManager, signal, fence, cache } = this.#options;
    return { fieldManager, signal, timeoutMs: fence.requestTimeoutMs, parse: cache.overlay.parserOf(kind), force };
  }

  #noteSkipped(verb: WriteRecord['verb'], kind: AnyKind, object: DeepReadonly<KubeObject>): void {
    this.#options.onWrite({ verb, kind: kind.kind, key: keyOf(object), skipped: true });
  }

  /** What the cache has of an object; nothing where it does not hold the kind. */
  async #current(kind: AnyKind, object: DeepReadonly<KubeObject>): Promise<DeepReadonly<KubeObject> | undefined> {
    const { kinds, cache, signal } = this.#options;
    if (!kinds.some((known) => known.kind === kind.kind && known.group === kind.group)) return undefined;
    try {
      return await cache.get(kind, keyOf(object), { signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #kindOf(object: KubeObject): Promise<AnyKind> {
    const known = this.#options.kinds.find((kind) => kind.is(object));
    return known ?? (await this.#options.client.kindOf(object, { signal: this.#options.signal }));
  }
}
