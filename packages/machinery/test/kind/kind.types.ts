/**
 * What the type of a kind must and must not allow. Compiling is passing.
 */
import { defineKind, listOf, sameKind } from '@reeve/machinery';
import type {
  AnyKind,
  DeepReadonly,
  Kind,
  KindInput,
  KindObject,
  KindScope,
  KindSubresource,
  KubeObject,
  Named,
  ObjectList,
  UnstructuredObject,
} from '@reeve/machinery';
import { expectTypeOf } from 'vitest';
import { ClusterRole, Deployment, Pod, Widget } from './kinds.ts';

// a kind carries its object, scope and subresources
expectTypeOf<KindObject<typeof Pod>>().toEqualTypeOf<Pod>();
expectTypeOf<KindObject<typeof ClusterRole>>().toEqualTypeOf<ClusterRole>();
expectTypeOf<KindScope<typeof Pod>>().toEqualTypeOf<'Namespaced'>();
expectTypeOf<KindScope<typeof ClusterRole>>().toEqualTypeOf<'Cluster'>();
expectTypeOf<KindSubresource<typeof Pod>>().toEqualTypeOf<'status' | 'log'>();
expectTypeOf<KindSubresource<typeof ClusterRole>>().toEqualTypeOf<never>();
expectTypeOf<KindObject<AnyKind>>().toEqualTypeOf<KubeObject>();

// a verb infers the object from the kind
declare function get<K extends AnyKind>(kind: K, key: string): KindObject<K>;
declare function list<T extends KubeObject>(kind: Kind<T>, options: object): ObjectList<T>;
expectTypeOf<ReturnType<typeof get<typeof Pod>>>().toEqualTypeOf<Pod>();
const pods = list(Pod, {});
expectTypeOf<typeof pods>().toEqualTypeOf<ObjectList<Pod>>();
const role = get(ClusterRole, 'admin');
expectTypeOf<typeof role>().toEqualTypeOf<ClusterRole>();

// every kind is any kind, and an extended one is still a kind
const all: readonly AnyKind[] = [Pod, Deployment, ClusterRole, Widget];
void all;
const extended = { ...Pod, columns: ['Phase'] };
expectTypeOf<KindObject<typeof extended>>().toEqualTypeOf<Pod>();
sameKind(extended, Pod);
const statusOnly: Kind<Pod, 'Namespaced', 'status' | 'log' | 'exec'> = Pod;
void statusOnly;
// @ts-expect-error a Pod kind is not a Deployment kind
const wrong: Kind<Deployment> = Pod;
void wrong;
// @ts-expect-error a cluster-scoped kind is not a namespaced one
const scoped: Kind<ClusterRole, 'Namespaced'> = ClusterRole;
void scoped;

// of() takes the object without apiVersion and kind, and yields it with them
const made = Deployment.of({ metadata: { name: 'blog' }, spec: { replicas: 2 } });
expectTypeOf<typeof made>().toEqualTypeOf<Deployment & Named>();
expectTypeOf<(typeof made)['metadata']['name']>().toEqualTypeOf<string>();
const generated = Deployment.of({ metadata: { generateName: 'blog-' }, spec: { replicas: 2 } });
expectTypeOf<typeof generated>().toEqualTypeOf<Deployment>();
expectTypeOf<(typeof made)['apiVersion']>().toEqualTypeOf<'apps/v1'>();
expectTypeOf<(typeof made)['kind']>().toEqualTypeOf<'Deployment'>();
expectTypeOf<keyof KindInput<Deployment>>().toEqualTypeOf<'metadata' | 'spec' | 'status'>();
Widget.of({ metadata: { name: 'w' }, anything: [1, 2] });
// @ts-expect-error metadata is part of an unstructured object too
Widget.of({ anything: 1 });
// @ts-expect-error the spec is required
Deployment.of({ metadata: { name: 'blog' } });
// @ts-expect-error replicas is a number
Deployment.of({ metadata: { name: 'blog' }, spec: { replicas: '2' } });
// @ts-expect-error there is no such field
Deployment.of({ metadata: { name: 'blog' }, spec: {}, extra: true });
// @ts-expect-error apiVersion is the kind's to fill in
Deployment.of({ apiVersion: 'apps/v1', metadata: { name: 'blog' }, spec: {} });

// is() narrows, and what was readonly stays readonly
export function narrow(anything: unknown, object: KubeObject, frozen: DeepReadonly<KubeObject>): void {
  if (Pod.is(anything)) expectTypeOf<typeof anything>().toEqualTypeOf<Pod>();
  if (Pod.is(object)) expectTypeOf<typeof object>().toEqualTypeOf<Pod>();
  if (Pod.is(frozen)) {
    void frozen.spec.containers;
    // @ts-expect-error the containers of a frozen pod are readonly
    frozen.spec.containers.push({ name: 'a', image: 'b' });
    // @ts-expect-error and so are its fields
    frozen.spec.nodeName = 'n1';
  }
}
export function narrowUnion(object: Pod | Deployment, frozen: DeepReadonly<Pod | Deployment>): void {
  if (Pod.is(object)) expectTypeOf<typeof object>().toEqualTypeOf<Pod>();
  else expectTypeOf<typeof object>().toEqualTypeOf<Deployment>();
  if (Deployment.is(frozen)) void frozen.spec.replicas;
}

// paths: what the kind has compiles
Pod.path();
Pod.path({});
Pod.path({ namespace: 'default' });
Pod.path({ namespace: 'default', name: 'web' });
Pod.path({ namespace: 'default', name: 'web', subresource: 'log' });
ClusterRole.path();
ClusterRole.path({ name: 'admin' });
declare const anyKind: AnyKind;
anyKind.path({ namespace: 'default', name: 'web', subresource: 'status' });
anyKind.path({ name: 'admin' });

// paths: what it does not have does not
// @ts-expect-error a cluster-scoped kind has no namespace
ClusterRole.path({ namespace: 'default' });
// @ts-expect-error a cluster-scoped kind has no namespace
ClusterRole.path({ namespace: 'default', name: 'admin' });
// @ts-expect-error a ClusterRole has no status
ClusterRole.path({ name: 'admin', subresource: 'status' });
// @ts-expect-error a Pod has no scale
Pod.path({ namespace: 'default', name: 'web', subresource: 'scale' });
// @ts-expect-error one object of a namespaced kind is in a namespace
Pod.path({ name: 'web' });
// @ts-expect-error a subresource is one of a single object
Pod.path({ namespace: 'default', subresource: 'log' });
// @ts-expect-error there is no such part of a path
Pod.path({ namespace: 'default', container: 'web' });

// definitions: everything is inferred, or nothing
const inferred = defineKind({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  scope: 'Cluster',
  subresources: ['status'],
});
expectTypeOf<typeof inferred>().toEqualTypeOf<Kind<UnstructuredObject, 'Cluster', 'status'>>();
// @ts-expect-error the plural is never guessed
defineKind({ group: '', version: 'v1', kind: 'Node', scope: 'Cluster' });
// @ts-expect-error there are two scopes
defineKind({ group: '', version: 'v1', kind: 'Node', plural: 'nodes', scope: 'Global' });
// @ts-expect-error the object type alone would leave the scope open
defineKind<Pod>({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
// @ts-expect-error the declared scope and the given one disagree
defineKind<Pod, 'Cluster'>({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const derived = defineKind({ ...Deployment, version: 'v1beta1' });
expectTypeOf<KindScope<typeof derived>>().toEqualTypeOf<'Namespaced'>();

// a kind is data that does not change
// @ts-expect-error it is readonly
Pod.plural = 'pod';
// @ts-expect-error its lists are too
Pod.shortNames.push('pd');

// a list of a kind
const podList = listOf(Pod, [Pod.of({ metadata: { name: 'web' }, spec: { containers: [] } })]);
expectTypeOf<typeof podList>().toEqualTypeOf<ObjectList<Pod & Named>>();

// the objects of a kind are inferred also where the kind is part of something larger
const podsOfExtended = list(extended, {});
expectTypeOf<typeof podsOfExtended>().toEqualTypeOf<ObjectList<Pod>>();
