/**
 * A deployment to test with, and how its sets stand.
 */
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import type { Host } from '@reeve/machinery';
import { deploymentController, replicaSetController } from '@reeve/workloads';
import type { AnyController } from '@reeve/testing';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const both = (host: Host): readonly AnyController[] => [deploymentController({ host }), replicaSetController({ host })];

/** Runs a test in a cluster with the controllers of deployments and replica sets. */
export const deployments = (body: (world: World) => Promise<void>, seed = 1): Promise<void> =>
  inCluster(both, body, seed);

/** A deployment of this many pods. */
export const web = (replicas: number, more: Partial<Deployment['spec']> = {}): Deployment =>
  Deployment.of({
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template('one'), ...more },
  });

/** A template with this image. */
export const template = (image: string): Deployment['spec']['template'] => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image }] },
});

export const deploymentOf = ({ cluster }: World): Promise<Deployment> => cluster.client.get(Deployment, 'default/web');

/** Changes the deployment. */
export async function change(world: World, spec: Partial<Deployment['spec']>, annotations = {}): Promise<Deployment> {
  const live = await deploymentOf(world);
  const metadata = { ...live.metadata, annotations: { ...live.metadata.annotations, ...annotations } };
  return await world.cluster.client.update(Deployment, { ...live, metadata, spec: { ...live.spec, ...spec } });
}

/** The sets by the image of their template. */
export async function setsOf({ cluster }: World): Promise<Record<string, ReplicaSet>> {
  const { items } = await cluster.client.list(ReplicaSet, { namespace: 'default' });
  return Object.fromEntries(items.map((set) => [set.spec.template?.spec?.containers[0]?.image ?? '', set]));
}

/** How many pods the sets are to have, by the image of their template. */
export const sizesOf = async (world: World): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await setsOf(world)).map(([image, { spec }]) => [image, spec.replicas ?? 1]));

/** The conditions as `type=status reason`. */
export const conditionsOf = async (world: World): Promise<string[]> =>
  ((await deploymentOf(world)).status?.conditions ?? []).map(
    ({ type, status, reason }) => `${type}=${status} ${reason ?? ''}`,
  );
