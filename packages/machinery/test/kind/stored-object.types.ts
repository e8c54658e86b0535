import { defineKind } from '@reeve/machinery';
import type { AnyKind, CachedObject, KindObject, KubeObject, StoredObject } from '@reeve/machinery';

const Garden = defineKind<KubeObject & { spec: { roses: number } }, 'Namespaced'>({
  group: 'example.com',
  version: 'v1',
  kind: 'Garden',
  plural: 'gardens',
  scope: 'Namespaced',
});
const Estate = defineKind<KubeObject, 'Cluster'>({
  group: 'example.com',
  version: 'v1',
  kind: 'Estate',
  plural: 'estates',
  scope: 'Cluster',
});

export function read(garden: StoredObject<typeof Garden>, estate: CachedObject<typeof Estate>): string[] {
  garden.metadata.labels = { colour: 'red' };
  // @ts-expect-error: what a cache holds is everybody's
  estate.metadata.labels = { colour: 'red' };
  // @ts-expect-error: an object that is in no namespace may have none
  const namespace: string = estate.metadata.namespace;
  return [garden.metadata.name, garden.metadata.namespace, garden.metadata.uid, estate.metadata.name, namespace];
}

/** What is stored is an object of its kind, and one of any kind is stored. */
export function stand(garden: StoredObject<typeof Garden>): [KindObject<typeof Garden>, CachedObject<AnyKind>] {
  return [garden, garden];
}

/** What is yet to be written is not. */
export function write(garden: KindObject<typeof Garden>): StoredObject<typeof Garden> {
  // @ts-expect-error: it may have no name yet
  return garden;
}
