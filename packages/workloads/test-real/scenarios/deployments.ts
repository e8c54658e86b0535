/**
 * Deployments: rollouts, scaling, history, pauses and failures.
 */
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { findCondition } from '@reeve/machinery';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate, workload } from './shapes.ts';

const web = (spec: object = {}, template?: object): object => workload('web', spec, template);

const image = (name: string): object => ({ spec: { template: podTemplate('web', name) } });

/** Waits until the newest template is everywhere and available. */
const rolledOut = (side: ScenarioSide, replicas = 3): Promise<Deployment> =>
  side.until(
    Deployment,
    'web',
    ({ metadata, status = {} }) =>
      status.observedGeneration === metadata.generation &&
      (status.updatedReplicas ?? 0) === replicas &&
      (status.replicas ?? 0) === replicas &&
      (status.availableReplicas ?? 0) === replicas,
  );

const revisionOf = (deployment: Deployment): string | undefined =>
  deployment.metadata.annotations?.['deployment.kubernetes.io/revision'];

export const deploymentScenarios: Scenarios = {
  'roll out a first revision': async (side) => {
    await side.create(Deployment, 'web', web());
    await rolledOut(side);
  },
  'roll out a second revision, and keep the first': async (side) => {
    await side.create(Deployment, 'web', web());
    await rolledOut(side);
    await side.patch(Deployment, 'web', image('web:2'));
    await rolledOut(side);
  },
  'go back to the first revision': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 2 }));
    await rolledOut(side, 2);
    await side.patch(Deployment, 'web', image('web:2'));
    await rolledOut(side, 2);
    await side.patch(Deployment, 'web', image('web:1'));
    return revisionOf(await rolledOut(side, 2));
  },
  'keep no more history than asked for': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 1, revisionHistoryLimit: 1 }));
    for (const name of ['web:1', 'web:2', 'web:3', 'web:4']) {
      await side.patch(Deployment, 'web', image(name));
      await rolledOut(side, 1);
    }
    await side.untilAll(ReplicaSet, (sets) => sets.length === 2);
  },
  'scale up and down': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 1 }));
    await rolledOut(side, 1);
    await side.patch(Deployment, 'web', { spec: { replicas: 4 } });
    await rolledOut(side, 4);
    await side.patch(Deployment, 'web', { spec: { replicas: 2 } });
    await rolledOut(side, 2);
  },
  'scale to nothing': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 2 }));
    await rolledOut(side, 2);
    await side.patch(Deployment, 'web', { spec: { replicas: 0 } });
    await rolledOut(side, 0);
    await side.untilAll(Pod, (pods) => pods.length === 0);
  },
  'recreate instead of rolling': async (side) => {
    await side.create(Deployment, 'web', web({ strategy: { type: 'Recreate' } }));
    await rolledOut(side);
    await side.patch(Deployment, 'web', image('web:2'));
    await rolledOut(side);
  },
  'roll within its limits, in percent': async (side) => {
    const rollingUpdate = { maxSurge: '50%', maxUnavailable: '25%' };
    await side.create(Deployment, 'web', web({ replicas: 5, strategy: { type: 'RollingUpdate', rollingUpdate } }));
    await rolledOut(side, 5);
    await side.patch(Deployment, 'web', image('web:2'));
    await rolledOut(side, 5);
  },
  'pause, change, and go on': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 2 }));
    await rolledOut(side, 2);
    await side.patch(Deployment, 'web', { spec: { paused: true } });
    await side.until(
      Deployment,
      'web',
      ({ status }) => findCondition(status?.conditions, 'Progressing')?.reason === 'DeploymentPaused',
    );
    await side.patch(Deployment, 'web', image('web:2'));
    const held = await side.until(
      Deployment,
      'web',
      ({ metadata, status }) => status?.observedGeneration === metadata.generation,
    );
    await side.patch(Deployment, 'web', { spec: { paused: false } });
    await rolledOut(side, 2);
    return held.status?.updatedReplicas ?? 0;
  },
  'scale while it is paused in the middle of a rollout': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 4 }));
    await rolledOut(side, 4);
    const stuck = podTemplate('web', 'web:2', {}, { annotations: { 'reeve.dev/fail': 'unready' } });
    await side.patch(Deployment, 'web', { spec: { template: stuck } });
    await side.until(
      Deployment,
      'web',
      ({ status }) => status?.updatedReplicas === 2 && status.unavailableReplicas === 2,
    );
    await side.patch(Deployment, 'web', { spec: { replicas: 8 } });
    await side.until(
      Deployment,
      'web',
      ({ metadata, status }) => status?.observedGeneration === metadata.generation && (status?.replicas ?? 0) === 10,
    );
  },
  'say that it makes no progress': async (side) => {
    const never = podTemplate('web', 'web:1', {}, { annotations: { 'reeve.dev/fail': 'unready' } });
    await side.create(Deployment, 'web', web({ replicas: 1, progressDeadlineSeconds: 3 }, never));
    await side.until(
      Deployment,
      'web',
      ({ status }) => findCondition(status?.conditions, 'Progressing')?.reason === 'ProgressDeadlineExceeded',
    );
  },
  'wait until pods have been ready for a while': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 2, minReadySeconds: 2 }));
    await side.until(Deployment, 'web', ({ status }) => status?.readyReplicas === 2);
    await rolledOut(side, 2);
  },
  'adopt a ReplicaSet that is its own': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 2 }));
    await rolledOut(side, 2);
    await side.delete(Deployment, 'web', { propagation: 'Orphan' });
    await side.gone(Deployment, 'web');
    await side.untilAll(ReplicaSet, ([set]) => set !== undefined && set.metadata.ownerReferences === undefined);
    await side.create(Deployment, 'web', web({ replicas: 2 }));
    await rolledOut(side, 2);
  },
  'carry its change cause along': async (side) => {
    await side.create(Deployment, 'web', web({ replicas: 1 }), {
      annotations: { 'kubernetes.io/change-cause': 'first' },
    });
    await rolledOut(side, 1);
    await side.patch(Deployment, 'web', {
      metadata: { annotations: { 'kubernetes.io/change-cause': 'second' } },
      ...image('web:2'),
    });
    await rolledOut(side, 1);
  },
};
