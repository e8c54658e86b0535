/**
 * What must compile, and what must not.
 */
import type { Kind, KubeObject, UnstructuredObject } from '@reeve/machinery';
import { edit } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Client, Scale, WatchStream } from '@reeve/client';
import { ConfigMap, Namespace, Pod } from '@reeve/kinds/core/v1';
import { Deployment } from '@reeve/kinds/apps/v1';

declare const client: Client;
declare const cached: DeepReadonly<Deployment>;
declare const Loose: Kind<UnstructuredObject>;

/** Objects are typed by their kind. */
const deployment: Promise<Deployment> = client.get(Deployment, 'default/blog');
const replicas: Promise<number | undefined> = deployment.then(({ spec }) => spec?.replicas);
const watch: WatchStream<Pod> = client.watch(Pod, { namespace: 'default', labels: { app: 'blog' } });
const scale: Promise<Scale> = client.subresource(Deployment, 'scale').get('default/blog');
const bound: Promise<Pod> = client.resource(Pod).get({ namespace: 'default', name: 'blog' });
const loose: Promise<UnstructuredObject> = client.get(Loose, 'default/blog');

/** What was read from a cache can be changed by a copy, and written. */
void client.update(
  Deployment,
  edit(cached, (draft) => {
    draft.metadata.labels = { a: 'b' };
  }),
);
void client.update(Deployment, cached);
void client.delete(Deployment, cached);
void client.create(ConfigMap, { metadata: { name: 'x', namespace: 'default' }, data: { a: '1' } });
void client.apply(Deployment, { metadata: { name: 'x' }, spec: { replicas: 2 } }, { fieldManager: 'me' });
void client.apply(ConfigMap, ConfigMap.of({ metadata: { name: 'x' }, data: { a: '1' } }), { fieldManager: 'me' });
// @ts-expect-error an object to apply has a name, which the server does not make up
void client.apply(ConfigMap, ConfigMap.of({ metadata: { generateName: 'x-' } }), { fieldManager: 'me' });
void client.updateStatus(Loose, { metadata: {} });

/** A cluster-scoped kind has no namespace. */
void client.get(Namespace, { name: 'x' });
// @ts-expect-error a namespace on a cluster-scoped kind
void client.get(Namespace, { name: 'x', namespace: 'default' });
// @ts-expect-error a namespace on a cluster-scoped kind
void client.list(Namespace, { namespace: 'default' });
// @ts-expect-error a namespace on a cluster-scoped kind
void client.watch(Namespace, { namespace: 'default' });
// @ts-expect-error a namespace on a cluster-scoped kind
void client.resource(Namespace).list({ namespace: 'default' });
// @ts-expect-error a namespace on a cluster-scoped kind
void client.metadata(Namespace).list({ namespace: 'default' });

/** Subresources are those of the kind. */
// @ts-expect-error a ConfigMap has no status
void client.updateStatus(ConfigMap, { metadata: { name: 'x' } });
// @ts-expect-error a ConfigMap has no status
void client.patchStatus(ConfigMap, 'default/x', { type: 'merge', patch: {} });
// @ts-expect-error a ConfigMap has no status
void client.resource(ConfigMap).updateStatus({ metadata: { name: 'x' } });
// @ts-expect-error a Pod has no scale
void client.subresource(Pod, 'scale');
// @ts-expect-error a Deployment has no log
void client.log(Deployment, 'default/x');
// @ts-expect-error a Deployment runs no commands
void client.exec(Deployment, 'default/x', { command: ['ls'] });
void client.resource(Deployment).updateStatus(cached);

/** Who does not look at an answer gets none. */
const unread: Promise<void> = client.writeOnly(ConfigMap).create({ metadata: { name: 'x', namespace: 'default' } });
// @ts-expect-error there is no object to look at
void unread.then(({ metadata }) => metadata);
// @ts-expect-error what is read is looked at
void client.writeOnly(ConfigMap).get('default/x');

/** Wrong fields are seen. */
// @ts-expect-error data holds text
void client.create(ConfigMap, { metadata: { name: 'x' }, data: { a: 1 } });
// @ts-expect-error there is no such field
void client.create(ConfigMap, { metadata: { name: 'x' }, datum: {} });
// @ts-expect-error an object to apply has a name
void client.apply(ConfigMap, { metadata: {} }, { fieldManager: 'me' });
// @ts-expect-error metadata alone can be neither created nor updated
void client.metadata(ConfigMap).create({ metadata: { name: 'x' } });
// @ts-expect-error a watch has no page size
void client.watch(Pod, { limit: 5 });

export type { KubeObject };
export { bound, loose, replicas, scale, unread, watch };
