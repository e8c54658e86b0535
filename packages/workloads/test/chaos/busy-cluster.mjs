/**
 * A cluster whose users roll out, scale, run and delete, for chaos runs: Deployments with and without a surge, a StatefulSet, a Job, and a namespace that goes away. All
 * controllers, the scheduler and the kubelets are one process, which may die at any write.
 */
import { mergePatch } from '@reeve/client';
import { ControllerRevision, Deployment, ReplicaSet, StatefulSet } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { Namespace, Node, Pod } from '@reeve/kinds/core/v1';
import { isAlreadyExists, isNotFound } from '@reeve/machinery';
import { virtualNode, workloadControllers } from '@reeve/workloads';
import { watchPods } from './pod-watch.mjs';

/** @typedef {import('@reeve/testing').ChaosScenario} ChaosScenario */
/** @typedef {ChaosScenario['steps'][number]} Step */
/** @typedef {import('@reeve/machinery').AnyKind} AnyKind */

/** @param {string} app @param {string} image */
const template = (app, image) => ({
  metadata: { labels: { app } },
  spec: { terminationGracePeriodSeconds: 2, containers: [{ name: 'main', image }] },
});

/**
 * Makes objects, unless they are there.
 * @param {AnyKind} kind
 * @param {readonly { metadata: import('@reeve/machinery').ObjectMeta }[]} objects
 * @returns {Step}
 */
const made =
  (kind, ...objects) =>
  async (client, signal) => {
    for (const object of objects) {
      try {
        await client.create(kind, object, { signal });
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    }
  };

/** @param {AnyKind} kind @param {string} name @param {object} spec @returns {Step} */
const changed = (kind, name, spec) => (client, signal) =>
  client.patch(kind, `default/${name}`, mergePatch({ spec }), { signal });

/** @param {AnyKind} kind @param {string} name @returns {Step} */
const removed = (kind, name) => async (client, signal) => {
  try {
    await client.delete(kind, name, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
};

/** @param {string} app @param {number} replicas @param {object} [more] @param {string} [namespace] */
const deployment = (app, replicas, more = {}, namespace = 'default') => ({
  metadata: { name: app, namespace },
  spec: {
    replicas,
    revisionHistoryLimit: 0, // a template that is overtaken before anybody saw it leaves no set, and an old set would differ
    selector: { matchLabels: { app } },
    template: template(app, 'one'),
    ...more,
  },
});

const careful = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } };

const database = {
  metadata: { name: 'db', namespace: 'default' },
  spec: {
    replicas: 3,
    revisionHistoryLimit: 0,
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: template('db', 'one'),
  },
};

const work = {
  metadata: { name: 'work', namespace: 'default' },
  spec: {
    completions: 4,
    parallelism: 2,
    template: {
      metadata: { labels: { app: 'work' } },
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'one' }] },
    },
  },
};

/** @type {ChaosScenario} */
export const busyCluster = {
  profile: 'cluster',
  replicas: 1, // who takes over with a cache that lags behind what another has made makes it again, here as upstream; who starts anew lists
  resources: [],
  controllers: (host) => workloadControllers({ host }),
  steps: [
    made(Node, virtualNode({ name: 'node-1' }), virtualNode({ name: 'node-2' })),
    made(Deployment, deployment('web', 3), deployment('api', 3, careful), deployment('doomed', 2)),
    made(Namespace, { metadata: { name: 'passing' } }),
    made(Deployment, deployment('shop', 2, {}, 'passing')),
    made(StatefulSet, database),
    made(Job, work),
    changed(Deployment, 'web', { template: template('web', 'two') }),
    changed(Deployment, 'api', { template: template('api', 'two') }),
    removed(Namespace, 'passing'),
    changed(Deployment, 'web', { replicas: 5 }),
    changed(StatefulSet, 'db', { template: template('db', 'two') }),
    removed(Deployment, 'default/doomed'),
    changed(Deployment, 'web', { template: template('web', 'three') }),
  ],
  kinds: [Deployment, ReplicaSet, StatefulSet, ControllerRevision, Job, Namespace],
  alsoStormy: [Pod],
  hasStaleReads: false, // who lists pods as they were makes too many, here as upstream
  observe: watchPods,
  ignorePaths: [
    'revision', // of a ControllerRevision: one that is overtaken has none
    'metadata.generation',
    'metadata.annotations',
    'metadata.labels',
    'spec.selector',
    'spec.template.metadata.labels',
    'status.observedGeneration',
    'status.conditions',
    'status.startTime',
    'status.completionTime',
  ],
};
