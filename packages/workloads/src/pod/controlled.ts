/**
 * Which objects an owner controls or would adopt, found by indexes instead of by looking at all objects of a namespace.
 * Upstream: kubernetes pkg/controller PodControllerIndex.
 */
import { controllerOf, namespaceOf, uidOf } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, HasMetadata, KindObject } from '@reeve/machinery';
import { index } from '@reeve/runtime';
import type { FieldIndex, ReconcileContext } from '@reeve/runtime';

/** The index of a kind that `controlledOrOrphaned` reads. */
export const controllerIndex = (kind: AnyKind): FieldIndex => index(kind, field, valuesOf);

/** The objects that this owner controls. */
export const controlledBy = <R extends AnyKind>(
  reader: Pick<ReconcileContext, 'list'>,
  kind: R,
  owner: HasMetadata,
): Promise<readonly DeepReadonly<KindObject<R>>[]> => reader.list(kind, { fields: { [field]: uidOf(owner) ?? '' } });

/** The objects that this owner controls, and those in its namespace that nobody does. */
export async function controlledOrOrphaned<R extends AnyKind>(
  reader: Pick<ReconcileContext, 'list'>,
  kind: R,
  owner: HasMetadata,
): Promise<readonly DeepReadonly<KindObject<R>>[]> {
  const own = await controlledBy(reader, kind, owner);
  const orphans = await reader.list(kind, { fields: { [field]: orphansIn(owner) } });
  return [...own, ...orphans];
}

const field = 'metadata.controller';

/** The uid of the controller; without one, the namespace, which looks like no uid. */
const valuesOf = (object: HasMetadata): readonly string[] => [controllerOf(object)?.uid ?? orphansIn(object)];

const orphansIn = (object: HasMetadata): string => `orphans/${namespaceOf(object) ?? ''}`;
