/**
 * StatefulSets: order, partitions, revisions and claims.
 */
import { StatefulSet } from '@reeve/kinds/apps/v1';
import { PersistentVolumeClaim, Pod } from '@reeve/kinds/core/v1';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate, workload } from './shapes.ts';

const db = (spec: object = {}, template?: object): object => workload('db', { serviceName: 'db', ...spec }, template);

const image = (name: string): object => ({ spec: { template: podTemplate('db', name) } });

const settled = (side: ScenarioSide, replicas: number, updated = replicas): Promise<StatefulSet> =>
  side.until(
    StatefulSet,
    'db',
    ({ metadata, status }) =>
      status?.observedGeneration === metadata.generation &&
      status?.replicas === replicas &&
      (status.availableReplicas ?? 0) === replicas &&
      (status.updatedReplicas ?? 0) === updated,
  );

const created = (pods: readonly Pod[]): string[] =>
  pods
    .toSorted((one, other) => (Number(one.metadata.resourceVersion) < Number(other.metadata.resourceVersion) ? -1 : 1))
    .map(({ metadata }) => metadata.name ?? '');

const claimTemplates = [
  {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' },
  },
];

export const statefulSetScenarios: Scenarios = {
  'start pods one after the other': async (side) => {
    await side.create(StatefulSet, 'db', db());
    await settled(side, 3);
    return created(await side.pods());
  },
  'start pods together': async (side) => {
    await side.create(StatefulSet, 'db', db({ podManagementPolicy: 'Parallel' }));
    await settled(side, 3);
  },
  'wait for the one before': async (side) => {
    const unready = podTemplate('db', 'db:1', {}, { annotations: { 'reeve.dev/fail': 'unready' } });
    await side.create(StatefulSet, 'db', db({}, unready));
    await side.until(StatefulSet, 'db', ({ status }) => status?.replicas === 1);
    await side.untilAll(Pod, ([pod]) => pod?.status?.phase === 'Running');
    return (await side.pods()).length;
  },
  'scale down from the end': async (side) => {
    await side.create(StatefulSet, 'db', db());
    await settled(side, 3);
    await side.patch(StatefulSet, 'db', { spec: { replicas: 1 } });
    await settled(side, 1);
    await side.untilAll(Pod, (pods) => pods.length === 1);
  },
  'roll a new revision from the end': async (side) => {
    await side.create(StatefulSet, 'db', db());
    await settled(side, 3);
    await side.patch(StatefulSet, 'db', image('db:2'));
    const { status } = await side.until(
      StatefulSet,
      'db',
      ({ status: said }) =>
        said?.currentRevision === said?.updateRevision && said?.availableReplicas === 3 && said.currentReplicas === 3,
    );
    return status?.updatedReplicas;
  },
  'roll only down to the partition': async (side) => {
    await side.create(
      StatefulSet,
      'db',
      db({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } }),
    );
    await settled(side, 3);
    await side.patch(StatefulSet, 'db', image('db:2'));
    await settled(side, 3, 1);
  },
  'roll only what is deleted': async (side) => {
    await side.create(StatefulSet, 'db', db({ replicas: 2, updateStrategy: { type: 'OnDelete' } }));
    await settled(side, 2);
    await side.patch(StatefulSet, 'db', image('db:2'));
    await side.until(StatefulSet, 'db', ({ status }) => status?.currentRevision !== status?.updateRevision);
    await side.delete(Pod, 'db-1');
    await settled(side, 2, 1);
  },
  'begin at another number': async (side) => {
    await side.create(StatefulSet, 'db', db({ replicas: 2, ordinals: { start: 5 } }));
    await settled(side, 2);
  },
  'make claims, and keep them': async (side) => {
    await side.create(
      StatefulSet,
      'db',
      db({ replicas: 2, podManagementPolicy: 'Parallel', volumeClaimTemplates: claimTemplates }),
    );
    await side.untilAll(PersistentVolumeClaim, (claims) => claims.length === 2);
    await side.untilAll(Pod, (pods) => pods.length === 2);
    await side.patch(StatefulSet, 'db', { spec: { replicas: 1 } });
    await side.untilAll(Pod, (pods) => pods.length === 1);
    return (await side.list(PersistentVolumeClaim)).length;
  },
  'delete claims with their pods': async (side) => {
    const persistentVolumeClaimRetentionPolicy = { whenScaled: 'Delete', whenDeleted: 'Delete' };
    const spec = { replicas: 2, podManagementPolicy: 'Parallel', volumeClaimTemplates: claimTemplates };
    await side.create(StatefulSet, 'db', db({ ...spec, persistentVolumeClaimRetentionPolicy }));
    await side.untilAll(Pod, (pods) => pods.length === 2);
    await side.patch(StatefulSet, 'db', { spec: { replicas: 1 } });
    await side.untilAll(PersistentVolumeClaim, (claims) => claims.length === 1);
    await side.untilAll(PersistentVolumeClaim, ([claim]) => (claim?.metadata.ownerReferences ?? []).length === 1);
  },
  'replace a pod that is gone, by name': async (side) => {
    await side.create(StatefulSet, 'db', db({ replicas: 2 }));
    await settled(side, 2);
    const before = await side.get(Pod, 'db-0');
    await side.delete(Pod, 'db-0');
    await side.until(
      Pod,
      'db-0',
      ({ metadata, status }) => metadata.uid !== before?.metadata.uid && status?.phase === 'Running',
    );
    await settled(side, 2);
  },
};
