/**
 * Brings an object into the state that a function describes: creates it when it is not there, writes it when the function changed
 * something, and leaves it alone otherwise. The function may not change which object it is.
 * Upstream: controller-runtime controllerutil.CreateOrUpdate and CreateOrPatch.
 */
import { InvalidInputError, createMergePatch, deepEqual, isNotFound, keyOf, semanticEqual } from '@reeve/machinery';
import type { AnyKind, KubeObject } from '@reeve/machinery';
import type { CallOptions, WriteOptions } from '../verbs/options.ts';
import { mergePatch } from '../verbs/patch.ts';
import { nameIn, type Ref } from '../verbs/ref.ts';
import type { ResourceVerbs } from './resource-verbs.ts';

/** What was done. */
export type WriteResult = 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly' | 'unchanged';

/** The object as it is now, and what was done. */
export interface Outcome<T> {
  readonly object: T;
  readonly result: WriteResult;
}

/** Changes the draft, which holds the object as it is, or its name alone when it is to be created. */
export type Mutate<T> = (draft: T) => void | Promise<void>;

/** Creates or updates. An update that lost a race is a `ConflictError`. */
export async function createOrUpdate(
  client: ResourceVerbs,
  kind: AnyKind,
  ref: Ref<AnyKind>,
  mutate: Mutate<KubeObject>,
  options: WriteOptions = {},
): Promise<Outcome<KubeObject>> {
  const before = await existing(client, kind, ref, options);
  const draft = await mutated(kind, ref, before, mutate);
  if (before === undefined) return { object: await client.create(kind, draft, options), result: 'created' };
  if (semanticEqual(before, draft)) return { object: before, result: 'unchanged' };
  return { object: await client.update(kind, draft, options), result: 'updated' };
}

/** Creates or patches. Of an object that is there only what changed is sent; its status goes by its own way. */
export async function createOrPatch(
  client: ResourceVerbs,
  kind: AnyKind,
  ref: Ref<AnyKind>,
  mutate: Mutate<KubeObject>,
  options: WriteOptions = {},
): Promise<Outcome<KubeObject>> {
  const before = await existing(client, kind, ref, options);
  const draft = await mutated(kind, ref, before, mutate);
  if (before === undefined) return { object: await client.create(kind, draft, options), result: 'created' };
  return patched(client, kind, before, draft, options);
}

async function patched(
  client: ResourceVerbs,
  kind: AnyKind,
  before: KubeObject,
  draft: KubeObject,
  options: WriteOptions,
): Promise<Outcome<KubeObject>> {
  const hasStatus = kind.subresources.includes('status');
  const [spec, status] = hasStatus ? [withoutStatus(before), withoutStatus(draft)] : [before, draft];
  const change = createMergePatch(spec, status);
  const statusChange = hasStatus ? createMergePatch(statusOf(before), statusOf(draft)) : {};
  const [isChanged, isStatusChanged] = [!deepEqual(change, {}), !deepEqual(statusChange, {})];
  let object = before;
  if (isChanged) object = await client.patch(kind, before, mergePatch(change), options);
  if (isStatusChanged) object = await client.patchStatus(kind, before, mergePatch(statusChange), options);
  return { object, result: resultOf(isChanged, isStatusChanged) };
}

const resultOf = (isChanged: boolean, isStatusChanged: boolean): WriteResult => {
  if (isStatusChanged) return isChanged ? 'updatedStatus' : 'updatedStatusOnly';
  return isChanged ? 'updated' : 'unchanged';
};

async function existing(
  client: ResourceVerbs,
  kind: AnyKind,
  ref: Ref<AnyKind>,
  { signal, timeoutMs }: CallOptions,
): Promise<KubeObject | undefined> {
  try {
    return await client.get(kind, ref, { signal, timeoutMs });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** What the function makes of the object, or of its name alone when there is none. */
async function mutated(
  kind: AnyKind,
  ref: Ref<AnyKind>,
  before: KubeObject | undefined,
  mutate: Mutate<KubeObject>,
): Promise<KubeObject> {
  const start = before ?? kind.of({ metadata: { ...nameIn(kind, ref) } });
  const draft = structuredClone(start);
  await mutate(draft);
  if (keyOf(draft) === keyOf(start)) return draft;
  throw new InvalidInputError(
    keyOf(draft),
    `The function that changes ${kind.kind} ${keyOf(start)} made it ${keyOf(draft)}: it may change everything but name and namespace`,
  );
}

const withoutStatus = (object: KubeObject): KubeObject => {
  const { status: _status, ...rest } = object as KubeObject & { status?: unknown };
  return rest;
};

const statusOf = (object: KubeObject): object => {
  const { status } = object as KubeObject & { status?: unknown };
  return status === undefined ? {} : { status };
};
